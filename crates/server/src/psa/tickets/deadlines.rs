//! Background work on clocks: breaches are detected and reported, and after a change of the settings, tickets are
//! measured by the new ones.
//!
//! Every node does both. A ticket is locked for it, so that a breach is reported once; a locked ticket is skipped until
//! the next round. The ticket itself does not change: its `version` and `updated_at` stay, and there is no audit entry.

use super::{
    clocks::{Clocks, Promise},
    priority, to_wire,
};
use crate::psa::levels::KnownLevels;
use api::{
    EventKind, TenantId,
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
        sla::{overdue_tickets, tickets_counted_by_old_settings},
        tickets::{SetTicketClocksParams, lock_unresolved_tickets, set_ticket_clocks},
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

/// Reports breaches, and applies the settings that tenants have changed since then.
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
    let overdue = overdue_tickets().bind(&*system, &app.clock.now(), &FOUND).all().await?;
    let outdated = tickets_counted_by_old_settings().bind(&*system, &changed_since, &FOUND).all().await?;
    let may_be_more = overdue.len().max(outdated.len()) >= FOUND as usize;
    let overdue = overdue.into_iter().map(|row| (row.tenant_id, row.id));
    let mut found = BTreeMap::<_, BTreeSet<_>>::new();
    for (tenant, id) in overdue.chain(outdated.into_iter().map(|row| (row.tenant_id, row.id))) {
        found.entry(TenantId(tenant)).or_default().insert(id);
    }
    Ok((found, may_be_more))
}

/// Returns the number of tickets; those that another node has processed meanwhile are skipped.
async fn count(app: &App, tenant: TenantId, ids: &[Uuid]) -> Result<usize, Problem> {
    let mut change = Change::by_system(app, tenant, "psa.sla.count").await?;
    let rows = lock_unresolved_tickets().bind(&*change, &ids).all().await?;
    let now = app.clock.now();
    let current = app.state.get::<KnownLevels>().current(&*change, tenant).await?;
    let levels = app.state.get::<KnownLevels>().of(&*change, tenant, rows.iter().map(|row| row.sla_version)).await?;
    let mut counted = vec![];
    for row in rows {
        let (before, priority) = (Clocks::of(&row), priority(&row));
        let Some(level) = levels.get(row.sla_version) else { continue };
        if before.sla_version == current.version && !before.are_overdue(now) {
            continue;
        }
        let (old, new) = (Promise { level, priority }, Promise { level: &current, priority });
        let after = before.retarget(now, old, new);
        counted.push((row.id, after));
        let broken = after.broken_since(&before);
        if !broken.is_empty() {
            tell(&mut change, &Ticket { sla: after.read(now, new), ..to_wire(row, now, &levels) }, broken);
        }
    }
    if counted.is_empty() {
        return Ok(0);
    }
    store(&change, current.version, &counted).await?;
    change.done().await?;
    Ok(counted.len())
}

/// Reports the breached promises of a ticket.
pub fn tell(change: &mut Change, ticket: &Ticket, broken: Vec<SlaTarget>) {
    for target in broken {
        change.emit(EventKind::TicketSlaBreached, ticket, json!({"object": ticket, "target": target}));
    }
}

async fn store(change: &Change, sla_version: i32, counted: &[(Uuid, Clocks)]) -> Result<(), Problem> {
    fn all<T>(counted: &[(Uuid, Clocks)], of: impl Fn(&Clocks) -> T) -> Vec<T> {
        counted.iter().map(|(_, clocks)| of(clocks)).collect()
    }
    set_ticket_clocks()
        .params(
            &**change,
            &SetTicketClocksParams {
                sla_version,
                ids: counted.iter().map(|(id, _)| *id).collect::<Vec<_>>(),
                response_elapsed_seconds: all(counted, |clocks| clocks.response.watch.elapsed_seconds),
                response_counted_until: all(counted, |clocks| clocks.response.watch.counted_until),
                response_running: all(counted, |clocks| clocks.response.watch.running),
                response_stopped_at: all(counted, |clocks| clocks.response.watch.stopped_at),
                response_breached_at: all(counted, |clocks| clocks.response.watch.breached_at),
                response_due_at: all(counted, |clocks| clocks.response.due_at),
                response_used_up_at: all(counted, |clocks| clocks.response.used_up_at),
                resolution_elapsed_seconds: all(counted, |clocks| clocks.resolution.watch.elapsed_seconds),
                resolution_counted_until: all(counted, |clocks| clocks.resolution.watch.counted_until),
                resolution_running: all(counted, |clocks| clocks.resolution.watch.running),
                resolution_stopped_at: all(counted, |clocks| clocks.resolution.watch.stopped_at),
                resolution_breached_at: all(counted, |clocks| clocks.resolution.watch.breached_at),
                resolution_due_at: all(counted, |clocks| clocks.resolution.due_at),
                resolution_used_up_at: all(counted, |clocks| clocks.resolution.used_up_at),
            },
        )
        .all()
        .await?;
    Ok(())
}
