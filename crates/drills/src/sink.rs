//! The receiver of webhooks and workflows' calls in drills: it costs very little, so that the measured cost is ours.

use std::{
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
    time::sleep,
};

/// A request that came, whole.
pub struct Arrival<'a> {
    pub path: &'a str,
    /// Its `webhook-id`.
    pub id: &'a str,
    /// Its `idempotency-key`.
    pub key: &'a str,
    pub body: &'a [u8],
    pub at: Instant,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    Status(u16),
    /// 200, after this time.
    After(Duration),
    /// None, until the other side gives up.
    Never,
}

type Taking = dyn Fn(&Arrival<'_>) -> Reply + Send + Sync;

pub struct Sink {
    pub url: String,
    served: JoinHandle<()>,
}

impl Sink {
    pub async fn start(take: impl Fn(&Arrival<'_>) -> Reply + Send + Sync + 'static) -> anyhow::Result<Sink> {
        let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let take: Arc<Taking> = Arc::new(take);
        let served = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, take.clone()));
            }
        });
        Ok(Sink { url, served })
    }
}

impl Drop for Sink {
    fn drop(&mut self) {
        self.served.abort();
    }
}

async fn serve(mut stream: TcpStream, take: Arc<Taking>) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut buffer = Vec::with_capacity(8 * 1024);
    loop {
        let Some((head, length)) = whole(&mut stream, &mut buffer).await? else { return Ok(()) };
        let reply = {
            let text = std::str::from_utf8(&buffer[..head]).unwrap_or_default();
            let path = text.split(' ').nth(1).unwrap_or_default();
            let id = header(text, "webhook-id").unwrap_or_default();
            let key = header(text, "idempotency-key").unwrap_or_default();
            take(&Arrival { path, id, key, body: &buffer[head..head + length], at: Instant::now() })
        };
        buffer.drain(..head + length);
        if let Reply::After(time) = reply {
            sleep(time).await;
        }
        match reply {
            Reply::Status(200) | Reply::After(_) => {
                stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await?;
            }
            Reply::Status(status) => {
                let answer = format!("HTTP/1.1 {status} So\r\ncontent-length: 0\r\n\r\n");
                stream.write_all(answer.as_bytes()).await?;
            }
            Reply::Never => {
                let _ = stream.read(&mut [0; 1]).await;
                return Ok(());
            }
        }
    }
}

/// Reads until a request is there: where its head ends, and how long its body is.
async fn whole(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> std::io::Result<Option<(usize, usize)>> {
    loop {
        if let Some(at) = buffer.windows(4).position(|four| four == b"\r\n\r\n") {
            let head = at + 4;
            let text = std::str::from_utf8(&buffer[..head]).unwrap_or_default();
            let length = header(text, "content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
            if buffer.len() >= head + length {
                return Ok(Some((head, length)));
            }
        }
        if stream.read_buf(buffer).await? == 0 {
            return Ok(None);
        }
    }
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = head.split("\r\n").filter_map(|line| line.split_once(':'));
    lines.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}
