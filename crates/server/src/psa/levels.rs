//! Service levels, by which tickets are measured: those of the tenant, and those of its policies. A version never changes, so
//! it can be cached; version 0 is the default, which is not in the table.

use api::{
    Fault, OrganizationId, SlaPolicyId, TenantId,
    problem::FaultCode,
    sla::{ReopenedStatus, SlaCalendar, SlaHours, SlaPriorityTargets, SlaTargets, SlaTypeTargets, SlaWeek},
    tickets::{SlaTarget, TicketPriority, TicketType},
};
use jiff::{Timestamp, civil::Weekday, tz::TimeZone};
use kernel::http::Problem;
use moka::sync::Cache;
use queries::{
    client::GenericClient,
    queries::psa::sla::{sla_terms, sla_version_at, some_sla_versions},
};
use serde::{Deserialize, Serialize};
use sla::{Calendar, Interval, Target};
use std::{collections::BTreeSet, sync::Arc, time::Duration};

const VERSIONS: u64 = 10_000;

/// How long an unused version is cached.
const IDLE: Duration = Duration::from_secs(3600);

/// More than any ticket uses: a clock without a target still counts, in case it gets one later.
const UNLIMITED: i64 = i64::MAX / 2;

/// The content of a version, as stored in its row.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Settings {
    pub enabled: bool,
    pub calendar: SlaCalendar,
    #[serde(alias = "policies")]
    pub targets: SlaTargets,
    #[serde(default)]
    pub type_targets: Vec<SlaTypeTargets>,
    #[serde(default)]
    pub at_risk_percent: Option<i32>,
    /// Versions from before there were contacts lack it.
    #[serde(default = "reopened_by_default")]
    pub reopen_on_contact_comment: Vec<ReopenedStatus>,
}

fn reopened_by_default() -> Vec<ReopenedStatus> {
    vec![ReopenedStatus::PendingCustomer, ReopenedStatus::Resolved]
}

impl Default for Settings {
    fn default() -> Settings {
        let workday = || vec![SlaHours { from: "09:00".to_owned(), to: "17:00".to_owned() }];
        let hours = |first_response: i64, resolution: i64| SlaPriorityTargets {
            first_response_seconds: Some(first_response * 3600),
            resolution_seconds: Some(resolution * 3600),
        };
        Settings {
            enabled: false,
            calendar: SlaCalendar {
                time_zone: "UTC".to_owned(),
                week: SlaWeek {
                    monday: workday(),
                    tuesday: workday(),
                    wednesday: workday(),
                    thursday: workday(),
                    friday: workday(),
                    ..SlaWeek::default()
                },
                holidays: BTreeSet::new(),
            },
            targets: SlaTargets { p1: hours(1, 4), p2: hours(2, 8), p3: hours(4, 24), p4: hours(8, 40) },
            type_targets: vec![],
            at_risk_percent: None,
            reopen_on_contact_comment: reopened_by_default(),
        }
    }
}

/// One version of the service levels of a tenant or of a policy.
#[derive(Debug)]
pub struct Level {
    pub version: i32,
    /// `None` for the settings of the tenant.
    pub policy: Option<SlaPolicyId>,
    settings: Settings,
    calendar: Calendar,
}

impl Level {
    /// The pointers of the faults lead into the settings.
    pub fn new(version: i32, policy: Option<SlaPolicyId>, settings: Settings) -> Result<Level, Vec<Fault>> {
        let mut faults = repeated_types(&settings.type_targets);
        let calendar = calendar(&settings.calendar).unwrap_or_else(|more| {
            faults.extend(more);
            closed()
        });
        if !faults.is_empty() {
            return Err(faults);
        }
        // Without a target, no time is used: a later target begins at zero.
        let calendar = if settings.enabled { calendar } else { closed() };
        Ok(Level { version, policy, settings, calendar })
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub fn is_enabled(&self) -> bool {
        self.settings.enabled
    }

    /// `None` if there is no target.
    pub fn seconds(&self, of: Measured, which: SlaTarget) -> Option<i64> {
        let by_type = self.settings.type_targets.iter().find(|targets| targets.kind == of.kind);
        let targets = by_type.map_or(&self.settings.targets, |by_type| &by_type.targets).of(of.priority);
        let seconds = match which {
            SlaTarget::FirstResponse => targets.first_response_seconds,
            SlaTarget::Resolution => targets.resolution_seconds,
        };
        seconds.filter(|_| self.is_enabled())
    }

    /// The seconds after which a ticket is at risk, at least one; `None` without a target or a warning.
    pub fn warning_seconds(&self, of: Measured, which: SlaTarget) -> Option<i64> {
        let percent = i64::from(self.settings.at_risk_percent?);
        Some((self.seconds(of, which)? * percent / 100).max(1))
    }

    pub fn target(&self, of: Measured, which: SlaTarget) -> Target<'_> {
        Target { seconds: self.seconds(of, which).unwrap_or(UNLIMITED), calendar: &self.calendar }
    }

    /// The warning as a target of its own: a clock that has used more is at risk.
    pub fn warning(&self, of: Measured, which: SlaTarget) -> Target<'_> {
        Target { seconds: self.warning_seconds(of, which).unwrap_or(UNLIMITED), calendar: &self.calendar }
    }
}

/// The fields of a ticket that its targets depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measured {
    pub priority: TicketPriority,
    pub kind: TicketType,
}

/// The terms of an organization in the course of time: from each instant on, these service levels apply.
#[derive(Debug, Clone)]
pub struct Terms(Vec<(Timestamp, Arc<Level>)>);

impl Terms {
    /// In the order of time.
    pub fn new(terms: Vec<(Timestamp, Arc<Level>)>) -> Terms {
        Terms(terms)
    }

    /// The terms that apply after an instant. The last ones always do.
    pub fn after(&self, instant: Timestamp) -> impl Iterator<Item = (Timestamp, &Level)> {
        let last = self.0.len().saturating_sub(1);
        let listed = self.0.iter().enumerate();
        listed
            .filter(move |(index, (from, _))| *from > instant || *index == last)
            .map(|(_, (from, level))| (*from, &**level))
    }

    /// The service levels at the end.
    pub fn last(&self) -> Option<&Arc<Level>> {
        self.0.last().map(|(_, level)| level)
    }
}

/// The versions by which some tickets are measured.
#[derive(Debug, Clone, Default)]
pub struct Levels(Vec<Arc<Level>>);

impl From<&Arc<Level>> for Levels {
    fn from(level: &Arc<Level>) -> Levels {
        Levels(vec![level.clone()])
    }
}

impl Levels {
    pub fn get(&self, version: i32) -> Option<&Level> {
        self.0.iter().find(|level| level.version == version).map(|level| &**level)
    }
}

/// The versions that this process has cached.
pub struct KnownLevels {
    defaults: Arc<Level>,
    versions: Cache<(TenantId, i32), Arc<Level>>,
}

impl Default for KnownLevels {
    fn default() -> KnownLevels {
        let defaults = Level::new(0, None, Settings::default()).expect("the defaults are sound");
        let versions = Cache::builder().max_capacity(VERSIONS).time_to_idle(IDLE).build();
        KnownLevels { defaults: Arc::new(defaults), versions }
    }
}

impl KnownLevels {
    /// The version that applies to an organization at an instant.
    pub async fn at<C: GenericClient>(
        &self,
        db: &C,
        tenant: TenantId,
        organization: Option<OrganizationId>,
        at: Timestamp,
    ) -> Result<Arc<Level>, Problem> {
        let version = sla_version_at().bind(db, &organization.map(|id| id.0), &at).one().await?;
        self.get(db, tenant, version).await
    }

    /// The versions that have applied to an organization since then. The last one applies now.
    pub async fn terms<C: GenericClient>(
        &self,
        db: &C,
        tenant: TenantId,
        organization: Option<OrganizationId>,
        since: Timestamp,
        now: Timestamp,
    ) -> Result<Terms, Problem> {
        let rows = sla_terms().bind(db, &organization.map(|id| id.0), &since, &now).all().await?;
        self.named(db, tenant, rows.into_iter().map(|row| (row.at, row.version)).collect()).await
    }

    /// The terms with these versions.
    pub async fn named<C: GenericClient>(
        &self,
        db: &C,
        tenant: TenantId,
        versions: Vec<(Timestamp, i32)>,
    ) -> Result<Terms, Problem> {
        let levels = self.of(db, tenant, versions.iter().map(|(_, version)| *version)).await?;
        let term = |(at, version)| {
            let level = levels.0.iter().find(|level| level.version == version);
            level.map(|level| (at, level.clone())).ok_or_else(|| unknown(version))
        };
        Ok(Terms(versions.into_iter().map(term).collect::<Result<_, _>>()?))
    }

    pub async fn get<C: GenericClient>(&self, db: &C, tenant: TenantId, version: i32) -> Result<Arc<Level>, Problem> {
        let Levels(found) = self.of(db, tenant, [version]).await?;
        found.into_iter().next().ok_or_else(|| unknown(version))
    }

    /// These versions; only unknown ones are read from the database. `db` has the tenant's identity.
    pub async fn of<C: GenericClient>(
        &self,
        db: &C,
        tenant: TenantId,
        versions: impl IntoIterator<Item = i32>,
    ) -> Result<Levels, Problem> {
        let versions: BTreeSet<i32> = versions.into_iter().collect();
        let (mut levels, mut missing) = (vec![], vec![]);
        for version in versions {
            match self.versions.get(&(tenant, version)) {
                _ if version == 0 => levels.push(self.defaults.clone()),
                Some(known) => levels.push(known),
                None => missing.push(version),
            }
        }
        if !missing.is_empty() {
            for row in some_sla_versions().bind(db, &missing).all().await? {
                let settings = serde_json::from_value(row.settings).map_err(Problem::internal)?;
                levels.push(self.learn(tenant, row.version, row.policy_id.map(SlaPolicyId), settings)?);
            }
        }
        Ok(Levels(levels))
    }

    fn learn(
        &self,
        tenant: TenantId,
        version: i32,
        policy: Option<SlaPolicyId>,
        settings: Settings,
    ) -> Result<Arc<Level>, Problem> {
        let level = Level::new(version, policy, settings).map_err(|faults| {
            Problem::internal(anyhow::anyhow!("stored SLA version {version} is invalid: {faults:?}"))
        })?;
        let level = Arc::new(level);
        self.versions.insert((tenant, version), level.clone());
        Ok(level)
    }
}

fn unknown(version: i32) -> Problem {
    Problem::internal(anyhow::anyhow!("SLA version {version} does not exist"))
}

fn repeated_types(type_targets: &[SlaTypeTargets]) -> Vec<Fault> {
    let is_repeated = |index: usize| type_targets[..index].iter().any(|one| one.kind == type_targets[index].kind);
    let fault = |index| {
        let detail = "is the type of an earlier entry";
        Fault::at(format!("/type_targets/{index}/type"), FaultCode::Invalid, detail)
    };
    (0..type_targets.len()).filter(|index| is_repeated(*index)).map(fault).collect()
}

fn calendar(wire: &SlaCalendar) -> Result<Calendar, Vec<Fault>> {
    let mut faults = vec![];
    let zone = zone(&wire.time_zone).unwrap_or_else(|| {
        let detail = "is not an IANA time zone, such as Europe/Berlin";
        faults.push(Fault::at("/calendar/time_zone", FaultCode::Invalid, detail));
        TimeZone::UTC
    });
    let mut week: [Vec<Interval>; 7] = Default::default();
    for ((weekday, hours), day) in Weekday::Monday.cycle_forward().zip(wire.week.days()).zip(&mut week) {
        for (index, hours) in hours.iter().enumerate() {
            match (hours.from.parse(), hours.to.parse()) {
                (Ok(from), Ok(to)) => day.push(Interval { from, to }),
                (Err(why), _) | (_, Err(why)) => faults.push(Fault::at(place(weekday, index), FaultCode::Invalid, why)),
            }
        }
    }
    match Calendar::new(zone, week, &wire.holidays) {
        Ok(calendar) if faults.is_empty() => return Ok(calendar),
        Ok(_) => {}
        Err(bad) => {
            faults.extend(bad.iter().map(|bad| Fault::at(place(bad.weekday, bad.index), FaultCode::Invalid, bad.why)));
        }
    }
    Err(faults)
}

/// A time zone by its IANA name.
pub fn zone(name: &str) -> Option<TimeZone> {
    TimeZone::get(name).ok().filter(|zone| !zone.is_unknown())
}

fn closed() -> Calendar {
    Calendar::new(TimeZone::UTC, Default::default(), &BTreeSet::new()).unwrap_or_else(|_| Calendar::always())
}

fn place(weekday: Weekday, index: usize) -> String {
    let weekday = match weekday {
        Weekday::Monday => "monday",
        Weekday::Tuesday => "tuesday",
        Weekday::Wednesday => "wednesday",
        Weekday::Thursday => "thursday",
        Weekday::Friday => "friday",
        Weekday::Saturday => "saturday",
        Weekday::Sunday => "sunday",
    };
    format!("/calendar/week/{weekday}/{index}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_sound_and_promise_nothing_until_they_are_enabled() {
        let urgent = Measured { priority: TicketPriority::P1, kind: TicketType::Incident };
        let defaults = Level::new(0, None, Settings::default()).unwrap();
        assert_eq!(defaults.seconds(urgent, SlaTarget::Resolution), None);
        let enabled = Level::new(1, None, Settings { enabled: true, ..Settings::default() }).unwrap();
        assert_eq!(enabled.seconds(urgent, SlaTarget::Resolution), Some(4 * 3600));
        assert_eq!(enabled.warning_seconds(urgent, SlaTarget::Resolution), None);
        let warning = Settings { enabled: true, at_risk_percent: Some(75), ..Settings::default() };
        let warning = Level::new(2, None, warning).unwrap();
        assert_eq!(warning.warning_seconds(urgent, SlaTarget::Resolution), Some(3 * 3600));
    }

    #[test]
    fn every_fault_of_a_calendar_is_told_at_its_place() {
        let mut settings = Settings::default();
        settings.calendar.time_zone = "Mars/Olympus".to_owned();
        settings.calendar.week.tuesday = vec![
            SlaHours { from: "09:00".to_owned(), to: "12:00".to_owned() },
            SlaHours { from: "11:00".to_owned(), to: "10:00".to_owned() },
        ];
        let targets = SlaTypeTargets { kind: TicketType::Request, targets: settings.targets.clone() };
        settings.type_targets = vec![targets.clone(), targets];
        let faults = Level::new(1, None, settings).unwrap_err();
        let pointers: Vec<_> = faults.iter().filter_map(|fault| fault.pointer.as_deref()).collect();
        let expected =
            ["/type_targets/1/type", "/calendar/time_zone", "/calendar/week/tuesday/1", "/calendar/week/tuesday/1"];
        assert_eq!(pointers, expected);
    }
}
