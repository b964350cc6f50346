//! How many tickets a list has, up to a limit: the filters of the list without its order, so that PostgreSQL reads no more
//! than one index, and no further than the limit.

use super::wanted::{Assignee, Order, Wanted};
use api::tickets::{SlaFilter, TicketQuery};
use jiff::Timestamp;
use kernel::{
    db::Tenant,
    http::{Caller, Problem},
};
use queries::{
    client::Params,
    queries::psa::tickets::{CountTicketsParams, count_tickets},
};

/// Refuses parameters that are valid, but not together. `me` is the user who reads the list later.
pub fn check(mut query: TicketQuery, caller: &Caller) -> Result<(), Problem> {
    query.assignee_id = query.assignee_id.filter(|who| who != "me");
    query.watcher_id = query.watcher_id.filter(|who| who != "me");
    Wanted::new(query, caller).map(drop)
}

/// The number of tickets, up to a limit; `None` if the caller cannot use the filter. The connection plans statements again.
pub async fn count(
    db: &Tenant,
    caller: &Caller,
    query: TicketQuery,
    now: Timestamp,
    limit: i64,
) -> Result<Option<i64>, Problem> {
    let is_me = [&query.assignee_id, &query.watcher_id].iter().any(|who| who.as_deref() == Some("me"));
    if is_me && caller.user().is_none() {
        return Ok(Some(0)); // Nothing is assigned to a key, and a key watches nothing.
    }
    let Ok(wanted) = Wanted::new(query, caller) else { return Ok(None) };
    let wanted = Wanted { order: Order::Created, ascending: false, ..wanted };
    if wanted.matches_nothing {
        return Ok(Some(0));
    }
    if let Some(label) = wanted.only_label() {
        return Ok(Some(wanted.with_label(db, &label, limit).await?.len() as i64));
    }
    wanted.count(db, now, limit).await.map(Some)
}

impl Wanted {
    /// The label that, with statuses, priorities, organizations and the time of creation, is the whole filter.
    fn only_label(&self) -> Option<String> {
        let has_more = self.has_unindexed_filter() || self.external_id.is_some() || self.updated.is_limited();
        let mut labels = self.labels();
        (labels.len() == 1 && !has_more).then(|| labels.pop()).flatten()
    }

    async fn count(&self, db: &Tenant, now: Timestamp, limit: i64) -> Result<i64, Problem> {
        let Some(part) = self.parts(None).into_iter().next() else { return Ok(0) };
        let Some(statuses) = self.statuses_of(part) else { return Ok(0) };
        let candidates = self.candidates(db).await?;
        if candidates.unchecked.is_some() {
            return Ok(self.places(db, &candidates, part, None, now, limit).await?.len() as i64);
        }
        let (first, last) = self.created.ids();
        let params = CountTicketsParams {
            has_candidates: candidates.ids.is_some(),
            candidates: candidates.ids.as_deref().unwrap_or_default(),
            first,
            last,
            statuses: statuses.as_slice(),
            priorities: self.priorities.as_deref().unwrap_or_default(),
            organization_ids: self.organizations.as_deref().unwrap_or_default(),
            kind: self.kind,
            source: self.source,
            is_unassigned: self.assignee == Some(Assignee::Nobody),
            assignee_id: self.assigned_to(),
            team_id: self.team_id,
            watcher_id: self.watcher_id,
            requester_id: self.requester_id,
            tag: self.tag.as_deref(),
            device_id: self.device_id,
            external_system: self.external_system.as_deref(),
            external_id: self.external_id.as_deref(),
            dedup_key: self.dedup_key.as_deref(),
            updated_since: self.updated.since,
            updated_until: self.updated.until,
            sla: self.sla.map(SlaFilter::name),
            sla_policy_id: self.sla_policy_id,
            now,
            due_until: self.due_until,
            limit,
        };
        Ok(count_tickets().params(db, &params).one().await?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_the_whole_filter_only_alone() {
        let tag = || Wanted { tag: Some("vip".to_owned()), ..Wanted::default() };
        assert_eq!(tag().only_label().as_deref(), Some("tag:vip"));
        assert_eq!(Wanted { statuses: Some(vec!["open"]), ..tag() }.only_label().as_deref(), Some("tag:vip"));
        assert_eq!(Wanted { kind: Some("alert"), ..tag() }.only_label(), None);
        assert_eq!(Wanted { sla: Some(SlaFilter::Breached), ..tag() }.only_label(), None);
        assert_eq!(Wanted::default().only_label(), None);
    }
}
