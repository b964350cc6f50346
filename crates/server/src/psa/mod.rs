//! Service work: tickets with their service levels, the people who request them, and the time that is worked on them.

pub mod contacts;
mod fixtures;
pub mod levels;
mod macros;
mod metrics;
mod rewrite;
pub mod sla;
mod teams;
pub mod tickets;
mod time_entries;
mod views;

use api::{ContactId, Scope, TicketId, search::SearchType};
use kernel::{
    app::App,
    family::{Arguments, Family, Function, Searchable},
    supervisor::{Job, Process},
};
use std::time::Duration;
use utoipa_axum::router::OpenApiRouter;

pub const FAMILY: Family = Family {
    tags: &[
        ("Tickets", "Requests from customers and alerts from monitoring systems."),
        ("Teams", "Groups of users that tickets are assigned to."),
        ("SLA", "Targets and business hours of tickets, for the tenant and by contract."),
        ("Time", "Time worked on tickets, and billing runs."),
        ("Views", "Saved ticket lists that all users of a tenant share."),
        ("Macros", "Saved changes that all users of a tenant can apply to tickets."),
        ("Contacts", "People at customers, who request tickets and comment on them."),
    ],
    functions: &[
        Function { name: "ticket.create", operation: "psa.tickets.create", arguments: Arguments::All },
        Function { name: "ticket.update", operation: "psa.tickets.update", arguments: Arguments::All },
        Function { name: "ticket.comment", operation: "psa.tickets.comments.create", arguments: Arguments::All },
        Function { name: "ticket.comment.edit", operation: "psa.tickets.comments.update", arguments: Arguments::All },
        // The whole text: the arguments of steps are stored, and a text to remove would be kept there.
        Function {
            name: "ticket.comment.redact",
            operation: "psa.tickets.comments.redact",
            arguments: Arguments::Only(&["id"]),
        },
        Function { name: "ticket.comment.split", operation: "psa.tickets.comments.split", arguments: Arguments::All },
        Function { name: "ticket.get", operation: "psa.tickets.list", arguments: Arguments::One },
        Function { name: "ticket.list", operation: "psa.tickets.list", arguments: Arguments::Many },
        Function { name: "ticket.comments", operation: "psa.tickets.comments.list", arguments: Arguments::All },
        Function { name: "ticket.history", operation: "psa.tickets.history", arguments: Arguments::All },
        Function { name: "ticket.merge", operation: "psa.tickets.merges.create", arguments: Arguments::All },
        Function { name: "ticket.unmerge", operation: "psa.tickets.merges.undo", arguments: Arguments::All },
        Function { name: "ticket.link", operation: "psa.tickets.links.create", arguments: Arguments::All },
        Function { name: "ticket.links", operation: "psa.tickets.links.list", arguments: Arguments::All },
        Function { name: "ticket.tasks", operation: "psa.tickets.tasks.list", arguments: Arguments::All },
        Function { name: "ticket.task.add", operation: "psa.tickets.tasks.create", arguments: Arguments::All },
        Function { name: "ticket.task.update", operation: "psa.tickets.tasks.update", arguments: Arguments::All },
        Function { name: "macro.list", operation: "psa.macros.list", arguments: Arguments::Many },
        Function { name: "macro.apply", operation: "psa.macros.apply", arguments: Arguments::All },
        Function { name: "ticket.watch", operation: "psa.tickets.watchers.create", arguments: Arguments::All },
        Function { name: "ticket.unwatch", operation: "psa.tickets.watchers.delete", arguments: Arguments::All },
        Function { name: "team.list", operation: "psa.teams.list", arguments: Arguments::Many },
        Function { name: "sla.policy.list", operation: "psa.sla.policies.list", arguments: Arguments::Many },
        Function { name: "sla.contract.list", operation: "psa.sla.contracts.list", arguments: Arguments::Many },
        Function { name: "sla.contract.create", operation: "psa.sla.contracts.create", arguments: Arguments::All },
        Function { name: "sla.contract.update", operation: "psa.sla.contracts.update", arguments: Arguments::All },
        Function {
            name: "time.start",
            operation: "psa.time_entries.create",
            arguments: Arguments::Only(&["ticket_id", "user_id"]),
        },
        Function {
            name: "time.stop",
            operation: "psa.time_entries.update",
            arguments: Arguments::Only(&["id", "running"]),
        },
        Function { name: "time.log", operation: "psa.time_entries.create", arguments: Arguments::All },
        Function { name: "time.list", operation: "psa.time_entries.list", arguments: Arguments::Many },
        Function { name: "contact.get", operation: "psa.contacts.list", arguments: Arguments::One },
        Function { name: "contact.list", operation: "psa.contacts.list", arguments: Arguments::Many },
        Function { name: "contact.create", operation: "psa.contacts.create", arguments: Arguments::All },
        Function { name: "contact.update", operation: "psa.contacts.update", arguments: Arguments::All },
    ],
    searchable: &[
        Searchable {
            kind: SearchType::Contact,
            scope: Scope::ContactsRead,
            id: |id| ContactId(id).to_string(),
            tables: &["contacts"],
        },
        Searchable {
            kind: SearchType::Ticket,
            scope: Scope::TicketsRead,
            id: |id| TicketId(id).to_string(),
            tables: &["tickets", "ticket_comments"],
        },
    ],
    alerts: Some(tickets::handle_alert),
    metrics: metrics::METRICS,
    jobs: JOBS,
    fixtures: fixtures::FIXTURES,
    ..Family::new("psa", routes)
};

const JOBS: &[Job] = &[
    Job::periodic(
        "tickets.close_due",
        Process::Serve,
        |_| Duration::from_secs(15),
        |app, _| Box::pin(async move { tickets::close_due(&app).await.map(drop) }),
    ),
    Job::periodic(
        "tickets.wake_due",
        Process::Serve,
        |_| Duration::from_secs(15),
        |app, _| Box::pin(async move { tickets::wake_due(&app).await.map(drop) }),
    ),
    Job::periodic(
        "tickets.deadlines",
        Process::Serve,
        |_| Duration::from_secs(2),
        |app, round| Box::pin(async move { tickets::deadlines::keep_round(&app, round).await }),
    ),
    Job::periodic(
        contacts::erase::work::KIND,
        Process::Work,
        |_| contacts::erase::work::PERIOD,
        |app, _| Box::pin(async move { contacts::erase::work::round(&app).await }),
    ),
    Job::periodic(
        tickets::redaction::KIND,
        Process::Work,
        |_| tickets::redaction::PERIOD,
        |app, _| Box::pin(async move { tickets::redaction::round(&app).await }),
    ),
];

fn routes() -> OpenApiRouter<App> {
    sla::routes()
        .merge(tickets::routes())
        .merge(teams::routes())
        .merge(time_entries::routes())
        .merge(views::routes())
        .merge(macros::routes())
        .merge(contacts::routes())
}
