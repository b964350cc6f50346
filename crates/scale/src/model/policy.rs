//! Where a new tenant is placed, and which tenants are moved.

use super::{
    assumptions::{MOVES_ABOVE, PLACED_BELOW},
    simulation::{Cell, Tenant},
};
use crate::{needs::TENANTS, random::Stream};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    Random,
    LeastLoaded,
    HeadroomAndMoves,
}

impl Policy {
    pub const ALL: [Policy; 3] = [Policy::Random, Policy::LeastLoaded, Policy::HeadroomAndMoves];

    pub fn name(self) -> &'static str {
        match self {
            Policy::Random => "random",
            Policy::LeastLoaded => "least loaded",
            Policy::HeadroomAndMoves => "least loaded, headroom and moves",
        }
    }

    /// The cell of a new tenant: an open one that is not lost.
    pub fn place(self, cells: &[Cell], stream: &mut Stream) -> usize {
        let open: Vec<usize> = (0..cells.len()).filter(|at| cells[*at].accepts()).collect();
        match self {
            Policy::Random => open[stream.below(open.len())],
            Policy::LeastLoaded => least(open.into_iter(), |at| cells[at].steady),
            // Disks fill as well as processors, and tenants on their way need room.
            Policy::HeadroomAndMoves => {
                let fullness = |at: usize| cells[at].planned().max(cells[at].size);
                let with_room = open.iter().copied().filter(|at| fullness(*at) < PLACED_BELOW * TENANTS);
                if with_room.clone().next().is_some() {
                    least(with_room, fullness)
                } else {
                    least(open.into_iter(), fullness)
                }
            }
        }
    }
}

fn least(cells: impl Iterator<Item = usize>, value: impl Fn(usize) -> f64) -> usize {
    cells.min_by(|one, other| value(*one).total_cmp(&value(*other))).unwrap_or(0)
}

/// The next tenant to move away from a cell, and where to: the largest that takes away at most half of the difference, so
/// that few moves are needed and none overshoots. A tenant in a burst is not moved: the burst ends before the move does.
pub fn next_move(from: usize, cells: &[Cell], tenants: &[Tenant]) -> Option<(usize, usize)> {
    let open = || (0..cells.len()).filter(|at| cells[*at].accepts());
    let mean = open().map(|at| cells[at].planned()).sum::<f64>() / open().count() as f64;
    let surplus = cells[from].planned() - MOVES_ABOVE * mean;
    if surplus <= 0.0 || !cells[from].may_move() {
        return None;
    }
    let receivers = open().filter(|at| *at != from && cells[*at].may_move() && cells[*at].planned() < mean);
    let to = receivers.min_by(|one, other| cells[*one].planned().total_cmp(&cells[*other].planned()))?;
    let half = (cells[from].planned() - cells[to].planned()) / 2.0;
    let fits = |tenant: &Tenant| tenant.is_movable(from) && tenant.load() <= half.min(surplus * 2.0);
    let movable = tenants.iter().enumerate().filter(|(_, tenant)| fits(tenant));
    let (tenant, _) = movable.max_by(|one, other| one.1.load().total_cmp(&other.1.load()))?;
    Some((tenant, to))
}
