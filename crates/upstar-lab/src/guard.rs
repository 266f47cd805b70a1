//! Who may ask: pages of this server on this machine, and programs that name no origin.
//!
//! A page elsewhere can make the browser send requests here, and can point a name of its own at
//! this machine; so the host must be ours by name and port, the origin ours or absent, and what is
//! posted must be JSON, which no form can send without asking first.

use crate::LabState;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// The most bytes of a question.
const MOST_BODY: usize = 64 << 10;
/// A question must be there after so long.
const HURRY: Duration = Duration::from_secs(5);

/// What every answer says to the browser.
const HEADERS: [(HeaderName, HeaderValue); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; \
             frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
        ),
    ),
    (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
];

/// Lets through what may be asked, and puts the headers on the answer.
pub(crate) async fn guard(
    State(shared): State<Arc<LabState>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = match refusal(shared.port, request.method(), request.headers()) {
        Some(refusal) => refusal.into_response(),
        None => match read(request).await {
            Ok(request) => next.run(request).await,
            Err(refusal) => refusal.into_response(),
        },
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, value);
    }
    response
}

/// Reads what is posted, which must be short and come soon.
async fn read(request: Request) -> Result<Request, (StatusCode, &'static str)> {
    let (parts, body) = request.into_parts();
    match timeout(HURRY, to_bytes(body, MOST_BODY)).await {
        Ok(Ok(bytes)) => Ok(Request::from_parts(parts, Body::from(bytes))),
        Ok(Err(_)) => Err((StatusCode::PAYLOAD_TOO_LARGE, "a question has at most 64 kB\n")),
        Err(_) => Err((StatusCode::REQUEST_TIMEOUT, "the question did not come\n")),
    }
}

fn refusal(port: u16, method: &Method, headers: &HeaderMap) -> Option<(StatusCode, &'static str)> {
    let ours = ["127.0.0.1", "localhost", "[::1]"].map(|host| format!("{host}:{port}"));
    let is_ours = |text: &str| ours.iter().any(|host| host == text);
    let only = |name: HeaderName| {
        let mut all = headers.get_all(name).iter();
        let first = all.next().map(|value| value.to_str().unwrap_or("?"));
        if all.next().is_some() { Some("?") } else { first }
    };
    if !only(header::HOST).is_some_and(is_ours) {
        return Some((StatusCode::FORBIDDEN, "the laboratory is served on this machine only\n"));
    }
    let from_us = |origin: &str| origin.strip_prefix("http://").is_some_and(is_ours);
    if !only(header::ORIGIN).is_none_or(from_us) {
        return Some((StatusCode::FORBIDDEN, "only pages of the laboratory may ask\n"));
    }
    if *method == Method::POST {
        let kind = only(header::CONTENT_TYPE).unwrap_or_default();
        let essence = kind.split(';').next().unwrap_or_default().trim();
        if !essence.eq_ignore_ascii_case("application/json") {
            return Some((StatusCode::UNSUPPORTED_MEDIA_TYPE, "expected application/json\n"));
        }
    }
    None
}
