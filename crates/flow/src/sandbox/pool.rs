//! The parent's side: processes that wait for questions.

use super::{Answer, Question, serve::TOOK_TOO_LONG};
use std::{
    collections::HashMap,
    os::unix::process::ExitStatusExt,
    path::PathBuf,
    process::{ExitStatus, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    process::{Child, ChildStdin, ChildStdout, Command},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

/// The machine may be busy; a child measures its own processor time.
const LONGEST_START: Duration = Duration::from_secs(20);
const LONGEST_ANSWER: Duration = Duration::from_secs(5);
const LARGEST_ANSWER: u64 = 4 * 1024 * 1024;

/// Signals by which another process ends a child: SIGHUP, SIGINT, SIGKILL, SIGTERM. No expression causes them.
const FROM_OUTSIDE: [i32; 4] = [1, 2, 9, 15];

/// The number of owners that are remembered before idle ones are removed.
const MOST_OWNERS: usize = 1_000;

#[derive(Debug)]
pub(super) struct Pool {
    program: PathBuf,
    arguments: Vec<String>,
    places: Semaphore,
    /// The number of places that one owner may hold or wait for, and the owners that have some.
    share: usize,
    owners: Mutex<HashMap<u128, Arc<Semaphore>>>,
    idle: Mutex<Vec<Worker>>,
    /// True if the missing filter of system calls was logged.
    warned: AtomicBool,
}

#[derive(Debug)]
struct Worker {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// The reason why there is no response.
pub(super) enum Broken {
    /// The child ended, or was killed.
    Costly(&'static str),
    /// It could not be started or reached.
    Unavailable,
}

impl Pool {
    pub fn new(program: PathBuf, arguments: &[&str], size: usize) -> Pool {
        let arguments = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        let (places, share) = (Semaphore::new(size.max(1)), (size / 3).max(1));
        Pool {
            program,
            arguments,
            places,
            share,
            owners: Mutex::default(),
            idle: Mutex::default(),
            warned: AtomicBool::new(false),
        }
    }

    /// Refused while the task holds a database connection: an expression may take seconds.
    pub async fn ask(&self, owner: u128, question: &Question) -> Result<Answer, Broken> {
        held::refuse("an expression is evaluated");
        let mut line = serde_json::to_vec(question).map_err(|_| Broken::Unavailable)?;
        line.push(b'\n');
        // First within the owner's share, then among all: so an owner with many requests does not block others.
        let _own = self.share_of(owner).await.ok_or(Broken::Unavailable)?;
        let _place = self.places.acquire().await.map_err(|_| Broken::Unavailable)?;
        let idle = self.worker().await.ok_or(Broken::Unavailable)?;
        // The child measures its own processor time: if it does not respond, the machine may be too busy.
        match self.answer_by(idle, &line).await {
            Some(answer) => answer,
            None => {
                let new = self.start().await.ok_or(Broken::Unavailable)?;
                self.answer_by(new, &line).await.unwrap_or(Err(Broken::Costly("An expression took too long")))
            }
        }
    }

    /// `None` if the time is up. A worker that did not respond is dropped, which kills it; so is one whose caller has
    /// gone.
    async fn answer_by(&self, mut worker: Worker, line: &[u8]) -> Option<Result<Answer, Broken>> {
        let Some(answer) = timeout(LONGEST_ANSWER, worker.ask(line)).await.ok()? else {
            return Some(Err(worker.why().await));
        };
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
        Some(Ok(answer))
    }

    async fn share_of(&self, owner: u128) -> Option<OwnedSemaphorePermit> {
        let own = {
            let mut owners = self.owners.lock().unwrap_or_else(PoisonError::into_inner);
            if owners.len() >= MOST_OWNERS {
                owners.retain(|_, own| Arc::strong_count(own) > 1);
            }
            owners.entry(owner).or_insert_with(|| Arc::new(Semaphore::new(self.share))).clone()
        };
        own.acquire_owned().await.ok()
    }

    async fn worker(&self) -> Option<Worker> {
        loop {
            let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let Some(mut worker) = idle else { return self.start().await };
            if matches!(worker.process.try_wait(), Ok(None)) {
                return Some(worker);
            }
        }
    }

    /// Starts a child and returns why it has no filter of system calls; the inner value is `None` if it has one.
    pub async fn unconfined(&self) -> Option<Option<String>> {
        let _place = self.places.acquire().await.ok()?;
        Some(self.launch().await?.1)
    }

    async fn start(&self) -> Option<Worker> {
        let (worker, unconfined) = self.launch().await?;
        if let Some(why) = unconfined.filter(|_| !self.warned.swap(true, Ordering::Relaxed)) {
            tracing::warn!(why, "expressions are evaluated without a system call filter");
        }
        Some(worker)
    }

    async fn launch(&self) -> Option<(Worker, Option<String>)> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).env_clear().kill_on_drop(true);
        // Otherwise the allocator reserves more than the child may have, before the child can limit it.
        command.env("MIMALLOC_ARENA_RESERVE", "16MiB");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().ok()?;
        let (questions, answers) = (process.stdin.take()?, process.stdout.take()?);
        let mut worker = Worker { process, questions, answers: BufReader::new(answers) };
        match timeout(LONGEST_START, worker.answer()).await.ok().flatten()? {
            Answer::Ready { unconfined } => Some((worker, unconfined)),
            _ => None,
        }
    }
}

impl Worker {
    async fn ask(&mut self, line: &[u8]) -> Option<Answer> {
        self.questions.write_all(line).await.ok()?;
        self.questions.flush().await.ok()?;
        self.answer().await
    }

    async fn answer(&mut self) -> Option<Answer> {
        let mut line = vec![];
        (&mut self.answers).take(LARGEST_ANSWER).read_until(b'\n', &mut line).await.ok()?;
        serde_json::from_slice(&line).ok()
    }

    /// The reason why a child ended without a response.
    async fn why(&mut self) -> Broken {
        let ended = timeout(Duration::from_secs(1), self.process.wait()).await;
        let ended = ended.ok().and_then(Result::ok);
        match (ended.as_ref().and_then(ExitStatus::code), ended.and_then(|ended| ended.signal())) {
            (Some(TOOK_TOO_LONG), _) => Broken::Costly("An expression took too long"),
            (_, Some(signal)) if FROM_OUTSIDE.contains(&signal) => Broken::Unavailable,
            _ => Broken::Costly("An expression needed too much memory or was nested too deeply"),
        }
    }
}
