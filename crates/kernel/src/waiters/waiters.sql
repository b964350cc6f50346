--! no_longer_under_way
-- Of these runs and operations those that have ended, or are gone.
select awaited.id
from unnest(:tenants::uuid[], :ids::uuid[]) as awaited (tenant_id, id)
where
    not exists (
        select
        from workflow_runs as run
        where run.tenant_id = awaited.tenant_id and run.id = awaited.id and run.ended_at is null
    )
    and not exists (
        select
        from operations as operation
        where
            operation.tenant_id = awaited.tenant_id and operation.id = awaited.id and operation.finished_at is null
    );
