//! The parent's side: processes that wait for questions.

use super::{Answer, Question, serve::TOOK_TOO_LONG};
use std::{
    path::PathBuf,
    process::{ExitStatus, Stdio},
    sync::{Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    process::{Child, ChildStdin, ChildStdout, Command},
    sync::Semaphore,
    time::timeout,
};

/// A machine may be busy; a child counts the processor time that it needs by itself.
const LONGEST_START: Duration = Duration::from_secs(20);
const LONGEST_ANSWER: Duration = Duration::from_secs(5);
const LARGEST_ANSWER: u64 = 4 * 1024 * 1024;

#[derive(Debug)]
pub(super) struct Pool {
    program: PathBuf,
    arguments: Vec<String>,
    places: Semaphore,
    idle: Mutex<Vec<Worker>>,
}

#[derive(Debug)]
struct Worker {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// Why there is no answer.
pub(super) enum Broken {
    /// The child gave up, or was given up.
    Costly(&'static str),
    /// It could not be started or talked to.
    Unavailable,
}

impl Pool {
    pub fn new(program: PathBuf, arguments: &[&str], size: usize) -> Pool {
        let arguments = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        Pool { program, arguments, places: Semaphore::new(size.max(1)), idle: Mutex::default() }
    }

    pub async fn ask(&self, question: &Question) -> Result<Answer, Broken> {
        let mut line = serde_json::to_vec(question).map_err(|_| Broken::Unavailable)?;
        line.push(b'\n');
        let _place = self.places.acquire().await.map_err(|_| Broken::Unavailable)?;
        let mut worker = self.worker().await.ok_or(Broken::Unavailable)?;
        // A worker that did not answer is dropped, which kills it; so is one whose question nobody waits for any more.
        let Ok(answer) = timeout(LONGEST_ANSWER, worker.ask(&line)).await else {
            return Err(Broken::Costly("An expression took too long"));
        };
        let Some(answer) = answer else { return Err(worker.why().await) };
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
        Ok(answer)
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

    async fn start(&self) -> Option<Worker> {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).env_clear().kill_on_drop(true);
        // Otherwise the allocator sets aside more than the child may have, before the child can say so.
        command.env("MIMALLOC_ARENA_RESERVE", "16MiB");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().ok()?;
        let (questions, answers) = (process.stdin.take()?, process.stdout.take()?);
        let mut worker = Worker { process, questions, answers: BufReader::new(answers) };
        timeout(LONGEST_START, worker.answer()).await.ok().flatten()?;
        Some(worker)
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

    /// Why a child went away without an answer.
    async fn why(&mut self) -> Broken {
        let ended = timeout(Duration::from_secs(1), self.process.wait()).await;
        match ended.ok().and_then(Result::ok).as_ref().and_then(ExitStatus::code) {
            Some(TOOK_TOO_LONG) => Broken::Costly("An expression took too long"),
            _ => Broken::Costly("An expression needed too much memory or was nested too deeply"),
        }
    }
}
