//! The growth in a simulated year: mostly new tenants, or growth of those that are there.

pub struct Scenario {
    pub arrivals_per_day: f64,
    pub growth_per_year: f64,
}

/// New cells are filled by new tenants.
pub const STEADY: Scenario = Scenario { arrivals_per_day: 95.0, growth_per_year: 0.15 };

/// Few new tenants come, and the others grow: no placement fills the new cells.
pub const GROWING: Scenario = Scenario { arrivals_per_day: 15.0, growth_per_year: 0.45 };
