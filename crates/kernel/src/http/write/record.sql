--! record_write (actor_id?, befores[?], afters[?], key?, etag?, location?, organization_ids[?], trace?)
-- All that a write leaves beside its change. Nothing here is returned from the tables, which would need the right to read:
-- whoever is restricted may record, but not read.
with audited as (
    insert into audit_log (
        id, at, actor_kind, actor_id, ip, request_id, operation, resource_type, resource_id, before, after
    )
    select
        entry.id, :at, :actor_kind, :actor_id, :ip, :request_id, :operation, entry.resource_type, entry.resource_id,
        entry.before, entry.after
    from unnest(
        :entry_ids::uuid[], :resource_types::text[], :resource_ids::text[], :befores::jsonb[], :afters::jsonb[]
    ) as entry (id, resource_type, resource_id, before, after)
),
kept as (
    insert into idempotency_keys (principal_id, route, key, fingerprint, status, etag, location, body, created_at)
    select :principal_id, :route, :key, :fingerprint, :status, :etag, :location, :body, :at
    where :key::text is not null
),
given as (
    select id, type, subject_type, subject_id, organization_id, data, n
    from unnest(
        :event_ids::uuid[], :types::text[], :subject_types::text[], :subject_ids::text[], :organization_ids::uuid[],
        :data::jsonb[]
    ) with ordinality as given (id, type, subject_type, subject_id, organization_id, data, n)
),
-- The tenant's row of `event_logs` is locked first, by everyone, and held to the commit: no two wait for each other, and
-- positions are in the order of commits. Who has no events does not wait.
advanced as (
    update event_logs
    set last_position = last_position + (select count(*) from given)
    where tenant_id = app.tenant() and exists (select from given)
    returning last_position - (select count(*) from given) as position, followed
),
counted as (
    insert into event_subjects (subject_id, last_sequence)
    select given.subject_id, count(*)
    from advanced
    cross join given
    group by given.subject_id
    order by given.subject_id
    on conflict (tenant_id, subject_id) do update
    set last_sequence = event_subjects.last_sequence + excluded.last_sequence
    returning subject_id, last_sequence
),
logged as (
    insert into events (
        id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id, request_id,
        data, trace
    )
    select
        given.id, :at, advanced.position + given.n, given.type, given.organization_id, given.subject_type,
        given.subject_id,
        counted.last_sequence - count(*) over (partition by given.subject_id)
            + row_number() over (partition by given.subject_id order by given.n),
        :actor_kind, :actor_id, :request_id, given.data, :trace::bytea
    from given
    cross join advanced
    join counted on counted.subject_id = given.subject_id
)
-- Whether somebody waits for the tenant's events.
select coalesce(bool_or(followed), false) as followed from advanced;
