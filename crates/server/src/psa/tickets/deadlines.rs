//! Background work on clocks: tickets that are at risk or breached are detected and reported, and after a change of the
//! settings or of a contract, tickets are measured by the new terms.
//!
//! Every node does both. A ticket is locked for it, so that each is reported once; a locked ticket is skipped until
//! the next round. The ticket itself does not change: its `version` and `updated_at` stay, and there is no audit entry.

use super::{
    clocks::{Clocks, Passed, Promise},
    measured, to_wire,
};
use crate::psa::levels::{KnownLevels, Levels, Terms};
use api::{
    EventKind, OrganizationId, TenantId,
    tickets::{SlaTarget, Ticket},
};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    app::App,
    background::Results,
    db::Reason,
    http::{Change, Problem},
};
use queries::{
    client::Params,
    queries::psa::{
        sla::{tickets_counted_by_old_settings, tickets_to_check},
        tickets::{SetTicketClocksParams, TicketRow, lock_unresolved_tickets, set_ticket_clocks},
    },
};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

/// How many tickets are read at once.
const FOUND: i64 = 1000;

/// How many tickets of a tenant are locked at once.
const TOGETHER: usize = 100;

/// Changes of service levels up to this age are checked in every round, older ones once in this many rounds.
const RECENT: SignedDuration = SignedDuration::from_mins(10);
const ROUNDS: u64 = 300;

/// Every node does this: a ticket is locked for it.
pub async fn keep_round(app: &App, round: u64) -> Result<(), Problem> {
    let all = round.is_multiple_of(ROUNDS);
    keep(app, if all { Timestamp::UNIX_EPOCH } else { app.clock.now() - RECENT }).await
}

/// Reports risks and breaches, and applies the terms that have changed since then.
pub async fn keep(app: &App, changed_since: Timestamp) -> Result<(), Problem> {
    loop {
        let (found, may_be_more) = find(app, changed_since).await?;
        let mut results = Results::default();
        for (tenant, ids) in found {
            let ids: Vec<_> = ids.into_iter().collect();
            for ids in ids.chunks(TOGETHER) {
                results.add(count(app, tenant, ids).await);
            }
        }
        if results.done()? == 0 || !may_be_more {
            return Ok(());
        }
    }
}

async fn find(app: &App, changed_since: Timestamp) -> Result<(BTreeMap<TenantId, BTreeSet<Uuid>>, bool), Problem> {
    let system = app.db.system(Reason::ServiceLevels).await?;
    let now = app.clock.now();
    let due = tickets_to_check().bind(&*system, &now, &FOUND).all().await?;
    let outdated = tickets_counted_by_old_settings().bind(&*system, &now, &changed_since, &FOUND).all().await?;
    let may_be_more = due.len().max(outdated.len()) >= FOUND as usize;
    let due = due.into_iter().map(|row| (row.tenant_id, row.id));
    let mut found = BTreeMap::<_, BTreeSet<_>>::new();
    for (tenant, id) in due.chain(outdated.into_iter().map(|row| (row.tenant_id, row.id))) {
        found.entry(TenantId(tenant)).or_default().insert(id);
    }
    Ok((found, may_be_more))
}

/// Returns the number of tickets; those that another node has processed meanwhile are skipped.
async fn count(app: &App, tenant: TenantId, ids: &[Uuid]) -> Result<usize, Problem> {
    let mut change = Change::by_system(app, tenant, "psa.sla.count").await?;
    let rows = lock_unresolved_tickets().bind(&*change, &ids).all().await?;
    let now = app.clock.now();
    let levels = app.state.get::<KnownLevels>().of(&*change, tenant, rows.iter().map(|row| row.sla_version)).await?;
    let terms = terms(app, &change, &rows, now).await?;
    let mut counted = vec![];
    for row in rows {
        let (before, of) = (Clocks::of(&row), measured(&row));
        let (Some(level), Some(terms)) = (levels.get(row.sla_version), terms.get(&row.organization_id)) else {
            continue;
        };
        let Some(current) = terms.last() else { continue };
        if before.sla_version == current.version && !before.need_a_check(now) {
            continue;
        }
        let after = before.under(level, terms, of);
        counted.push((row.id, after));
        let passed = after.passed_since(&before);
        if passed != Passed::default() {
            let sla = after.read(now, Promise { level: current, of });
            report(&mut change, &Ticket { sla, ..to_wire(row, now, &Levels::default()) }, passed);
        }
    }
    if counted.is_empty() {
        return Ok(0);
    }
    store(&change, &counted).await?;
    change.done().await?;
    Ok(counted.len())
}

/// The terms of the tickets' organizations since the earliest of their tickets was counted.
async fn terms(
    app: &App,
    change: &Change,
    rows: &[TicketRow],
    now: Timestamp,
) -> Result<BTreeMap<Option<Uuid>, Terms>, Problem> {
    let mut since = BTreeMap::new();
    for row in rows {
        let counted_until = Clocks::of(row).counted_until();
        let earliest = since.entry(row.organization_id).or_insert(counted_until);
        *earliest = counted_until.min(*earliest);
    }
    let mut terms = BTreeMap::new();
    for (organization, since) in since {
        let levels = app.state.get::<KnownLevels>();
        let of = levels.terms(&**change, change.tenant(), organization.map(OrganizationId), since, now).await?;
        terms.insert(organization, of);
    }
    Ok(terms)
}

/// Reports the targets of a ticket that are at risk or breached.
pub fn report(change: &mut Change, ticket: &Ticket, passed: Passed) {
    let mut emit = |kind, target: SlaTarget| change.emit(kind, ticket, json!({"object": ticket, "target": target}));
    passed.at_risk.into_iter().for_each(|target| emit(EventKind::TicketSlaAtRisk, target));
    passed.breached.into_iter().for_each(|target| emit(EventKind::TicketSlaBreached, target));
}

async fn store(change: &Change, counted: &[(Uuid, Clocks)]) -> Result<(), Problem> {
    fn all<T>(counted: &[(Uuid, Clocks)], of: impl Fn(&Clocks) -> T) -> Vec<T> {
        counted.iter().map(|(_, clocks)| of(clocks)).collect()
    }
    set_ticket_clocks()
        .params(
            &**change,
            &SetTicketClocksParams {
                sla_versions: all(counted, |clocks| clocks.sla_version),
                sla_policy_ids: all(counted, |clocks| clocks.sla_policy.map(|id| id.0)),
                sla_check_at: all(counted, |clocks| clocks.check_at),
                ids: counted.iter().map(|(id, _)| *id).collect::<Vec<_>>(),
                response_elapsed_seconds: all(counted, |clocks| clocks.response.watch.elapsed_seconds),
                response_counted_until: all(counted, |clocks| clocks.response.watch.counted_until),
                response_running: all(counted, |clocks| clocks.response.watch.running),
                response_stopped_at: all(counted, |clocks| clocks.response.watch.stopped_at),
                response_at_risk_at: all(counted, |clocks| clocks.response.at_risk_at),
                response_breached_at: all(counted, |clocks| clocks.response.watch.breached_at),
                response_due_at: all(counted, |clocks| clocks.response.due_at),
                response_used_up_at: all(counted, |clocks| clocks.response.used_up_at),
                resolution_elapsed_seconds: all(counted, |clocks| clocks.resolution.watch.elapsed_seconds),
                resolution_counted_until: all(counted, |clocks| clocks.resolution.watch.counted_until),
                resolution_running: all(counted, |clocks| clocks.resolution.watch.running),
                resolution_stopped_at: all(counted, |clocks| clocks.resolution.watch.stopped_at),
                resolution_at_risk_at: all(counted, |clocks| clocks.resolution.at_risk_at),
                resolution_breached_at: all(counted, |clocks| clocks.resolution.watch.breached_at),
                resolution_due_at: all(counted, |clocks| clocks.resolution.due_at),
                resolution_used_up_at: all(counted, |clocks| clocks.resolution.used_up_at),
            },
        )
        .all()
        .await?;
    Ok(())
}
