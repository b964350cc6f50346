//! `/api/admin/webhooks/recover`: sends missed events again. The request adds an operation; a worker reads the log and
//! adds the deliveries to the endpoint's queue.

use super::{
    endpoints,
    work::recovery::{self, Input, KIND},
};
use api::{
    ProblemCode, Resource, Scope,
    operations::{Operation, OperationStep},
    problem::FaultCode,
    webhook_deliveries::Recovery,
    webhooks::{WebhookEndpoint, WebhookEndpointTarget, WebhookStatus},
};
use kernel::{
    app::App,
    http::{Answer, Caller, Entry, IfMatch, Json, Problem, Query, Write, WrittenTogether},
    operations,
    shares::Share,
};
use serde_json::json;
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(recover))
}

/// Recover missed events
///
/// Sends events of a past period again, up to 30 days back: those whose delivery failed, those that were missed, or all
/// that the endpoint subscribes to. Each event keeps its `webhook-id` and is signed with the current secret. The
/// results do not affect the health of the endpoint. The endpoint must not be disabled. The number of waiting and
/// running recoveries per tenant is limited. With `dry_run=true`, `steps` contains the number of deliveries that would
/// be sent. For a long period, only its first part is counted, and `progress` is the percentage that was counted.
#[utoipa::path(post, path = "/api/admin/webhooks/recover", operation_id = "admin.webhooks.recover", tag = "Webhooks",
    params(WebhookEndpointTarget),
    extensions(("x-problems" = json!([ProblemCode::EndpointDisabled]))),
    security(("api_key" = [Scope::WebhooksWrite])), responses((status = 202, body = Operation)))]
async fn recover(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<WebhookEndpointTarget>,
    if_match: IfMatch,
    Json(wanted): Json<Recovery>,
) -> Result<WrittenTogether, Problem> {
    app.shares.check(Share::Recoveries, caller.tenant())?;
    let now = app.clock.now();
    let until = wanted.until.unwrap_or(now);
    if until <= wanted.since {
        return Err(Problem::fault("/until", FaultCode::Invalid, "must be later than since"));
    }
    let input = Input { since: wanted.since, until, only: wanted.only };
    // It is counted first, because it takes connections of its own.
    let counted = match write.is_dry_run() {
        true => Some(recovery::count(&app, caller.tenant(), target.id, input.clone()).await?),
        false => None,
    };
    let mut change = write.begin().await?;
    let endpoint = endpoints::find(&*change, target.id, now).await?.ok_or_else(Problem::not_found)?;
    if_match.check(&endpoint)?;
    if endpoint.status == WebhookStatus::Disabled {
        let detail = "The endpoint is disabled. Set its status to active first.";
        return Err(Problem::new(ProblemCode::EndpointDisabled, detail));
    }
    let operation = operations::New {
        kind: KIND,
        scope: Scope::WebhooksRead,
        organizations: endpoint.organization_ids.as_deref(),
        resource: (WebhookEndpoint::TYPE, endpoint.id.to_string()),
        input: json!(input),
        cancellation: operations::Cancellation::Immediate,
    };
    let mut operation = operation.begin(&app, &change, Share::Recoveries).await?;
    if let Some((count, progress)) = counted {
        operation.steps = vec![OperationStep { name: recovery::STEP.to_owned(), count }];
        operation.progress = progress;
    }
    change.record(Entry::used(&endpoint))?;
    change.answered(Answer::accepted(&operation)?).await
}
