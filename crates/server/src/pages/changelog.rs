//! `/documentation/changelog/`: `CHANGELOG.md` for people, as JSON and as an Atom feed.

use super::markdown;
use askama::Template;
use axum::{
    Json,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use kernel::{
    app::App,
    http::Problem,
    pages::{Frame, Html, Section, asks_for},
};
use serde::Serialize;
use std::sync::LazyLock;

#[derive(Debug, Serialize)]
struct Changelog {
    releases: &'static [Release],
}

/// `## 1.4.0 - 2026-11-15`
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Release {
    version: String,
    date: String,
    changes: Vec<Group>,
}

/// `### Added`
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Group {
    kind: String,
    entries: Vec<Entry>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
struct Entry {
    markdown: String,
    html: String,
}

static RELEASES: LazyLock<Vec<Release>> = LazyLock::new(|| parse(include_str!("../../../../CHANGELOG.md")));

#[derive(Template)]
#[template(path = "changelog.html")]
struct Page {
    frame: Frame,
    releases: &'static [Release],
}

/// The feed, which names its own address and that of the page.
#[derive(Template)]
#[template(path = "changelog.xml")]
struct Feed<'a> {
    base_url: &'a str,
    releases: &'static [Release],
}

pub async fn read(app: App, headers: HeaderMap) -> Result<Response, Problem> {
    if asks_for(&headers, "text/html") {
        return Ok(page());
    }
    match asks_for(&headers, "application/json") {
        true => Ok(json().await),
        false if asks_for(&headers, "application/atom+xml") => atom(app).await,
        false => Ok(page()),
    }
}

fn page() -> Response {
    Html(Page { frame: Frame::new("Changelog", Section::Changelog), releases: &RELEASES }).into_response()
}

pub async fn json() -> Response {
    Json(Changelog { releases: &RELEASES }).into_response()
}

pub async fn atom(app: App) -> Result<Response, Problem> {
    let feed = Feed { base_url: &app.settings.base_url, releases: &RELEASES };
    let text = feed.render().map_err(Problem::internal)?;
    Ok(([(header::CONTENT_TYPE, "application/atom+xml; charset=utf-8")], text).into_response())
}

impl Release {
    fn id(&self) -> String {
        markdown::slug(&self.version)
    }

    /// The content for feed readers.
    fn html(&self) -> String {
        let entries =
            |group: &Group| group.entries.iter().map(|entry| format!("<li>{}</li>", entry.html)).collect::<String>();
        self.changes.iter().map(|group| format!("<h3>{}</h3><ul>{}</ul>", group.kind, entries(group))).collect()
    }
}

/// Headings of releases and of kinds, and under them items, which may span several lines.
fn parse(text: &str) -> Vec<Release> {
    let mut releases: Vec<Release> = vec![];
    for line in text.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            let (version, date) = heading.split_once(" - ").unwrap_or((heading, ""));
            releases.push(Release { version: version.to_owned(), date: date.to_owned(), changes: vec![] });
            continue;
        }
        let Some(release) = releases.last_mut() else { continue };
        if let Some(kind) = line.strip_prefix("### ") {
            release.changes.push(Group { kind: kind.to_owned(), entries: vec![] });
            continue;
        }
        let Some(group) = release.changes.last_mut() else { continue };
        if let Some(item) = line.strip_prefix("- ") {
            group.entries.push(Entry { markdown: item.to_owned(), html: String::new() });
        } else if let (Some(entry), false) = (group.entries.last_mut(), line.trim().is_empty()) {
            entry.markdown = format!("{} {}", entry.markdown, line.trim());
        }
    }
    let groups = releases.iter_mut().flat_map(|release| &mut release.changes);
    groups.flat_map(|group| &mut group.entries).for_each(|entry| entry.html = markdown::inline(&entry.markdown));
    releases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changelog_is_releases_of_kinds_of_changes() {
        let text = "# Changelog\n\nWords.\n\n## 1.0.0 - 2026-01-02\n\n### Added\n\n- One\n  `more`.\n- Two\n\n### Fixed\n\n- Three\n";
        let releases = parse(text);
        let entry = |markdown: &str, html: &str| Entry { markdown: markdown.to_owned(), html: html.to_owned() };
        assert_eq!(releases[0].version, "1.0.0");
        assert_eq!(releases[0].date, "2026-01-02");
        assert_eq!(releases[0].changes[0].entries[0], entry("One `more`.", "One <code>more</code>."));
        assert_eq!(releases[0].changes[1], Group { kind: "Fixed".to_owned(), entries: vec![entry("Three", "Three")] });
    }

    #[test]
    fn every_release_of_ours_has_a_date_and_says_something() {
        assert!(!RELEASES.is_empty());
        for release in RELEASES.iter() {
            assert!(release.date.parse::<jiff::civil::Date>().is_ok(), "{}: when?", release.version);
            assert!(release.changes.iter().all(|group| !group.entries.is_empty()), "{}", release.version);
        }
    }
}
