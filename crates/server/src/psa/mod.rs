//! Service work: tickets and their service levels.

pub mod levels;
pub mod sla;
pub mod tickets;

use crate::{
    app::App,
    family::{Arguments, Family, Function},
};
use utoipa_axum::router::OpenApiRouter;

pub const FAMILY: Family = Family {
    tags: &[("Tickets", "Requests of customers and alerts of monitoring systems.")],
    functions: &[
        Function { name: "ticket.create", operation: "psa.tickets.create", arguments: Arguments::All },
        Function { name: "ticket.update", operation: "psa.tickets.update", arguments: Arguments::All },
        Function { name: "ticket.comment", operation: "psa.tickets.comments.create", arguments: Arguments::All },
        Function { name: "ticket.get", operation: "psa.tickets.list", arguments: Arguments::One },
        Function { name: "ticket.list", operation: "psa.tickets.list", arguments: Arguments::Many },
        Function { name: "ticket.comments", operation: "psa.tickets.comments.list", arguments: Arguments::All },
        Function { name: "ticket.history", operation: "psa.tickets.history", arguments: Arguments::All },
    ],
    ..Family::new("psa", routes)
};

fn routes() -> OpenApiRouter<App> {
    sla::routes().merge(tickets::routes())
}
