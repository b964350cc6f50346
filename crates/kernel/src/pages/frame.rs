//! The frame of every page.

use super::assets;

/// The section of a page in the navigation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    Home,
    Guides,
    Reference,
    Problems,
    Changelog,
    RateLimits,
    Status,
    Approvals,
    Reports,
    /// A page outside of the navigation.
    None,
}

pub struct Frame {
    pub title: String,
    pub section: Section,
}

pub struct Link {
    pub href: &'static str,
    pub text: &'static str,
    /// For `aria-current`: true if the page is this one, or one below it.
    pub current: bool,
}

const NAVIGATION: &[(&str, &str, Section)] = &[
    ("/documentation/", "Guides", Section::Guides),
    ("/documentation/reference/", "Reference", Section::Reference),
    ("/documentation/problems/", "Problems", Section::Problems),
    ("/api/rate-limits/", "Rate limits", Section::RateLimits),
    ("/documentation/changelog/", "Changelog", Section::Changelog),
    ("/status/", "Status", Section::Status),
    ("/approvals/", "Approvals", Section::Approvals),
    ("/reports/", "Reports", Section::Reports),
];

impl Frame {
    pub fn new(title: impl Into<String>, section: Section) -> Frame {
        Frame { title: title.into(), section }
    }

    pub fn links(&self) -> impl Iterator<Item = Link> {
        let section = if self.section == Section::Home { Section::Guides } else { self.section };
        NAVIGATION.iter().map(move |(href, text, of)| Link { href, text, current: *of == section })
    }

    pub fn stylesheet(&self) -> String {
        assets::url("pages.css")
    }

    /// The styles of charts, for pages that have some.
    pub fn chart_stylesheet(&self) -> String {
        assets::url("charts.css")
    }

    pub fn icon(&self) -> String {
        assets::url("favicon.svg")
    }
}
