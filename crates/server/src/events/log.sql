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
