//! The command line of Tenant Control.

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().collect();
    ExitCode::from(tenantctl::run(&arguments))
}
