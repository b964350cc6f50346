//! The score of the last days, and the summary of all customers, as they were evaluated last.

use api::{
    OrganizationId,
    backup_posture::{BackupGrades, BackupSummary, BackupTrendPoint},
};
use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use kernel::{
    app::App,
    http::{Caller, Problem},
};
use queries::queries::backup::posture_stored::{posture_days, posture_summary};
use std::collections::HashMap;
use uuid::Uuid;

const DAYS: SignedDuration = SignedDuration::from_hours(24 * 90);

pub async fn trends(
    app: &App,
    caller: &Caller,
    customers: &[Uuid],
    now: Timestamp,
) -> Result<HashMap<Uuid, Vec<BackupTrendPoint>>, Problem> {
    let after = (now - DAYS).to_zoned(TimeZone::UTC).date();
    let rows = posture_days().bind(&app.db.tenant(caller).await?, &customers, &after).all().await?;
    let mut trends: HashMap<Uuid, Vec<BackupTrendPoint>> = customers.iter().map(|id| (*id, vec![])).collect();
    for row in rows {
        let point = BackupTrendPoint {
            day: row.day,
            score: row.score,
            eligible: row.eligible,
            protected: row.protected,
            at_risk: row.at_risk,
        };
        trends.entry(row.organization_id).or_default().push(point);
    }
    Ok(trends)
}

pub async fn summary(app: &App, caller: &Caller, only: Option<OrganizationId>) -> Result<BackupSummary, Problem> {
    let row = posture_summary().bind(&app.db.tenant(caller).await?, &only.map(|id| id.0)).one().await?;
    Ok(BackupSummary {
        customers: row.customers,
        scored: row.scored,
        mean_score: row.mean_score,
        grades: BackupGrades { a: row.a, b: row.b, c: row.c, d: row.d, f: row.f },
        eligible: row.eligible,
        protected: row.protected,
        at_risk: row.at_risk,
    })
}
