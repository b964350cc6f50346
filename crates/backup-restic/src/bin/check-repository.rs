//! The child alone, for tests; the server has it as a hidden subcommand.

use std::process::ExitCode;

fn main() -> ExitCode {
    backup_restic::serve()
}
