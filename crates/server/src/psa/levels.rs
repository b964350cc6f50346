//! The tenants' service levels, by which tickets are measured. A version never changes, so it can be cached; version 0
//! is the default, which is not in the table.

use api::{
    Fault, TenantId,
    problem::FaultCode,
    sla::{ReopenedStatus, SlaCalendar, SlaHours, SlaPolicies, SlaPolicy, SlaWeek},
    tickets::{SlaTarget, TicketPriority},
};
use jiff::{civil::Weekday, tz::TimeZone};
use kernel::http::Problem;
use moka::sync::Cache;
use queries::{
    client::GenericClient,
    queries::psa::sla::{current_sla_version, some_sla_versions},
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
    pub policies: SlaPolicies,
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
        let hours = |first_response: i64, resolution: i64| SlaPolicy {
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
            policies: SlaPolicies { p1: hours(1, 4), p2: hours(2, 8), p3: hours(4, 24), p4: hours(8, 40) },
            reopen_on_contact_comment: reopened_by_default(),
        }
    }
}

/// One version of a tenant's service levels.
#[derive(Debug)]
pub struct Level {
    pub version: i32,
    settings: Settings,
    calendar: Calendar,
}

impl Level {
    /// The pointers of the faults lead into the settings.
    pub fn new(version: i32, settings: Settings) -> Result<Level, Vec<Fault>> {
        let calendar = calendar(&settings.calendar)?;
        // Without a target, no time is used: a later target begins at zero.
        let calendar = if settings.enabled { calendar } else { closed() };
        Ok(Level { version, settings, calendar })
    }

    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub fn is_enabled(&self) -> bool {
        self.settings.enabled
    }

    /// `None` if there is no target.
    pub fn seconds(&self, priority: TicketPriority, which: SlaTarget) -> Option<i64> {
        let policy = self.settings.policies.of(priority);
        let seconds = match which {
            SlaTarget::FirstResponse => policy.first_response_seconds,
            SlaTarget::Resolution => policy.resolution_seconds,
        };
        seconds.filter(|_| self.is_enabled())
    }

    pub fn target(&self, priority: TicketPriority, which: SlaTarget) -> Target<'_> {
        Target { seconds: self.seconds(priority, which).unwrap_or(UNLIMITED), calendar: &self.calendar }
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
        let defaults = Level::new(0, Settings::default()).expect("the defaults are sound");
        let versions = Cache::builder().max_capacity(VERSIONS).time_to_idle(IDLE).build();
        KnownLevels { defaults: Arc::new(defaults), versions }
    }
}

impl KnownLevels {
    /// The present version.
    pub async fn current<C: GenericClient>(&self, db: &C, tenant: TenantId) -> Result<Arc<Level>, Problem> {
        let version = current_sla_version().bind(db).one().await?;
        self.get(db, tenant, version).await
    }

    pub async fn get<C: GenericClient>(&self, db: &C, tenant: TenantId, version: i32) -> Result<Arc<Level>, Problem> {
        let Levels(found) = self.of(db, tenant, [version]).await?;
        found
            .into_iter()
            .next()
            .ok_or_else(|| Problem::internal(anyhow::anyhow!("SLA version {version} does not exist")))
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
                levels.push(self.learn(tenant, row.version, settings)?);
            }
        }
        Ok(Levels(levels))
    }

    fn learn(&self, tenant: TenantId, version: i32, settings: Settings) -> Result<Arc<Level>, Problem> {
        let level = Level::new(version, settings).map_err(|faults| {
            Problem::internal(anyhow::anyhow!("stored SLA version {version} is invalid: {faults:?}"))
        })?;
        let level = Arc::new(level);
        self.versions.insert((tenant, version), level.clone());
        Ok(level)
    }
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
        let defaults = Level::new(0, Settings::default()).unwrap();
        assert_eq!(defaults.seconds(TicketPriority::P1, SlaTarget::Resolution), None);
        let enabled = Level::new(1, Settings { enabled: true, ..Settings::default() }).unwrap();
        assert_eq!(enabled.seconds(TicketPriority::P1, SlaTarget::Resolution), Some(4 * 3600));
    }

    #[test]
    fn every_fault_of_a_calendar_is_told_at_its_place() {
        let mut settings = Settings::default();
        settings.calendar.time_zone = "Mars/Olympus".to_owned();
        settings.calendar.week.tuesday = vec![
            SlaHours { from: "09:00".to_owned(), to: "12:00".to_owned() },
            SlaHours { from: "11:00".to_owned(), to: "10:00".to_owned() },
        ];
        let faults = Level::new(1, settings).unwrap_err();
        let pointers: Vec<_> = faults.iter().filter_map(|fault| fault.pointer.as_deref()).collect();
        assert_eq!(pointers, ["/calendar/time_zone", "/calendar/week/tuesday/1", "/calendar/week/tuesday/1"]);
    }
}
