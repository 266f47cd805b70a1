//! The documents of the project as pages: Markdown becomes HTML here, the page adds what can be
//! tried.

use crate::assets::{self, kind};
use axum::Json;
use axum::body::Body;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, html};
use serde::Serialize;

/// A game of the library.
#[derive(Debug, Serialize)]
struct LibraryGame {
    name: String,
    text: String,
}

/// The library of games that are written in files, to begin with.
pub(crate) async fn games() -> Response {
    let game = |name: &str| {
        Some(LibraryGame { name: name.to_owned(), text: assets::text("games", name)? })
    };
    let games: Vec<LibraryGame> = assets::names("games").filter_map(game).collect();
    Json(games).into_response()
}

/// A document in the list.
#[derive(Debug, Serialize)]
struct DocumentEntry {
    page: String,
    title: String,
}

fn text(page: &str) -> Option<String> {
    assets::text("docs", &format!("{page}.md"))
}

fn title(markdown: &str, page: &str) -> String {
    let first = markdown.lines().find_map(|line| line.strip_prefix("# "));
    first.unwrap_or(page).trim().to_owned()
}

/// All documents: the guide first, then what is behind it, then the rulesets.
pub(crate) async fn contents() -> Response {
    let pages = assets::names("docs").filter_map(|file| Some(file.strip_suffix(".md")?.to_owned()));
    let mut entries: Vec<DocumentEntry> = pages
        .map(|page| {
            let title = text(&page).map_or_else(|| page.clone(), |text| title(&text, &page));
            DocumentEntry { page, title }
        })
        .collect();
    let place = |page: &str| match page.split_once('/') {
        Some(("guide", _)) => 0,
        None => 1,
        Some(("rules", "README")) => 2,
        Some(("rules", _)) => 3,
        Some(_) => 4,
    };
    entries.sort_by_key(|entry| (place(&entry.page), entry.page.clone()));
    Json(entries).into_response()
}

/// A document as it is shown.
#[derive(Debug, Serialize)]
struct DocumentPage {
    title: String,
    html: String,
}

/// One document.
pub(crate) async fn page(Path(page): Path<String>) -> Response {
    match text(&page) {
        Some(markdown) => {
            let title = title(&markdown, &page);
            Json(DocumentPage { title, html: rendered(&markdown, &page) }).into_response()
        }
        None => (StatusCode::NOT_FOUND, "there is no such page\n").into_response(),
    }
}

/// A picture that belongs to a document.
pub(crate) async fn file(Path(path): Path<String>) -> Response {
    match assets::file("docs", &path) {
        Some(file) => {
            let headers = [(header::CONTENT_TYPE, kind(&path))];
            (headers, Body::from(file)).into_response()
        }
        None => (StatusCode::NOT_FOUND, "there is no such file\n").into_response(),
    }
}

/// Where a link of a document leads.
fn resolved(link: &str, page: &str, is_image: bool) -> String {
    if link.contains("://") || link.starts_with('#') {
        return link.to_owned();
    }
    let (path, place) = link.split_once('#').map_or((link, ""), |(path, place)| (path, place));
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." | "" => {}
            part => parts.push(part),
        }
    }
    let path = parts.join("/");
    let place = if place.is_empty() { String::new() } else { format!("#{place}") };
    match path.strip_suffix(".md") {
        Some(page) if !is_image => format!("/guide/{page}{place}"),
        _ => format!("/docs/{path}"),
    }
}

fn rendered(markdown: &str, page: &str) -> String {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let events = Parser::new_ext(markdown, options).map(|event| match event {
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let dest_url = CowStr::from(resolved(&dest_url, page, false));
            Event::Start(Tag::Link { link_type, dest_url, title, id })
        }
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            let dest_url = CowStr::from(resolved(&dest_url, page, true));
            Event::Start(Tag::Image { link_type, dest_url, title, id })
        }
        // No markup but that of Markdown.
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        other => other,
    });
    let mut out = String::new();
    html::push_html(&mut out, events);
    out
}
