--: Message(path?)

--! take_messages : Message
-- Each for a while: one whose worker has died comes back. Of a run only the oldest, so that they arrive in order.
update engine_outbox
set due_at = :lease, tries = tries + 1
where
    (tenant_id, id) in (
        select message.tenant_id, message.id
        from engine_outbox as message
        where
            message.due_at <= :now
            and not exists (
                select
                from engine_outbox as earlier
                where
                    earlier.tenant_id = message.tenant_id and earlier.run_id = message.run_id and earlier.id < message.id
            )
        order by message.due_at, message.id
        limit :limit
        for update skip locked
    )
returning tenant_id, id, run_id, kind, attempt, path, tries;

--! delete_messages
delete from engine_outbox
using unnest(:tenants::uuid[], :ids::bigint[]) as told (tenant_id, id)
where engine_outbox.tenant_id = told.tenant_id and engine_outbox.id = told.id
returning engine_outbox.id;

--! put_off_message
update engine_outbox
set due_at = :due_at
where tenant_id = :tenant and id = :id
returning id;

--! has_begun
-- Or has ended otherwise.
select begun >= :attempt or status <> 'queued' as has_begun
from workflow_runs
where tenant_id = :tenant and id = :id;

--! outbox_age
select
    count(*) as messages,
    coalesce(extract(epoch from now() - min(created_at)), 0)::double precision as seconds
from engine_outbox;

--! tenants_with_room_wanted
-- Whose runs wait for nothing but room, and who have some. From one tenant to the next, however many of its runs wait.
with recursive wanting (tenant_id) as (
    (
        select tenant_id
        from workflow_runs
        where status = 'queued' and admitted_at is null and not held
        order by tenant_id
        limit 1
    )
    union all
    select (
        select run.tenant_id
        from workflow_runs as run
        where run.status = 'queued' and run.admitted_at is null and not run.held and run.tenant_id > wanting.tenant_id
        order by run.tenant_id
        limit 1
    )
    from wanting
    where wanting.tenant_id is not null
)
select tenant_id
from wanting
where
    tenant_id is not null
    and (
        select count(*)
        from workflow_runs as run
        where run.tenant_id = wanting.tenant_id and run.status in ('queued', 'running') and run.admitted_at is not null
    ) < :most;

--! timed_workflows
select tenant_id, id, coalesce(cron, '') as cron, coalesce(every_seconds, 0) as every_seconds
from workflows
where
    (cron is not null or every_seconds is not null) and enabled and archived_at is null
    and not exists (select from served_elsewhere as elsewhere where elsewhere.tenant_id = workflows.tenant_id)
order by tenant_id, id;

--! remember_key
insert into engine_keys (tenant_id, data_key_id)
values (:tenant, :data_key)
on conflict do nothing
returning data_key_id;

--! forget_keys
-- Of those that seal nothing any more, when the runs of their time have ended.
delete from engine_keys
using data_keys
where
    data_keys.tenant_id = engine_keys.tenant_id and data_keys.id = engine_keys.data_key_id
    and data_keys.retired_at < :before
    and not exists (
        select
        from workflow_runs as run
        where
            run.tenant_id = engine_keys.tenant_id and run.created_at < data_keys.retired_at
            and (run.ended_at is null or run.ended_at > :before)
    )
returning engine_keys.data_key_id;

--! first_tenant
-- The operator's own, or the oldest.
select id
from tenants
order by platform desc, id
limit 1;

--! forget_runs
delete from workflow_runs
where (tenant_id, id) in (
    select tenant_id, id
    from workflow_runs
    where ended_at < :before
    order by ended_at
    limit 50
)
returning id;
