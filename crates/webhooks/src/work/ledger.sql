--! places_of_fan_outs
select webhook_fan_outs.tenant_id, webhook_fan_outs.position, webhook_fan_outs.revision, event_logs.last_position
from webhook_fan_outs
join event_logs on event_logs.tenant_id = webhook_fan_outs.tenant_id
where webhook_fan_outs.tenant_id = any (:tenants) and webhook_fan_outs.worker_id = :worker;

--! fan_outs_behind
select webhook_fan_outs.tenant_id
from webhook_fan_outs
join event_logs on event_logs.tenant_id = webhook_fan_outs.tenant_id
join unnest(:tenants::uuid[], :revisions::bigint[]) as known (tenant_id, revision)
    on known.tenant_id = webhook_fan_outs.tenant_id
where
    event_logs.last_position > webhook_fan_outs.position
    or webhook_fan_outs.revision <> known.revision;

--: EndpointRow(granted_organization_ids?, owner_role?, owner_scopes?, owner_organization_ids?, owner_active?, filter?, organization_ids?, max_per_second?, headers_sealed?, secret_ends[?], previous_secret_sealed?, previous_secret_until?, deleted_at?, consecutive_failures?, failing_since?, last_success_at?, last_failure_at?)

--! endpoints_of_tenants : EndpointRow
-- Also what was deleted not long ago: its deliveries are cancelled. By one statement, so that no URL is read with headers
-- or secrets that are not for it.
select
    endpoint.tenant_id, endpoint.id, endpoint.url, endpoint.events, endpoint.filter, endpoint.organization_ids,
    endpoint.ordering, endpoint.timeout_seconds, endpoint.max_per_second, endpoint.headers_sealed,
    secrets.ids as secret_ids, secrets.sealed as secrets_sealed, secrets.ends as secret_ends,
    endpoint.previous_secret_sealed, endpoint.previous_secret_until, endpoint.status,
    endpoint.since_position, endpoint.deleted_at, endpoint.version, endpoint.granted_scopes,
    endpoint.granted_organization_ids, owner.role as owner_role, owner.scopes as owner_scopes,
    owner.organization_ids as owner_organization_ids, owner.active as owner_active, health.consecutive_failures,
    health.failing_since, health.last_success_at, health.last_failure_at
from webhook_endpoints as endpoint
left join owner_rights as owner
    on owner.tenant_id = endpoint.tenant_id and owner.kind = endpoint.owner_kind and owner.id = endpoint.owner_id
left join webhook_health as health
    on health.tenant_id = endpoint.tenant_id and health.endpoint_id = endpoint.id
cross join lateral (
    select
        coalesce(array_agg(secret.id order by secret.valid_until desc nulls first), '{}') as ids,
        coalesce(array_agg(secret.secret_sealed order by secret.valid_until desc nulls first), '{}') as sealed,
        coalesce(array_agg(secret.valid_until order by secret.valid_until desc nulls first), '{}') as ends
    from webhook_secrets as secret
    where
        secret.tenant_id = endpoint.tenant_id
        and secret.endpoint_id = endpoint.id
        and (secret.valid_until is null or secret.valid_until > :now)
) as secrets
where
    endpoint.tenant_id = any (:tenants)
    and (endpoint.deleted_at is null or endpoint.deleted_at > :now - interval '1 day');

--: LoggedEvent(organization_id?, actor_id?, trace?)

--! events_of_tenants : LoggedEvent
-- The next events of each tenant.
select
    events.tenant_id, events.id, events.at, events.position, events.type, events.organization_id, events.subject_type,
    events.subject_id, events.sequence, events.actor_kind, events.actor_id, events.request_id, events.data, events.trace
from unnest(:tenants::uuid[], :positions::bigint[]) as log (tenant_id, position)
cross join lateral (
    select
        tenant_id, id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id,
        request_id, data, trace
    from events
    where events.tenant_id = log.tenant_id and events.position > log.position
    order by events.position
    limit :limit
) as events;

--! advance_fan_outs
update webhook_fan_outs
set position = reached.position
from unnest(:tenants::uuid[], :positions::bigint[]) as reached (tenant_id, position)
where webhook_fan_outs.tenant_id = reached.tenant_id and webhook_fan_outs.worker_id = :worker
returning webhook_fan_outs.tenant_id;

--! add_deliveries
-- For tenants that are the worker's own. What is in order waits while an earlier event of its subject is not finished.
insert into webhook_deliveries (
    tenant_id, id, event_at, endpoint_id, event_id, event_type, subject_id, position, ordered, status, next_attempt_at,
    created_at
)
select
    added.tenant_id, added.id, added.event_at, added.endpoint_id, added.event_id, added.event_type, added.subject_id,
    added.position, added.ordered, case when held then 'held' else 'pending' end, case when held then null else :now::timestamptz end,
    :now
from (
    select
        tenant_id, id, event_at, endpoint_id, event_id, event_type, subject_id, position, ordered,
        ordered and (
            row_number() over (partition by endpoint_id, subject_id order by position) > 1
            or exists (
                select
                from webhook_deliveries as earlier
                where
                    earlier.tenant_id = added.tenant_id
                    and earlier.endpoint_id = added.endpoint_id
                    and earlier.subject_id = added.subject_id
                    and earlier.ordered
                    and earlier.status in ('pending', 'held')
            )
        ) as held
    from unnest(
        :tenants::uuid[], :ids::uuid[], :event_ats::timestamptz[], :endpoints::uuid[], :events::uuid[], :types::text[],
        :subjects::text[], :positions::bigint[], :ordered::boolean[]
    ) as added (tenant_id, id, event_at, endpoint_id, event_id, event_type, subject_id, position, ordered)
) as added
join webhook_fan_outs on webhook_fan_outs.tenant_id = added.tenant_id and webhook_fan_outs.worker_id = :worker
on conflict (tenant_id, id, event_at) do nothing
returning id, status;

--! settle_deliveries (next_attempt_ats[?], finished_ats[?])
-- What became of attempts that count.
select app.settle_deliveries(
    :tenants::uuid[], :ids::uuid[], :event_ats::timestamptz[], :statuses::text[], :attempts::integer[],
    :next_attempt_ats::timestamptz[], :finished_ats::timestamptz[]
) as settled;

--! record_attempts (statuses[?], errors[?], details[?], remotes[?], dns_us[?], connect_us[?], tls_us[?], first_byte_us[?], response_headers[?], response_bodies[?])
-- Twice, when it is not known whether the first time was committed.
insert into webhook_attempts (
    tenant_id, delivery_id, id, at, endpoint_id, reason, status, error, error_detail, remote, dns_us, connect_us, tls_us,
    first_byte_us, total_us, response_headers, response_body, response_truncated
)
select
    tenant_id, delivery_id, id, at, endpoint_id, reason, status, error, error_detail, remote, dns_us, connect_us, tls_us,
    first_byte_us, total_us, response_headers, response_body, response_truncated
from unnest(
    :tenants::uuid[], :deliveries::uuid[], :ids::uuid[], :ats::timestamptz[], :endpoints::uuid[], :reasons::text[],
    :statuses::integer[], :errors::text[], :details::text[], :remotes::text[], :dns_us::integer[],
    :connect_us::integer[], :tls_us::integer[], :first_byte_us::integer[], :total_us::integer[],
    :response_headers::jsonb[], :response_bodies::bytea[], :truncated::boolean[]
) as made (
    tenant_id, delivery_id, id, at, endpoint_id, reason, status, error, error_detail, remote, dns_us, connect_us, tls_us,
    first_byte_us, total_us, response_headers, response_body, response_truncated
)
on conflict do nothing
returning id;

--! release_next
-- The first one in line goes, now that the one before it is finished.
select endpoint_id
from app.release_next(:tenants::uuid[], :endpoints::uuid[], :subjects::text[], :now::timestamptz) as endpoint_id;

--! note_health (failing_sinces[?], last_successes[?], last_failures[?])
insert into webhook_health (
    tenant_id, endpoint_id, consecutive_failures, failing_since, last_success_at, last_failure_at
)
select tenant_id, endpoint_id, consecutive_failures, failing_since, last_success_at, last_failure_at
from unnest(
    :tenants::uuid[], :endpoints::uuid[], :failures::integer[], :failing_sinces::timestamptz[],
    :last_successes::timestamptz[], :last_failures::timestamptz[]
) as noted (tenant_id, endpoint_id, consecutive_failures, failing_since, last_success_at, last_failure_at)
on conflict (tenant_id, endpoint_id) do update
set
    consecutive_failures = excluded.consecutive_failures,
    failing_since = excluded.failing_since,
    last_success_at = excluded.last_success_at,
    last_failure_at = excluded.last_failure_at
returning endpoint_id;

--: DueDelivery(organization_id?, actor_id?, trace?)

--! due_deliveries : DueDelivery
-- The next ones of each endpoint that are not in memory yet, with their events.
select
    delivery.tenant_id, delivery.id as delivery_id, delivery.endpoint_id, delivery.attempts, delivery.replay, events.id,
    events.at, events.position, events.type, events.organization_id, events.subject_type, events.subject_id,
    events.sequence, events.actor_kind, events.actor_id, events.request_id, events.data, events.trace
from unnest(:tenants::uuid[], :endpoints::uuid[], :most::bigint[]) as line (tenant_id, endpoint_id, most)
cross join lateral (
    select tenant_id, id, event_at, endpoint_id, event_id, attempts, replay, next_attempt_at
    from webhook_deliveries
    where
        tenant_id = line.tenant_id
        and endpoint_id = line.endpoint_id
        and status = 'pending'
        and next_attempt_at <= :now
        and id <> all (:known::uuid[])
    order by next_attempt_at
    limit line.most
) as delivery
join events
    on events.tenant_id = delivery.tenant_id and events.id = delivery.event_id and events.at = delivery.event_at
order by delivery.next_attempt_at;

--! next_deliveries : (next_attempt_at?)
select
    line.endpoint_id,
    (
        select next_attempt_at
        from webhook_deliveries
        where
            tenant_id = line.tenant_id
            and endpoint_id = line.endpoint_id
            and status = 'pending'
            and next_attempt_at > :now
        order by next_attempt_at
        limit 1
    ) as next_attempt_at
from unnest(:tenants::uuid[], :endpoints::uuid[]) as line (tenant_id, endpoint_id);

--! release_lines
-- Those that are first in line although they are held: what released them was lost.
update webhook_deliveries as delivery
set status = 'pending', next_attempt_at = :now
where
    delivery.tenant_id = :tenant
    and delivery.endpoint_id = :endpoint
    and delivery.ordered
    and delivery.status = 'held'
    and not exists (
        select
        from webhook_deliveries as earlier
        where
            earlier.tenant_id = delivery.tenant_id
            and earlier.endpoint_id = delivery.endpoint_id
            and earlier.subject_id = delivery.subject_id
            and earlier.ordered
            and earlier.status in ('pending', 'held')
            and earlier.position < delivery.position
    )
returning delivery.id;

--! cancel_deliveries
-- Of an endpoint that was deleted, some at a time.
update webhook_deliveries as delivery
set status = 'canceled', next_attempt_at = null, finished_at = :now
from (
    select tenant_id, id, event_at
    from webhook_deliveries
    where tenant_id = :tenant and endpoint_id = :endpoint and status in ('pending', 'held')
    limit :limit
) as waiting
where
    delivery.tenant_id = waiting.tenant_id
    and delivery.id = waiting.id
    and delivery.event_at = waiting.event_at
returning delivery.id;

--! withhold_deliveries
-- Of events that the owner of the endpoint may not read any more.
update webhook_deliveries as delivery
set status = 'canceled', next_attempt_at = null, finished_at = :now
from unnest(:ids::uuid[], :event_ats::timestamptz[]) as withheld (id, event_at)
where
    delivery.tenant_id = :tenant
    and delivery.endpoint_id = :endpoint
    and delivery.id = withheld.id
    and delivery.event_at = withheld.event_at
    and delivery.status = 'pending'
returning delivery.id;
