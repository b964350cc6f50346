-- Machines that this service makes. `wanted` is the request that made the machine, `provider_ref` is null until the provider
-- has named it, and `operation_id` is the operation that is in progress: a machine has one at a time.
alter table cloud_vms alter column provider_ref drop not null;
alter table cloud_vms alter column last_synced_at drop not null;
alter table cloud_vms add column wanted jsonb;
alter table cloud_vms add column operation_id uuid;
alter table cloud_vms add column price_cents bigint;
alter table cloud_vms add column price_currency text;
alter table cloud_vms add column price_as_of text;
alter table cloud_vms add column user_data_sealed bytea;
alter table cloud_vms add column drift_reported boolean not null default false;

alter table cloud_vms add constraint cloud_vms_operation_exists foreign key (tenant_id, operation_id)
    references operations (tenant_id, id);
alter table cloud_vms add constraint cloud_vms_managed_were_wanted check (managed = (wanted is not null));
alter table cloud_vms add constraint cloud_vms_price_is_whole
    check ((price_cents is null) = (price_currency is null) and (price_cents is null) = (price_as_of is null));

select app.sealed_column('cloud_vms', 'user_data_sealed');

-- How a machine differs from the request that made it, as [{"field", "wanted", "found"}]. What the request left to the
-- provider cannot differ; labels that were added at the provider do not either.
create function app.cloud_drift(
    _wanted jsonb, _name text, _size text, _image text, _subnet text, _security_groups jsonb, _labels jsonb
) returns jsonb
language sql immutable parallel safe
as $$
    select coalesce(jsonb_agg(jsonb_build_object('field', field, 'wanted', wanted, 'found', found) order by field), '[]')
    from (
        select 'name' as field, _wanted -> 'name' as wanted, to_jsonb(_name) as found
        union all
        select 'size', _wanted -> 'size', to_jsonb(_size)
        union all
        select 'image', _wanted -> 'image', to_jsonb(_image)
        union all
        select 'network.subnet', _wanted -> 'subnet', to_jsonb(_subnet)
        where jsonb_typeof(_wanted -> 'subnet') = 'string'
        union all
        select 'network.security_groups', _wanted -> 'security_groups', _security_groups
        where
            jsonb_array_length(_wanted -> 'security_groups') > 0
            and not (
                _wanted -> 'security_groups' @> _security_groups and _security_groups @> (_wanted -> 'security_groups')
            )
        union all
        select 'labels.' || label.key, label.value, _labels -> label.key
        from jsonb_each(_wanted -> 'labels') as label
    ) as compared
    where wanted is distinct from found
$$;

-- Null for machines that this service has not made, and until the provider has described the machine.
alter table cloud_vms add column drift jsonb generated always as (
    case
        when wanted is not null and provider_ref is not null and status not in ('deleted', 'failed')
        then app.cloud_drift(wanted, name, size, image, subnet, security_groups, labels)
    end
) stored;

create policy definer on cloud_vms to app_definer using (true);
grant select (tenant_id, provider_id, managed, status, price_cents, price_currency, operation_id) on cloud_vms to app_definer;

-- What of a provider's guard is used: managed machines that exist or may exist, their price, those without a price in this
-- currency, and those with an operation in progress. Also those that the caller may not see: the guard is the provider's.
create function app.cloud_usage(
    _provider uuid, _currency text, out vms bigint, out cents bigint, out unpriced bigint, out busy bigint
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
    select
        count(*) filter (where exists_now),
        coalesce(sum(price_cents) filter (where exists_now and price_currency = _currency), 0)::bigint,
        count(*) filter (where exists_now and price_currency is distinct from _currency),
        count(operation_id)
    from (
        select price_cents, price_currency, operation_id, status not in ('deleted', 'failed', 'missing') as exists_now
        from cloud_vms
        where tenant_id = app.tenant() and provider_id = _provider and managed
    ) as machines
$$;
revoke all on function app.cloud_usage from public;
grant create on schema app to app_definer;
alter function app.cloud_usage owner to app_definer;
revoke create on schema app from app_definer;
grant execute on function app.cloud_usage to app;

create index cloud_vms_managed on cloud_vms (tenant_id, provider_id) where managed;
