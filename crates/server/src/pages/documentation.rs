//! `/documentation/`: the first steps and the guides.

use super::markdown::{self, Text};
use askama::Template;
use axum::{
    extract::Path,
    http::header,
    response::{IntoResponse, Response},
};
use include_dir::{Dir, include_dir};
use kernel::{
    app::App,
    http::Problem,
    pages::{Frame, Html, Section},
};
use std::sync::LazyLock;

static FILES: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../docs/guides");

/// Receivers of webhooks and workflows, which the tests execute.
static EXAMPLES: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../examples");

/// The order in which they are read.
const GUIDES: &[&str] = &[
    "first-call",
    "command-line",
    "keys-and-scopes",
    "a-colleagues-key",
    "signing-in",
    "idempotency-and-retries",
    "errors",
    "deprecation",
    "apply",
    "devices",
    "contacts",
    "service-desk",
    "time",
    "teams",
    "attachments",
    "merging",
    "cloud",
    "search",
    "backups",
    "analytics",
    "webhooks",
    "registering-a-webhook",
    "receiving-webhooks",
    "listen",
    "workflows",
    "changing-a-workflow",
    "workflow-language",
];

struct Guide {
    name: &'static str,
    source: &'static str,
    /// Its folder in `docs/`.
    folder: &'static str,
    title: String,
    /// The first sentence.
    about: String,
}

static ALL: LazyLock<Vec<Guide>> = LazyLock::new(|| GUIDES.iter().filter_map(|name| Guide::find(name)).collect());

impl Guide {
    fn find(name: &'static str) -> Option<Guide> {
        let (source, folder) = match name {
            "receiving-webhooks" => (include_str!("../../../../docs/webhooks.md"), ""),
            "workflow-language" => (include_str!("../../../../docs/workflows.md"), ""),
            name => (FILES.get_file(format!("{name}.md"))?.contents_utf8()?, "guides/"),
        };
        let (title, rest) = source.strip_prefix("# ")?.split_once('\n')?;
        let paragraph = rest.trim_start().split("\n\n").next()?.replace('\n', " ");
        let about = paragraph.split_once(". ").map_or(paragraph.clone(), |(first, _)| format!("{first}."));
        Some(Guide { name, source, folder, title: title.trim().to_owned(), about: markdown::inline(&about) })
    }
}

#[derive(Template)]
#[template(path = "home.html")]
struct Home<'a> {
    frame: Frame,
    base_url: &'a str,
    guides: &'a [Guide],
}

pub async fn home(app: App) -> Response {
    let frame = Frame::new("Documentation", Section::Home);
    Html(Home { frame, base_url: &app.settings.base_url, guides: &ALL }).into_response()
}

#[derive(Template)]
#[template(path = "guide.html")]
struct GuidePage<'a> {
    frame: Frame,
    guides: &'a [Guide],
    name: &'a str,
    text: Text,
}

pub async fn guide(app: App, Path(name): Path<String>) -> Result<Response, Problem> {
    let guide = ALL.iter().find(|guide| guide.name == name).ok_or_else(Problem::not_found)?;
    let text = markdown::render(guide.source, guide.folder, &app.settings.base_url);
    let frame = Frame::new(text.title.clone(), Section::Guides);
    Ok(Html(GuidePage { frame, guides: &ALL, name: guide.name, text }).into_response())
}

pub async fn example(Path(name): Path<String>) -> Result<Response, Problem> {
    let file = EXAMPLES.get_file(&name).ok_or_else(Problem::not_found)?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], file.contents()).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_guide_has_its_place_and_its_file() {
        assert_eq!(ALL.len(), GUIDES.len(), "docs/guides lacks one, or one has no title");
        assert_eq!(FILES.files().count() + 2, GUIDES.len(), "docs/guides has one that is nowhere in the list");
    }
}
