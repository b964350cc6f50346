//! Workflows: automations that customers write. The engine executes them; definitions, rights and results are in our
//! tables and in this crate.

mod approvals;
mod backlog;
mod check;
mod data;
mod definitions;
mod ending;
mod fixtures;
mod functions;
mod metrics;
mod outbox;
pub mod owned;
mod plan;
mod runs;
mod secrets;
mod spans;
mod start;
mod status;
mod trigger;
mod work;

use api::{Scope, WorkflowId, search::SearchType};
use kernel::{
    app::App,
    background::RETENTION,
    family::{Family, Searchable},
    http::document::{Access, Form},
    sealing::Column,
    supervisor::{Job, Process},
};
use std::time::Duration;
use utoipa_axum::{router::OpenApiRouter, routes};

pub const FAMILY: Family = Family {
    tags: &[("Workflows", "Workflows, their runs and approvals.")],
    pages: approvals::page::routes,
    forms: &[Form { path: "/approvals/", operation: Some("approvals.decide"), access: Access::Person }],
    sealed_columns: &[SECRET],
    owned: &[owned::WORKFLOWS],
    searchable: &[Searchable {
        kind: SearchType::Workflow,
        scope: Scope::WorkflowsRead,
        id: |id| WorkflowId(id).to_string(),
        tables: &["workflows"],
    }],
    checks: &[work::doctor::check],
    metrics: metrics::METRICS,
    jobs: JOBS,
    backlogs: &[backlog::measure],
    status_parts: &[status::WORKFLOWS],
    fixtures: fixtures::FIXTURES,
    ..Family::new("workflows", routes)
};

pub const SECRET: Column = Column::new("workflow_secrets", "value_sealed");

const JOBS: &[Job] = &[
    Job::periodic(
        "workflows.forget_runs",
        Process::Serve,
        |_| RETENTION,
        |app, _| Box::pin(async move { Ok(work::forget_old(&app.db, app.clock.now()).await?) }),
    ),
    Job::continuous(work::FOLLOW, Process::Work, &[work::LISTEN, work::RELAY, work::SCHEDULES], work::follow),
    Job::periodic(
        "workflows.admit",
        Process::Work,
        |_| Duration::from_secs(1),
        |app, _| Box::pin(async move { work::admit(&app).await }),
    ),
    Job::continuous("workflows.run", Process::Work, &[], work::carry_out),
];

fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(definitions::create, definitions::read, definitions::update, definitions::archive))
        .routes(routes!(trigger::start, trigger::read, trigger::update, trigger::archive))
        .routes(routes!(runs::read, runs::act, runs::cancel))
        .routes(routes!(approvals::read))
        .routes(routes!(functions::list))
        .routes(routes!(secrets::read, secrets::put, secrets::delete))
}
