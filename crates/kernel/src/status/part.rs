//! The parts of the service that people ask about. The kernel has some of its own; a family adds those that it provides.

use super::Found;
use crate::{app::App, db::Error, family::Families, supervisor::Process};
use futures::future::BoxFuture;

#[derive(Debug, Clone, Copy)]
pub struct Part {
    /// Its name in the JSON of the status page, and in the table of days: small letters and `_`.
    pub name: &'static str,
    pub title: &'static str,
    pub about: &'static str,
}

/// A part that a family provides.
pub struct StatusPart {
    pub part: Part,
    /// The processes that it depends on. Without PostgreSQL, a part of servers is down and the state of a part of workers is
    /// not known; without workers, a part of workers has their state.
    pub process: Process,
    pub probe: Probe,
}

/// Finds the state of a part. An error, or no result within two seconds, is down for a part of servers and degraded for a
/// part of workers.
pub type Probe = for<'a> fn(&'a App) -> BoxFuture<'a, Result<Found, Error>>;

pub const API: Part = Part { name: "api", title: "API", about: "Serves the HTTP API." };
pub const POSTGRESQL: Part = Part { name: "postgresql", title: "PostgreSQL", about: "Stores all data." };
pub const REDIS: Part = Part {
    name: "redis",
    title: "Redis",
    about: "Shares rate limits between servers. Without it, each server counts separately.",
};
pub const WORKERS: Part = Part { name: "workers", title: "Workers", about: "Execute background work." };
pub const BACKGROUND: Part = Part {
    name: "background",
    title: "Background tasks",
    about: "Periodic and continuous tasks of servers and workers. A failed task is restarted.",
};

/// All parts, in the order in which they are shown.
pub fn all(families: &Families) -> Vec<Part> {
    let of_families = families.iter().flat_map(|family| family.status_parts).map(|provided| provided.part);
    [API, POSTGRESQL, REDIS, WORKERS].into_iter().chain(of_families).chain([BACKGROUND]).collect()
}
