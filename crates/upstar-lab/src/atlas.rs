//! `POST /api/atlas`: rows of the database that was named on the command line, read-only.

use crate::Shared;
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use upstar_atlas::look::{Filter, look};

/// Looks up what a filter wants.
pub(crate) async fn atlas(
    State(shared): State<Arc<Shared>>,
    filter: Result<Json<Filter>, JsonRejection>,
) -> Response {
    let Json(filter) = match filter {
        Ok(filter) => filter,
        Err(rejection) => return rejection.into_response(),
    };
    // That there is no atlas is an answer.
    let Some(path) = shared.atlas.clone() else { return Json(None::<()>).into_response() };
    match tokio::task::spawn_blocking(move || look(&path, &filter)).await {
        Ok(Ok(found)) => Json(found).into_response(),
        Ok(Err(error)) => (StatusCode::CONFLICT, format!("{error}\n")).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
