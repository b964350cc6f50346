//! Alerts of other families: one ticket for each problem, which is resolved when the problem ends.

use super::place::{Placed, place_alert};
use api::{
    CustomFields, ProblemCode,
    tickets::{DedupAction, NewTicket, TicketSource},
};
use futures::future::BoxFuture;
use kernel::{
    app::App,
    family::{Alert, AlertState},
    http::{Change, Entry, Problem},
};

pub fn handle<'a>(app: &'a App, change: &'a mut Change, alert: Alert) -> BoxFuture<'a, Result<(), Problem>> {
    Box::pin(async move {
        let key = alert.key.clone();
        match place_alert(app, change, &key, ticket(alert)).await {
            Ok(Placed::New(ticket)) => change.record(Entry::created(&*ticket)).map(drop),
            Ok(Placed::Repeated { before, after }) => change.record(Entry::changed(&*before, &*after)).map(drop),
            // Somebody has resolved it already.
            Err(problem) if problem.code() == ProblemCode::NothingToResolve => Ok(()),
            Err(problem) => Err(problem),
        }
    })
}

fn ticket(alert: Alert) -> NewTicket {
    let (subject, description, action) = match alert.state {
        AlertState::Raised { subject, description } => (subject, Some(description), DedupAction::Append),
        AlertState::Cleared => (String::new(), None, DedupAction::Resolve),
    };
    NewTicket {
        subject,
        description,
        kind: None,
        priority: None,
        source: Some(TicketSource::Alert),
        organization_id: Some(alert.organization),
        requester: None,
        assignee_id: None,
        team_id: None,
        tags: vec![],
        device_ids: vec![],
        custom_fields: CustomFields::default(),
        external_ref: None,
        scheduled_at: None,
        dedup_key: None,
        dedup_action: Some(action),
    }
}
