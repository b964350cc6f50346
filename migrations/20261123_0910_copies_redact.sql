-- The redaction of a comment rewrites the logs by the same functions as the erasure of a person, under the same conditions.
create or replace function app.is_erasing(_tenant uuid, _operation uuid) returns boolean
language sql stable
as $$
    select exists (
        select
        from operations
        where
            operations.tenant_id = _tenant
            and operations.id = _operation
            and operations.kind in ('contacts.erase', 'tickets.redact')
            and operations.status = 'running'
    )
$$;

-- Removes what receivers returned to deliveries of these events: it can repeat the text of the event. The id of a delivery
-- begins with the first 12 digits of the id of its event. Returns the number of changed attempts, or null if the operation is
-- not running.
create function app.forget_webhook_responses(_tenant uuid, _operation uuid, _ids uuid[], _ats timestamptz[])
returns bigint
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
    with sent as materialized (
        select delivery.id
        from unnest(_ids, _ats) as given (id, at)
        join webhook_deliveries as delivery
            on
                delivery.tenant_id = _tenant
                and delivery.event_at = given.at
                and delivery.id >= (left(replace(given.id::text, '-', ''), 12) || repeat('0', 20))::uuid
                and delivery.id <= (left(replace(given.id::text, '-', ''), 12) || repeat('f', 20))::uuid
                and delivery.event_id = given.id
    ),
    forgotten as (
        update webhook_attempts as attempt
        set response_headers = null, response_body = null
        from sent
        where
            attempt.tenant_id = _tenant
            and attempt.delivery_id = sent.id
            and (attempt.response_headers is not null or attempt.response_body is not null)
            and (select app.is_erasing(_tenant, _operation))
        returning attempt.id
    )
    select case when app.is_erasing(_tenant, _operation) then (select count(*) from forgotten) end
$$;

revoke all on function app.forget_webhook_responses from public;
grant create on schema app to app_definer;
alter function app.forget_webhook_responses owner to app_definer;
revoke create on schema app from app_definer;
grant execute on function app.forget_webhook_responses to app_system;

do $$
declare
    named text;
begin
    foreach named in array array['webhook_deliveries', 'webhook_attempts'] loop
        execute format('grant select on %I to app_definer', named);
        if not exists (select from pg_policy where polrelid = named::regclass and polname = 'definer') then
            execute format('create policy definer on %I to app_definer using (true)', named);
        end if;
    end loop;
end
$$;
grant update (response_headers, response_body) on webhook_attempts to app_definer;
