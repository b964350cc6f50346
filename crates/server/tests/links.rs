//! Every link in the README and in the documents works. (`pages.rs` follows those in pages.)

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

/// These are pages too, and link to others by their URLs.
const PAGES: [&str; 2] = ["docs/guides", "docs/problems"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn documents() -> Vec<PathBuf> {
    fn below(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => below(&path, found),
                false if path.extension().is_some_and(|extension| extension == "md") => found.push(path),
                false => {}
            }
        }
    }
    let mut found: Vec<_> = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].map(|name| root().join(name)).into();
    below(&root().join("docs"), &mut found);
    found
}

fn links(text: &str) -> Vec<String> {
    let links = Parser::new_ext(text, Options::ENABLE_TABLES).filter_map(|event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url.into_string()),
        _ => None,
    });
    links.collect()
}

/// The anchors of headings.
fn anchors(text: &str) -> HashSet<String> {
    let (mut anchors, mut heading) = (HashSet::new(), None::<String>);
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::End(TagEnd::Heading(_)) => {
                let words = heading.take().unwrap_or_default().to_lowercase();
                let words = words.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
                anchors.insert(words.map(|c| if c == ' ' { '-' } else { c }).collect());
            }
            Event::Text(text) | Event::Code(text) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&text);
                }
            }
            _ => {}
        }
    }
    anchors
}

fn check(document: &Path, text: &str, link: &str) -> Result<(), String> {
    let (target, fragment) = link.split_once('#').unwrap_or((link, ""));
    if target.contains(':') {
        let url: reqwest::Url = target.parse().map_err(|error| format!("is no address: {error}"))?;
        return if url.scheme() == "https" { Ok(()) } else { Err("is not https".to_owned()) };
    }
    if target.starts_with('/') {
        let is_page = PAGES.iter().any(|folder| document.starts_with(root().join(folder)));
        return if is_page { Ok(()) } else { Err("is absolute".to_owned()) };
    }
    if target.is_empty() {
        return if anchors(text).contains(fragment) { Ok(()) } else { Err("has no such heading".to_owned()) };
    }
    let file = document.parent().unwrap().join(target);
    if !file.exists() {
        return Err("is not there".to_owned());
    }
    let has = || anchors(&std::fs::read_to_string(&file).unwrap()).contains(fragment);
    if fragment.is_empty() || has() { Ok(()) } else { Err("has no such heading".to_owned()) }
}

#[test]
fn every_link_in_the_documents_leads_somewhere() {
    let mut seen = 0;
    for document in documents() {
        let text = std::fs::read_to_string(&document).unwrap();
        for link in links(&text) {
            check(&document, &text, &link).unwrap_or_else(|fault| panic!("{}: {link} {fault}", document.display()));
            seen += 1;
        }
    }
    assert!(seen > 40, "only {seen} links");
}
