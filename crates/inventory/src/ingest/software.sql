--: SoftwareTitle()

--! software_of_device
select software_id
from device_software
where device_id = :device_id;

--! software_titles : SoftwareTitle
select id, name, publisher, version
from software
where id = any (:ids);

--! add_titles
with added as (
    insert into software (id, name, publisher, version, created_at)
    select new.id, new.name, new.publisher, new.version, :now
    from unnest(:ids::bigint[], :names::text[], :publishers::text[], :versions::text[])
        as new (id, name, publisher, version)
    order by new.id
    on conflict (tenant_id, id) do nothing
    returning id
)
select count(*) as added from added;

--! add_device_software
with added as (
    insert into device_software (device_id, organization_id, software_id)
    select :device_id, :organization_id, new.id
    from unnest(:ids::bigint[]) as new (id)
    on conflict (tenant_id, device_id, software_id) do nothing
    returning software_id
)
select count(*) as added from added;

--! remove_device_software
with removed as (
    delete from device_software
    where device_id = :device_id and software_id = any (:ids)
    returning software_id
)
select count(*) as removed from removed;
