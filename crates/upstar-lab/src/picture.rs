//! `POST /api/picture`: a picture as a file, by the writers that `upstar draw` has.

use crate::LabState;
use crate::ask::{Cancel, refused};
use crate::sessions::enter;
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use std::sync::Arc;
use upstar_picture::{Picture, TooLarge, pdf, png, svg, tikz};
use upstar_session::{Event, PictureAnswer, Question};

/// The formats.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PictureFormat {
    Svg,
    Png,
    Pdf,
    Tikz,
}

impl PictureFormat {
    fn write(self, picture: &Picture) -> Result<Vec<u8>, TooLarge> {
        match self {
            PictureFormat::Svg => svg(picture).map(String::into_bytes),
            PictureFormat::Tikz => tikz(picture).map(String::into_bytes),
            PictureFormat::Png => png(picture),
            PictureFormat::Pdf => pdf(picture),
        }
    }

    fn kind(self) -> &'static str {
        match self {
            PictureFormat::Svg => "image/svg+xml",
            PictureFormat::Png => "image/png",
            PictureFormat::Pdf => "application/pdf",
            PictureFormat::Tikz => "text/plain; charset=utf-8",
        }
    }
}

/// What is posted: a question that a picture answers, and the format.
#[derive(Debug, Deserialize)]
pub(crate) struct PostedPicture {
    session: String,
    format: PictureFormat,
    #[serde(flatten)]
    question: Question,
}

/// Draws a picture and sends it.
pub(crate) async fn picture(
    State(shared): State<Arc<LabState>>,
    asked: Result<Json<PostedPicture>, JsonRejection>,
) -> Response {
    let Json(PostedPicture { session, format, question }) = match asked {
        Ok(asked) => asked,
        Err(rejection) => return rejection.into_response(),
    };
    if !matches!(question, Question::Picture(..) | Question::Thermographs(..)) {
        return (StatusCode::BAD_REQUEST, "only pictures are drawn\n").into_response();
    }
    let lease = match enter(&shared, &session, None) {
        Ok(lease) => lease,
        Err(why) => return refused(why),
    };
    let mut pending = lease.ask(question);
    let cancel = Cancel(pending.switch());
    let drawn = tokio::task::spawn_blocking(move || {
        loop {
            match pending.wait() {
                Some(Event::Answer(ended)) => {
                    shared.sessions.cleared(&lease, &ended);
                    let answer = ended.map_err(|refusal| refusal.to_string())?;
                    let drawing = answer.get::<PictureAnswer>().ok_or("this is no picture")?;
                    return format.write(&drawing.picture).map_err(|error| error.to_string());
                }
                Some(_) => {}
                None => return Err("there is no answer".to_owned()),
            }
        }
    });
    let drawn = drawn.await;
    drop(cancel);
    match drawn {
        Ok(Ok(bytes)) => ([(header::CONTENT_TYPE, format.kind())], bytes).into_response(),
        Ok(Err(message)) => (StatusCode::UNPROCESSABLE_ENTITY, message + "\n").into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
