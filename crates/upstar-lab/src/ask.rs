//! `POST /api/ask`: a question in, what is found out, one JSON object a line.
//!
//! Parts and progress come as they happen, then the answer and an end that says whether there is
//! one. Whoever closes the connection cancels the question: the stream that is dropped holds its
//! switch.

use crate::LabState;
use crate::sequence::MOST;
use crate::sessions::{Lease, Refused, SessionAnswer, enter};
use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use std::convert::Infallible;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio_stream::Stream;
use upstar_session::{
    Answer, CancelToken, Event, HeapValuesQuery, Kind, PendingAnswer, QueryError, Question, amount,
};

/// The most bytes of a line.
const MOST_LINE: usize = 4 << 20;
/// Work that takes longer says how far it is.
const PATIENCE: Duration = Duration::from_millis(300);
/// A reader that takes nothing for so long has gone away.
const STALLED: Duration = Duration::from_secs(20);
/// Lines that wait for the reader.
const WAITING: usize = 8;

/// What is posted.
#[derive(Debug, Deserialize)]
pub(crate) struct PostedQuery {
    /// The session, by a name that the page chooses.
    session: String,
    /// How long it may take.
    #[serde(default)]
    seconds: Option<f64>,
    #[serde(flatten)]
    question: Question,
}

/// A line of the answer that is not a part of it.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum AnswerLine<'a> {
    /// The session was opened for this question.
    Opened,
    Progress {
        text: String,
        done: u64,
        of: Option<u64>,
        steps: u64,
        seconds: f64,
    },
    Certificate {
        certificate: &'a str,
    },
    Answer {
        answer: &'a Answer,
        text: String,
        notes: Vec<String>,
    },
    End {
        answered: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<ErrorMessage<'a>>,
        /// Is what the session had learnt gone?
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        fresh: bool,
        seconds: f64,
    },
}

/// A refusal as the page shows it.
#[derive(Debug, Serialize)]
struct ErrorMessage<'a> {
    kind: &'static str,
    message: String,
    span: Option<[usize; 2]>,
    of: &'a str,
    input: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    expected: Vec<&'a str>,
    hint: Option<&'a str>,
}

impl<'a> ErrorMessage<'a> {
    fn of(refusal: &'a QueryError) -> ErrorMessage<'a> {
        // The way out of a limit is that of the command line; the page has its own.
        let hint = match refusal.kind {
            Kind::Stopped(_) => None,
            _ => refusal.hint.as_deref(),
        };
        ErrorMessage {
            kind: refusal.kind.name(),
            message: refusal.text(),
            span: refusal.span.map(|span| [span.start, span.end]),
            of: &refusal.field,
            input: &refusal.input,
            expected: refusal.expected.iter().map(String::as_str).collect(),
            hint,
        }
    }
}

/// Why nothing is asked.
pub(crate) fn refused(refused: Refused) -> Response {
    match refused {
        Refused::Name => {
            (StatusCode::BAD_REQUEST, "a session is named by letters, digits and dashes\n")
                .into_response()
        }
        Refused::Full => (
            StatusCode::TOO_MANY_REQUESTS,
            [(header::RETRY_AFTER, "1")],
            "too much is being asked at once\n",
        )
            .into_response(),
    }
}

/// Sends the JSON Schema of the queries.
pub(crate) async fn schema() -> Json<&'static serde_json::Value> {
    static SCHEMA: OnceLock<serde_json::Value> = OnceLock::new();
    let made = tokio::task::spawn_blocking(|| SCHEMA.get_or_init(upstar_session::schema));
    Json(made.await.unwrap_or(&serde_json::Value::Null))
}

/// Starts a question and streams what becomes of it.
pub(crate) async fn ask(
    State(shared): State<Arc<LabState>>,
    asked: Result<Json<PostedQuery>, JsonRejection>,
) -> Response {
    let Json(PostedQuery { session, seconds, question }) = match asked {
        Ok(asked) => asked,
        Err(rejection) => return rejection.into_response(),
    };
    if let Some(refusal) = too_long(&question) {
        let error = Some(ErrorMessage::of(&refusal));
        let end = AnswerLine::End { answered: false, error, fresh: false, seconds: 0.0 };
        return match serde_json::to_string(&end) {
            Ok(line) => (HEADERS, line + "\n").into_response(),
            Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        };
    }
    let lease = match enter(&shared, &session, seconds) {
        Ok(lease) => lease,
        Err(why) => return refused(why),
    };
    let pending = lease.ask(question);
    let (lines, received) = channel(WAITING);
    let stream = AnswerLines { received, _cancel: Cancel(pending.switch()) };
    tokio::task::spawn_blocking(move || tell(&shared, &lease, pending, &lines));
    (HEADERS, Body::from_stream(stream)).into_response()
}

const HEADERS: [(header::HeaderName, &str); 2] =
    [(header::CONTENT_TYPE, "application/x-ndjson"), (header::CACHE_CONTROL, "no-store")];

/// Why a sequence is not computed: a page has no use for so many values.
fn too_long(question: &Question) -> Option<QueryError> {
    let Question::HeapValues(HeapValuesQuery { to, .. }) = question else { return None };
    // What is no number is told by the one who answers.
    let to = amount(to, 0, "the largest heap").ok()?;
    let message = || format!("at most {MOST} values at once; ask for a smaller heap");
    (to > MOST).then(|| QueryError::plain(Kind::Size, message()))
}

/// Cancels a question when it is dropped: where the one who asked goes away.
pub(crate) struct Cancel(pub(crate) CancelToken);

impl Drop for Cancel {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// The lines of an answer; who drops them cancels it.
struct AnswerLines {
    received: Receiver<Bytes>,
    _cancel: Cancel,
}

impl Stream for AnswerLines {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(
        mut self: std::pin::Pin<&mut Self>,
        context: &mut std::task::Context<'_>,
    ) -> std::task::Poll<Option<Self::Item>> {
        self.received.poll_recv(context).map(|line| line.map(Ok))
    }
}

/// Sends lines to a reader that may be slow or gone.
struct SlowReader<'a> {
    lines: &'a Sender<Bytes>,
    handle: Handle,
}

impl SlowReader<'_> {
    /// Is the reader still there?
    fn line(&self, line: &impl Serialize) -> bool {
        let Ok(mut text) = serde_json::to_vec(line) else { return false };
        if text.len() > MOST_LINE {
            return false;
        }
        text.push(b'\n');
        let bytes = Bytes::from(text);
        match self.lines.try_send(bytes) {
            Ok(()) => true,
            Err(tokio::sync::mpsc::error::TrySendError::Closed(_)) => false,
            Err(tokio::sync::mpsc::error::TrySendError::Full(bytes)) => {
                self.handle.block_on(self.lines.send_timeout(bytes, STALLED)).is_ok()
            }
        }
    }

    /// The answer, if there is one, and the last line.
    fn end(&self, ended: SessionAnswer, fresh: bool, seconds: f64) -> bool {
        let refusal = match ended {
            Ok(answer) => {
                if let Some(certificate) = answer.certificate() {
                    self.line(&AnswerLine::Certificate { certificate });
                }
                let (text, notes) = (answer.text(), answer.notes());
                if self.line(&AnswerLine::Answer { answer: &answer, text, notes }) {
                    let answered = answer.is_complete();
                    return self.line(&AnswerLine::End { answered, error: None, fresh, seconds });
                }
                QueryError::plain(Kind::Size, "the answer is too long to be shown")
            }
            Err(refusal) => *refusal,
        };
        let error = Some(ErrorMessage::of(&refusal));
        self.line(&AnswerLine::End { answered: false, error, fresh, seconds })
    }
}

/// Hands over what happens until the end.
fn tell(shared: &LabState, lease: &Lease, mut pending: PendingAnswer, lines: &Sender<Bytes>) {
    let start = lease.begun;
    let reader = SlowReader { lines, handle: Handle::current() };
    let seconds = || start.elapsed().as_secs_f64();
    if lease.is_new {
        reader.line(&AnswerLine::Opened);
    }
    while let Some(event) = pending.wait() {
        let is_there = match event {
            Event::Part(part) => reader.line(&part),
            Event::Progress(_) if start.elapsed() < PATIENCE => !lines.is_closed(),
            Event::Progress(headway) => reader.line(&AnswerLine::Progress {
                text: headway.to_string(),
                done: headway.done,
                of: headway.of,
                steps: headway.steps,
                seconds: seconds(),
            }),
            Event::Answer(ended) => {
                let fresh = shared.sessions.cleared(lease, &ended);
                reader.end(ended, fresh, seconds())
            }
        };
        if !is_there {
            pending.cancel();
        }
    }
}
