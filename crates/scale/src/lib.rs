//! The costs of units of work, the needs of a cell of 5,000 tenants, the cost of an installation, and a simulation of 20
//! cells with 100,000 tenants. `docs/scale.md` contains the tables; a test compares them with the output of this program.

pub mod costs;
pub mod model;
pub mod needs;
pub mod prices;
pub mod profile;
mod random;
mod tables;

/// The tables in the order of the document, each with the name of its markers.
pub fn sections() -> Vec<(&'static str, String)> {
    let steady = model::years(&model::STEADY);
    let growing = model::years(&model::GROWING);
    vec![
        ("costs", costs::units()),
        ("sources", costs::sources()),
        ("ordinary tenant", profile::table()),
        ("cell", needs::cell()),
        ("shares", needs::shares_by_unit()),
        ("limits", needs::limits()),
        ("bottleneck", needs::bottleneck()),
        ("other assumptions", needs::other_assumptions()),
        ("prices", prices::assumptions()),
        ("months", prices::months()),
        ("model", model::assumptions_table()),
        ("tenants", model::summary(&steady)),
        ("policies", model::policies(&steady)),
        ("growth", model::policies(&growing)),
        ("blast radius", model::blast_radius(&steady)),
        ("losses", model::losses(&steady)),
    ]
}
