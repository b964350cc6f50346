--! record_events (organization_ids[?], actor_id?)
-- The tenant's row of `event_logs` is locked first, by everyone, and held to the commit: no two wait for each other, and
-- positions are in the order of commits.
with given as (
    select id, type, subject_type, subject_id, organization_id, data, n
    from unnest(
        :ids::uuid[], :types::text[], :subject_types::text[], :subject_ids::text[], :organization_ids::uuid[],
        :data::jsonb[]
    ) with ordinality as given (id, type, subject_type, subject_id, organization_id, data, n)
),
advanced as (
    update event_logs
    set last_position = last_position + (select count(*) from given)
    where tenant_id = app.tenant()
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
recorded as (
    insert into events (
        id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id, request_id,
        data
    )
    select
        given.id, :at, advanced.position + given.n, given.type, given.organization_id, given.subject_type,
        given.subject_id,
        counted.last_sequence - count(*) over (partition by given.subject_id)
            + row_number() over (partition by given.subject_id order by given.n),
        :actor_kind, :actor_id, :request_id, given.data
    from given
    cross join advanced
    join counted on counted.subject_id = given.subject_id
)
-- Without `returning` from the log, which would need the right to read.
select followed from advanced;
