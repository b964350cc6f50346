-- What of each thing can be found. A row of a table becomes an entry by the function `app.search_entry` for that table; the
-- value of its family names the table (`searchable`), and a trigger keeps the entry. An entry without a title is not kept.
create function app.search_entry(organization organizations) returns search_entries
language plpgsql stable
as $$
begin
    return (
        select row(
            organization.tenant_id, 'organization', organization.id, '00000000-0000-0000-0000-000000000000'::uuid,
            organization.id, organization.name, nullif(array_to_string(organization.domains, ', '), ''),
            array_remove(
                array[
                    'email:' || lower(organization.contact_email),
                    'phone:' || nullif(regexp_replace(organization.contact_phone, '[^0-9]', '', 'g'), ''),
                    'external_ref:' || lower(organization.external_id)
                ]
                || array(select 'domain:' || lower(domain) from unnest(organization.domains) as domain),
                null
            ),
            array(select 'tag:' || lower(tag) from unnest(organization.tags) as tag),
            jsonb_strip_nulls(jsonb_build_object(
                'name', organization.name,
                'domains', nullif(array_to_string(organization.domains, ' '), ''),
                'contact', organization.contact_name,
                'tags', nullif(array_to_string(organization.tags, ' '), ''),
                'notes', organization.notes
            )),
            null::tsvector, organization.created_at, organization.updated_at
        )::search_entries
    );
end
$$;

-- Somebody who was erased is not found.
create function app.search_entry(contact contacts) returns search_entries
language plpgsql stable
as $$
begin
    return (
        select row(
            contact.tenant_id, 'contact', contact.id, '00000000-0000-0000-0000-000000000000'::uuid,
            contact.organization_id, case when contact.erased_at is null then contact.name end,
            nullif(concat_ws(' · ', contact.title, contact.emails[1]), ''),
            array_remove(
                array['external_ref:' || lower(contact.external_id)]
                || array(select 'email:' || lower(email) from unnest(contact.emails) as email)
                || array(
                    select 'phone:' || nullif(regexp_replace(phone, '[^0-9]', '', 'g'), '')
                    from unnest(contact.phones) as phone
                ),
                null
            ),
            array['status:' || contact.status],
            jsonb_strip_nulls(jsonb_build_object(
                'name', contact.name,
                'title', contact.title,
                'emails', nullif(array_to_string(contact.emails, ' '), '')
            )),
            null::tsvector, contact.created_at, contact.updated_at
        )::search_entries
    );
end
$$;

-- Somebody who was deleted is not found.
create function app.search_entry(person users) returns search_entries
language plpgsql stable
as $$
begin
    return (
        select row(
            person.tenant_id, 'user', person.id, '00000000-0000-0000-0000-000000000000'::uuid,
            null::uuid, case when person.deleted_at is null then coalesce(person.name, person.email) end, person.email,
            array['email:' || lower(person.email)],
            array['status:' || person.status],
            jsonb_strip_nulls(jsonb_build_object('name', person.name, 'email', person.email)),
            null::tsvector, person.created_at, person.updated_at
        )::search_entries
    );
end
$$;

-- A UUID is also found as it is with the other byte order, in which some firmware reports it.
create function app.search_entry(device devices) returns search_entries
language plpgsql stable
as $$
begin
    return (
        select row(
            device.tenant_id, 'device', device.id, '00000000-0000-0000-0000-000000000000'::uuid,
            device.organization_id, device.name,
            nullif(concat_ws(' · ', device.manufacturer, device.model, device.os_name), ''),
            array_remove(
                array[
                    'hostname:' || lower(device.hostname),
                    'serial:' || nullif(app.search_key(device.serial), ''),
                    'asset_tag:' || nullif(app.search_key(device.asset_tag), ''),
                    'cloud_instance_id:' || lower(device.cloud_instance_id),
                    'external_ref:' || lower(device.external_id),
                    'uuid:' || nullif(hardware.uuid, ''),
                    'uuid:' || case when length(hardware.uuid) = 32 then
                        substr(hardware.uuid, 7, 2) || substr(hardware.uuid, 5, 2) || substr(hardware.uuid, 3, 2)
                        || substr(hardware.uuid, 1, 2) || substr(hardware.uuid, 11, 2) || substr(hardware.uuid, 9, 2)
                        || substr(hardware.uuid, 15, 2) || substr(hardware.uuid, 13, 2) || substr(hardware.uuid, 17)
                    end
                ]
                || array(select 'mac:' || app.search_key(mac) from unnest(device.macs) as mac)
                || array(
                    select distinct 'ip:' || lower(address)
                    from device_details as details
                    cross join lateral jsonb_array_elements(details.networks) as network
                    cross join lateral jsonb_array_elements_text(network -> 'addresses') as address
                    where details.tenant_id = device.tenant_id and details.device_id = device.id
                    order by 1
                    limit 100
                ),
                null
            ),
            array_remove(
                array[
                    'status:' || case
                        when device.retired_at is not null then 'retired'
                        when device.stale_since is not null then 'stale'
                        else 'active'
                    end,
                    'os:' || device.os_family
                ]
                || array(select 'tag:' || lower(tag) from unnest(device.tags) as tag),
                null
            ),
            jsonb_strip_nulls(jsonb_build_object(
                'name', device.name,
                'hostname', device.hostname,
                'type', replace(device.type, '_', ' '),
                'manufacturer', device.manufacturer,
                'model', device.model,
                'serial', device.serial,
                'asset_tag', device.asset_tag,
                'os', nullif(concat_ws(' ', device.os_name, device.os_version), ''),
                'last_user', device.last_user,
                'contact', device.contact_name,
                'tags', nullif(array_to_string(device.tags, ' '), '')
            )),
            null::tsvector, device.created_at, device.updated_at
        )::search_entries
        from (select app.search_key(device.hardware_uuid) as uuid) as hardware
    );
end
$$;

create function app.search_entry(ticket tickets) returns search_entries
language plpgsql stable
as $$
begin
    return (
        select row(
            ticket.tenant_id, 'ticket', ticket.id, '00000000-0000-0000-0000-000000000000'::uuid,
            ticket.organization_id, ticket.subject, '#' || ticket.number::text,
            array_remove(array['number:#' || ticket.number::text, 'external_ref:' || lower(ticket.external_id)], null),
            array[
                'status:' || ticket.status,
                'priority:' || ticket.priority,
                'assignee:' || coalesce(ticket.assignee_id::text, 'none')
            ]
            || array(select 'tag:' || lower(tag) from unnest(ticket.tags) as tag),
            jsonb_strip_nulls(jsonb_build_object(
                'subject', ticket.subject,
                'description', ticket.description,
                'resolution', ticket.resolution_notes,
                'tags', nullif(array_to_string(ticket.tags, ' '), '')
            )),
            null::tsvector, ticket.created_at, ticket.updated_at
        )::search_entries
    );
end
$$;

-- A part of its ticket, with the words of the subject: a search for a word of each finds it.
create function app.search_entry(comment ticket_comments) returns search_entries
language plpgsql stable
as $$
begin
    return (
        select row(
            comment.tenant_id, 'ticket', comment.ticket_id, comment.id,
            comment.organization_id,
            (select subject from tickets where tickets.tenant_id = comment.tenant_id and tickets.id = comment.ticket_id),
            null::text,
            '{}'::text[],
            '{}'::text[],
            jsonb_build_object('comment', comment.body),
            null::tsvector, comment.created_at, comment.created_at
        )::search_entries
    );
end
$$;

-- One that belongs to several customers is found by those alone who see all customers. One that is archived is not found.
create function app.search_entry(workflow workflows) returns search_entries
language plpgsql stable
as $$
begin
    return (
        select row(
            workflow.tenant_id, 'workflow', workflow.id, '00000000-0000-0000-0000-000000000000'::uuid,
            case when cardinality(workflow.organization_ids) = 1 then workflow.organization_ids[1] end,
            case when workflow.archived_at is null then workflow.name end, null::text,
            '{}'::text[],
            array['status:' || case when workflow.enabled then 'enabled' else 'disabled' end],
            jsonb_build_object('name', workflow.name),
            null::tsvector, workflow.created_at, workflow.updated_at
        )::search_entries
    );
end
$$;

-- The triggers run as `app_definer`, and read what an entry is made of.
do $$
declare
    source text;
begin
    foreach source in array array['tickets', 'ticket_comments', 'devices', 'device_details', 'device_presence'] loop
        execute format('grant select on public.%I to app_definer', source);
        if not exists (
            select from pg_policy where polrelid = format('public.%I', source)::regclass and polname = 'definer'
        ) then
            execute format('create policy definer on public.%I for select to app_definer using (true)', source);
        end if;
    end loop;
    foreach source in array array[
        'organizations', 'contacts', 'users', 'devices', 'tickets', 'ticket_comments', 'workflows'
    ] loop
        execute format(
            'create trigger %I after insert or update or delete on public.%I
            for each row execute function app.index_for_search()',
            source || '_are_searched', source
        );
        -- Rows from before.
        execute format(
            'insert into search_backfills (tenant_id, source)
            select id, %L from tenants where exists (select from public.%I as thing where thing.tenant_id = tenants.id)',
            source, source
        );
    end loop;
end
$$;

-- A device's addresses are in another table than the device, and are written after it.
create function app.index_device_addresses() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
begin
    perform app.write_search_entry(app.search_entry(device))
    from devices as device
    where device.tenant_id = new.tenant_id and device.id = new.device_id;
    return null;
end
$$;

-- Comments have the words of their ticket's subject. They are locked, and read as they are after the wait: an erasure may be
-- rewriting one, and its former text must not return to the index.
create function app.index_ticket_comments() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
    written ticket_comments;
begin
    for written in
        select listed.*
        from ticket_comments as listed
        where listed.tenant_id = new.tenant_id and listed.ticket_id = new.id
        order by listed.id
        for share
    loop
        perform app.write_search_entry(app.search_entry(written));
    end loop;
    return null;
end
$$;

revoke all on function app.index_device_addresses(), app.index_ticket_comments() from public;
grant create on schema app to app_definer;
alter function app.index_device_addresses owner to app_definer;
alter function app.index_ticket_comments owner to app_definer;
revoke create on schema app from app_definer;

create trigger device_addresses_are_searched
after insert on device_details
for each row when (new.networks <> '[]')
execute function app.index_device_addresses();

create trigger device_addresses_change
after update of networks on device_details
for each row when (new.networks is distinct from old.networks)
execute function app.index_device_addresses();

create trigger tickets_comments_are_searched
after update of subject on tickets
for each row when (new.subject is distinct from old.subject)
execute function app.index_ticket_comments();
