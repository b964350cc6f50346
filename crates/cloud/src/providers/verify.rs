//! `/api/cloud/providers/verify`, and what follows from the report of a verification.

use super::{
    credentials::{Plain, access_to},
    lock, read_one,
};
use crate::clouds::Clouds;
use api::{
    EventKind, ProblemCode, Scope, TenantId,
    cloud_providers::{CloudKind, CloudProvider, CloudProviderStatus, CloudProviderTarget, CloudVerificationRequest},
    cloud_verification::{CapabilityResult, CloudFindingCode, CloudVerification, RegionAvailability},
};
use cloud_boundary::{Access, Judgement, Report};
use jiff::{SignedDuration, Timestamp};
use kernel::{
    app::App,
    db::Identity,
    http::{Caller, Change, Changed, IfMatch, Json, Problem, Query, Write},
    shares::Share,
};
use queries::{
    client::Params,
    queries::cloud::providers::{SetVerificationParams, sealed_credentials, set_verification},
};
use serde_json::{Value, json};
use utoipa_axum::{router::OpenApiRouter, routes};

/// The time between two verifications, after one without a judgement, and after one that did not reach the provider, which
/// is not used until then.
const BETWEEN: SignedDuration = SignedDuration::from_hours(24);
const SOON: SignedDuration = SignedDuration::from_hours(1);
const AGAIN: SignedDuration = SignedDuration::from_mins(5);

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(verify))
}

/// Verify a cloud provider
///
/// Tests what the credentials allow, without changing anything at the provider, and stores the report. Refused
/// credentials are not an error of this operation: see `status` and `verification`. Every provider is also verified
/// once a day. The number of concurrent calls to providers per tenant and server is limited.
#[utoipa::path(post, path = "/api/cloud/providers/verify", operation_id = "cloud.providers.verify", tag = "Cloud",
    params(CloudProviderTarget),
    extensions(("x-problems" = json!([ProblemCode::ProviderNotVerified]))),
    security(("api_key" = [Scope::CloudProvidersWrite])), responses((status = 200, body = CloudProvider)))]
async fn verify(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<CloudProviderTarget>,
    if_match: IfMatch,
    Json(CloudVerificationRequest {}): Json<CloudVerificationRequest>,
) -> Result<Changed<CloudProvider>, Problem> {
    let read = read_one(&app, &caller, target.id).await?;
    if_match.check(&read)?;
    let _taken = app.shares.take(Share::CloudCalls, caller.tenant())?;
    let check = async || verify_stored(&app, caller.tenant(), &read).await;
    let (change, checked) = match write.is_dry_run() {
        true => {
            let checked = check().await?;
            (write.begin().await?, checked)
        }
        // No transaction is open during the calls to the provider.
        false => write.begin_after(check).await?,
    };
    let current = lock(&app, &change, target.id).await?;
    if_match.check(&current)?;
    if current.version != read.version {
        return Err(Problem::changed_meanwhile(&current));
    }
    let new = store(&app, &change, &current, &checked).await?;
    let event = event_of(current.status, new.status);
    change.changed_as(event, &current, new).await
}

/// The result of a verification, and what follows from it.
#[derive(Debug, Clone)]
pub struct Checked {
    pub report: CloudVerification,
    judgement: Judgement,
    /// True if the role is refused, which is expected until the customer has created it.
    waits_for_role: bool,
}

impl Checked {
    /// Refuses credentials that are not accepted, before they are stored.
    pub fn accepted(self) -> Result<Checked, Problem> {
        let (code, detail) = match self.judgement {
            Judgement::Accepted => return Ok(self),
            Judgement::Rejected => {
                let detail = "The provider refuses the credentials, or they are unsafe to use. Nothing was stored. See \
                    verification.";
                (ProblemCode::CredentialRejected, detail)
            }
            Judgement::Unreachable | Judgement::Undecided => {
                let detail = "The credentials could not be verified now. Nothing was stored. Send verify=later to store \
                    them anyway. See verification.";
                (ProblemCode::CredentialUnverified, detail)
            }
        };
        Err(Problem::not_verified(code, detail, self.report))
    }

    /// The status of a provider that had another one before.
    pub fn status(&self, before: Option<CloudProviderStatus>) -> CloudProviderStatus {
        match self.judgement {
            Judgement::Accepted => self.status_of_accepted(before),
            // A verified role that is refused is broken; one that was never verified may not exist yet.
            Judgement::Rejected if self.waits_for_role && before == Some(CloudProviderStatus::Pending) => {
                CloudProviderStatus::Pending
            }
            Judgement::Rejected => CloudProviderStatus::Invalid,
            Judgement::Unreachable => CloudProviderStatus::Unreachable,
            Judgement::Undecided => before.unwrap_or(CloudProviderStatus::Pending),
        }
    }

    fn status_of_accepted(&self, before: Option<CloudProviderStatus>) -> CloudProviderStatus {
        let was_verified = before == Some(CloudProviderStatus::Verified);
        let lacking = self.report.capabilities.iter().filter(|capability| capability.required).any(|capability| {
            match capability.result {
                CapabilityResult::Granted => false,
                CapabilityResult::Denied => true,
                // A call that was throttled says nothing new.
                CapabilityResult::Unknown => !was_verified,
            }
        });
        let unavailable =
            self.report.regions.iter().any(|region| region.availability == RegionAvailability::Unavailable);
        if lacking || unavailable { CloudProviderStatus::Degraded } else { CloudProviderStatus::Verified }
    }

    pub fn stored(&self) -> Value {
        json!(self.report)
    }

    /// When the provider is verified next.
    pub fn next(&self, now: Timestamp) -> Timestamp {
        match self.judgement {
            Judgement::Accepted | Judgement::Rejected => now + BETWEEN,
            Judgement::Unreachable => now + AGAIN,
            Judgement::Undecided => now + SOON,
        }
    }

    /// True if the report says the same as an earlier one, at another time.
    pub fn confirms(&self, earlier: Option<&CloudVerification>) -> bool {
        let at = self.report.checked_at;
        earlier.is_some_and(|earlier| CloudVerification { checked_at: at, ..earlier.clone() } == self.report)
    }
}

/// Verifies credentials that are not stored yet, or those of a provider. Holds no connection.
pub async fn verify_access(app: &App, kind: CloudKind, access: &Access) -> Result<Checked, Problem> {
    let clouds = Clouds::of(app);
    let Report { judgement, identity, capabilities, regions } = clouds.kind(kind)?.verify(access).await;
    let refused = |code: Option<CloudFindingCode>| code == Some(CloudFindingCode::RoleRefused);
    let waits_for_role = capabilities.iter().any(|capability| refused(capability.code));
    let report = CloudVerification { checked_at: app.clock.now(), identity, capabilities, regions };
    Ok(Checked { report, judgement, waits_for_role })
}

/// Verifies a provider with its stored credentials. Holds no connection while it calls.
pub async fn verify_stored(app: &App, tenant: TenantId, provider: &CloudProvider) -> Result<Checked, Problem> {
    let row = {
        let db = app.db.tenant(&Identity::new(tenant, None)).await?;
        sealed_credentials().bind(&db, &provider.id.0).opt().await?
    };
    let row = row.filter(|row| row.version == provider.version).ok_or_else(|| Problem::changed_meanwhile(provider))?;
    let plain = match row.credentials_sealed {
        Some(sealed) => Some(Plain::open(app, tenant, provider.id.0, &sealed).await?),
        None => None,
    };
    let missing = || Problem::new(ProblemCode::ProviderNotVerified, "The provider has no credentials yet.");
    let mut checked = verify_access(app, provider.kind, &access_to(provider, plain).ok_or_else(missing)?).await?;
    // Credentials that are no longer accepted belong to the same account as before.
    let known = provider.verification.as_ref().and_then(|report| report.identity.clone());
    checked.report.identity = checked.report.identity.or(known);
    Ok(checked)
}

/// Stores the result of a verification of a locked provider.
pub async fn store(
    app: &App,
    change: &Change,
    current: &CloudProvider,
    checked: &Checked,
) -> Result<CloudProvider, Problem> {
    let now = app.clock.now();
    let wanted = SetVerificationParams {
        status: checked.status(Some(current.status)).name(),
        verification: checked.stored(),
        verify_at: checked.next(now),
        now,
        id: current.id.0,
    };
    let row = set_verification().params(&**change, &wanted).one().await?;
    Ok(super::wire::to_wire(&Clouds::of(app), row))
}

/// The event of a change of the status, if it has one of its own.
pub fn event_of(before: CloudProviderStatus, after: CloudProviderStatus) -> Option<EventKind> {
    use CloudProviderStatus::{Degraded, Verified};
    match (before, after) {
        (before, after) if before == after => None,
        (_, Verified) => Some(EventKind::CloudProviderVerified),
        (Verified | Degraded, _) => Some(EventKind::CloudProviderDegraded),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
