--: WrappingRow(oldest?)
--: StoredKey()
--: RetiredKeys(last?)

--! wrapping : WrappingRow
select
    wrapped_by,
    count(*) filter (where retired_at is null) as in_use,
    count(*) filter (where retired_at is not null) as retired,
    min(created_at) filter (where retired_at is null) as oldest
from data_keys
group by wrapped_by
order by wrapped_by;

--! one_wrapped_by : StoredKey
select tenant_id, id, wrapped, wrapped_by
from data_keys
where wrapped_by = :wrapped_by
limit 1;

--! wrapped_otherwise : StoredKey
select tenant_id, id, wrapped, wrapped_by
from data_keys
where wrapped_by <> :present and (tenant_id, id) > (:after_tenant, :after_id)
order by tenant_id, id
limit :limit;

--! rewrap_data_key
update data_keys
set wrapped = :wrapped, wrapped_by = :wrapped_by
where tenant_id = :tenant_id and id = :id and wrapped = :before
returning id;

--! in_use_since_before (tenant_id?)
select tenant_id, id
from data_keys
where
    retired_at is null
    and created_at < :before
    and data_keys.tenant_id = coalesce(:tenant_id, data_keys.tenant_id)
    and data_keys.tenant_id > :after_tenant
order by tenant_id
limit :limit;

--! replace_data_key
-- One statement, so that a tenant always has a key that seals. No row: another rotation was quicker.
with old as (
    update data_keys
    set retired_at = :now
    where tenant_id = :tenant_id and id = :old_id and retired_at is null
    returning tenant_id
)
insert into data_keys (tenant_id, id, wrapped, wrapped_by, created_at)
select tenant_id, :id, :wrapped, :wrapped_by, :now
from old
returning id;

--! retired_keys (tenant_id?) : RetiredKeys
select count(*) as keys, max(retired_at) as last
from data_keys
where retired_at is not null and tenant_id = coalesce(:tenant_id, tenant_id);
