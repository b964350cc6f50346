//! The simulation: a queue of events, the tenants and the cells. Tenants, bursts and losses are the same for each policy.

use super::{
    assumptions::{
        BURST_ALPHA, BURST_HOURS, BURST_HOURS_SIGMA, BURST_LEAST, BURSTS_PER_YEAR, CELL_OPENS_EVERY_DAYS, CELLS,
        CELLS_AT_START, DAYS, GROWTH_SIGMA, HOT, LARGEST_SIZE, LEAVE_PER_YEAR, LOSSES_PER_CELL_YEAR, MOVE_FAILS,
        MOVES_AT_ONCE, RATE_SIGMA, SEED, SIZE_SIGMA, TENANTS_AT_START, burst_limit, busy, bytes_per_ordinary_tenant,
        move_seconds, restore_seconds,
    },
    policy::{Policy, next_move},
    queue::{HOUR, Queue},
    scenario::Scenario,
};
use crate::random::{Stream, ln};

const DAY: u64 = 24 * HOUR;
const STEP_DAYS: u64 = 30;
const REVIEW_HOURS: u64 = 4;

/// The purposes of random numbers.
const SIZES: u64 = 1;
const ARRIVALS: u64 = 2;
const GROWTH: u64 = 3;
const BURSTS: u64 = 4;
const LOSSES: u64 = 5;
const PLACES: u64 = 6;
const MOVES: u64 = 7;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    OpenCell,
    Arrive,
    Leave { tenant: usize },
    Grow { tenant: usize, step: u64 },
    BurstBegins { tenant: usize, number: u64 },
    BurstEnds { tenant: usize, number: u64 },
    Review,
    MoveEnds { tenant: usize, from: usize, to: usize },
    Lost { cell: usize, number: u64 },
    Restored { cell: usize },
    Sample,
}

#[derive(Debug, Clone, Default)]
pub struct Tenant {
    pub cell: usize,
    /// Devices and stored bytes, in ordinary tenants.
    pub size: f64,
    /// Requests for a device, relative to the ordinary tenant.
    rate: f64,
    /// The load that bursts add.
    burst: f64,
    /// The load for which cells make room while it is moved, or 0.
    reserved: f64,
    pub is_gone: bool,
}

impl Tenant {
    pub fn load(&self) -> f64 {
        self.size * self.rate
    }

    pub fn is_movable(&self, from: usize) -> bool {
        self.cell == from && self.reserved == 0.0 && !self.is_gone && self.burst == 0.0
    }
}

#[derive(Debug, Clone, Default)]
pub struct Cell {
    is_open: bool,
    is_lost: bool,
    pub tenants: u32,
    pub size: f64,
    /// The load without bursts.
    pub steady: f64,
    burst: f64,
    /// The load of moves under way: arriving minus leaving.
    moving: f64,
    moves: u32,
}

impl Cell {
    pub fn accepts(&self) -> bool {
        self.is_open && !self.is_lost
    }

    pub fn may_move(&self) -> bool {
        self.accepts() && self.moves < MOVES_AT_ONCE
    }

    /// The load when all moves have ended.
    pub fn planned(&self) -> f64 {
        self.steady + self.moving
    }

    pub fn load(&self) -> f64 {
        self.steady + self.burst
    }
}

/// One loss of a cell, with the shares of all that it concerned.
#[derive(Debug, Clone)]
pub struct Loss {
    pub day: u64,
    pub tenants: f64,
    pub devices: f64,
    pub requests: f64,
    pub hours: f64,
}

#[derive(Debug, Clone, Default)]
pub struct Year {
    pub cells: Vec<Cell>,
    pub tenants: Vec<Tenant>,
    pub bursts: u64,
    pub hot_cell_hours: u64,
    pub full_cell_hours: u64,
    pub hot_tenant_hours: f64,
    pub tenant_hours: f64,
    pub worst_busy: f64,
    pub moves: u64,
    pub failed_moves: u64,
    pub moved_bytes: f64,
    pub longest_move_hours: f64,
    pub lost_tenant_hours: f64,
    pub losses: Vec<Loss>,
}

pub struct Simulation {
    policy: Policy,
    scenario: &'static Scenario,
    now: u64,
    queue: Queue<Event>,
    arrivals: Stream,
    places: Stream,
    moves: Stream,
    year: Year,
}

impl Simulation {
    pub fn run(scenario: &'static Scenario, policy: Policy) -> Year {
        let stream = |purpose| Stream::new(SEED, purpose, 0);
        let mut simulation = Simulation {
            policy,
            scenario,
            now: 0,
            queue: Queue::new(DAYS * 24),
            arrivals: stream(ARRIVALS),
            places: stream(PLACES),
            moves: stream(MOVES),
            year: Year { cells: vec![Cell::default(); CELLS], ..Year::default() },
        };
        simulation.begin();
        while let Some((time, event)) = simulation.queue.next() {
            simulation.now = time;
            simulation.handle(event);
        }
        simulation.year
    }

    fn begin(&mut self) {
        self.year.cells.iter_mut().take(CELLS_AT_START).for_each(|cell| cell.is_open = true);
        for opened in 0..(CELLS - CELLS_AT_START) as u64 {
            self.queue.add((opened + 1) * CELL_OPENS_EVERY_DAYS * DAY, Event::OpenCell);
        }
        // The tenants of earlier years are spread evenly, whatever the policy is.
        for number in 0..TENANTS_AT_START {
            self.join(number % CELLS_AT_START);
        }
        for cell in 0..CELLS {
            self.after_loss(cell, 0);
        }
        self.next_arrival();
        self.queue.add(0, Event::Review);
        self.queue.add(0, Event::Sample);
    }

    fn after(&mut self, seconds: f64, event: Event) {
        self.queue.add(self.now + (seconds as u64).max(1), event);
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::OpenCell => {
                if let Some(cell) = self.year.cells.iter_mut().find(|cell| !cell.is_open) {
                    cell.is_open = true;
                }
            }
            Event::Arrive => {
                let cell = self.policy.place(&self.year.cells, &mut self.places);
                self.join(cell);
                self.next_arrival();
            }
            Event::Leave { tenant } => self.leave(tenant),
            Event::Grow { tenant, step } => self.grow(tenant, step),
            Event::BurstBegins { tenant, number } => self.begin_burst(tenant, number),
            Event::BurstEnds { tenant, number } => self.end_burst(tenant, number),
            Event::Review => self.review(),
            Event::MoveEnds { tenant, from, to } => self.end_move(tenant, from, to),
            Event::Lost { cell, number } => self.lose(cell, number),
            Event::Restored { cell } => self.year.cells[cell].is_lost = false,
            Event::Sample => self.sample(),
        }
    }

    fn next_arrival(&mut self) {
        let wait = self.arrivals.exponential(DAY as f64 / self.scenario.arrivals_per_day);
        self.after(wait, Event::Arrive);
    }

    fn join(&mut self, at: usize) {
        let tenant = self.year.tenants.len();
        let mut sizes = Stream::new(SEED, SIZES, tenant as u64);
        let size = sizes.log_normal(SIZE_SIGMA).min(LARGEST_SIZE);
        let rate = sizes.log_normal(RATE_SIGMA);
        let cell = &mut self.year.cells[at];
        cell.tenants += 1;
        cell.size += size;
        cell.steady += size * rate;
        self.year.tenants.push(Tenant { cell: at, size, rate, ..Tenant::default() });
        self.after(sizes.exponential((DAYS * DAY) as f64 / LEAVE_PER_YEAR), Event::Leave { tenant });
        self.after(sizes.uniform() * (STEP_DAYS * DAY) as f64, Event::Grow { tenant, step: 0 });
        self.after_burst(tenant, 0);
    }

    fn leave(&mut self, tenant: usize) {
        let left = &mut self.year.tenants[tenant];
        left.is_gone = true;
        let cell = &mut self.year.cells[left.cell];
        cell.tenants -= 1;
        cell.size -= left.size;
        cell.steady -= left.load();
        cell.burst -= left.burst;
    }

    fn grow(&mut self, tenant: usize, step: u64) {
        let grown = &mut self.year.tenants[tenant];
        if grown.is_gone {
            return;
        }
        let steps = DAYS as f64 / STEP_DAYS as f64;
        let mut stream = Stream::new(SEED, GROWTH, (tenant as u64) << 8 | step);
        let mean = crate::random::exp(ln(1.0 + self.scenario.growth_per_year) / steps);
        let size = (grown.size * mean * stream.log_normal(GROWTH_SIGMA / steps.sqrt())).min(LARGEST_SIZE);
        let cell = &mut self.year.cells[grown.cell];
        cell.size += size - grown.size;
        cell.steady += (size - grown.size) * grown.rate;
        grown.size = size;
        self.after((STEP_DAYS * DAY) as f64, Event::Grow { tenant, step: step + 1 });
    }

    fn after_burst(&mut self, tenant: usize, number: u64) {
        let mut stream = Stream::new(SEED, BURSTS, (tenant as u64) << 8 | number);
        let wait = stream.exponential((DAYS * DAY) as f64 / BURSTS_PER_YEAR);
        self.after(wait, Event::BurstBegins { tenant, number });
    }

    fn begin_burst(&mut self, tenant: usize, number: u64) {
        if self.year.tenants[tenant].is_gone {
            return;
        }
        let mut stream = Stream::new(SEED, BURSTS, 1 << 60 | (tenant as u64) << 8 | number);
        let times = stream.pareto(BURST_LEAST, BURST_ALPHA);
        let hours = BURST_HOURS * stream.log_normal(BURST_HOURS_SIGMA);
        let bursting = &mut self.year.tenants[tenant];
        bursting.burst = (bursting.load() * (times - 1.0)).min(burst_limit());
        self.year.cells[bursting.cell].burst += bursting.burst;
        self.year.bursts += 1;
        self.after(hours * HOUR as f64, Event::BurstEnds { tenant, number });
    }

    fn end_burst(&mut self, tenant: usize, number: u64) {
        let calm = &mut self.year.tenants[tenant];
        if !calm.is_gone {
            self.year.cells[calm.cell].burst -= calm.burst;
            calm.burst = 0.0;
            self.after_burst(tenant, number + 1);
        }
    }

    /// As many moves as may run.
    fn review(&mut self) {
        if self.policy == Policy::HeadroomAndMoves {
            for from in 0..CELLS {
                while let Some((tenant, to)) = next_move(from, &self.year.cells, &self.year.tenants) {
                    self.begin_move(tenant, from, to);
                }
            }
        }
        self.after((REVIEW_HOURS * HOUR) as f64, Event::Review);
    }

    fn begin_move(&mut self, tenant: usize, from: usize, to: usize) {
        let moved = &mut self.year.tenants[tenant];
        moved.reserved = moved.load();
        let (load, seconds) = (moved.reserved, move_seconds(moved.size));
        for (cell, load) in [(from, -load), (to, load)] {
            self.year.cells[cell].moves += 1;
            self.year.cells[cell].moving += load;
        }
        self.year.longest_move_hours = self.year.longest_move_hours.max(seconds / HOUR as f64);
        self.after(seconds, Event::MoveEnds { tenant, from, to });
    }

    fn end_move(&mut self, tenant: usize, from: usize, to: usize) {
        let fails = self.moves.uniform() < MOVE_FAILS;
        let moved = &mut self.year.tenants[tenant];
        let cells = &mut self.year.cells;
        for (cell, load) in [(from, moved.reserved), (to, -moved.reserved)] {
            cells[cell].moves -= 1;
            cells[cell].moving += load;
        }
        moved.reserved = 0.0;
        if moved.is_gone {
            return;
        }
        self.year.moved_bytes += moved.size * bytes_per_ordinary_tenant();
        if fails || cells[from].is_lost || cells[to].is_lost {
            self.year.failed_moves += 1;
            return;
        }
        self.year.moves += 1;
        moved.cell = to;
        for (cell, sign) in [(from, -1.0), (to, 1.0)] {
            cells[cell].size += sign * moved.size;
            cells[cell].steady += sign * moved.load();
            cells[cell].burst += sign * moved.burst;
        }
        cells[from].tenants -= 1;
        cells[to].tenants += 1;
    }

    fn after_loss(&mut self, cell: usize, number: u64) {
        let mut stream = Stream::new(SEED, LOSSES, (cell as u64) << 8 | number);
        let wait = stream.exponential((DAYS * DAY) as f64 / LOSSES_PER_CELL_YEAR);
        self.after(wait, Event::Lost { cell, number });
    }

    fn lose(&mut self, at: usize, number: u64) {
        self.after_loss(at, number + 1);
        if !self.year.cells[at].accepts() {
            return;
        }
        self.year.cells[at].is_lost = true;
        let cell = &self.year.cells[at];
        let share = |part: &dyn Fn(&Cell) -> f64| part(cell) / self.year.cells.iter().map(part).sum::<f64>();
        let seconds = restore_seconds(cell.size);
        let loss = Loss {
            day: self.now / DAY,
            tenants: share(&|cell| f64::from(cell.tenants)),
            devices: share(&|cell| cell.size),
            requests: share(&Cell::load),
            hours: seconds / HOUR as f64,
        };
        self.year.lost_tenant_hours += f64::from(cell.tenants) * loss.hours;
        self.year.losses.push(loss);
        self.after(seconds, Event::Restored { cell: at });
    }

    /// Once an hour.
    fn sample(&mut self) {
        for cell in &self.year.cells {
            let busy = busy(cell.load());
            let tenants = f64::from(cell.tenants);
            self.year.tenant_hours += tenants;
            self.year.worst_busy = self.year.worst_busy.max(busy);
            if busy > HOT {
                self.year.hot_cell_hours += 1;
                self.year.hot_tenant_hours += tenants;
            }
            self.year.full_cell_hours += u64::from(busy > 1.0);
        }
        self.after(HOUR as f64, Event::Sample);
    }
}
