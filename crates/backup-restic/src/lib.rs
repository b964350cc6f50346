//! The child's side of `backup-check`: opens one repository, executes commands on it and ends with its parent.
//!
//! Nothing here can change a repository: [`files::Files`] only lists and reads. The immutability test alone writes and
//! deletes an object of its own next to the repository, and tries to delete a pack that does not exist.

mod bridge;
mod confine;
mod files;
mod hash;
mod http;
mod immutability;
mod local;
mod meter;
mod packs;
mod repository;
mod rest;
mod restore;
mod s3;
mod sigv4;

use backup_check::{Command, Failure, FailureKind, Reply};
use meter::Meter;
use repository::Opened;
use std::{
    io::{BufRead, Write},
    process::ExitCode,
    sync::{Arc, Mutex, PoisonError, mpsc},
    thread,
    time::Duration,
};

const PROGRESS_PERIOD: Duration = Duration::from_secs(1);

/// Executes the commands on standard input, until it is closed.
pub fn serve() -> ExitCode {
    if let Err(error) = confine::confine() {
        eprintln!("the process could not be limited: {error}");
        return ExitCode::FAILURE;
    }
    let (sender, commands) = mpsc::channel();
    thread::spawn(move || read_commands(&sender));
    let output = Arc::new(Output::default());
    let mut opened = None;
    for command in commands {
        let reply = match (command, &opened) {
            (Command::Open(open), None) => {
                let meter = Arc::new(Meter::new(open.limits));
                output.report(&meter);
                match Opened::open(*open, meter) {
                    Ok(repository) => {
                        let reply = Reply::Opened(repository.identity());
                        opened = Some(repository);
                        reply
                    }
                    Err(failure) => Reply::Failed(failure),
                }
            }
            (Command::Open(_), Some(_)) | (_, None) => Reply::Failed(out_of_order()),
            (command, Some(repository)) => execute(repository, &command).unwrap_or_else(Reply::Failed),
        };
        if let Some(repository) = &opened {
            output.send(&Reply::Progress(repository.meter().cost()));
        }
        output.send(&reply);
    }
    ExitCode::SUCCESS
}

/// Standard input is closed when the parent has ended, in whatever way. Then nobody wants the result any more.
fn read_commands(sender: &mpsc::Sender<Command>) {
    for line in std::io::stdin().lock().lines() {
        let Some(command) = line.ok().and_then(|line| serde_json::from_str(&line).ok()) else { break };
        if sender.send(command).is_err() {
            break;
        }
    }
    std::process::exit(0);
}

fn execute(repository: &Opened, command: &Command) -> Result<Reply, Failure> {
    Ok(match command {
        Command::Open(_) => return Err(out_of_order()),
        Command::Snapshots => Reply::Snapshots(repository.snapshots()?),
        Command::Packs(wanted) => Reply::Packs(packs::read(repository, wanted)?),
        Command::Restore(sample) => Reply::Restored(restore::restore(repository, sample)?),
        Command::Immutability => Reply::Immutability(immutability::test(repository)?),
        Command::Locks => Reply::Locks(repository.locks()?),
    })
}

fn out_of_order() -> Failure {
    Failure::new(FailureKind::Unavailable, "The check received commands in the wrong order.")
}

/// Lines on standard output.
#[derive(Default)]
struct Output(Mutex<()>);

impl Output {
    fn send(&self, reply: &Reply) {
        let _turn = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut out = std::io::stdout().lock();
        let written = serde_json::to_vec(reply).map_err(std::io::Error::from).and_then(|mut line| {
            line.push(b'\n');
            out.write_all(&line)?;
            out.flush()
        });
        if written.is_err() {
            std::process::exit(0);
        }
    }

    /// Sends the progress every second.
    fn report(self: &Arc<Output>, meter: &Arc<Meter>) {
        let (output, meter) = (self.clone(), meter.clone());
        thread::spawn(move || {
            loop {
                thread::sleep(PROGRESS_PERIOD);
                output.send(&Reply::Progress(meter.cost()));
            }
        });
    }
}
