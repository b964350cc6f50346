//! The posture of all customers as a table.

use super::compute::{Selection, compute};
use api::{
    OrganizationId, Scope,
    backup_posture::{BackupGrade, CustomerBackup},
};
use jiff::Timestamp;
use kernel::{
    app::App,
    http::{
        Caller, Problem,
        export::{Cell, Export},
    },
};
use uuid::Uuid;

/// Customers read at a time.
const PAGE: i64 = 50;

pub struct Customers {
    pub only: Option<OrganizationId>,
    /// One time for all pages, so that ages can be compared.
    pub now: Timestamp,
}

impl Export for Customers {
    type Object = CustomerBackup;
    type Cursor = Uuid;

    const SCOPE: Scope = Scope::BackupRead;
    const FILE: &'static str = "backup-posture";

    fn columns(&self) -> Vec<&'static str> {
        vec![
            "organization_id",
            "organization_name",
            "score",
            "grade",
            "evidence",
            "eligible",
            "protected",
            "excluded",
            "unprotected",
            "unknown",
            "coverage_evidence",
            "rpo_target_seconds",
            "rpo_compliant",
            "rpo_breached",
            "worst_age_seconds",
            "rpo_evidence",
            "restore_tests_passed",
            "restore_tests_failed",
            "restore_tests_never",
            "restore_test_last_passed_at",
            "restore_tests_evidence",
            "integrity_passed",
            "integrity_errors",
            "integrity_last_check_at",
            "integrity_evidence",
            "at_risk_count",
            "as_of",
        ]
    }

    fn page_size(&self) -> i64 {
        PAGE
    }

    async fn page(
        &self,
        app: &App,
        caller: &Caller,
        after: Option<Uuid>,
    ) -> Result<(Vec<CustomerBackup>, Option<Uuid>), Problem> {
        let selection = Selection { only: self.only, before: after.unwrap_or(Uuid::max()), limit: PAGE };
        let customers = compute(app, caller, selection, self.now).await?;
        let last = customers.last().map(|customer| customer.0);
        let to_wire = |(id, name, customer): super::Judged| customer.into_wire(OrganizationId(id), name, false);
        Ok((customers.into_iter().map(to_wire).collect(), last))
    }

    fn cells(&self, customer: CustomerBackup) -> Vec<Cell> {
        let (coverage, rpo) = (customer.coverage, customer.rpo);
        let (tests, integrity) = (customer.restore_tests, customer.integrity);
        vec![
            customer.organization_id.to_string().into(),
            customer.organization_name.into(),
            customer.score.into(),
            customer.grade.map(BackupGrade::name).into(),
            customer.evidence.name().into(),
            coverage.eligible.into(),
            coverage.protected.into(),
            coverage.excluded.into(),
            coverage.unprotected.into(),
            coverage.unknown.into(),
            coverage.evidence.name().into(),
            rpo.target_seconds.into(),
            rpo.compliant.into(),
            rpo.breached.into(),
            rpo.worst_age_seconds.into(),
            rpo.evidence.name().into(),
            tests.passed.into(),
            tests.failed.into(),
            tests.never.into(),
            tests.last_passed_at.into(),
            tests.evidence.name().into(),
            integrity.passed.into(),
            integrity.errors.into(),
            integrity.last_check_at.into(),
            integrity.evidence.name().into(),
            customer.at_risk_count.into(),
            self.now.into(),
        ]
    }
}
