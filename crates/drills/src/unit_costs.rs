//! The costs of units of work, as `docs/scale.md` needs them: CPU of each process, WAL, inserted rows, growth of the
//! database, memory of a unit in progress and its elapsed time. Each unit is repeated many times on an otherwise idle
//! system, after a warm-up. The use of the idle system in the same time is subtracted.
//!
//! WAL contains no full-page images, because there is no checkpoint. Rows are counted in WAL.

mod analytics;
mod background;
mod devices;
mod idle;
mod meter;
mod requests;
mod system;

use crate::{Outcome, Size};
use meter::{Cost, Meter};
use requests::Desk;
use std::time::Instant;
use system::System;

/// The most that an idle tenant may cost in a day, in seconds of CPU: with 5,000 of them, a tenth of a core. The short form
/// measures for a few seconds, so it detects only a tenant that keeps a core busy.
const IDLE: f64 = 1.7;
const IDLE_SHORT: f64 = 400.0;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let machines = size.pick(500, 50);
    let system = System::start(machines).await?;
    let mut meter = Meter::new(&system, size).await?;
    let mut units = Units { outcome: Outcome::default(), started: Instant::now() };

    let (idle, keys) = idle::idle(&mut meter).await?;
    units.add("an idle tenant, a day", idle);
    let desk = Desk::open(&meter, requests::tickets(size)).await?;
    let [one, page] = desk.reads(&meter).await?;
    units.add("a read of one row", one);
    units.add("a read of 50 rows", page);
    let [created, write] = desk.writes(&meter).await?;
    units.add_stored("a new ticket", created);
    units.add_stored("a write", write);
    units.add("a search", desk.searches(&meter).await?);
    // The difference of two measurements: in the short form, a rare job can be larger.
    units.add("a delivery", background::delivery(&meter).await?);
    units.add_stored("a run of a workflow", background::run(&meter).await?);
    for (kind, cost) in devices::inventories(&meter).await? {
        units.add(&format!("an inventory, {kind}"), cost);
    }
    units.add("an analytics minute", analytics::minute(&mut meter, &keys).await?);
    // These wait for their schedules, which takes too long for the short form.
    if size == Size::Full {
        units.add_stored("a backup check", devices::backup_check(&meter).await?);
        // This is the last unit, because its accounts are read again every five minutes.
        units.add("a VM sync of one machine", devices::vm_sync(&meter, machines).await?);
    }

    let mut outcome = units.outcome;
    let day = idle.each.cpu();
    outcome.promise(day <= IDLE_SHORT, format!("an idle tenant costs at most {IDLE_SHORT} s of CPU a day"));
    outcome.promise_in_full(size, day <= IDLE, format!("an idle tenant costs at most {IDLE} s of CPU a day"));
    Ok(outcome)
}

/// The units that are measured.
struct Units {
    outcome: Outcome,
    started: Instant,
}

impl Units {
    fn add(&mut self, name: &str, cost: Cost) {
        eprintln!("  {:4.0} s: {name}: {cost}", self.started.elapsed().as_secs_f64());
        self.outcome.figure(format!("{name} {}", cost.short()));
        self.outcome.promise(cost.each.is_finite(), format!("{name} has a cost"));
    }

    /// A unit that stores something.
    fn add_stored(&mut self, name: &str, cost: Cost) {
        self.add(name, cost);
        self.outcome.promise(cost.each.wal > 0.0, format!("{name} writes WAL"));
        self.outcome.promise(cost.each.rows > 0.0, format!("{name} inserts rows"));
    }
}
