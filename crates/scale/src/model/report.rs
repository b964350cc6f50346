//! The tables of the model.

use super::{
    assumptions::{
        self, CELLS, DAYS, FAILOVER_SECONDS, FAILOVERS_PER_CELL_YEAR, LOSSES_PER_CELL_YEAR, WRITE_PAUSE_SECONDS, busy,
        bytes_per_ordinary_tenant, restore_seconds,
    },
    policy::Policy,
    scenario::Scenario,
    simulation::{Cell, Simulation, Year},
};
use crate::tables::{Table, bytes, number, percent};

pub fn assumptions_table() -> String {
    assumptions::table()
}

/// The year under each policy.
pub fn years(scenario: &'static Scenario) -> Vec<(Policy, Year)> {
    Policy::ALL.map(|policy| (policy, Simulation::run(scenario, policy))).into_iter().collect()
}

/// The tenants and bursts that the random numbers produced, which are the same for each policy.
pub fn summary(years: &[(Policy, Year)]) -> String {
    let year = &years[0].1;
    let mut sizes: Vec<f64> = year.tenants.iter().filter(|tenant| !tenant.is_gone).map(|tenant| tenant.size).collect();
    sizes.sort_by(|one, other| other.total_cmp(one));
    let all: f64 = sizes.iter().sum();
    let share = |count: usize| percent(sizes.iter().take(count).sum::<f64>() / all);
    let devices = |size: f64| number((size * crate::profile::DEVICES).round());
    let mut table = Table::new(&["at the end of the year", ""]);
    let rows = [
        ("tenants", number(sizes.len() as f64)),
        ("devices", devices(all)),
        ("devices of the median tenant", devices(sizes[sizes.len() / 2])),
        ("devices of the largest tenant", devices(sizes[0])),
        ("share of the 100 largest tenants", share(100)),
        ("share of the largest 1 % of tenants", share(sizes.len() / 100)),
        ("share of the largest 10 % of tenants", share(sizes.len() / 10)),
        ("bursts in the year", number(year.bursts as f64)),
        ("losses of a cell in the year", number(year.losses.len() as f64)),
    ];
    for (name, value) in rows {
        table.row([name.to_owned(), value]);
    }
    table.markdown()
}

pub fn policies(years: &[(Policy, Year)]) -> String {
    let mut table = Table::new(&["result of the year", "random", "least loaded", "least loaded, headroom and moves"]);
    let mut row = |name: &str, value: &dyn Fn(&Year) -> String| {
        let cells = [0, 1, 2].map(|at| value(&years[at].1));
        let [one, two, three] = cells;
        table.row([name.to_owned(), one, two, three]);
    };
    row("busiest cell at any hour, with bursts", &|year| percent(year.worst_busy));
    row("busiest cell at the end, without bursts", &|year| percent(busy(highest(year, |cell| cell.steady))));
    row("least busy cell at the end, without bursts", &|year| percent(busy(lowest(year, |cell| cell.steady))));
    row("most tenants in a cell at the end", &|year| number(highest(year, |cell| f64::from(cell.tenants))));
    row("most stored in a cell at the end", &|year| {
        bytes(highest(year, |cell| cell.size) * bytes_per_ordinary_tenant())
    });
    row("hours of a cell above 70 %", &|year| number(year.hot_cell_hours as f64));
    row("hours of a cell above 100 %", &|year| number(year.full_cell_hours as f64));
    row("share of tenant hours in a cell above 70 %", &|year| {
        format!("{:.2} %", year.hot_tenant_hours / year.tenant_hours * 100.0)
    });
    row("moves", &|year| number(year.moves as f64));
    row("moves that failed and were repeated", &|year| number(year.failed_moves as f64));
    row("bytes copied by moves", &|year| bytes(year.moved_bytes));
    row("longest move", &|year| format!("{} h", number(year.longest_move_hours)));
    row("write pauses of all moves together", &|year| format!("{} s", number(year.moves as f64 * WRITE_PAUSE_SECONDS)));
    table.markdown()
}

/// The loss of any one cell at the end of the year.
pub fn blast_radius(years: &[(Policy, Year)]) -> String {
    let mut table = Table::new(&[
        "policy",
        "tenants, mean and worst",
        "devices, mean and worst",
        "requests, mean and worst",
        "of the 100 largest tenants, worst",
        "restored after, mean and worst",
    ]);
    for (policy, year) in years {
        let shares = |part: fn(&Cell) -> f64| {
            let all: f64 = year.cells.iter().map(part).sum();
            format!("{}, {}", percent(1.0 / CELLS as f64), percent(highest(year, part) / all))
        };
        let hours = |size: f64| number(restore_seconds(size) / 3600.0);
        let mean = year.cells.iter().map(|cell| cell.size).sum::<f64>() / CELLS as f64;
        table.row([
            policy.name().to_owned(),
            shares(|cell| f64::from(cell.tenants)),
            shares(|cell| cell.size),
            shares(Cell::load),
            number(largest_in_one_cell(year)),
            format!("{} h, {} h", hours(mean), hours(highest(year, |cell| cell.size))),
        ]);
    }
    table.markdown()
}

/// The losses that happened in the year, and the availability that follows.
pub fn losses(years: &[(Policy, Year)]) -> String {
    let mut table = Table::new(&[
        "policy",
        "losses: tenants, devices, requests, hours",
        "hours of tenants",
        "availability",
        "availability, mean of many years",
    ]);
    for (policy, year) in years {
        let each = year.losses.iter().map(|loss| {
            let [tenants, devices, requests] = [loss.tenants, loss.devices, loss.requests].map(percent);
            format!("day {}: {tenants}, {devices}, {requests}, {} h", loss.day, number(loss.hours))
        });
        let failovers = FAILOVERS_PER_CELL_YEAR * FAILOVER_SECONDS / (DAYS * 86_400) as f64;
        let available = 1.0 - year.lost_tenant_hours / year.tenant_hours - failovers;
        table.row([
            policy.name().to_owned(),
            each.collect::<Vec<_>>().join("; "),
            number(year.lost_tenant_hours.round()),
            format!("{:.3} %", available * 100.0),
            format!("{:.3} %", (1.0 - expected_loss(year) - failovers) * 100.0),
        ]);
    }
    table.markdown()
}

/// The share of a year that a tenant of the last day can expect to lose with its cell.
fn expected_loss(year: &Year) -> f64 {
    let tenants: f64 = year.cells.iter().map(|cell| f64::from(cell.tenants)).sum();
    let seconds: f64 = year.cells.iter().map(|cell| f64::from(cell.tenants) * restore_seconds(cell.size)).sum();
    LOSSES_PER_CELL_YEAR * seconds / tenants / (DAYS * 86_400) as f64
}

fn highest(year: &Year, value: fn(&Cell) -> f64) -> f64 {
    year.cells.iter().map(value).fold(0.0, f64::max)
}

fn lowest(year: &Year, value: fn(&Cell) -> f64) -> f64 {
    year.cells.iter().map(value).fold(f64::INFINITY, f64::min)
}

/// Of the hundred largest tenants, the most that are in the same cell.
fn largest_in_one_cell(year: &Year) -> f64 {
    let mut present: Vec<_> = year.tenants.iter().filter(|tenant| !tenant.is_gone).collect();
    present.sort_by(|one, other| other.size.total_cmp(&one.size));
    let mut counts = [0u32; CELLS];
    present.iter().take(100).for_each(|tenant| counts[tenant.cell] += 1);
    f64::from(counts.into_iter().max().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::{super::scenario::GROWING, *};

    #[test]
    fn cells_contain_what_their_tenants_add_up_to_and_moves_cool_them() {
        let years = years(&GROWING);
        for (policy, year) in &years {
            for (at, cell) in year.cells.iter().enumerate() {
                let own = || year.tenants.iter().filter(|tenant| tenant.cell == at && !tenant.is_gone);
                assert_eq!(own().count(), cell.tenants as usize, "{policy:?} {at}");
                let size: f64 = own().map(|tenant| tenant.size).sum();
                assert!((size - cell.size).abs() < 1e-3, "{policy:?} {at}: {size} {}", cell.size);
            }
        }
        let [random, placed, moved] = [0, 1, 2].map(|at| years[at].1.hot_cell_hours);
        assert!(random > placed && placed > moved, "{random} {placed} {moved}");
    }
}
