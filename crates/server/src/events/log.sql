--: EventRow(organization_id?, actor_id?)

--! newest_events (types?, subject_id?, since?, until?) : EventRow
select
    tenant_id, id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id,
    request_id, data
from events
where
    position < :before
    and (:types::text[] is null or type = any (:types))
    and (:subject_id::text is null or subject_id = :subject_id)
    and (:since::timestamptz is null or at >= :since)
    and (:until::timestamptz is null or at < :until)
order by position desc
limit :limit;

--! oldest_events (types?, subject_id?, since?, until?) : EventRow
select
    tenant_id, id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id,
    request_id, data
from events
where
    position > :after
    and (:types::text[] is null or type = any (:types))
    and (:subject_id::text is null or subject_id = :subject_id)
    and (:since::timestamptz is null or at >= :since)
    and (:until::timestamptz is null or at < :until)
order by position
limit :limit;

--! get_event : EventRow
-- The id's own time, to the millisecond, leads to its day.
select
    tenant_id, id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id,
    request_id, data
from events
where id = :id and at >= :about::timestamptz - interval '1 day' and at < :about::timestamptz + interval '1 day';

--: Place(id?)

--! place_of_event : Place
-- Where a stream goes on after an event, and how far the log reaches.
select events.position, event_logs.last_position, events.id
from events
cross join event_logs
where
    events.id = :id
    and events.at >= :about::timestamptz - interval '1 day'
    and events.at < :about::timestamptz + interval '1 day';

--! place_since : Place
select
    coalesce((select min(position) from events where at >= :since), last_position + 1) - 1 as position,
    last_position,
    null::uuid as id
from event_logs;

--! end_of_log : Place
-- With an event by which a client can come back that was sent none: it is looked for among the last ones only.
select
    last_position as position,
    last_position,
    (
        select id
        from events
        where position > event_logs.last_position - 5000 and position <= event_logs.last_position
        order by position desc
        limit 1
    ) as id
from event_logs;

--! following_events (types?, subject_id?, since?) : EventRow
-- As many as fit the bytes, and one at least: so much does a stream hold at once.
with following as (
    select
        tenant_id, id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id,
        request_id, data
    from events
    where
        position > :after
        and position <= :up_to
        and (:types::text[] is null or type = any (:types))
        and (:subject_id::text is null or subject_id = :subject_id)
        and (:since::timestamptz is null or at >= :since)
    order by position
    limit :limit
),
measured as (
    select
        tenant_id, id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id,
        request_id, data,
        sum(octet_length(data::text)) over (order by position rows between unbounded preceding and 1 preceding)
            as bytes_before
    from following
)
select
    tenant_id, id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id,
    request_id, data
from measured
where coalesce(bytes_before, 0) < :bytes::bigint
order by position;
