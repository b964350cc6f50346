//! Hundreds of thousands of events and deliveries, inserted into the tables as if they had happened.

use anyhow::ensure;
use tokio_postgres::Client;
use uuid::Uuid;

/// Appends copies of the tenant's first event to its log, without notifications.
pub async fn events(root: &Client, tenant: Uuid, count: i64) -> anyhow::Result<()> {
    let query = "with example as (select * from events where tenant_id = $1 order by position limit 1),
        log as (
            update event_logs set last_position = last_position + $2 where tenant_id = $1
            returning last_position - $2 as position
        )
        insert into events (
            tenant_id, id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id,
            request_id, data
        )
        select
            tenant_id,
            (lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || '7' || substr(hash, 1, 3) || '8'
                || substr(hash, 4, 15))::uuid,
            date_trunc('milliseconds', now()), log.position + n, type, organization_id, subject_type, subject_id,
            sequence + log.position + n, actor_kind, actor_id, request_id, data
        from example, log, generate_series(1, $2) as n, md5(tenant_id::text || (log.position + n)) as hash";
    let made = root.execute(query, &[&tenant, &count]).await?;
    ensure!(made as i64 == count, "{made} of {count} events");
    Ok(())
}

/// One in `one_in` deliveries waits; the others were delivered.
#[derive(Clone, Copy)]
pub struct Waiting {
    pub one_in: i64,
    /// The remainder of the position of waiting ones, modulo `one_in`.
    pub at: i64,
}

pub const ALL_WAIT: Waiting = Waiting { one_in: 1, at: 0 };

/// Inserts one delivery of each of the tenant's last events to an endpoint, and sets the position of the fan-out.
pub async fn deliveries(
    root: &Client,
    tenant: Uuid,
    endpoint: Uuid,
    last: i64,
    waiting: Waiting,
) -> anyhow::Result<()> {
    let query = "with log as (
            update webhook_fan_outs set position = event_logs.last_position, revision = revision + 1
            from event_logs
            where webhook_fan_outs.tenant_id = $1 and event_logs.tenant_id = $1
            returning webhook_fan_outs.position
        )
        insert into webhook_deliveries (
            tenant_id, id, event_at, endpoint_id, event_id, event_type, subject_id, position, ordered, status, attempts,
            next_attempt_at, created_at, finished_at
        )
        select
            tenant_id, (left(replace(id::text, '-', ''), 12) || substr(md5(id::text || $2::uuid::text), 1, 20))::uuid, at, $2::uuid,
            id, type, subject_id, events.position, false, case when waits then 'pending' else 'delivered' end,
            case when waits then 0 else 1 end, case when waits then now() end, now(), case when not waits then now() end
        from log, events, lateral (select events.position % $4 = $5 as waits) as state
        where tenant_id = $1 and events.position > log.position - $3";
    let made = root.execute(query, &[&tenant, &endpoint, &last, &waiting.one_in, &waiting.at]).await?;
    ensure!(made as i64 == last, "{made} of {last} deliveries");
    Ok(())
}
