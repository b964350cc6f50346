//! How much a definition and a run of it may ask for. Each bound has its own fault.

use std::time::Duration;

/// Bytes of a definition, as JSON.
pub const DEFINITION_BYTES: usize = 256 * 1024;
/// Tasks of a definition, nested ones included.
pub const TASKS: usize = 200;
/// How deep tasks may lie in each other.
pub const NESTING: usize = 16;
/// Branches of one `fork`.
pub const BRANCHES: usize = 16;
/// Cases of one `switch`.
pub const CASES: usize = 50;
/// Rounds of one `for`.
pub const ITERATIONS: usize = 1_000;
/// Attempts of one `try`.
pub const ATTEMPTS: u32 = 20;
/// Steps of one run, those of every round and attempt included.
pub const STEPS: usize = 2_000;
/// Bytes, as JSON, of the input, of the context, and of what a step gives.
pub const DATA_BYTES: usize = 256 * 1024;
/// Characters of one expression.
pub const EXPRESSION_CHARS: usize = 4_000;
/// How deep brackets may lie in each other in one expression.
pub const EXPRESSION_NESTING: i64 = 100;
/// The longest wait, delay or timeout.
pub const LONGEST: Duration = Duration::from_secs(366 * 24 * 60 * 60);
/// The shortest time between two runs by `schedule.every`.
pub const MOST_OFTEN: Duration = Duration::from_secs(60);
/// Characters of a task's or variable's name.
pub const NAME_CHARS: usize = 64;
/// Event patterns of one `schedule.on` or `listen`.
pub const PATTERNS: usize = 20;
