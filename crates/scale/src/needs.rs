//! The needs of some ordinary tenants in one cell, and the first bottleneck of the cell.

use crate::{
    costs::WRITE,
    profile::{ORDINARY, Use},
    tables::{Table, bytes, number, percent},
};

/// The aim of a cell.
pub const TENANTS: f64 = 5000.0;

/// The part of the stored bytes that PostgreSQL reads so often that it must be in memory.
const HOT_SHARE: f64 = 0.05;

/// Memory of PostgreSQL that does not depend on tenants: connections, sorting, maintenance.
const FIXED_MEMORY: f64 = 8e9;

/// Reading a base backup and replaying WAL. The drill `disaster` restores 0.06 GB, which is too little to measure a rate.
pub const RESTORE_BYTES_PER_SECOND: f64 = 300e6;

/// The needs of a cell in its busiest hour: cores, bytes and bytes per second.
#[derive(Debug, Clone, Copy)]
pub struct Needs {
    pub server: f64,
    pub worker: f64,
    pub postgres: f64,
    pub temporal: f64,
    pub wal: f64,
    pub wal_per_day: f64,
    pub rows: f64,
    pub disk: f64,
    pub memory: f64,
    pub process_memory: f64,
    pub restore_hours: f64,
}

impl Needs {
    pub fn of(tenants: f64) -> Needs {
        let per_second = |used: &Use| tenants * used.per_day / 86_400.0;
        let sum = |part: &dyn Fn(&Use) -> f64| ORDINARY.iter().map(part).sum::<f64>();
        let peak = |used: &Use| per_second(used) * used.peak;
        let disk = sum(&|used| tenants * used.stored * used.unit.disk.value);
        Needs {
            server: sum(&|used| peak(used) * used.unit.server.value / 1e6),
            worker: sum(&|used| peak(used) * used.unit.worker.value / 1e6),
            postgres: sum(&|used| peak(used) * used.unit.postgres.value / 1e6),
            temporal: sum(&|used| peak(used) * used.unit.temporal.value / 1e6),
            wal: sum(&|used| peak(used) * used.unit.wal.value),
            wal_per_day: sum(&|used| tenants * used.per_day * used.unit.wal.value),
            rows: sum(&|used| peak(used) * used.unit.rows.value),
            disk,
            memory: FIXED_MEMORY + HOT_SHARE * disk,
            process_memory: sum(&|used| peak(used) * used.unit.seconds.value * used.unit.memory.value),
            restore_hours: disk / RESTORE_BYTES_PER_SECOND / 3600.0,
        }
    }
}

/// A resource of one PostgreSQL. It is limited by one machine, while servers and workers are added node by node.
pub struct Resource {
    pub name: &'static str,
    need: fn(&Needs) -> f64,
    show: fn(f64) -> String,
    /// Of the machine that a cell is planned with.
    cell: f64,
    /// Of the largest machine that is commonly offered.
    largest: f64,
    why: &'static str,
}

fn cores(value: f64) -> String {
    format!("{} cores", number(value))
}

fn rate(value: f64) -> String {
    format!("{}/s", bytes(value))
}

fn hours(value: f64) -> String {
    format!("{} h", number(value))
}

pub const RESOURCES: [Resource; 5] = [
    Resource {
        name: "CPU of PostgreSQL",
        need: |needs| needs.postgres,
        show: cores,
        cell: 32.0 * 0.7,
        largest: 192.0 * 0.7,
        why: "70 % of 32 and of 192 virtual cores in the busiest hour",
    },
    Resource {
        name: "memory of PostgreSQL",
        need: |needs| needs.memory,
        show: bytes,
        cell: 256e9,
        largest: 1536e9,
        why: "256 GB and 1.5 TB; 8 GB and 5 % of what is stored",
    },
    Resource {
        name: "disk of PostgreSQL",
        need: |needs| needs.disk,
        show: bytes,
        cell: 8e12 * 0.8,
        largest: 64e12 * 0.8,
        why: "80 % of 8 TB and of 64 TB",
    },
    Resource {
        name: "WAL",
        need: |needs| needs.wal,
        show: rate,
        cell: 100e6,
        largest: 500e6,
        why: "sustained, with replicas and the archive: 100 and 500 MB/s",
    },
    Resource {
        name: "time of a restore",
        need: |needs| needs.restore_hours,
        show: hours,
        cell: 4.0,
        largest: 4.0,
        why: "the aim: a lost cell is restored within 4 hours, at 300 MB/s",
    },
];

pub fn cell() -> String {
    let needs = Needs::of(TENANTS);
    let mut table = Table::new(&["need", "5,000 ordinary tenants"]);
    let rows = [
        ("CPU of servers", cores(needs.server)),
        ("CPU of workers and listeners", cores(needs.worker)),
        ("CPU of PostgreSQL", cores(needs.postgres)),
        ("CPU of Temporal", cores(needs.temporal)),
        ("memory of requests, runs and checks in progress", bytes(needs.process_memory)),
        ("memory of PostgreSQL", bytes(needs.memory)),
        ("disk of PostgreSQL", bytes(needs.disk)),
        ("WAL in the busiest hour", rate(needs.wal)),
        ("WAL a day", bytes(needs.wal_per_day)),
        ("inserted rows per second in the busiest hour", number(needs.rows)),
        ("requests per second in the busiest hour", number(TENANTS * crate::profile::requests_per_second())),
        ("time of a restore", hours(needs.restore_hours)),
    ];
    for (name, value) in rows {
        table.row([name.to_owned(), value]);
    }
    table.markdown()
}

pub fn shares_by_unit() -> String {
    let needs = Needs::of(TENANTS);
    let mut table = Table::new(&["unit", "CPU of servers", "of workers", "of PostgreSQL", "WAL", "disk"]);
    for used in &ORDINARY {
        let peak = TENANTS * used.per_day * used.peak / 86_400.0;
        let share = |part: f64, whole: f64| if part == 0.0 { "–".to_owned() } else { percent(part / whole) };
        table.row([
            used.unit.name.to_owned(),
            share(peak * used.unit.server.value / 1e6, needs.server),
            share(peak * used.unit.worker.value / 1e6, needs.worker),
            share(peak * used.unit.postgres.value / 1e6, needs.postgres),
            share(peak * used.unit.wal.value, needs.wal),
            share(TENANTS * used.stored * used.unit.disk.value, needs.disk),
        ]);
    }
    table.markdown()
}

pub fn limits() -> String {
    let mut table =
        Table::new(&["resource", "1 ×", "10 ×", "100 ×", "of the planned machine", "of the largest", "limits"]);
    for resource in &RESOURCES {
        let need = |times: f64| (resource.need)(&Needs::of(TENANTS * times));
        let show = |times: f64| (resource.show)(need(times));
        let shares = |capacity: f64| [1.0, 10.0, 100.0].map(|times| percent(need(times) / capacity)).join(", ");
        table.row([
            resource.name.to_owned(),
            show(1.0),
            show(10.0),
            show(100.0),
            shares(resource.cell),
            shares(resource.largest),
            resource.why.to_owned(),
        ]);
    }
    table.markdown()
}

/// Another assumption.
type Change = fn(&mut Needs);

fn as_assumed(_: &mut Needs) {}

/// Resources by the share of the capacity that is needed, the fullest first.
fn fullest(tenants: f64, capacity: fn(&Resource) -> f64, change: Change) -> Vec<(&'static str, f64)> {
    let mut needs = Needs::of(tenants);
    change(&mut needs);
    let mut shares: Vec<_> =
        RESOURCES.iter().map(|resource| (resource.name, (resource.need)(&needs) / capacity(resource))).collect();
    shares.sort_by(|one, other| other.1.total_cmp(&one.1));
    shares
}

/// The number of ordinary tenants with which the first resource of a planned cell ends.
fn tenants_that_fit(change: Change) -> f64 {
    let (mut fits, mut too_many) = (0.0, 1e7);
    while too_many - fits > 1.0 {
        let middle: f64 = f64::midpoint(fits, too_many);
        if fullest(middle, |resource| resource.cell, change)[0].1 <= 1.0 { fits = middle } else { too_many = middle }
    }
    fits
}

/// The same question with one assumption changed, because most of what decides is assumed.
pub fn other_assumptions() -> String {
    let cases: [(&str, Change); 7] = [
        ("as above", as_assumed),
        ("a write stores half as much", |needs| scale_writes(needs, 0.5)),
        ("a write stores 35 kB, the bound by the drill `soak`", |needs| scale_writes(needs, 35.1e3 / WRITE.disk.value)),
        ("a restore at 1 GB/s", |needs| needs.restore_hours *= RESTORE_BYTES_PER_SECOND / 1e9),
        ("1 % of the stored bytes are in memory instead of 5", |needs| needs.memory = FIXED_MEMORY + 0.01 * needs.disk),
        ("both of the last two", |needs| {
            needs.restore_hours *= RESTORE_BYTES_PER_SECOND / 1e9;
            needs.memory = FIXED_MEMORY + 0.01 * needs.disk;
        }),
        ("four times the CPU in PostgreSQL", |needs| needs.postgres *= 4.0),
    ];
    let mut table =
        Table::new(&["assumption", "first bottleneck with 5,000 tenants", "tenants that fit in a planned cell"]);
    for (name, change) in cases {
        let (first, share) = fullest(TENANTS, |resource| resource.cell, change)[0];
        let fit = (tenants_that_fit(change) / 100.0).floor() * 100.0;
        table.row([name.to_owned(), format!("{first}, {}", percent(share)), number(fit)]);
    }
    table.markdown()
}

/// The needs with another size of a stored write.
fn scale_writes(needs: &mut Needs, times: f64) {
    let writes = ORDINARY.iter().filter(|used| used.unit.name == WRITE.name);
    let share: f64 = writes.map(|used| used.stored * used.unit.disk.value).sum::<f64>()
        / ORDINARY.iter().map(|used| used.stored * used.unit.disk.value).sum::<f64>();
    let factor = 1.0 + share * (times - 1.0);
    needs.disk *= factor;
    needs.memory = FIXED_MEMORY + HOT_SHARE * needs.disk;
    needs.restore_hours *= factor;
}

pub fn bottleneck() -> String {
    let mut table =
        Table::new(&["load", "first bottleneck", "second", "first on the largest machine", "planned cells"]);
    for times in [1.0, 10.0, 100.0] {
        let planned = fullest(TENANTS * times, |resource| resource.cell, as_assumed);
        let largest = fullest(TENANTS * times, |resource| resource.largest, as_assumed);
        let show = |(name, share): (&str, f64)| format!("{name}, {}", percent(share));
        table.row([
            format!("{} ×, {} tenants", number(times), number(TENANTS * times)),
            show(planned[0]),
            show(planned[1]),
            show(largest[0]),
            number((TENANTS * times / TENANTS.min(tenants_that_fit(as_assumed))).ceil()),
        ]);
    }
    table.markdown()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_grow_with_tenants() {
        let (one, ten) = (Needs::of(TENANTS), Needs::of(TENANTS * 10.0));
        assert!((ten.postgres / one.postgres - 10.0).abs() < 1e-9);
        assert!(ten.memory < one.memory * 10.0, "a part of the memory is fixed");
    }

    #[test]
    fn a_planned_cell_has_room_for_what_fits_and_for_no_more() {
        let fits = tenants_that_fit(as_assumed);
        assert!(fullest(fits, |resource| resource.cell, as_assumed)[0].1 <= 1.0);
        assert!(fullest(fits + 2.0, |resource| resource.cell, as_assumed)[0].1 > 1.0);
    }
}
