--: WrappedKey()

--! data_key_in_use : WrappedKey
select tenant_id, id, wrapped, wrapped_by
from data_keys
where tenant_id = :tenant_id and retired_at is null;

--! create_data_key
-- No row: another was quicker, and has made the key that is in use.
insert into data_keys (tenant_id, id, wrapped, wrapped_by, created_at)
values (:tenant_id, :id, :wrapped, :wrapped_by, :now)
on conflict (tenant_id) where retired_at is null do nothing
returning id;

--! data_keys_of_tenant : WrappedKey
-- The one in use first.
select tenant_id, id, wrapped, wrapped_by
from data_keys
where tenant_id = :tenant_id
order by retired_at desc nulls first;

--! data_keys_by_id : WrappedKey
select data_keys.tenant_id, data_keys.id, data_keys.wrapped, data_keys.wrapped_by
from unnest(:tenant_ids::uuid[], :ids::uuid[]) as wanted (tenant_id, id)
join data_keys on data_keys.tenant_id = wanted.tenant_id and data_keys.id = wanted.id;
