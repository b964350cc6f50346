//! The ordinary tenant: how often it uses each unit. All of it is assumption; the aims of a cell are its yardstick.

use crate::{
    costs::{
        ANALYTICS_MINUTE, BACKUP_CHECK, DELIVERY, IDLE_TENANT, INVENTORY_CHANGED, INVENTORY_NEW, INVENTORY_UNCHANGED,
        LIST, PARTIAL_CHANGED, PARTIAL_UNCHANGED, READ, RUN, SEARCH, Unit, VM_SYNC, WRITE,
    },
    tables::{Table, number},
};

pub const DEVICES: f64 = 1000.0;

/// The busiest hour has this many times the mean rate of a day. The drill `ingest-load` assumes the same.
pub const BUSIEST: f64 = 4.0;

/// Work that the service spreads over the day.
const EVEN: f64 = 1.0;

/// How long tickets and everything about them are kept, in days.
const TICKETS_KEPT: f64 = 730.0;

/// How long events, deliveries and runs are kept, in days.
const EVENTS_KEPT: f64 = 30.0;

const YEAR: f64 = 365.0;

pub struct Use {
    pub unit: &'static Unit,
    pub per_day: f64,
    /// The busiest hour's rate as a multiple of the mean.
    pub peak: f64,
    /// How many are stored.
    pub stored: f64,
    why: &'static str,
}

const fn used(unit: &'static Unit, per_day: f64, peak: f64, kept_days: f64, why: &'static str) -> Use {
    Use { unit, per_day, peak, stored: per_day * kept_days, why }
}

pub const ORDINARY: [Use; 15] = [
    used(&READ, 6000.0, BUSIEST, 0.0, "12 technicians and three integrations"),
    used(&LIST, 6000.0, BUSIEST, 0.0, "queues on screens, polled"),
    used(&WRITE, 120.0, BUSIEST, TICKETS_KEPT, "15 tickets with 8 writes each; two years are 10,950 tickets"),
    used(&DELIVERY, 360.0, BUSIEST, EVENTS_KEPT, "3 for each write: two endpoints, devices, runs"),
    used(&RUN, 30.0, BUSIEST, EVENTS_KEPT, "two for each ticket"),
    Use {
        unit: &INVENTORY_NEW,
        per_day: 2.0,
        peak: BUSIEST,
        stored: DEVICES,
        why: "1,000 devices, of which 2 a day are replaced",
    },
    used(&INVENTORY_UNCHANGED, DEVICES * 0.07 * 0.95, BUSIEST, 0.0, "daily, 7 % full, as in `ingest-load`"),
    used(&INVENTORY_CHANGED, DEVICES * 0.07 * 0.05, BUSIEST, YEAR, "5 % with changes, as in `ingest-load`"),
    used(&PARTIAL_UNCHANGED, DEVICES * 0.93 * 0.95, BUSIEST, 0.0, "daily"),
    used(&PARTIAL_CHANGED, DEVICES * 0.93 * 0.05, BUSIEST, YEAR, "5 % with changes"),
    used(&VM_SYNC, 25.0 * 288.0, EVEN, 0.0, "25 machines, every five minutes"),
    used(&BACKUP_CHECK, 20.0, EVEN, YEAR, "20 repositories, daily"),
    used(&SEARCH, 400.0, BUSIEST, 0.0, "three for each technician and hour"),
    used(&ANALYTICS_MINUTE, 600.0, BUSIEST, YEAR, "ten hours, as in `usage-cost`"),
    Use { unit: &IDLE_TENANT, per_day: 1.0, peak: EVEN, stored: 1.0, why: "the tenant itself" },
];

/// API requests of an ordinary tenant per second in the busiest hour.
pub fn requests_per_second() -> f64 {
    let requests = [&READ, &LIST, &WRITE, &SEARCH].map(|unit| unit.name);
    let is_request = |used: &&Use| requests.contains(&used.unit.name);
    ORDINARY.iter().filter(is_request).map(|used| used.per_day * used.peak / 86_400.0).sum()
}

pub fn table() -> String {
    let mut table = Table::new(&["unit", "a day", "busiest hour", "stored", "why"]);
    for used in &ORDINARY {
        let stored = if used.stored == 0.0 { "–".to_owned() } else { number(used.stored) };
        let peak = format!("{} × the mean", number(used.peak));
        table.row([used.unit.name.to_owned(), number(used.per_day), peak, stored, used.why.to_owned()]);
    }
    table.markdown()
}
