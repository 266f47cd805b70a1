//! The page itself: files that are part of the program.
//!
//! Every screen is the same page, which reads from its address what to show.

use axum::body::Body;
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use miniz_oxide::inflate::decompress_to_vec;

/// The names of all files and where each ends in `PACKED`, in the order of their names.
static NAMES: &[(&str, usize)] = &include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// All files, deflated one by one.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/assets.bin"));

/// The names of the files in a folder, without that of the folder.
pub(crate) fn names(folder: &str) -> impl Iterator<Item = &'static str> {
    NAMES.iter().filter_map(move |(name, _)| name.strip_prefix(folder)?.strip_prefix('/'))
}

/// A file of a folder.
pub(crate) fn file(folder: &str, name: &str) -> Option<Vec<u8>> {
    let path = format!("{folder}/{name}");
    let place = NAMES.binary_search_by(|(name, _)| (*name).cmp(&path)).ok()?;
    let start = place.checked_sub(1).map_or(0, |before| NAMES[before].1);
    decompress_to_vec(&PACKED[start..NAMES[place].1]).ok()
}

/// A text of a folder.
pub(crate) fn text(folder: &str, name: &str) -> Option<String> {
    String::from_utf8(file(folder, name)?).ok()
}

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
    match file("web", path) {
        Some(file) => {
            let headers = [(header::CONTENT_TYPE, kind(path)), (header::CACHE_CONTROL, "no-cache")];
            (headers, Body::from(file)).into_response()
        }
        None => (StatusCode::NOT_FOUND, "there is no such page\n").into_response(),
    }
}
