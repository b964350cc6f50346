//! The sandbox alone, for tests; the server has it as a hidden subcommand.

fn main() -> std::process::ExitCode {
    flow::sandbox::serve()
}
