//! The posture of one customer, device by device.

use super::{
    device::{DeviceState, Fact, is_eligible, judge},
    score::{Tally, score},
};
use crate::config::{
    levels::{Levels, apply},
    settings,
};
use api::{
    DeviceId, OrganizationId,
    backup_config::BackupPolicy,
    backup_posture::{
        BackupCause, BackupCoverage, BackupDeviceAtRisk, BackupGrade, BackupIntegrity, BackupRisk, BackupStorage,
        CustomerBackup,
    },
    devices::DeviceType,
};
use jiff::Timestamp;
use kernel::http::Problem;
use queries::queries::backup::posture::{PostureDevice, PostureRepositories};

/// Devices at risk that are listed.
const MOST_AT_RISK: usize = 100;

pub struct Customer {
    /// The settings that apply to devices without settings of their own.
    policy: BackupPolicy,
    now: Timestamp,
    tally: Tally,
    at_risk: Vec<BackupDeviceAtRisk>,
    at_risk_count: i64,
    /// Of the repositories of the customer.
    bytes: Option<i64>,
    fully_read_through: Option<Timestamp>,
}

impl Customer {
    pub fn new(levels: &Levels, now: Timestamp) -> Customer {
        let policy = levels.effective().0;
        Customer {
            policy,
            now,
            tally: Tally::default(),
            at_risk: vec![],
            at_risk_count: 0,
            bytes: None,
            fully_read_through: None,
        }
    }

    pub fn add(&mut self, row: PostureDevice) -> Result<(), Problem> {
        let own = settings(row.config)?;
        let enabled = own.as_ref().and_then(|own| own.enabled);
        let policy = match &own {
            None => self.policy.clone(),
            Some(own) => {
                let mut policy = self.policy.clone();
                apply(own, &mut policy);
                policy
            }
        };
        if !is_eligible(DeviceType::named(&row.r#type), &policy, enabled) {
            self.tally.exclude();
            return Ok(());
        }
        let facts: Vec<Fact> = serde_json::from_value(row.evidence).map_err(Problem::internal)?;
        let state = judge(&facts, &policy, self.now);
        self.tally.add(&state);
        self.note_risk(DeviceId(row.id), row.name, state);
        Ok(())
    }

    pub fn add_repositories(&mut self, row: &PostureRepositories) {
        (self.bytes, self.fully_read_through) = (row.bytes, row.fully_read_through);
    }

    /// The worst are listed. The list is shortened only now and then, so that a customer with very many devices at risk
    /// does not sort it for each.
    fn note_risk(&mut self, device_id: DeviceId, device_name: String, state: DeviceState) {
        let DeviceState { evidence, risks: reasons, last_success_at, .. } = state;
        if reasons.is_empty() {
            return;
        }
        self.at_risk_count += 1;
        self.at_risk.push(BackupDeviceAtRisk { device_id, device_name, evidence, reasons, last_success_at });
        if self.at_risk.len() >= 2 * MOST_AT_RISK {
            self.keep_worst();
        }
    }

    fn keep_worst(&mut self) {
        self.at_risk.sort_by_key(urgency);
        self.at_risk.truncate(MOST_AT_RISK);
    }

    pub fn score(&self) -> (Option<i32>, Option<BackupGrade>) {
        let score = score(&self.tally);
        (score.as_ref().map(|score| score.points), score.map(|score| score.grade))
    }

    pub fn coverage(&self) -> BackupCoverage {
        self.tally.coverage()
    }

    pub fn at_risk_count(&self) -> i64 {
        self.at_risk_count
    }

    /// The devices whose last backup is not older than their recovery point objective.
    pub fn compliant(&self) -> i64 {
        self.tally.compliant
    }

    pub fn opens_tickets(&self) -> bool {
        self.policy.alerts.open_ticket
    }

    /// The problems that the devices have.
    pub fn causes(&self) -> Vec<BackupCause> {
        let causes = [
            (BackupCause::UnprotectedDevices, self.tally.unprotected + self.tally.unknown),
            (BackupCause::RestoreTestFailed, self.tally.restore_failed),
            (BackupCause::IntegrityCheckFailed, self.tally.integrity_failed),
        ];
        causes.into_iter().filter(|(_, devices)| *devices > 0).map(|(cause, _)| cause).collect()
    }

    /// Names of devices that have the problem.
    pub fn devices_of(&self, cause: BackupCause, most: usize) -> Vec<&str> {
        let reasons: &[BackupRisk] = match cause {
            BackupCause::UnprotectedDevices => &[BackupRisk::NeverSucceeded, BackupRisk::NoEvidence, BackupRisk::Stale],
            BackupCause::RestoreTestFailed => &[BackupRisk::RestoreTestFailed],
            BackupCause::IntegrityCheckFailed => &[BackupRisk::IntegrityCheckFailed],
            BackupCause::RepositoryCheckFailed => &[],
        };
        let has = |device: &&BackupDeviceAtRisk| device.reasons.iter().any(|reason| reasons.contains(reason));
        self.at_risk.iter().filter(has).take(most).map(|device| device.device_name.as_str()).collect()
    }

    pub fn into_wire(
        mut self,
        organization_id: OrganizationId,
        organization_name: String,
        lists_devices: bool,
    ) -> CustomerBackup {
        self.keep_worst();
        let score = score(&self.tally);
        CustomerBackup {
            organization_id,
            organization_name,
            score: score.as_ref().map(|score| score.points),
            grade: score.as_ref().map(|score| score.grade),
            evidence: self.tally.evidence(),
            score_breakdown: score.map(|score| score.parts).unwrap_or_default(),
            coverage: self.tally.coverage(),
            rpo: self.tally.rpo(self.policy.rpo_seconds, self.now),
            restore_tests: self.tally.restore_tests(),
            integrity: BackupIntegrity { fully_read_through: self.fully_read_through, ..self.tally.integrity() },
            storage: BackupStorage { bytes: self.bytes },
            at_risk: lists_devices.then_some(self.at_risk),
            at_risk_count: self.at_risk_count,
            trend: None,
        }
    }
}

/// The first reason, by how bad it is; then the age of the newest backup; then the id, so that the order is fixed.
fn urgency(device: &BackupDeviceAtRisk) -> (usize, Option<Timestamp>, DeviceId) {
    const WORST_FIRST: &[BackupRisk] = &[
        BackupRisk::NeverSucceeded,
        BackupRisk::NoEvidence,
        BackupRisk::Stale,
        BackupRisk::IntegrityCheckFailed,
        BackupRisk::RestoreTestFailed,
        BackupRisk::LastBackupFailed,
        BackupRisk::RpoBreached,
    ];
    let place = |risk: &BackupRisk| WORST_FIRST.iter().position(|known| known == risk).unwrap_or(WORST_FIRST.len());
    let worst = device.reasons.iter().map(place).min().unwrap_or(WORST_FIRST.len());
    (worst, device.last_success_at, device.device_id)
}
