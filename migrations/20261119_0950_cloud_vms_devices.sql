-- What devices are recognized by as machines of a provider: the id that was entered for them, and the hardware UUID that
-- their agents report, which clouds with UUIDs as ids give to their machines. Under the caller's own policies.
create view device_instances with (security_invoker = true) as
select tenant_id, organization_id, id as device_id, cloud_instance_id collate "C" as instance
from devices
where cloud_instance_id is not null and retired_at is null
union all
select devices.tenant_id, devices.organization_id, devices.id, device_identifiers.value
from device_identifiers
join devices on devices.tenant_id = device_identifiers.tenant_id and devices.id = device_identifiers.device_id
where device_identifiers.kind = 'hardware_uuid' and devices.retired_at is null;
grant select on device_instances to app;

create index devices_by_instance on devices (tenant_id, cloud_instance_id collate "C") include (organization_id, id)
    where cloud_instance_id is not null;
create index cloud_vms_by_ref on cloud_vms (tenant_id, provider_ref) include (organization_id, id);

-- Ids of a machine, as devices may have them. A UUID is also in the other byte order, in which some firmware reports it.
create function app.cloud_instance_keys(_ref text) returns text[]
language sql immutable parallel safe
as $$
    select case
        when _ref ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then array[
            _ref, lower(_ref),
            lower(
                substr(_ref, 7, 2) || substr(_ref, 5, 2) || substr(_ref, 3, 2) || substr(_ref, 1, 2) || '-'
                || substr(_ref, 12, 2) || substr(_ref, 10, 2) || '-' || substr(_ref, 17, 2) || substr(_ref, 15, 2)
                || substr(_ref, 19)
            )
        ]
        else array[_ref]
    end
$$;

-- The device that is the same machine: the only one of its organization with the id of the machine, if no other machine of
-- the organization has this id. It is looked up whenever a machine is read, so it cannot be out of date. It does not read
-- the row of the machine itself, so it can be called by a statement that writes it.
create function app.device_of_vm(_vm uuid, _organization uuid, _ref text, _status text) returns uuid
language plpgsql stable
set plan_cache_mode = force_generic_plan
as $$
declare
    _keys text[] := app.cloud_instance_keys(_ref);
    _tenant uuid := app.tenant();
    _devices uuid[];
begin
    if _organization is null or _ref is null or _status in ('deleted', 'missing') then
        return null;
    end if;
    _devices := array(
        select distinct device_id
        from device_instances
        where tenant_id = _tenant and organization_id = _organization and instance = any (_keys)
        limit 2
    );
    if cardinality(_devices) <> 1 or exists (
        select
        from cloud_vms as other
        where
            other.tenant_id = _tenant
            and other.provider_ref = _ref
            and other.organization_id = _organization
            and other.id <> _vm
            and other.status not in ('deleted', 'missing')
    ) then
        return null;
    end if;
    return _devices[1];
end
$$;

-- Whether a machine has all these words in what `q` looks at.
create function app.cloud_vm_has_words(
    _words text[], _name text, _ref text, _image text, _size text, _ips jsonb, _labels jsonb
) returns boolean
language plpgsql immutable parallel safe
as $$
declare
    _word text;
    _text text;
begin
    if cardinality(_words) = 0 then
        return true;
    end if;
    _text := lower(
        concat_ws(
            ' ', _name, _ref, _image, _size,
            (select string_agg(address, ' ') from jsonb_array_elements_text(_ips) as address),
            (select string_agg(label.key || '=' || label.value, ' ') from jsonb_each_text(_labels) as label)
        )
    );
    foreach _word in array _words loop
        if strpos(_text, lower(_word)) = 0 then
            return false;
        end if;
    end loop;
    return true;
end
$$;
