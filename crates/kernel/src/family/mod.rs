//! A family of operations, as one value: everything that the rest of the service needs to know about it. `families.rs`
//! lists the families. The kernel iterates over that list and names none of them.

mod alert;
mod backlog;
mod check;
pub mod fixture;
pub mod metric;
mod searchable;
mod state;

pub use alert::{Alert, AlertHandler, AlertState, alert};
pub use backlog::MeasureBacklog;
pub use check::{Check, Finding, finding};
pub use searchable::Searchable;
pub use state::State;

use crate::{
    app::App,
    http::{
        Change, Problem,
        document::{self, Document, Form},
    },
    owners::Whose,
    sealing::Column,
    status::StatusPart,
    supervisor::Job,
    usage,
};
use api::{Affected, Impact, Owner};
use axum::Router;
use fixture::Fixture;
use futures::future::BoxFuture;
use jiff::Timestamp;
use metric::Metric;
use utoipa_axum::router::OpenApiRouter;

pub struct Family {
    /// The name of its folder.
    pub name: &'static str,
    /// The tags of its operations in the document: name and description.
    pub tags: &'static [(&'static str, &'static str)],
    pub routes: fn() -> OpenApiRouter<App>,
    /// Pages for people, which the OpenAPI document does not contain.
    pub pages: fn() -> Router<App>,
    /// Its pages that have a form, or show people their own data.
    pub forms: &'static [Form],
    /// The routes of the listener for agents, which the OpenAPI document does not contain either.
    pub agents: fn() -> Router<App>,
    /// The operations that workflows can call.
    pub functions: &'static [Function],
    /// The columns whose values are sealed with the tenant's data key.
    pub sealed_columns: &'static [Column],
    /// What of it `/api/search` finds.
    pub searchable: &'static [Searchable],
    /// The figures of it that `/api/analytics` returns.
    pub metrics: &'static [Metric],
    /// The resources that belong to an owner, a user or a service account.
    pub owned: &'static [Owned],
    /// What it does when a family notices a problem of a customer.
    pub alerts: Option<AlertHandler>,
    /// Its background work, which includes the deletion of old rows.
    pub jobs: &'static [Job],
    /// Its gauges for the operator that are read from PostgreSQL.
    pub backlogs: &'static [MeasureBacklog],
    /// The parts of the service that it adds to the status page.
    pub status_parts: &'static [StatusPart],
    /// The checks of `tenant-control doctor` for it.
    pub checks: &'static [Check],
    /// How tests and drills create a member of each of its resources.
    pub fixtures: &'static [Fixture],
}

impl Family {
    /// A family with operations and nothing else.
    pub const fn new(name: &'static str, routes: fn() -> OpenApiRouter<App>) -> Family {
        Family {
            name,
            tags: &[],
            routes,
            pages: Router::new,
            forms: &[],
            agents: Router::new,
            functions: &[],
            sealed_columns: &[],
            searchable: &[],
            metrics: &[],
            owned: &[],
            alerts: None,
            jobs: &[],
            backlogs: &[],
            status_parts: &[],
            checks: &[],
            fixtures: &[],
        }
    }
}

/// A function of workflows that is an operation of the API: its arguments, scopes and result are those of the OpenAPI
/// document.
pub struct Function {
    pub name: &'static str,
    /// The id of the operation.
    pub operation: &'static str,
    pub arguments: Arguments,
}

/// The parameters of an operation that a function accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arguments {
    All,
    /// `id` alone: a GET of one member.
    One,
    /// All but `id`: a GET of a list.
    Many,
    /// These alone, of the parameters and of the body, and all of them: one use of an operation with several.
    Only(&'static [&'static str]),
}

/// Resources that belong to an owner: how they are stopped when the owner is disabled or the key that created them has
/// leaked, and transferred to another owner. Both return the changed resources.
pub struct Owned {
    /// The list of an [`Impact`] that names them.
    pub listed: fn(&mut Impact) -> &mut Vec<Affected>,
    pub stop: for<'a> fn(&'a mut Change, &'a Whose, Timestamp) -> Changing<'a>,
    pub hand_over: fn(&mut Change, Transfer) -> Changing<'_>,
}

pub type Changing<'a> = BoxFuture<'a, Result<Vec<Affected>, Problem>>;

/// A change of owner.
#[derive(Debug, Clone, Copy)]
pub struct Transfer {
    pub from: Owner,
    pub to: Owner,
    pub now: Timestamp,
}

/// All families of a build, with their common OpenAPI document.
pub struct Families {
    list: &'static [&'static Family],
    operations: Router<App>,
    pub document: Document,
}

impl Families {
    /// `examples` are the recorded examples of all operations, as JSON. A fault in the document, such as an operation
    /// without a scope, ends the process.
    pub fn new(list: &'static [&'static Family], examples: &str) -> Families {
        let forms = list.iter().flat_map(|family| family.forms);
        let document =
            serde_json::from_str::<serde_json::Value>(examples).map_err(|error| format!("the examples: {error}"));
        // Once for the document and all routers: it describes the types of every operation.
        let (operations, described) = routes(list).split_for_parts();
        let document = document.and_then(|examples| Document::new(&described, forms, &examples));
        Families { list, operations, document: document.unwrap_or_else(|fault| panic!("OpenAPI: {fault}")) }
    }

    pub fn iter(&self) -> impl Iterator<Item = &'static Family> {
        self.list.iter().copied()
    }

    /// Every operation that customers may call.
    pub fn operations(&self) -> Router<App> {
        self.operations.clone()
    }

    pub fn pages(&self) -> Router<App> {
        self.iter().fold(Router::new(), |all, family| all.merge((family.pages)()))
    }

    pub fn agents(&self) -> Router<App> {
        self.iter().fold(Router::new(), |all, family| all.merge((family.agents)()))
    }

    /// Every type of entries that can be found, in the order in which the contract lists them.
    pub fn searchable(&self) -> Vec<&'static Searchable> {
        let mut all: Vec<_> = self.iter().flat_map(|family| family.searchable).collect();
        all.sort_by_key(|searchable| searchable.kind);
        all
    }

    /// The metrics of the kernel and of all families, by name.
    pub fn metrics(&self) -> Vec<&'static Metric> {
        let families = self.iter().flat_map(|family| family.metrics);
        let mut all: Vec<_> = usage::METRICS.iter().chain(families).collect();
        all.sort_by_key(|metric| metric.name);
        all
    }

    pub fn sealed_columns(&self) -> Vec<Column> {
        self.iter().flat_map(|family| family.sealed_columns).copied().collect()
    }
}

fn routes(list: &[&Family]) -> OpenApiRouter<App> {
    let tags = list.iter().flat_map(|family| family.tags);
    let base = document::base(tags.copied()).merge(document::routes()).merge(crate::operations::routes());
    list.iter().fold(base, |all, family| all.merge((family.routes)()))
}
