//! The parent's side: a child process that opens one repository.

use crate::{
    Command, Cost, Failure, FailureKind, Immutability, LONGEST_LINE, Locks, Open, Opened, PacksRead, ReadPacks, Reply,
    RestoreSample, Restored, SUBCOMMAND, Snapshots,
};
use std::{path::PathBuf, process::Stdio, time::Duration};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    process::{Child, ChildStdin, ChildStdout, Command as Program},
    time::timeout,
};

/// A child sends its progress every second. The machine may be busy.
const LONGEST_SILENCE: Duration = Duration::from_secs(60);

/// How long a repository may take to open: its keys say how costly they are to try.
const LONGEST_OPENING: Duration = Duration::from_secs(600);

/// Starts children.
#[derive(Debug, Clone)]
pub struct Checker {
    program: PathBuf,
}

/// A repository that is open in a child. Dropping it kills the child.
#[derive(Debug)]
pub struct Session {
    // The child ends when its standard input is closed, and is killed when this is dropped.
    process: Child,
    commands: ChildStdin,
    replies: BufReader<ChildStdout>,
    cost: Cost,
}

impl Checker {
    pub fn new(program: PathBuf) -> Checker {
        Checker { program }
    }

    /// Refused while the task holds a database connection: a repository may take hours.
    pub async fn open(&self, open: Open) -> Result<(Session, Opened), Failure> {
        held::refuse("a repository is opened");
        let mut program = Program::new(&self.program);
        program.arg(SUBCOMMAND).env_clear().kill_on_drop(true);
        // Otherwise the allocator reserves more than the child may have, before the child can limit it.
        program.env("MIMALLOC_ARENA_RESERVE", "16MiB").env("RAYON_NUM_THREADS", "2");
        program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = program.spawn().map_err(|_| unavailable("The check could not be started."))?;
        let (Some(commands), Some(replies)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(unavailable("The check could not be started."));
        };
        let replies = BufReader::new(replies);
        let mut session = Session { process, commands, replies, cost: Cost::default() };
        let open = Command::Open(Box::new(open));
        let opened = timeout(LONGEST_OPENING, session.ask(&open)).await;
        match opened.map_err(|_| Failure::new(FailureKind::TooLarge, "The repository takes too long to open."))?? {
            Reply::Opened(opened) => Ok((session, opened)),
            other => Err(unexpected(&other)),
        }
    }
}

impl Session {
    /// Cost of all commands so far.
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// The process of the child; `None` if it has ended.
    pub fn pid(&self) -> Option<u32> {
        self.process.id()
    }

    pub async fn snapshots(&mut self) -> Result<Snapshots, Failure> {
        match self.ask(&Command::Snapshots).await? {
            Reply::Snapshots(snapshots) => Ok(snapshots),
            other => Err(unexpected(&other)),
        }
    }

    pub async fn packs(&mut self, wanted: ReadPacks) -> Result<PacksRead, Failure> {
        match self.ask(&Command::Packs(wanted)).await? {
            Reply::Packs(packs) => Ok(packs),
            other => Err(unexpected(&other)),
        }
    }

    pub async fn restore(&mut self, sample: RestoreSample) -> Result<Restored, Failure> {
        match self.ask(&Command::Restore(sample)).await? {
            Reply::Restored(restored) => Ok(restored),
            other => Err(unexpected(&other)),
        }
    }

    pub async fn immutability(&mut self) -> Result<Immutability, Failure> {
        match self.ask(&Command::Immutability).await? {
            Reply::Immutability(immutability) => Ok(immutability),
            other => Err(unexpected(&other)),
        }
    }

    pub async fn locks(&mut self) -> Result<Locks, Failure> {
        match self.ask(&Command::Locks).await? {
            Reply::Locks(locks) => Ok(locks),
            other => Err(unexpected(&other)),
        }
    }

    async fn ask(&mut self, command: &Command) -> Result<Reply, Failure> {
        held::refuse("a repository is read");
        let mut line = serde_json::to_vec(command).map_err(|_| unavailable("The check could not be started."))?;
        line.push(b'\n');
        let sent = async {
            self.commands.write_all(&line).await?;
            self.commands.flush().await
        };
        sent.await.map_err(|_| ended())?;
        loop {
            match timeout(LONGEST_SILENCE, self.reply()).await {
                Err(_) => return Err(unavailable("The check did not respond.")),
                Ok(None) => return Err(ended()),
                Ok(Some(Reply::Progress(cost))) => self.cost = cost,
                Ok(Some(Reply::Failed(failure))) => return Err(failure),
                Ok(Some(reply)) => return Ok(reply),
            }
        }
    }

    async fn reply(&mut self) -> Option<Reply> {
        let mut line = vec![];
        (&mut self.replies).take(LONGEST_LINE).read_until(b'\n', &mut line).await.ok()?;
        serde_json::from_slice(&line).ok()
    }
}

fn unavailable(detail: &str) -> Failure {
    Failure::new(FailureKind::Unavailable, detail)
}

/// Most often it needed more memory than it may have.
fn ended() -> Failure {
    unavailable("The check ended unexpectedly; the repository may need too much memory.")
}

fn unexpected(_reply: &Reply) -> Failure {
    unavailable("The check returned something unexpected.")
}
