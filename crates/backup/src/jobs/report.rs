//! A report of a job that was checked: its times are possible and belong together.

use super::matching::Matched;
use api::{
    DeviceId, Fault, OrganizationId,
    backup_jobs::{BackupJob, BackupJobMatch, BackupJobResult, BackupJobType, NewBackupJob},
    problem::FaultCode,
};
use jiff::{SignedDuration, Timestamp};
use kernel::http::Problem;

/// How far the clock of a reporting product may be ahead. A backup from the future would look young for years.
const AHEAD: SignedDuration = SignedDuration::from_mins(10);

const LONGEST: SignedDuration = SignedDuration::from_hours(24 * 31);

const OLDEST: SignedDuration = SignedDuration::from_hours(24 * 3660);

#[derive(Debug, Clone)]
pub struct Report {
    pub external_ref: String,
    pub product: String,
    pub device: Option<DeviceId>,
    pub host: Option<String>,
    pub organization: Option<OrganizationId>,
    pub kind: BackupJobType,
    pub result: BackupJobResult,
    pub started_at: Timestamp,
    pub finished_at: Option<Timestamp>,
    pub bytes: Option<i64>,
    pub message: Option<String>,
}

impl Report {
    pub fn new(new: NewBackupJob, now: Timestamp) -> Result<Report, Problem> {
        let faults = faults(&new, now);
        if !faults.is_empty() {
            return Err(Problem::invalid(faults));
        }
        Ok(Report {
            external_ref: new.external_ref,
            product: new.product,
            device: new.device_id,
            host: new.host.map(|host| host.trim_end_matches('.').to_owned()).filter(|host| !host.is_empty()),
            organization: new.organization_id,
            kind: new.kind.unwrap_or(BackupJobType::Backup),
            result: new.result,
            started_at: as_stored(new.started_at),
            finished_at: new.finished_at.map(as_stored),
            bytes: new.bytes,
            message: new.message,
        })
    }

    /// The device of a known job after this report.
    pub fn device_of(&self, old: &BackupJob, matched: &Matched) -> (Option<DeviceId>, BackupJobMatch) {
        match (matched.device, old.device_id) {
            (Some(device), _) if matched.by == BackupJobMatch::Given => (Some(DeviceId(device)), BackupJobMatch::Given),
            (_, Some(device)) => (Some(device), old.matched_by),
            (found, None) => (found.map(DeviceId), matched.by),
        }
    }

    /// True if the report brings something new. Reports can come in the wrong order: a job that has ended does not run.
    pub fn changes(&self, old: &BackupJob, matched: &Matched) -> bool {
        if self.result == BackupJobResult::Running && old.result != BackupJobResult::Running {
            return false;
        }
        let is_same = self.result == old.result
            && self.started_at == old.started_at
            && self.finished_at == old.finished_at
            && self.bytes == old.bytes
            && self.message == old.message
            && self.host.as_ref().is_none_or(|host| Some(host) == old.host.as_ref())
            && self.device_of(old, matched).0 == old.device_id;
        !is_same
    }
}

/// As PostgreSQL stores it, so that a repeated report is equal to the first.
fn as_stored(at: Timestamp) -> Timestamp {
    Timestamp::from_microsecond(at.as_microsecond()).unwrap_or(at)
}

fn faults(new: &NewBackupJob, now: Timestamp) -> Vec<Fault> {
    let mut faults = vec![];
    let mut refuse = |at: &str, code, detail: &str| faults.push(Fault::at(at, code, detail));
    if new.device_id.is_none() && new.host.as_ref().is_none_or(|host| host.trim_end_matches('.').is_empty()) {
        refuse("/host", FaultCode::Required, "is required without device_id");
    }
    for (at, time) in [("/started_at", Some(new.started_at)), ("/finished_at", new.finished_at)] {
        if time.is_some_and(|time| time.duration_since(now) > AHEAD) {
            refuse(at, FaultCode::Invalid, "is in the future");
        }
    }
    if now.duration_since(new.started_at) > OLDEST {
        refuse("/started_at", FaultCode::Invalid, "is more than ten years ago");
    }
    match (new.result == BackupJobResult::Running, new.finished_at) {
        (true, Some(_)) => refuse("/finished_at", FaultCode::Invalid, "is not possible while the job is running"),
        (false, None) => refuse("/finished_at", FaultCode::Required, "is required unless the job is running"),
        (false, Some(finished_at)) if finished_at < new.started_at => {
            refuse("/finished_at", FaultCode::Invalid, "is before started_at");
        }
        (false, Some(finished_at)) if finished_at.duration_since(new.started_at) > LONGEST => {
            refuse("/finished_at", FaultCode::Invalid, "is more than 31 days after started_at");
        }
        _ => {}
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use uuid::Uuid;

    const NOW: &str = "2026-11-15T12:00:00Z";

    fn report(changes: &Value) -> Result<Report, Vec<(String, String)>> {
        let mut new = json!({"external_ref": "1", "product": "veeam", "host": "srv-01.", "result": "succeeded",
            "started_at": "2026-11-15T01:00:00Z", "finished_at": "2026-11-15T02:00:00Z"});
        for (name, value) in changes.as_object().unwrap() {
            new[name] = value.clone();
        }
        let told = |fault: Fault| (fault.pointer.unwrap_or_default(), fault.detail);
        let new = serde_json::from_value(new).unwrap();
        Report::new(new, NOW.parse().unwrap()).map_err(|problem| problem.brief().errors.into_iter().map(told).collect())
    }

    #[test]
    fn times_must_be_possible_and_belong_together() {
        assert_eq!(report(&json!({})).unwrap().host.as_deref(), Some("srv-01"));
        for (changes, pointer) in [
            (json!({"finished_at": null}), "/finished_at"),
            (json!({"result": "running"}), "/finished_at"),
            (json!({"finished_at": "2026-11-15T00:59:59Z"}), "/finished_at"),
            (json!({"started_at": "2026-10-01T00:00:00Z"}), "/finished_at"),
            (json!({"finished_at": "2026-11-15T12:10:01Z"}), "/finished_at"),
            (json!({"started_at": "2031-01-01T00:00:00Z", "finished_at": "2031-01-01T00:00:00Z"}), "/started_at"),
            (json!({"started_at": "1990-01-01T00:00:00Z", "finished_at": "1990-01-01T00:00:00Z"}), "/started_at"),
            (json!({"host": "."}), "/host"),
            (json!({"host": null}), "/host"),
        ] {
            let faults = report(&changes).unwrap_err();
            assert_eq!(faults[0].0, pointer, "{changes}");
        }
        assert!(report(&json!({"finished_at": "2026-11-15T12:09:59Z"})).is_ok(), "clocks differ");
    }

    fn job(changes: &Value) -> BackupJob {
        let mut job = json!({"id": "bkj_01h455vb4pex5vsknk084sn02q", "organization_id": "org_01h455vb4pex5vsknk084sn02q",
            "device_id": null, "matched_by": "none", "host": "srv-01", "product": "veeam", "external_ref": "1",
            "type": "backup", "result": "succeeded", "started_at": "2026-11-15T01:00:00Z",
            "finished_at": "2026-11-15T02:00:00Z", "bytes": null, "message": null, "reported_at": NOW, "updated_at": NOW,
            "version": 1});
        for (name, value) in changes.as_object().unwrap() {
            job[name] = value.clone();
        }
        serde_json::from_value(job).unwrap()
    }

    #[test]
    fn a_report_that_brings_nothing_new_changes_nothing() {
        let unmatched = Matched { device: None, organization: Uuid::nil(), by: BackupJobMatch::None };
        let same = report(&json!({})).unwrap();
        assert!(!same.changes(&job(&json!({})), &unmatched));
        let late = report(&json!({"result": "running", "finished_at": null})).unwrap();
        assert!(!late.changes(&job(&json!({})), &unmatched), "it came after the result");
        assert!(same.changes(&job(&json!({"result": "running", "finished_at": null})), &unmatched));
        assert!(report(&json!({"result": "failed"})).unwrap().changes(&job(&json!({})), &unmatched), "a correction");
        let found = Matched { device: Some(Uuid::nil()), by: BackupJobMatch::Host, ..unmatched };
        assert!(same.changes(&job(&json!({})), &found), "the device exists by now");
        let known = job(&json!({"device_id": "dev_01h455vb4pex5vsknk084sn02q", "matched_by": "host"}));
        assert!(!same.changes(&known, &found), "a device that was found stays");
        assert!(same.changes(&known, &Matched { by: BackupJobMatch::Given, ..found }), "unless another one is named");
    }
}
