//! The page itself: files that are part of the program.
//!
//! Every screen is the same page, which reads from its address what to show.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "web"]
#[exclude = "tests/*"]
#[exclude = "tests/**/*"]
struct Web;

/// The screens, by the first part of their address.
const SCREENS: [&str; 11] =
    ["", "board", "explore", "thermo", "heaps", "misere", "own", "atlas", "guide", "tour", "about"];

/// What the browser should take a file for.
pub(crate) fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("json") => "application/json",
        _ => "text/plain; charset=utf-8",
    }
}

/// Sends a file of the page, or the page for the address of a screen.
pub(crate) async fn asset(request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    let screen = path.split('/').next().unwrap_or_default();
    let path = if SCREENS.contains(&screen) { "index.html" } else { path };
    match Web::get(path) {
        Some(file) => {
            let headers = [(header::CONTENT_TYPE, kind(path)), (header::CACHE_CONTROL, "no-cache")];
            (headers, Body::from(file.data.into_owned())).into_response()
        }
        None => (StatusCode::NOT_FOUND, "there is no such page\n").into_response(),
    }
}
