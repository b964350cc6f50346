//! Limits of the process: a hostile repository can end its own check, and nothing else.

use rustix::process::{Resource, Rlimit, nice, setrlimit};
use std::io;

/// Memory beyond that of the program itself. The index of a repository needs most of it.
const MEMORY: u64 = 1536 * 1024 * 1024;

/// The largest file in scratch space.
pub const SCRATCH: u64 = 256 * 1024 * 1024;

pub fn confine() -> io::Result<()> {
    let set = |resource, most: u64| setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    set(Resource::As, address_space()? + MEMORY)?;
    set(Resource::Fsize, SCRATCH)?;
    set(Resource::Core, 0)?;
    // Requests of customers come first.
    nice(10)?;
    Ok(())
}

/// The memory of the program itself.
#[cfg(target_os = "linux")]
fn address_space() -> io::Result<u64> {
    let pages = std::fs::read_to_string("/proc/self/statm")?;
    let pages: Option<u64> = pages.split(' ').next().and_then(|pages| pages.parse().ok());
    Ok(pages.unwrap_or_default() * rustix::param::page_size() as u64)
}

#[cfg(not(target_os = "linux"))]
fn address_space() -> io::Result<u64> {
    Ok(0)
}
