--: Endpoint(created_by_id?, description?, filter?, organization_ids?, max_per_second?, grace_until?, status_reason?, consecutive_failures?, failing_since?, last_success_at?, last_failure_at?)

--! lock_endpoint_quota
-- Two creations at once must not both see room for the last one.
select true as locked
from pg_advisory_xact_lock(hashtextextended('webhook_endpoints' || app.tenant()::text, 0));

--! create_endpoint (created_by_id?, granted_organization_ids?, description?, filter?, organization_ids?, max_per_second?, headers_sealed?)
-- What happened before is not sent.
insert into webhook_endpoints (
    id, name, url, description, events, filter, organization_ids, ordering, timeout_seconds, max_per_second,
    header_names, headers_sealed, secret_hint, status, status_since, since_position, owner_kind, owner_id,
    created_by_kind, created_by_id, granted_scopes, granted_organization_ids, created_at, updated_at
)
select
    :id, :name, :url, :description, :events, :filter, :organization_ids, :ordering, :timeout_seconds, :max_per_second,
    :header_names, :headers_sealed, :secret_hint, 'active', :now, event_logs.last_position, :owner_kind, :owner_id,
    :created_by_kind, :created_by_id, :granted_scopes, :granted_organization_ids, :now, :now
from event_logs
where app.live_webhook_endpoints() < :quota
returning id;

--! follow_log
-- From now on the tenant's events are turned into deliveries.
insert into webhook_fan_outs (position)
select last_position
from event_logs
on conflict (tenant_id) do update set revision = webhook_fan_outs.revision + 1
returning tenant_id;

--! announce_log
update event_logs
set followed = true
where not followed
returning tenant_id;

--! look_again
-- The worker takes notice of what changed.
update webhook_fan_outs
set revision = revision + 1
returning tenant_id;

--! list_endpoints (statuses?, patterns?) : Endpoint
select
    endpoint.id, endpoint.name, endpoint.url, endpoint.description, endpoint.events, endpoint.filter,
    endpoint.organization_ids, endpoint.ordering, endpoint.timeout_seconds, endpoint.max_per_second,
    endpoint.header_names, endpoint.secret_hint,
    greatest(app.webhook_grace_until(endpoint.id), endpoint.previous_secret_until) as grace_until, endpoint.status,
    endpoint.status_reason, endpoint.owner_kind, endpoint.owner_id, endpoint.created_by_kind, endpoint.created_by_id,
    endpoint.created_at, endpoint.updated_at, endpoint.version, health.consecutive_failures,
    health.failing_since, health.last_success_at, health.last_failure_at,
    (
        select count(*)
        from (
            select
            from webhook_deliveries
            where endpoint_id = endpoint.id and status in ('pending', 'held')
            limit 1000
        ) as waiting
    ) as backlog
from webhook_endpoints as endpoint
left join webhook_health as health on health.tenant_id = endpoint.tenant_id and health.endpoint_id = endpoint.id
where
    endpoint.deleted_at is null
    and endpoint.id < :before
    and (:statuses::text[] is null or endpoint.status = any (:statuses))
    and (:patterns::text[] is null or endpoint.events && :patterns)
order by endpoint.id desc
limit :limit;

--! get_endpoint : Endpoint
select
    endpoint.id, endpoint.name, endpoint.url, endpoint.description, endpoint.events, endpoint.filter,
    endpoint.organization_ids, endpoint.ordering, endpoint.timeout_seconds, endpoint.max_per_second,
    endpoint.header_names, endpoint.secret_hint,
    greatest(app.webhook_grace_until(endpoint.id), endpoint.previous_secret_until) as grace_until, endpoint.status,
    endpoint.status_reason, endpoint.owner_kind, endpoint.owner_id, endpoint.created_by_kind, endpoint.created_by_id,
    endpoint.created_at, endpoint.updated_at, endpoint.version, health.consecutive_failures,
    health.failing_since, health.last_success_at, health.last_failure_at,
    (
        select count(*)
        from (
            select
            from webhook_deliveries
            where endpoint_id = endpoint.id and status in ('pending', 'held')
            limit 1000
        ) as waiting
    ) as backlog
from webhook_endpoints as endpoint
left join webhook_health as health on health.tenant_id = endpoint.tenant_id and health.endpoint_id = endpoint.id
where endpoint.id = :id and endpoint.deleted_at is null;

--: SealedHeaders(headers_sealed?)

--! lock_endpoint : SealedHeaders
select headers_sealed
from webhook_endpoints
where id = :id and deleted_at is null
for update;

--! get_headers : SealedHeaders
select headers_sealed
from webhook_endpoints
where id = :id and deleted_at is null;

--! get_address : (headers_sealed?, secret_ends[?], previous_secret_sealed?, previous_secret_until?)
-- By one statement, so that nothing of an address from before a change is mixed with one from after it.
select
    endpoint.url, endpoint.headers_sealed, secrets.ids as secret_ids, secrets.sealed as secrets_sealed,
    secrets.ends as secret_ends, endpoint.previous_secret_sealed, endpoint.previous_secret_until
from webhook_endpoints as endpoint
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
where endpoint.id = :id and endpoint.deleted_at is null;

--! earlier_secrets
-- How many secrets before the present one still sign.
select count(*) as count
from webhook_secrets
where endpoint_id = :endpoint_id and valid_until > :now;

--! end_present_secret
update webhook_secrets
set valid_until = :valid_until
where endpoint_id = :endpoint_id and valid_until is null
returning id;

--! forget_secrets
-- Those that have ended, or all of them.
delete from webhook_secrets
where endpoint_id = :endpoint_id and (:all or valid_until <= :now)
returning id;

--! forget_carried_over_secrets
-- What an endpoint from before webhook_secrets has in its own row: the copy of the present secret, and of all the secret
-- that was in grace then.
update webhook_endpoints
set
    secret_sealed = null,
    previous_secret_sealed = case when :all then null else previous_secret_sealed end,
    previous_secret_until = case when :all then null else previous_secret_until end
where id = :endpoint_id and (secret_sealed is not null or previous_secret_sealed is not null)
returning id;

--! issue_secret
insert into webhook_secrets (endpoint_id, id, secret_sealed, issued_at)
values (:endpoint_id, :id, :secret_sealed, :now)
returning id;

--! update_endpoint (granted_scopes?, granted_organization_ids?, description?, filter?, organization_ids?, max_per_second?, headers_sealed?, status_reason?)
update webhook_endpoints
set
    name = :name,
    url = :url,
    description = :description,
    events = :events,
    filter = :filter,
    organization_ids = :organization_ids,
    ordering = :ordering,
    timeout_seconds = :timeout_seconds,
    max_per_second = :max_per_second,
    header_names = :header_names,
    headers_sealed = :headers_sealed,
    secret_hint = :secret_hint,
    status = :status,
    status_reason = :status_reason,
    status_since = case when status = :status then status_since else :now end,
    owner_kind = :owner_kind,
    owner_id = :owner_id,
    granted_scopes = coalesce(:granted_scopes, granted_scopes),
    granted_organization_ids = case
        when :granted_scopes::text[] is null then granted_organization_ids else :granted_organization_ids
    end,
    updated_at = :now,
    version = version + 1
where id = :id
returning id;

--! set_endpoint_status (reason?)
update webhook_endpoints
set
    status = :status,
    status_reason = :reason,
    status_since = :now,
    updated_at = :now,
    version = version + 1
where id = :id
returning id;

--! forgive_endpoint
-- Whoever lets it go on wants it to begin anew.
update webhook_health
set consecutive_failures = 0, failing_since = null
where endpoint_id = :id
returning endpoint_id;

--! delete_endpoint
-- Its deliveries are cancelled by the worker, and stay as long as the log does.
update webhook_endpoints
set
    deleted_at = :now,
    secret_sealed = null,
    previous_secret_sealed = null,
    headers_sealed = null,
    updated_at = :now,
    version = version + 1
where id = :id
returning id;

--: PastEvent(organization_id?, actor_id?)

--! last_events : PastEvent
select
    tenant_id, id, at, position, type, organization_id, subject_type, subject_id, sequence, actor_kind, actor_id,
    request_id, data
from events
order by position desc
limit :limit;

--! known_organizations
select id
from organizations
where id = any (:ids);
