//! One request as bytes, as a hostile client would write it, and the server's cost of it.

use crate::memory::{self, MIB};
use anyhow::{Context, ensure};
use std::{fs, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// How long a response may take. A request may ask to wait for a run, for 60 seconds at most.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(70);

/// More than a response may have, so that an oversized one is noticed.
const MAX_READ: u64 = 16 * 1024 * 1024;

pub struct Reply {
    pub status: u16,
    /// The size of the body.
    pub bytes: usize,
    pub body: Vec<u8>,
}

impl Reply {
    /// The code of a problem.
    pub fn code(&self) -> String {
        let problem: serde_json::Value = serde_json::from_slice(&self.body).unwrap_or_default();
        problem["code"].as_str().unwrap_or_default().to_owned()
    }
}

/// Sends the request on its own connection, and reads the response while the request is still being sent.
pub async fn send(address: &str, head: &[u8], body: &[u8]) -> anyhow::Result<Reply> {
    exchange(address, head, body, Ending::Open).await
}

/// The same, but the client closes its side of the connection, whatever length it has announced.
pub async fn send_cut_off(address: &str, head: &[u8], body: &[u8]) -> anyhow::Result<Reply> {
    exchange(address, head, body, Ending::Closed).await
}

/// The client's side of the connection after the request was sent.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Open,
    Closed,
}

async fn exchange(address: &str, head: &[u8], body: &[u8], ending: Ending) -> anyhow::Result<Reply> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let (mut receiver, mut sender) = stream.into_split();
    let sending = async {
        // The server may refuse a request before it has read all of it.
        let _ = sender.write_all(head).await;
        let _ = sender.write_all(body).await;
        if ending == Ending::Closed {
            let _ = sender.shutdown().await;
        }
        sender
    };
    let mut answer = vec![];
    let mut limited = (&mut receiver).take(MAX_READ);
    let receiving = limited.read_to_end(&mut answer);
    let (_, received) =
        timeout(RESPONSE_TIMEOUT, async { futures::join!(sending, receiving) }).await.context("no response in time")?;
    ensure!(received.is_ok() || !answer.is_empty(), "the connection was reset");
    parse(&answer)
        .with_context(|| format!("not a response: {:?}", String::from_utf8_lossy(&answer[..answer.len().min(200)])))
}

fn parse(answer: &[u8]) -> Option<Reply> {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&answer[..end]).ok()?;
    let status = head.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
    let body = answer[end + 4..].to_vec();
    Some(Reply { status, bytes: body.len(), body })
}

/// CPU time of all threads of a process, to the nanosecond.
pub fn cpu(pid: u32) -> anyhow::Result<Duration> {
    let threads = fs::read_dir(format!("/proc/{pid}/task"))?.flatten();
    // A thread may end meanwhile.
    let times = threads.filter_map(|thread| fs::read_to_string(thread.path().join("schedstat")).ok());
    let nanos: u64 = times.filter_map(|times| times.split(' ').next()?.parse::<u64>().ok()).sum();
    ensure!(nanos > 0, "this kernel does not report the CPU time of threads");
    Ok(Duration::from_nanos(nanos))
}

/// The peak memory of a process, in megabytes.
pub fn most_memory(pid: u32) -> anyhow::Result<u64> {
    Ok(memory::most_resident(pid)? / MIB)
}
