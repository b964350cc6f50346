--: Operation(error?, finished_at?)

--! list_operations (status?) : Operation
select
    id, kind, scope, status, progress, steps, resource_type, resource_id, error, created_at, updated_at, finished_at, version
from operations
where id < :before and scope = any (:scopes) and (:status::text is null or status = :status)
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
update operations
set status = 'canceled', updated_at = :now, finished_at = :now, version = version + 1
where id = :id
returning
    id, kind, scope, status, progress, steps, resource_type, resource_id, error, created_at, updated_at, finished_at, version;

--! add_operation (organization_ids?, finished_at?) : Operation
insert into operations (
    id, kind, scope, organization_ids, status, progress, steps, resource_type, resource_id, input, created_at, updated_at,
    finished_at
)
values (
    :id, :kind, :scope, :organization_ids, :status, :progress, :steps, :resource_type, :resource_id, :input, :now, :now,
    :finished_at
)
returning
    id, kind, scope, status, progress, steps, resource_type, resource_id, error, created_at, updated_at, finished_at, version;

--: Task()

--! take_operation : Task
-- One that nobody works on, or whose worker has died.
update operations
set status = 'running', leased_until = :lease, updated_at = :now, version = version + 1
where
    (tenant_id, id) in (
        select tenant_id, id
        from operations
        where kind = :kind and status in ('pending', 'running') and coalesce(leased_until, '-infinity') < :now
        order by created_at
        limit 1
        for update skip locked
    )
returning tenant_id, id, resource_id, input, reached, steps;

--! advance_operation
-- No row: it was cancelled.
update operations
set progress = :progress, steps = :steps, reached = :reached, leased_until = :lease, updated_at = :now,
    version = version + 1
where tenant_id = :tenant and id = :id and status = 'running'
returning id;

--! end_operation (error?)
update operations
set status = :status, progress = :progress, error = :error, leased_until = null, updated_at = :now, finished_at = :now,
    version = version + 1
where tenant_id = :tenant and id = :id and status = 'running'
returning id;

--! forget_operations
delete from operations
where created_at < :before and status not in ('pending', 'running')
returning id;
