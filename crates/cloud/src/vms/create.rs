//! Requests a machine. The request is fixed in the rows of the machine and of its operation; a worker makes the machine.

use super::{Intent, guard, to_wire};
use crate::{USER_DATA, clouds::Clouds, providers, work::operate::PROVISION};
use api::{
    CloudVmId, OperationId, OrganizationId, ProblemCode, Resource, Scope, cloud_catalogue::CloudPrice,
    cloud_providers::CloudProvider, cloud_vm_requests::NewCloudVm, cloud_vms::CloudVm, problem::FaultCode,
};
use kernel::{
    app::App,
    db::OnConstraint,
    http::{Answer, Caller, Change, Entry, Json, Problem, Write, WrittenTogether},
    operations::{self, Cancellation},
    shares::Share,
};
use queries::{
    client::Params,
    queries::cloud::vms::{RequestVmParams, request_vm, usage},
};
use serde_json::json;
use std::slice::from_ref;
use uuid::Uuid;

/// Create a machine
///
/// The response contains the machine as `requested` and its `operation_id`; `Location` is the operation, which has the
/// progress. Exactly one machine is created, whatever fails meanwhile: if it cannot be determined whether the provider has
/// created it, the machine becomes `needs_attention`, and no second one is created. The guard of the provider limits regions,
/// sizes, the number of machines and their cost. `dry_run=true` checks all of this and returns the price.
#[utoipa::path(post, path = "/api/cloud/vms", operation_id = "cloud.vms.create", tag = "Cloud",
    extensions(("x-problems" = json!([ProblemCode::ProviderNotVerified, ProblemCode::GuardRefused]))),
    security(("api_key" = [Scope::CloudVmsProvision])), responses((status = 202, body = CloudVm)))]
pub async fn create(
    app: App,
    caller: Caller,
    write: Write,
    Json(new): Json<NewCloudVm>,
) -> Result<WrittenTogether, Problem> {
    app.shares.check(Share::MachineOperations, caller.tenant())?;
    let id = app.clock.id();
    // Sealed before the transaction, because the keys may be at another service.
    let user_data_sealed = match &new.user_data {
        Some(data) => Some(app.sealing.seal(caller.tenant(), USER_DATA, id, data.as_bytes()).await?),
        None => None,
    };
    let mut change = write.begin().await?;
    // The lock makes requests for the same provider wait for each other, so that the guard counts all of them.
    let provider = match providers::lock(&app, &change, new.provider_id).await {
        Err(problem) if problem.code() == ProblemCode::NotFound => Err(no_provider()),
        locked => locked,
    }?;
    let (intent, price) = allowed(&app, &change, &provider, &new).await?;
    let organization = organization(&provider, new.organization_id)?;
    let operation = operations::New {
        kind: PROVISION,
        scope: Scope::CloudVmsRead,
        organizations: organization.as_ref().map(from_ref),
        resource: (CloudVm::TYPE, CloudVmId(id).to_string()),
        input: json!(intent),
        cancellation: Cancellation::Settled,
    };
    let operation = operation.begin(&app, &change, Share::MachineOperations).await?;
    let request = Request { id, organization, operation: operation.id, price, user_data_sealed };
    let vm = store(&app, &change, &provider, &intent, &request).await?;
    change.record(Entry::created(&vm))?;
    change.answered(Answer::accepted_with(&vm, &operation)?).await
}

/// The request as it is fixed, and its price, if the provider's guard allows it.
async fn allowed(
    app: &App,
    change: &Change,
    provider: &CloudProvider,
    new: &NewCloudVm,
) -> Result<(Intent, Option<CloudPrice>), Problem> {
    guard::check_provider(provider)?;
    let region = guard::region(provider, new.region.as_ref().map(|region| region.0.as_str()))?;
    let intent = Intent::new(new, &region)?;
    let price = Clouds::of(app).kind(provider.kind)?.price(&intent.region, &intent.size);
    let currency = price.as_ref().map_or("", |price| price.currency.as_str());
    let used = usage().bind(&**change, &provider.id.0, &currency).one().await?;
    let used = guard::Usage { vms: used.vms, cents: used.cents, unpriced: used.unpriced };
    guard::check(&provider.guard, (&intent.region, &intent.size), price.as_ref(), used)?;
    Ok((intent, price))
}

/// The machines of a customer's account belong to this customer.
fn organization(provider: &CloudProvider, wanted: Option<OrganizationId>) -> Result<Option<OrganizationId>, Problem> {
    match (provider.organization_id, wanted) {
        (Some(owner), Some(wanted)) if owner != wanted => Err(foreign_organization()),
        (owner, wanted) => Ok(wanted.or(owner)),
    }
}

struct Request {
    id: Uuid,
    organization: Option<OrganizationId>,
    operation: OperationId,
    price: Option<CloudPrice>,
    user_data_sealed: Option<Vec<u8>>,
}

async fn store(
    app: &App,
    change: &Change,
    provider: &CloudProvider,
    intent: &Intent,
    request: &Request,
) -> Result<CloudVm, Problem> {
    let price = request.price.as_ref();
    let new = RequestVmParams {
        id: request.id,
        provider_id: provider.id.0,
        organization_id: request.organization.map(|id| id.0),
        region: intent.region.as_str(),
        name: intent.name.as_str(),
        size: intent.size.as_str(),
        image: intent.image.as_str(),
        subnet: intent.subnet.as_deref(),
        security_groups: json!(intent.security_groups),
        labels: json!(intent.labels),
        wanted: json!(intent),
        operation_id: request.operation.0,
        price_cents: price.and_then(|price| guard::cents(&price.monthly)),
        price_currency: price.map(|price| price.currency.as_str()),
        price_as_of: price.map(|price| price.as_of.as_str()),
        user_data_sealed: request.user_data_sealed.as_deref(),
        now: app.clock.now(),
    };
    let row = request_vm().params(&**change, &new).one().await;
    let row = row.on_constraint(&[("cloud_vms_organization_exists", || {
        Problem::fault("/organization_id", FaultCode::NotFound, "there is no such organization")
    })])?;
    Ok(to_wire(row))
}

fn no_provider() -> Problem {
    Problem::fault("/provider_id", FaultCode::NotFound, "there is no such provider")
}

pub fn foreign_organization() -> Problem {
    Problem::fault("/organization_id", FaultCode::Invalid, "is not the organization that the provider belongs to")
}
