//! Operations of the tag `webhooks`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request, request::segment};

/// Parameters of [`Client::list_webhooks`].
#[derive(Clone, Debug, Default)]
pub struct ListWebhooks {
    /// Filters by status; separate several statuses with commas, or repeat the parameter.
    pub status: Vec<String>,
    /// Filters for endpoints that subscribe to one of these event types; several types and wildcards such as
    /// `ticket.*` are separated by commas or repeated.
    pub event_type: Vec<String>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::create_webhook`].
#[derive(Clone, Debug, Default)]
pub struct CreateWebhook {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
}

/// Parameters of [`Client::list_webhook_deliveries`].
#[derive(Clone, Debug, Default)]
pub struct ListWebhookDeliveries {
    /// Filters by endpoint.
    pub endpoint_id: Option<api::ids::WebhookEndpointId>,
    /// Filters by event id.
    pub event_id: Option<api::ids::EventId>,
    /// Filters by event type; several types and wildcards such as `ticket.*` are separated by commas or repeated.
    pub event_type: Vec<String>,
    /// Filters by status; separate several statuses with commas, or repeat the parameter.
    pub status: Vec<String>,
    /// Filters for events at this time or later.
    pub since: Option<jiff::Timestamp>,
    /// Filters for events before this time.
    pub until: Option<jiff::Timestamp>,
    /// Maximum number of objects on a page.
    pub limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    pub cursor: Option<String>,
}

/// Parameters of [`Client::redeliver_webhook`].
#[derive(Clone, Debug, Default)]
pub struct RedeliverWebhook {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::recover_webhook`].
#[derive(Clone, Debug, Default)]
pub struct RecoverWebhook {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::test_webhook`].
#[derive(Clone, Debug, Default)]
pub struct TestWebhook {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::delete_webhook`].
#[derive(Clone, Debug, Default)]
pub struct DeleteWebhook {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

/// Parameters of [`Client::update_webhook`].
#[derive(Clone, Debug, Default)]
pub struct UpdateWebhook {
    /// Checks everything and returns the response of the real call, with the header `Dry-Run: true`, but stores
    /// nothing.
    pub dry_run: Option<bool>,
    /// Makes retries safe: for 24 hours, the same request with the same key is not executed again but returns the
    /// first response (`Idempotency-Replayed: true`; a secret that is returned only once is `null`).
    pub idempotency_key: Option<String>,
    /// Expected version: the `ETag` of the object as you read it. If the object has another version, the request
    /// fails with 412, with the current object as `current`.
    pub if_match: Option<String>,
}

impl Client {
    /// List webhook endpoints
    pub async fn list_webhooks(
        &self,
        params: ListWebhooks,
    ) -> Result<api::Page<api::webhooks::WebhookEndpoint>, Error> {
        let ListWebhooks { status, event_type, limit, cursor } = params;
        let request = Request::get("/api/admin/webhooks")
            .several("status", &status)
            .several("event_type", &event_type)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Create a webhook endpoint
    ///
    /// The endpoint receives new events of the given types, signed as specified by Standard Webhooks. The response
    /// contains the signing secret, which is returned only once. With `dry_run=true`, `matches` in the response is
    /// the number of matching events among the last 1,000.
    ///
    /// The caller needs the scope that reads each event type that `events` matches, such as `tickets:read` for
    /// `ticket.*`; `*` requires all of them.
    pub async fn create_webhook(
        &self,
        body: &api::webhooks::NewWebhookEndpoint,
        params: CreateWebhook,
    ) -> Result<api::webhooks::WebhookEndpoint, Error> {
        let CreateWebhook { dry_run, idempotency_key } = params;
        let request = Request::post("/api/admin/webhooks")
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Read the delivery log
    ///
    /// Returns the deliveries of the last 30 days, newest event first, each with all of its attempts.
    pub async fn list_webhook_deliveries(
        &self,
        params: ListWebhookDeliveries,
    ) -> Result<api::Page<api::webhook_deliveries::Delivery>, Error> {
        let ListWebhookDeliveries { endpoint_id, event_id, event_type, status, since, until, limit, cursor } = params;
        let request = Request::get("/api/admin/webhooks/deliveries")
            .optional("endpoint_id", endpoint_id)
            .optional("event_id", event_id)
            .several("event_type", &event_type)
            .several("status", &status)
            .optional("since", since)
            .optional("until", until)
            .optional("limit", limit)
            .optional("cursor", cursor);
        self.send(request).await?.json()
    }

    /// Redeliver an event
    ///
    /// Sends the event again with the same `webhook-id`, signed with the current secret. The result does not affect
    /// the health of the endpoint.
    pub async fn redeliver_webhook(
        &self,
        id: api::ids::DeliveryId,
        body: Option<&api::webhook_deliveries::Redelivery>,
        params: RedeliverWebhook,
    ) -> Result<api::operations::Operation, Error> {
        let RedeliverWebhook { dry_run, idempotency_key, if_match } = params;
        let request = Request::post("/api/admin/webhooks/deliveries/redeliver")
            .query("id", id)
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .optional_json(body)?;
        self.send(request).await?.json()
    }

    /// Get one webhook delivery by its id
    pub async fn get_webhook_delivery(
        &self,
        id: api::ids::DeliveryId,
    ) -> Result<api::webhook_deliveries::Delivery, Error> {
        let request = Request::get(format!("/api/admin/webhooks/deliveries/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// Recover missed events
    ///
    /// Sends events of a past period again, up to 30 days back: those whose delivery failed, those that were missed,
    /// or all that the endpoint subscribes to. Each event keeps its `webhook-id` and is signed with the current
    /// secret. The results do not affect the health of the endpoint. The endpoint must not be disabled. The number
    /// of waiting and running recoveries per tenant is limited. With `dry_run=true`, `steps` contains the number of
    /// deliveries that would be sent. For a long period, only its first part is counted, and `progress` is the
    /// percentage that was counted.
    pub async fn recover_webhook(
        &self,
        id: api::ids::WebhookEndpointId,
        body: &api::webhook_deliveries::Recovery,
        params: RecoverWebhook,
    ) -> Result<api::operations::Operation, Error> {
        let RecoverWebhook { dry_run, idempotency_key, if_match } = params;
        let request = Request::post("/api/admin/webhooks/recover")
            .query("id", id)
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }

    /// Send a test event
    ///
    /// Sends an example event, signed like every delivery, and returns the result, even if the endpoint is paused or
    /// disabled. It waits at most 4 seconds. The example is not stored in the event log, and its `sequence` is 0. A
    /// request that is repeated with the same `Idempotency-Key` does not send it again. The number of concurrent
    /// tests per tenant and server is limited.
    pub async fn test_webhook(
        &self,
        id: api::ids::WebhookEndpointId,
        body: Option<&api::webhook_deliveries::WebhookTest>,
        params: TestWebhook,
    ) -> Result<api::webhook_deliveries::WebhookTestResult, Error> {
        let TestWebhook { dry_run, idempotency_key, if_match } = params;
        let request = Request::post("/api/admin/webhooks/test")
            .query("id", id)
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .optional_json(body)?;
        self.send(request).await?.json()
    }

    /// Delete a webhook endpoint
    ///
    /// Cancels waiting deliveries. The delivery log is kept for 30 days.
    pub async fn delete_webhook(&self, id: api::ids::WebhookEndpointId, params: DeleteWebhook) -> Result<(), Error> {
        let DeleteWebhook { dry_run, if_match } = params;
        let request = Request::delete(format!("/api/admin/webhooks/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("if-match", if_match.as_deref())?;
        self.send(request).await?;
        Ok(())
    }

    /// Get one webhook by its id
    pub async fn get_webhook(&self, id: api::ids::WebhookEndpointId) -> Result<api::webhooks::WebhookEndpoint, Error> {
        let request = Request::get(format!("/api/admin/webhooks/{}", segment(&id)));
        self.send(request).await?.json()
    }

    /// Change a webhook endpoint
    ///
    /// Fields that are absent are not changed; `null` clears a field. `status` pauses or resumes the endpoint. With
    /// `dry_run=true`, `matches` in the response is the number of matching events among the last 1,000. To change
    /// `events`, the caller needs the scope that reads each event type that they match.
    ///
    /// `rotate_secret` issues a new signing secret. Deliveries are also signed with each earlier secret until its
    /// own grace period ends, even if the secret is rotated again meanwhile. At most 10 earlier secrets can be valid
    /// at the same time (409 `quota_exceeded`). `grace_seconds: 0` invalidates all earlier secrets at once.
    ///
    /// A `url` with another scheme, host or port is another origin, which must not receive the credentials of the
    /// old one. The values of all headers must be sent again in the same request (`headers: {}` removes them), and
    /// the secret is rotated without a grace period. The response contains the new secret.
    pub async fn update_webhook(
        &self,
        id: api::ids::WebhookEndpointId,
        body: &api::webhooks::WebhookEndpointChange,
        params: UpdateWebhook,
    ) -> Result<api::webhooks::WebhookEndpoint, Error> {
        let UpdateWebhook { dry_run, idempotency_key, if_match } = params;
        let request = Request::put(format!("/api/admin/webhooks/{}", segment(&id)))
            .optional("dry_run", dry_run)
            .text_header("idempotency-key", idempotency_key.as_deref())?
            .text_header("if-match", if_match.as_deref())?
            .json(body)?;
        self.send(request).await?.json()
    }
}
