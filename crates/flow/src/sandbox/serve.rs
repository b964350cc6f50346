//! The child's side: it drops its privileges, and responds until its standard input ends.

use super::{Answer, Question, filter, jq::Library};
use rustix::{
    process::{Resource, Rlimit, nice, setrlimit},
    time::{ClockId, clock_gettime},
};
use std::{
    io::{self, BufRead, Write},
    process::{ExitCode, exit},
    sync::{
        Arc, Barrier,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::Duration,
};

/// The exit status of a child after a question that took too much processor time.
pub(super) const TOOK_TOO_LONG: i32 = 3;

/// Processor time for one question.
const LONGEST: Duration = Duration::from_millis(500);

/// The priority of a child relative to processes that handle requests, as a `nice` value.
const YIELDS: i32 = 10;

/// Memory, besides that of the program itself, which is up to 40 MB: a child stays below 256 MB.
const MEMORY: u64 = 208 * 1024 * 1024;

/// The processor time at which the present question is stopped, in nanoseconds; 0 if there is none.
static ENOUGH: AtomicU64 = AtomicU64::new(0);

/// Answers the parent's questions. The program must have started nothing else: no threads, no open files.
pub fn serve() -> ExitCode {
    // Before the limits: a thread needs memory, and its start makes system calls of its own.
    let running = Arc::new(Barrier::new(2));
    let watch = thread::Builder::new().stack_size(64 * 1024).spawn({
        let running = running.clone();
        move || {
            running.wait();
            watch();
        }
    });
    let Ok(watch) = watch else { return ExitCode::FAILURE };
    running.wait();
    // Requests get the processor before expressions.
    let _ = nice(YIELDS);
    let Ok(confined) = confine() else { return ExitCode::FAILURE };
    let mut library = Library::default();
    let mut line = String::new();
    let (mut questions, mut answers) = (io::stdin().lock(), io::stdout().lock());
    // Reports that it is ready, so that the start does not count.
    let mut answer = Answer::Ready { unconfined: confined.err() };
    loop {
        let Ok(mut text) = serde_json::to_vec(&answer) else { return ExitCode::FAILURE };
        text.push(b'\n');
        if answers.write_all(&text).and_then(|()| answers.flush()).is_err() {
            return ExitCode::FAILURE;
        }
        line.clear();
        match questions.read_line(&mut line) {
            Ok(0) => return ExitCode::SUCCESS,
            Ok(_) => {}
            Err(_) => return ExitCode::FAILURE,
        }
        ENOUGH.store(nanoseconds(used() + LONGEST), Ordering::Relaxed);
        watch.thread().unpark();
        answer = match serde_json::from_str(&line) {
            Ok(Question::Fill { scope, templates }) => library.fill(scope, &templates),
            Ok(Question::Check(expression)) => library.check(&expression),
            Err(_) => Answer::Wrong("the data is nested too deeply".to_owned()),
        };
        ENOUGH.store(0, Ordering::Relaxed);
    }
}

/// Ends the process when a question has used up its time.
fn watch() {
    loop {
        match ENOUGH.load(Ordering::Relaxed) {
            0 => thread::park(),
            enough if nanoseconds(used()) > enough => exit(TOOK_TOO_LONG),
            _ => thread::sleep(Duration::from_millis(20)),
        }
    }
}

fn used() -> Duration {
    let now = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(now.tv_sec.try_into().unwrap_or_default(), now.tv_nsec.try_into().unwrap_or_default())
}

fn nanoseconds(duration: Duration) -> u64 {
    duration.as_nanos().try_into().unwrap_or(u64::MAX)
}

/// Limits the resources of the process, and then its system calls. The inner result is the reason why the kernel
/// refused the filter of system calls; the limits apply without it.
pub fn confine() -> io::Result<Result<(), String>> {
    limit_myself()?;
    Ok(filter::install())
}

/// No more memory than it needs, no new files or sockets, nothing written but to the parent, no new processes, no dumps.
fn limit_myself() -> io::Result<()> {
    let set = |resource, most: u64| setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) });
    set(Resource::As, address_space()? + MEMORY)?;
    set(Resource::Data, address_space()? + MEMORY)?;
    for nothing in [Resource::Core, Resource::Fsize, Resource::Nofile, Resource::Nproc] {
        set(nothing, 0)?;
    }
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
