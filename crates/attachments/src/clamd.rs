//! A client of clamd: it sends a file by the command INSTREAM, in pieces, and reads one short response.

use anyhow::{Context, bail, ensure};
use bytes::Bytes;
use kernel::settings::Clamd;
use std::{future::Future, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpStream, UnixStream},
    time::timeout,
};

const CONNECT: Duration = Duration::from_secs(5);

/// How long clamd may take to accept a piece, and to respond after the last one.
const ACCEPT: Duration = Duration::from_secs(30);
const ANSWER: Duration = Duration::from_secs(300);

/// Bytes of a response.
const ANSWER_BYTES: u64 = 4096;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Clean,
    Infected,
}

trait Duplex: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Duplex for T {}

/// Sends the pieces that `next` returns until it returns `None`.
pub async fn scan<F>(address: &Clamd, mut next: impl FnMut() -> F) -> anyhow::Result<Verdict>
where
    F: Future<Output = anyhow::Result<Option<Bytes>>>,
{
    let mut clamd = connect(address).await?;
    accepted(clamd.write_all(b"zINSTREAM\0")).await?;
    while let Some(piece) = next().await? {
        // A piece of length 0 is the end.
        if piece.is_empty() {
            continue;
        }
        let length = u32::try_from(piece.len())?.to_be_bytes();
        accepted(clamd.write_all(&length)).await?;
        accepted(clamd.write_all(&piece)).await?;
    }
    accepted(clamd.write_all(&[0; 4])).await?;
    accepted(clamd.flush()).await?;
    verdict(&answer(&mut *clamd, ANSWER).await?)
}

/// Checks that clamd responds.
pub async fn ping(address: &Clamd) -> anyhow::Result<()> {
    let mut clamd = connect(address).await?;
    accepted(clamd.write_all(b"zPING\0")).await?;
    let answer = answer(&mut *clamd, ACCEPT).await?;
    ensure!(answer == "PONG", "clamd returned {answer:?}");
    Ok(())
}

async fn connect(address: &Clamd) -> anyhow::Result<Box<dyn Duplex>> {
    held::refuse("clamd is called");
    let connected = async {
        Ok::<Box<dyn Duplex>, std::io::Error>(match address {
            Clamd::Tcp(address) => Box::new(TcpStream::connect(address).await?),
            Clamd::Unix(path) => Box::new(UnixStream::connect(path).await?),
        })
    };
    timeout(CONNECT, connected).await.context("clamd does not accept connections")?.context("clamd")
}

async fn accepted<T>(sent: impl Future<Output = std::io::Result<T>>) -> anyhow::Result<T> {
    Ok(timeout(ACCEPT, sent).await.context("clamd does not read")??)
}

/// The response, up to the byte 0 that ends it.
async fn answer(clamd: &mut dyn Duplex, longest: Duration) -> anyhow::Result<String> {
    let mut bytes = vec![];
    let read = async {
        let mut limited = clamd.take(ANSWER_BYTES);
        while !bytes.contains(&0) && limited.read_buf(&mut bytes).await? > 0 {}
        Ok::<_, std::io::Error>(())
    };
    timeout(longest, read).await.context("clamd does not respond")??;
    let text = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
    Ok(String::from_utf8_lossy(text).trim().to_owned())
}

fn verdict(answer: &str) -> anyhow::Result<Verdict> {
    match answer {
        "stream: OK" => Ok(Verdict::Clean),
        found if found.starts_with("stream: ") && found.ends_with(" FOUND") => Ok(Verdict::Infected),
        other => bail!("clamd returned {other:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_clear_answer_is_a_verdict() {
        assert_eq!(verdict("stream: OK").unwrap(), Verdict::Clean);
        assert_eq!(verdict("stream: Eicar-Test-Signature FOUND").unwrap(), Verdict::Infected);
        for other in ["", "OK", "stream: ", "INSTREAM size limit exceeded. ERROR", "stream: x ERROR"] {
            assert!(verdict(other).is_err(), "{other:?}");
        }
    }
}
