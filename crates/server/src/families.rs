//! The families of this build. A new family is one line here.

use crate::{analytics, control, events, pages, psa, rmm, search};
use kernel::{
    family::{Families, Family, fixture::Fixture},
    http::document::Document,
};
use std::sync::LazyLock;

/// In the order in which the document shows their tags.
const ALL: &[&Family] = &[
    &control::FAMILY,
    &rmm::FAMILY,
    &inventory::FAMILY,
    &backup::FAMILY,
    &psa::FAMILY,
    &attachments::FAMILY,
    &search::FAMILY,
    &analytics::FAMILY,
    &events::FAMILY,
    &webhooks::FAMILY,
    &workflows::FAMILY,
    &cloud::FAMILY,
    &auth::FAMILY,
    &pages::FAMILY,
];

/// A request and a response of every operation. `tests/examples` records them.
const EXAMPLES: &str = include_str!("../examples.json");

pub fn all() -> &'static Families {
    static FAMILIES: LazyLock<Families> = LazyLock::new(|| Families::new(ALL, EXAMPLES));
    &FAMILIES
}

/// The OpenAPI document of this build.
pub fn document() -> &'static Document {
    &all().document
}

/// How tests and drills create a member of every resource.
pub fn fixtures() -> impl Iterator<Item = &'static Fixture> {
    all().iter().flat_map(|family| family.fixtures)
}
