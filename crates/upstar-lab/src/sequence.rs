//! `POST /api/sequence`: a nim-sequence as bytes, two or four to a value, the lowest first.
//!
//! A million values are two megabytes this way and seven as text. The header `x-width` says how
//! many bytes a value has.

use crate::LabState;
use crate::ask::{Cancel, refused};
use crate::sessions::{Lease, enter};
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::sync::Arc;
use upstar_session::{Event, HeapValuesQuery, Part, PendingAnswer, Question};

/// The most values at once.
pub(crate) const MOST: u64 = 4_000_000;

/// What is posted.
#[derive(Debug, Deserialize)]
pub(crate) struct PostedSequence {
    session: String,
    #[serde(default)]
    seconds: Option<f64>,
    code: String,
    /// The largest heap.
    to: u64,
}

/// Computes a sequence and sends it.
pub(crate) async fn sequence(
    State(shared): State<Arc<LabState>>,
    asked: Result<Json<PostedSequence>, JsonRejection>,
) -> Response {
    let Json(PostedSequence { session, seconds, code, to }) = match asked {
        Ok(asked) => asked,
        Err(rejection) => return rejection.into_response(),
    };
    if to > MOST {
        let message = format!("at most {MOST} values at once\n");
        return (StatusCode::BAD_REQUEST, message).into_response();
    }
    let lease = match enter(&shared, &session, seconds) {
        Ok(lease) => lease,
        Err(why) => return refused(why),
    };
    let question = Question::HeapValues(HeapValuesQuery { code, to: to.to_string() });
    let pending = lease.ask(question);
    let cancel = Cancel(pending.switch());
    let collected = tokio::task::spawn_blocking(move || collect(&shared, &lease, pending)).await;
    drop(cancel);
    match collected {
        Ok(Ok(values)) => bytes(&values),
        Ok(Err(message)) => (StatusCode::UNPROCESSABLE_ENTITY, message + "\n").into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn collect(
    shared: &LabState,
    lease: &Lease,
    mut pending: PendingAnswer,
) -> Result<Vec<u32>, String> {
    let mut all = Vec::new();
    while let Some(event) = pending.wait() {
        match event {
            Event::Part(Part::Values { values }) => all.extend(values),
            Event::Answer(ended) => {
                shared.sessions.cleared(lease, &ended);
                return ended.map(|_| all).map_err(|refusal| refusal.message);
            }
            _ => {}
        }
    }
    Ok(all)
}

fn bytes(values: &[u32]) -> Response {
    let short: Option<Vec<u16>> = values.iter().map(|&value| u16::try_from(value).ok()).collect();
    let (width, bytes): (&str, Vec<u8>) = match short {
        Some(short) => ("2", short.iter().flat_map(|value| value.to_le_bytes()).collect()),
        None => ("4", values.iter().flat_map(|value| value.to_le_bytes()).collect()),
    };
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream"),
        (header::CACHE_CONTROL, "no-store"),
        (HeaderName::from_static("x-width"), width),
    ];
    (headers, bytes).into_response()
}
