//! Every number of the model that is not a cost: none of them is measured unless it says so.

use super::scenario::STEADY;
use crate::{
    needs::{Needs, RESTORE_BYTES_PER_SECOND, TENANTS},
    profile::requests_per_second,
    tables::{Table, bytes, number},
};

pub const SEED: u64 = 25;
pub const DAYS: u64 = 365;

pub const CELLS: usize = 20;
pub const CELLS_AT_START: usize = 14;
pub const CELL_OPENS_EVERY_DAYS: u64 = 50;

pub const TENANTS_AT_START: usize = 70_000;
pub const LEAVE_PER_YEAR: f64 = 0.05;

/// Of the logarithm of a tenant's size.
pub const SIZE_SIGMA: f64 = 1.8;
/// Larger tenants get a cell of their own.
pub const LARGEST_SIZE: f64 = 500.0;
/// Of the logarithm of requests for a device.
pub const RATE_SIGMA: f64 = 0.5;

pub const GROWTH_SIGMA: f64 = 0.4;

pub const BURSTS_PER_YEAR: f64 = 2.0;
pub const BURST_LEAST: f64 = 3.0;
pub const BURST_ALPHA: f64 = 1.2;
pub const BURST_HOURS: f64 = 3.0;
pub const BURST_HOURS_SIGMA: f64 = 1.0;
/// The plan `standard` of a tenant: 30,000 requests in 60 seconds.
pub const REQUEST_LIMIT: f64 = 500.0;

/// A cell is planned to be half busy with its aim of tenants; above 70 % latencies grow, above 100 % requests wait.
pub const BUSY_AT_AIM: f64 = 0.5;
pub const HOT: f64 = 0.7;

/// Less than the 34 MB/s of `just drill tenant-move`, 2026-11-19, on two shared cores.
pub const COPY_BYTES_PER_SECOND: f64 = 20e6;
/// Measured: the median of seven moves by `just drill tenant-move`, 2026-11-20.
pub const WRITE_PAUSE_SECONDS: f64 = 1.4;
pub const MOVE_FAILS: f64 = 0.02;
pub const MOVES_AT_ONCE: u32 = 2;
/// A cell gives tenants away while it has more than this multiple of the mean of the open cells.
pub const MOVES_ABOVE: f64 = 1.05;
/// A cell above this multiple of its aim receives no new tenants while another has room.
pub const PLACED_BELOW: f64 = 0.9;

pub const LOSSES_PER_CELL_YEAR: f64 = 0.1;
pub const DECISION_SECONDS: f64 = 1800.0;
pub const FAILOVERS_PER_CELL_YEAR: f64 = 4.0;
/// Measured: `just drill-short failover`, 2026-11-18.
pub const FAILOVER_SECONDS: f64 = 10.6;

/// The most that a burst adds to a tenant's load, in ordinary tenants.
pub fn burst_limit() -> f64 {
    REQUEST_LIMIT / requests_per_second()
}

pub fn bytes_per_ordinary_tenant() -> f64 {
    Needs::of(TENANTS).disk / TENANTS
}

/// The part of a cell's capacity that a load uses.
pub fn busy(load: f64) -> f64 {
    load / TENANTS * BUSY_AT_AIM
}

pub fn restore_seconds(size: f64) -> f64 {
    DECISION_SECONDS + size * bytes_per_ordinary_tenant() / RESTORE_BYTES_PER_SECOND
}

pub fn move_seconds(size: f64) -> f64 {
    // Half as long again for the changes of the meantime and the comparison of all tables.
    60.0 + 1.5 * size * bytes_per_ordinary_tenant() / COPY_BYTES_PER_SECOND
}

pub fn table() -> String {
    let mut table = Table::new(&["quantity", "assumption", "why"]);
    let mut row = |name: &str, value: String, why: &str| table.row([name.to_owned(), value, why.to_owned()]);
    row(
        "cells",
        format!("{CELLS_AT_START} at the start, one more every {CELL_OPENS_EVERY_DAYS} days, {CELLS} at the end"),
        "cells are opened as the number of tenants grows",
    );
    row(
        "tenants",
        format!(
            "{} at the start, {} new ones a day, {} % leave in a year",
            number(TENANTS_AT_START as f64),
            number(STEADY.arrivals_per_day),
            number(LEAVE_PER_YEAR * 100.0)
        ),
        "100,000 at the end of the year",
    );
    row(
        "size of a tenant",
        format!("log-normal, σ = {SIZE_SIGMA}, mean 1 ordinary tenant, at most {LARGEST_SIZE}"),
        "most service providers are small and few are large: the median has about 200 devices, the \
         largest some 400,000; even larger ones get a cell of their own",
    );
    row(
        "requests for a device",
        format!("log-normal, σ = {RATE_SIGMA}"),
        "some tenants have more integrations than others",
    );
    row(
        "growth of a tenant",
        format!("{} % a year, σ = {GROWTH_SIGMA}, in steps of 30 days", number(STEADY.growth_per_year * 100.0)),
        "customers are won and lost",
    );
    loads(&mut row);
    moves_and_losses(&mut row);
    table.markdown()
}

fn loads(row: &mut impl FnMut(&str, String, &str)) {
    row(
        "bursts",
        format!(
            "{BURSTS_PER_YEAR} a year for each tenant, {BURST_LEAST} times its load or more (Pareto, α = {BURST_ALPHA}), \
             {BURST_HOURS} h on average"
        ),
        "imports, loops in integrations, outages at a customer",
    );
    row(
        "limit of a burst",
        format!(
            "{} requests per second, the load of {} ordinary tenants",
            number(REQUEST_LIMIT),
            number(burst_limit().round())
        ),
        "the plan `standard` of a tenant",
    );
    row(
        "load of a cell",
        format!(
            "{} % busy with {} ordinary tenants; hot above {} %",
            BUSY_AT_AIM * 100.0,
            number(TENANTS),
            HOT * 100.0
        ),
        "the machine is sized for it, as in the prices; all tenants have their busiest hour at the same time",
    );
}

fn moves_and_losses(row: &mut impl FnMut(&str, String, &str)) {
    row(
        "bytes of an ordinary tenant",
        bytes(bytes_per_ordinary_tenant()),
        "the disk of 5,000 ordinary tenants, divided by 5,000",
    );
    row(
        "a move",
        format!(
            "1 min, and 1.5 times the copying at {}/s; {MOVES_AT_ONCE} at once for each cell; {} % fail and are repeated",
            bytes(COPY_BYTES_PER_SECOND),
            number(MOVE_FAILS * 100.0)
        ),
        "less than the measured 34 MB/s (`just drill tenant-move`, 2026-11-19, on two shared cores), so that other tenants \
         are not slowed down",
    );
    row(
        "write pause of a move",
        format!("{WRITE_PAUSE_SECONDS} s"),
        "the median of seven moves of a tenant with 2.5 million rows (`just drill tenant-move`, 2026-11-20)",
    );
    row(
        "loss of a cell",
        format!("{LOSSES_PER_CELL_YEAR} a year for each cell; 30 min to decide, then a restore at 300 MB/s"),
        "the primary and its replica are both unusable",
    );
    row(
        "fail-over",
        format!("{FAILOVERS_PER_CELL_YEAR} a year for each cell, {FAILOVER_SECONDS} s"),
        "the time is measured: `just drill-short failover`, 2026-11-18",
    );
}
