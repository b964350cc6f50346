//! Lists that are a walk along one index, or several walks that are merged: their cost depends on the page, not on the
//! number of tickets.

use super::wanted::{FAR, Order, Part, Wanted};
use api::tickets::{TicketPriority, TicketStatus};
use jiff::Timestamp;
use kernel::{db::Tenant, http::Problem};
use queries::queries::psa::tickets::{self as sql, TicketRow};
use uuid::Uuid;

/// The rows of one of two statements, the one with the list's order. Both have the same parameters.
macro_rules! rows {
    ($ascending:expr, $ascending_order:ident | $descending_order:ident($($parameter:expr),+ $(,)?)) => {
        match $ascending {
            true => sql::$ascending_order().bind($($parameter),+).all().await,
            false => sql::$descending_order().bind($($parameter),+).all().await,
        }
    };
}

pub struct Walk {
    along: Along,
    organizations: Option<Vec<Uuid>>,
    ascending: bool,
    /// The period of creation or, in a list by change, of the last change.
    first: Timestamp,
    last: Timestamp,
    /// The same period of creation as ids.
    first_id: Uuid,
    last_id: Uuid,
}

enum Along {
    Creation,
    Status { statuses: Vec<&'static str>, priorities: Vec<&'static str>, label: Option<String> },
    Change,
    ExternalRef { system: String, id: String },
}

impl Walk {
    /// `None` if no index has the filters and the order together.
    pub fn of(wanted: &Wanted) -> Option<Walk> {
        let along = along(wanted)?;
        let period = if matches!(along, Along::Change) { wanted.updated } else { wanted.created };
        let (first_id, last_id) = period.ids();
        Some(Walk {
            along,
            organizations: wanted.organizations.clone(),
            ascending: wanted.ascending,
            first: period.first(),
            last: period.last(),
            first_id,
            last_id,
        })
    }

    /// The rows of a part after this one, in the list's order.
    pub async fn rows(
        &self,
        db: &Tenant,
        part: Part,
        after: Option<(Timestamp, Uuid)>,
        limit: i64,
    ) -> Result<Vec<TicketRow>, Problem> {
        let up = self.ascending;
        let (after_at, after) = after.unwrap_or(match up {
            true => (Timestamp::UNIX_EPOCH, Uuid::nil()),
            false => (FAR, Uuid::max()),
        });
        let (first, last, first_at, last_at) = (self.first_id, self.last_id, self.first, self.last);
        let rows = match (&self.along, &self.organizations) {
            (Along::ExternalRef { system, id }, _) => {
                sql::ticket_by_external_ref().bind(db, system, id, &after).all().await
            }
            (Along::Creation, None) => rows!(up, oldest_tickets | newest_tickets(db, &after, &first, &last, &limit)),
            (Along::Creation, Some(of)) => rows!(
                up,
                oldest_tickets_of_organizations
                    | newest_tickets_of_organizations(db, of, &after, &first, &last, &limit)
            ),
            (Along::Change, None) => rows!(
                up,
                first_changed_tickets | last_changed_tickets(db, &after_at, &after, &first_at, &last_at, &limit)
            ),
            (Along::Change, Some(of)) => rows!(
                up,
                first_changed_tickets_of_organizations
                    | last_changed_tickets_of_organizations(db, of, &after_at, &after, &first_at, &last_at, &limit)
            ),
            (Along::Status { statuses, priorities, label }, _) => {
                let priorities = part.priority.map_or_else(|| priorities.clone(), |only| vec![only]);
                return self.by_status(db, (statuses, &priorities, label.as_ref()), after, limit).await;
            }
        };
        Ok(rows?)
    }

    async fn by_status(
        &self,
        db: &Tenant,
        (s, p, label): (&Vec<&'static str>, &Vec<&'static str>, Option<&String>),
        after: Uuid,
        limit: i64,
    ) -> Result<Vec<TicketRow>, Problem> {
        let (up, first, last) = (self.ascending, self.first_id, self.last_id);
        let rows = match (label, &self.organizations) {
            (None, None) => {
                rows!(up, oldest_tickets_by_status | newest_tickets_by_status(db, s, p, &after, &first, &last, &limit))
            }
            (None, Some(of)) => rows!(
                up,
                oldest_tickets_by_status_of_organizations
                    | newest_tickets_by_status_of_organizations(db, s, p, of, &after, &first, &last, &limit)
            ),
            (Some(label), None) => rows!(
                up,
                oldest_labelled_tickets_by_status
                    | newest_labelled_tickets_by_status(db, s, p, label, &after, &first, &last, &limit)
            ),
            (Some(label), Some(of)) => rows!(
                up,
                oldest_labelled_tickets_by_status_of_organizations
                    | newest_labelled_tickets_by_status_of_organizations(
                        db, s, p, of, label, &after, &first, &last, &limit
                    )
            ),
        };
        Ok(rows?)
    }
}

fn along(wanted: &Wanted) -> Option<Along> {
    let by_status = wanted.statuses.is_some() || wanted.priorities.is_some();
    let (by_creation, by_change) = (wanted.created.is_limited(), wanted.updated.is_limited());
    let mut labels = wanted.labels();
    if wanted.has_unindexed_filter() || labels.len() > 1 || wanted.order == Order::Due {
        return None;
    }
    let is_plain = !by_status && labels.is_empty();
    if let (Some(system), Some(id)) = (&wanted.external_system, &wanted.external_id) {
        let is_alone = is_plain && !by_creation && !by_change && wanted.organizations.is_none();
        let is_newest_first = wanted.order == Order::Created && !wanted.ascending;
        let external_ref = || Along::ExternalRef { system: system.clone(), id: id.clone() };
        return (is_alone && is_newest_first).then(external_ref);
    }
    match wanted.order {
        Order::Changed => (is_plain && !by_creation).then_some(Along::Change),
        _ if by_change => None,
        Order::Created if is_plain => Some(Along::Creation),
        _ => Some(Along::Status {
            statuses: wanted.statuses.clone().unwrap_or_else(all_statuses),
            priorities: wanted.priorities.clone().unwrap_or_else(all_priorities),
            label: labels.pop(),
        }),
    }
}

fn all_statuses() -> Vec<&'static str> {
    TicketStatus::ALL.iter().map(|status| status.name()).collect()
}

fn all_priorities() -> Vec<&'static str> {
    TicketPriority::ALL.iter().map(|priority| priority.name()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::psa::tickets::list::wanted::Period;

    #[test]
    fn a_walk_needs_an_index_with_all_filters_and_the_order() {
        let tag = || Wanted { tag: Some("vip".to_owned()), ..Wanted::default() };
        let since = Period { since: Some(Timestamp::UNIX_EPOCH), until: None };
        assert!(along(&tag()).is_some());
        assert!(along(&Wanted { order: Order::Priority, created: since, ..tag() }).is_some());
        assert!(along(&Wanted { order: Order::Changed, updated: since, ..Wanted::default() }).is_some());
        for apart in [
            Wanted { kind: Some("alert"), ..tag() },
            Wanted { order: Order::Changed, ..tag() },
            Wanted { updated: since, ..Wanted::default() },
            Wanted { order: Order::Due, ..Wanted::default() },
            Wanted { due_until: Some(FAR), ..Wanted::default() },
        ] {
            assert!(along(&apart).is_none());
        }
    }
}
