//! The cost of each unit of work: the only table of costs. Each figure has the command that measured it, or is an assumption.
//!
//! A new measurement changes the figure here and the date of its source; `just docs` rewrites `docs/scale.md`.

use crate::tables::{Table, number};

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Basis {
    /// A measurement of what it says: PostgreSQL, bytes and rows are the same in every build of ours.
    Measured(Source),
    /// An upper bound: the program was not optimized, or the figure contains more than the unit.
    Bound(Source),
    Assumed,
}

#[derive(Debug, Clone, Copy)]
pub struct Figure {
    pub value: f64,
    pub basis: Basis,
}

const fn measured(value: f64, source: Source) -> Figure {
    Figure { value, basis: Basis::Measured(source) }
}

const fn bound(value: f64, source: Source) -> Figure {
    Figure { value, basis: Basis::Bound(source) }
}

const fn assumed(value: f64) -> Figure {
    Figure { value, basis: Basis::Assumed }
}

impl Figure {
    fn text(self) -> String {
        let value = number(self.value);
        match self.basis {
            Basis::Measured(source) => format!("{value} [{}]", source as usize + 1),
            Basis::Bound(source) => format!("≤ {value} [{}]", source as usize + 1),
            Basis::Assumed if self.value == 0.0 => "–".to_owned(),
            Basis::Assumed => format!("*{value}*"),
        }
    }
}

/// The order is that of `SOURCES`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    BenchRead,
    BenchReadBare,
    BenchWrite,
    SearchWriteCost,
    BenchWebhooks,
    BenchWorkflows,
    IngestLoad,
    Fleet,
    CheckCost,
    SearchSpeed,
    UsageCost,
    NoisyTenant,
    UnitCosts,
}

/// The command, the date, and what the figure contains.
pub const SOURCES: [(Source, &str, &str, &str); 13] = [
    (Source::BenchRead, "just drill bench-read", "2026-11-19", "CPU of the server"),
    (
        Source::BenchReadBare,
        "just drill bench-read",
        "2026-11-19",
        "both cores divided by the rate of pgbench, so with the CPU of pgbench",
    ),
    (Source::BenchWrite, "just drill bench-write", "2026-11-19", "CPU of the server"),
    (
        Source::SearchWriteCost,
        "just drill-short search-write-cost",
        "2026-11-18",
        "CPU of PostgreSQL for a new ticket with its event, audit row and search entry",
    ),
    (
        Source::BenchWebhooks,
        "just drill-short bench-webhooks",
        "2026-11-18",
        "one worker, batches of 320; the worker is not optimized",
    ),
    (
        Source::BenchWorkflows,
        "just drill-short bench-workflows",
        "2026-11-18",
        "3 calls, 5 activities; server and worker are not optimized; Temporal is its development server",
    ),
    (
        Source::IngestLoad,
        "just drill-short ingest-load",
        "2026-11-18",
        "the listener is not optimized; WAL without full pages after a checkpoint",
    ),
    (
        Source::Fleet,
        "just drill-short fleet",
        "2026-11-18",
        "CPU of the worker for one machine in one sync; not optimized; beside other drills",
    ),
    (
        Source::CheckCost,
        "just drill-short check-cost",
        "2026-11-18",
        "elapsed time and memory for a daily check of 20 snapshots and 40 packs; not optimized; beside other drills",
    ),
    (
        Source::SearchSpeed,
        "just drill-short search-speed",
        "2026-11-18",
        "mean of the six kinds of searches in 5,010 entries; the server is not optimized",
    ),
    (
        Source::UsageCost,
        "just drill-short usage-cost",
        "2026-11-18",
        "a tenant's day: 13,442 rows inserted and 704 kept, in 600 minutes",
    ),
    (
        Source::NoisyTenant,
        "just drill-short noisy-tenant",
        "2026-11-18",
        "p50 without noise; the server is not optimized",
    ),
    (
        Source::UnitCosts,
        "just drill unit-costs",
        "2026-11-18",
        "each unit many times on a quiet system, without the use of that system; WAL without full pages after a checkpoint",
    ),
];

/// Microseconds of CPU, bytes and rows of one unit.
pub struct Unit {
    pub name: &'static str,
    pub server: Figure,
    /// Workers, and the listeners for agents.
    pub worker: Figure,
    pub postgres: Figure,
    pub temporal: Figure,
    pub wal: Figure,
    /// Rows that are inserted.
    pub rows: Figure,
    /// Bytes in tables and indexes, for as long as the unit is kept.
    pub disk: Figure,
    /// Bytes of memory in our processes, for as long as the unit is in progress.
    pub memory: Figure,
    pub seconds: Figure,
}

const NONE: Figure = assumed(0.0);

/// A unit that costs nothing; the units below replace what they cost.
const NOTHING: Unit = Unit {
    name: "",
    server: NONE,
    worker: NONE,
    postgres: NONE,
    temporal: NONE,
    wal: NONE,
    rows: NONE,
    disk: NONE,
    memory: NONE,
    seconds: NONE,
};

pub const READ: Unit = Unit {
    name: "read of one row",
    server: measured(64.0, Source::BenchRead),
    postgres: bound(90.0, Source::BenchReadBare),
    memory: assumed(50e3),
    seconds: bound(0.0011, Source::NoisyTenant),
    ..NOTHING
};

pub const LIST: Unit = Unit {
    name: "read of 50 rows",
    server: measured(305.0, Source::BenchRead),
    postgres: bound(422.0, Source::BenchReadBare),
    memory: assumed(200e3),
    seconds: assumed(0.003),
    ..NOTHING
};

pub const WRITE: Unit = Unit {
    name: "write",
    server: measured(241.0, Source::BenchWrite),
    postgres: measured(3146.0, Source::SearchWriteCost),
    wal: assumed(16e3),
    rows: assumed(6.0),
    disk: assumed(8e3),
    memory: assumed(100e3),
    seconds: bound(0.0033, Source::NoisyTenant),
    ..NOTHING
};

pub const DELIVERY: Unit = Unit {
    name: "delivery",
    worker: bound(370.0, Source::BenchWebhooks),
    postgres: measured(360.0, Source::BenchWebhooks),
    wal: assumed(3e3),
    rows: assumed(2.0),
    disk: assumed(2.5e3),
    memory: assumed(50e3),
    seconds: assumed(0.2),
    ..NOTHING
};

pub const RUN: Unit = Unit {
    name: "run of a workflow",
    server: bound(3400.0, Source::BenchWorkflows),
    worker: bound(41_000.0, Source::BenchWorkflows),
    postgres: measured(29_400.0, Source::BenchWorkflows),
    temporal: bound(68_200.0, Source::BenchWorkflows),
    wal: assumed(60e3),
    rows: assumed(20.0),
    disk: assumed(30e3),
    memory: assumed(2e6),
    seconds: assumed(2.0),
};

pub const INVENTORY_NEW: Unit = Unit {
    name: "inventory of a new device",
    worker: bound(11_800.0, Source::IngestLoad),
    postgres: measured(17_500.0, Source::IngestLoad),
    wal: measured(181_922.0, Source::IngestLoad),
    rows: assumed(400.0),
    disk: assumed(120e3),
    memory: assumed(2e6),
    seconds: assumed(0.05),
    ..NOTHING
};

pub const INVENTORY_UNCHANGED: Unit = Unit {
    name: "inventory, unchanged",
    worker: bound(5400.0, Source::IngestLoad),
    postgres: measured(1300.0, Source::IngestLoad),
    wal: measured(266.0, Source::IngestLoad),
    memory: assumed(2e6),
    seconds: assumed(0.02),
    ..NOTHING
};

pub const INVENTORY_CHANGED: Unit = Unit {
    name: "inventory, changed",
    worker: bound(11_900.0, Source::IngestLoad),
    postgres: measured(6800.0, Source::IngestLoad),
    wal: measured(9476.0, Source::IngestLoad),
    rows: measured(1.0, Source::IngestLoad),
    disk: assumed(1e3),
    memory: assumed(2e6),
    seconds: assumed(0.03),
    ..NOTHING
};

pub const PARTIAL_UNCHANGED: Unit = Unit {
    name: "partial inventory, unchanged",
    worker: bound(1400.0, Source::IngestLoad),
    postgres: measured(800.0, Source::IngestLoad),
    wal: measured(251.0, Source::IngestLoad),
    memory: assumed(500e3),
    seconds: assumed(0.01),
    ..NOTHING
};

pub const PARTIAL_CHANGED: Unit = Unit {
    name: "partial inventory, changed",
    worker: bound(4800.0, Source::IngestLoad),
    postgres: measured(4500.0, Source::IngestLoad),
    wal: measured(6824.0, Source::IngestLoad),
    rows: measured(1.0, Source::IngestLoad),
    disk: assumed(1e3),
    memory: assumed(500e3),
    seconds: assumed(0.02),
    ..NOTHING
};

pub const VM_SYNC: Unit = Unit {
    name: "VM sync, one machine",
    worker: bound(1400.0, Source::Fleet),
    postgres: assumed(200.0),
    wal: assumed(50.0),
    memory: assumed(20e3),
    seconds: assumed(0.1),
    ..NOTHING
};

pub const BACKUP_CHECK: Unit = Unit {
    name: "backup check",
    worker: bound(533_000.0, Source::CheckCost),
    postgres: assumed(10_000.0),
    wal: assumed(8e3),
    rows: assumed(3.0),
    disk: assumed(2e3),
    memory: bound(86e6, Source::CheckCost),
    seconds: bound(0.53, Source::CheckCost),
    ..NOTHING
};

pub const SEARCH: Unit = Unit {
    name: "search",
    server: bound(1611.0, Source::SearchSpeed),
    postgres: measured(4583.0, Source::SearchSpeed),
    memory: assumed(200e3),
    seconds: bound(0.0064, Source::SearchSpeed),
    ..NOTHING
};

pub const ANALYTICS_MINUTE: Unit = Unit {
    name: "analytics, an active minute",
    server: assumed(100.0),
    postgres: assumed(700.0),
    wal: assumed(7.8e3),
    rows: measured(22.4, Source::UsageCost),
    disk: assumed(180.0),
    ..NOTHING
};

pub const IDLE_TENANT: Unit = Unit {
    name: "idle tenant, a day",
    worker: assumed(20_000.0),
    postgres: assumed(20_000.0),
    wal: assumed(2e3),
    disk: assumed(100e3),
    memory: assumed(4e3),
    seconds: assumed(86_400.0),
    ..NOTHING
};

pub const UNITS: [&Unit; 15] = [
    &READ,
    &LIST,
    &WRITE,
    &DELIVERY,
    &RUN,
    &INVENTORY_NEW,
    &INVENTORY_UNCHANGED,
    &INVENTORY_CHANGED,
    &PARTIAL_UNCHANGED,
    &PARTIAL_CHANGED,
    &VM_SYNC,
    &BACKUP_CHECK,
    &SEARCH,
    &ANALYTICS_MINUTE,
    &IDLE_TENANT,
];

pub fn units() -> String {
    let mut table = Table::new(&[
        "unit",
        "server, µs",
        "worker, listener, µs",
        "PostgreSQL, µs",
        "Temporal, µs",
        "WAL, bytes",
        "rows",
        "disk, bytes",
        "memory, bytes",
        "seconds",
    ]);
    for unit in UNITS {
        let figures = [unit.server, unit.worker, unit.postgres, unit.temporal, unit.wal, unit.rows, unit.disk];
        let [server, worker, postgres, temporal, wal, rows, disk] = figures.map(Figure::text);
        let [memory, seconds] = [unit.memory, unit.seconds].map(Figure::text);
        table.row([unit.name.to_owned(), server, worker, postgres, temporal, wal, rows, disk, memory, seconds]);
    }
    table.markdown()
}

pub fn sources() -> String {
    let mut table = Table::new(&["source", "command", "date", "contents"]);
    for (source, command, date, contents) in SOURCES {
        let number = format!("[{}]", source as usize + 1);
        table.row([number, format!("`{command}`"), date.to_owned(), contents.to_owned()]);
    }
    table.markdown()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_in_the_order_of_their_numbers() {
        for (place, (source, ..)) in SOURCES.into_iter().enumerate() {
            assert_eq!(source as usize, place);
        }
    }
}
