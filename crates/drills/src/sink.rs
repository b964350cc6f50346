//! The receiver of webhooks and of calls of workflows in drills. It uses little CPU, so that drills measure the service.

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

/// A complete request.
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
    /// Status 200, after this time.
    After(Duration),
    /// No response until the client closes the connection.
    Never,
}

type Handler = dyn Fn(&Arrival<'_>) -> Reply + Send + Sync;

pub struct Sink {
    pub url: String,
    served: JoinHandle<()>,
}

impl Sink {
    pub async fn start(handle: impl Fn(&Arrival<'_>) -> Reply + Send + Sync + 'static) -> anyhow::Result<Sink> {
        let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await?;
        let url = format!("http://{}", listener.local_addr()?);
        let handle: Arc<Handler> = Arc::new(handle);
        let served = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, handle.clone()));
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

async fn serve(mut stream: TcpStream, handle: Arc<Handler>) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut buffer = Vec::with_capacity(8 * 1024);
    loop {
        let Some((head, length)) = read_request(&mut stream, &mut buffer).await? else { return Ok(()) };
        let reply = {
            let text = std::str::from_utf8(&buffer[..head]).unwrap_or_default();
            let path = text.split(' ').nth(1).unwrap_or_default();
            let id = header(text, "webhook-id").unwrap_or_default();
            let key = header(text, "idempotency-key").unwrap_or_default();
            handle(&Arrival { path, id, key, body: &buffer[head..head + length], at: Instant::now() })
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

/// Reads a complete request. Returns the length of its head and of its body, or `None` at the end of the connection.
async fn read_request(stream: &mut TcpStream, buffer: &mut Vec<u8>) -> std::io::Result<Option<(usize, usize)>> {
    loop {
        if let Some(at) = buffer.windows(4).position(|bytes| bytes == b"\r\n\r\n") {
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
