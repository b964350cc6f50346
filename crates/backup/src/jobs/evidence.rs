//! What the reports of a product say about a device. Checks of repositories write evidence of their own kind beside it.

use api::{
    DeviceId, OrganizationId,
    backup_jobs::{BackupJob, BackupJobResult, BackupJobType},
};
use jiff::{SignedDuration, Timestamp};
use kernel::http::{Change, Problem};
use queries::{
    client::Params,
    queries::backup::{
        job_evidence::{
            RemoveUnfoundedEvidenceParams, RenewReportedEvidenceParams, remove_unfounded_evidence,
            renew_reported_evidence,
        },
        posture_stored::evaluate_organization_soon,
    },
};

/// How long reports about a customer are collected before the customer is evaluated again: imports bring many at once.
const COLLECTED: SignedDuration = SignedDuration::from_mins(1);

/// What evidence is about: a device, a product and a type of jobs.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    device: Option<DeviceId>,
    organization: OrganizationId,
    product: &'a str,
    kind: BackupJobType,
    result: BackupJobResult,
}

impl<'a> Subject<'a> {
    pub fn of(job: &'a BackupJob) -> Subject<'a> {
        Subject {
            device: job.device_id,
            organization: job.organization_id,
            product: &job.product,
            kind: job.kind,
            result: job.result,
        }
    }
}

/// Computes the evidence again, from all jobs that are stored.
pub async fn renew(change: &Change, subject: Subject<'_>, now: Timestamp) -> Result<(), Problem> {
    // A job that is running is not evidence of anything.
    let Some(device) = subject.device.filter(|_| subject.result != BackupJobResult::Running) else { return Ok(()) };
    let (product, kind) = (subject.product, subject.kind.name());
    let reported = RenewReportedEvidenceParams {
        device_id: device.0,
        organization_id: subject.organization.0,
        product,
        kind,
        now,
    };
    let renewed = renew_reported_evidence().params(&**change, &reported).opt().await?;
    if renewed.is_none() {
        let unfounded = RemoveUnfoundedEvidenceParams { device_id: device.0, product, kind };
        remove_unfounded_evidence().params(&**change, &unfounded).opt().await?;
    }
    evaluate_organization_soon().bind(&**change, &(now + COLLECTED), &subject.organization.0).opt().await?;
    Ok(())
}
