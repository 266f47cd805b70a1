//! `POST /api/atlas`: rows of the atlas that was named on the command line, or of the one that comes
//! along; read-only, a page at a time.

use crate::LabState;
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use upstar_atlas::Atlas;
use upstar_atlas::look::Filter;

/// The most rows of a page.
const MOST: u64 = 500;

/// Looks up what a filter wants.
pub(crate) async fn atlas(
    State(shared): State<Arc<LabState>>,
    filter: Result<Json<Filter>, JsonRejection>,
) -> Response {
    let Json(filter) = match filter {
        Ok(filter) => filter,
        Err(rejection) => return rejection.into_response(),
    };
    let filter = Filter { limit: Some(filter.limit.unwrap_or(MOST).min(MOST)), ..filter };
    let path = shared.atlas.clone();
    let look = move || Atlas::of(path.as_deref())?.look(&filter);
    match tokio::task::spawn_blocking(look).await {
        Ok(Ok(found)) => Json(found).into_response(),
        Ok(Err(error)) => (StatusCode::CONFLICT, format!("{error}\n")).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}
