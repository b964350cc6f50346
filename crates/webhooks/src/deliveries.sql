--: Delivery(next_attempt_at?, finished_at?)

--! newest_deliveries (event_types?, event_id?) : Delivery
select
    id, endpoint_id, event_id, event_type, subject_id, status, replay, next_attempt_at, created_at, finished_at
from webhook_deliveries
where
    id < :before
    and id >= :since
    and (:event_types::text[] is null or event_type = any (:event_types))
    and (:event_id::uuid is null or event_id = :event_id)
order by id desc
limit :limit;

--! deliveries_of_endpoints (event_types?, event_id?) : Delivery
-- A walk along the index for each endpoint and status.
select
    delivery.id, delivery.endpoint_id, delivery.event_id, delivery.event_type, delivery.subject_id, delivery.status,
    delivery.replay, delivery.next_attempt_at, delivery.created_at, delivery.finished_at
from unnest(:endpoints::uuid[]) as line (endpoint_id)
cross join unnest(:statuses::text[]) as wanted (status)
cross join lateral (
    select
        id, endpoint_id, event_id, event_type, subject_id, status, replay, next_attempt_at, created_at, finished_at
    from webhook_deliveries
    where
        endpoint_id = line.endpoint_id
        and status = wanted.status
        and id < :before
        and id >= :since
        and (:event_types::text[] is null or event_type = any (:event_types))
        and (:event_id::uuid is null or event_id = :event_id)
    order by id desc
    limit :limit
) as delivery
order by delivery.id desc
limit :limit;

--! endpoints_with_deliveries
-- Also the deleted ones: their log stays.
select id
from webhook_endpoints
where deleted_at is null or deleted_at > :since
order by id desc
limit 500;

--! get_delivery : Delivery
select
    id, endpoint_id, event_id, event_type, subject_id, status, replay, next_attempt_at, created_at, finished_at
from webhook_deliveries
where id = :id;

--: MadeAttempt(status?, error?, error_detail?, remote?, dns_us?, connect_us?, tls_us?, first_byte_us?, response_headers?, response_body?)

--! attempts_of_deliveries : MadeAttempt
select
    delivery_id, at, reason, status, error, error_detail, remote, dns_us, connect_us, tls_us, first_byte_us, total_us,
    response_headers, response_body, response_truncated
from webhook_attempts
where delivery_id = any (:deliveries)
order by delivery_id, id;

--! send_again : Delivery
-- One that still waits goes at once; one whose endpoint is gone does not.
update webhook_deliveries
set status = 'pending', replay = true, attempts = 0, next_attempt_at = :now, finished_at = null
where
    tenant_id = app.tenant()
    and id = :id
    and exists (
        select
        from webhook_endpoints
        where webhook_endpoints.id = webhook_deliveries.endpoint_id and deleted_at is null
    )
returning
    id, endpoint_id, event_id, event_type, subject_id, status, replay, next_attempt_at, created_at, finished_at;
