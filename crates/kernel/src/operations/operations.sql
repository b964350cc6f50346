--: Operation(error?, finished_at?)

--! list_operations (statuses?) : Operation
select
    id, kind, scope, status, progress, steps, resource_type, resource_id, error, created_at, updated_at, finished_at, version
from operations
where id < :before and scope = any (:scopes) and (:statuses::text[] is null or status = any (:statuses))
order by id desc
limit :limit;

--! get_operation : Operation
select
    id, kind, scope, status, progress, steps, resource_type, resource_id, error, created_at, updated_at, finished_at, version
from operations
where id = :id and scope = any (:scopes);

--! lock_operation : Operation
select
    id, kind, scope, status, progress, steps, resource_type, resource_id, error, created_at, updated_at, finished_at, version
from operations
where id = :id and scope = any (:scopes)
for update;

--! cancel_operation : Operation
-- One that settles is ended by its worker, which takes it at once.
update operations
set
    cancel_requested_at = :now,
    status = case when settles then status else 'canceled' end,
    due_at = null,
    updated_at = :now,
    finished_at = case when settles then null else :now::timestamptz end,
    version = version + 1
where id = :id
returning
    id, kind, scope, status, progress, steps, resource_type, resource_id, error, created_at, updated_at, finished_at, version;

--! add_operation (organization_ids?, finished_at?) : Operation
insert into operations (
    id, kind, scope, organization_ids, status, progress, steps, resource_type, resource_id, input, settles, created_at,
    updated_at, finished_at
)
values (
    :id, :kind, :scope, :organization_ids, :status, :progress, :steps, :resource_type, :resource_id, :input, :settles, :now,
    :now, :finished_at
)
returning
    id, kind, scope, status, progress, steps, resource_type, resource_id, error, created_at, updated_at, finished_at, version;

--: Task()

--! operations_under_way
select app.operations_under_way(:kind) as under_way;

--! take_operation : Task
-- One that nobody works on, or whose worker has died. Tenants take turns: of each its oldest, while none of its others is
-- worked on, and first of the tenant whose turn was the longest ago.
update operations
set status = 'running', leased_until = :lease, updated_at = :now, version = version + 1
where
    (tenant_id, id) in (
        select candidate.tenant_id, candidate.id
        from operations as candidate
        where
            candidate.kind = :kind
            and candidate.status in ('pending', 'running')
            and coalesce(candidate.leased_until, '-infinity') < :now
            and not exists (
                select
                from operations as other
                where
                    other.tenant_id = candidate.tenant_id
                    and other.kind = :kind
                    and other.status in ('pending', 'running')
                    and (
                        other.leased_until >= :now
                        or (other.created_at, other.id) < (candidate.created_at, candidate.id)
                    )
            )
        order by candidate.updated_at
        limit 1
        for update skip locked
    )
returning
    tenant_id, id, kind, resource_id, input, reached, steps, created_at, cancel_requested_at is not null as is_canceled;

--! take_due_operation : Task
-- One that is due and that nobody works on. A tenant has several at the same time, up to a limit; the tenant with the fewest
-- comes first.
update operations
set status = 'running', leased_until = :lease, due_at = null, updated_at = :now, version = version + 1
where
    (tenant_id, id) in (
        select candidate.tenant_id, candidate.id
        from
            operations as candidate,
            lateral (
                select count(*) as number
                from operations as other
                where
                    other.tenant_id = candidate.tenant_id
                    and other.kind = any (:kinds)
                    and other.status = 'running'
                    and other.leased_until >= :now
            ) as at_work
        where
            candidate.kind = any (:kinds)
            and candidate.status in ('pending', 'running')
            and coalesce(candidate.leased_until, '-infinity') < :now
            and coalesce(candidate.due_at, '-infinity') <= :now
            and at_work.number < :at_once
        order by at_work.number, candidate.updated_at
        limit 1
        for update of candidate skip locked
    )
returning
    tenant_id, id, kind, resource_id, input, reached, steps, created_at, cancel_requested_at is not null as is_canceled;

--! advance_operation
-- No row: it was cancelled, or the lease has expired and another worker has it.
update operations
set progress = :progress, steps = :steps, reached = :reached, leased_until = :lease, updated_at = :now,
    version = version + 1
where tenant_id = :tenant and id = :id and status = 'running' and leased_until = :held
returning cancel_requested_at is not null as is_canceled;

--! release_operation (due_at?)
-- A cancellation that the worker does not know of does not wait.
update operations
set
    leased_until = null,
    due_at = case when cancel_requested_at is null or :is_canceled::boolean then :due_at::timestamptz end,
    updated_at = :now
where tenant_id = :tenant and id = :id and status = 'running' and leased_until = :held
returning id;

--! end_operation (error?)
update operations
set status = :status, progress = :progress, error = :error, leased_until = null, updated_at = :now, finished_at = :now,
    version = version + 1
where tenant_id = :tenant and id = :id and status = 'running' and leased_until = :held
returning id;

--! forget_operations
delete from operations
where created_at < :before and status not in ('pending', 'running')
returning id;
