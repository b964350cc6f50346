//! An export whose client reads slowly, so that it lasts until the server ends it.

use anyhow::Context;
use std::{
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};
use testkit::ServerProcess;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpSocket,
    task::JoinHandle,
    time::sleep,
};

/// By then, the buffers between server and client are full.
pub const STALLED: Duration = Duration::from_millis(1500);

/// A small receive buffer, so that the server has to wait for the client soon.
const BUFFER: u32 = 16 * 1024;

/// True if the export was complete, and its duration.
type Reading = JoinHandle<anyhow::Result<(bool, Duration)>>;

pub struct Export {
    /// Since when it is read at full speed.
    fast_since: Arc<Mutex<Option<Instant>>>,
    stop: Arc<AtomicBool>,
    /// The task that reads it.
    reading: Mutex<Option<Reading>>,
}

impl Export {
    pub async fn begin(server: &ServerProcess, key: &str) -> anyhow::Result<Export> {
        let address: SocketAddr = server.base.trim_start_matches("http://").parse()?;
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(BUFFER)?;
        let mut stream = socket.connect(address).await?;
        let request = format!(
            "GET /api/psa/tickets?format=ndjson HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {key}\r\n\
             connection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await?;
        let fast_since: Arc<Mutex<Option<Instant>>> = Arc::default();
        let stop: Arc<AtomicBool> = Arc::default();
        let (requested, stopped) = (fast_since.clone(), stop.clone());
        let reading = tokio::spawn(async move {
            let (mut piece, mut last) = (vec![0; 64 * 1024], vec![]);
            loop {
                let fast_since = *requested.lock().expect("the lock is not poisoned");
                if fast_since.is_none() && !stopped.load(Ordering::Relaxed) {
                    sleep(Duration::from_millis(50)).await;
                }
                let size = if fast_since.is_some() { piece.len() } else { 4096 };
                // A closed connection counts as an export that ended early.
                let read = stream.read(&mut piece[..size]).await.unwrap_or(0);
                if read == 0 {
                    let took = fast_since.map(|since| since.elapsed()).unwrap_or_default();
                    return Ok((last.ends_with(b"0\r\n\r\n"), took));
                }
                last.extend_from_slice(&piece[..read]);
                let kept = last.len().saturating_sub(16);
                last.drain(..kept);
            }
        });
        Ok(Export { fast_since, stop, reading: Mutex::new(Some(reading)) })
    }

    /// Reads at full speed from now on.
    pub fn read_fast(&self) {
        self.fast_since.lock().expect("the lock is not poisoned").get_or_insert_with(Instant::now);
    }

    /// Reads the rest. Returns true if the export was complete, and how long the fast part took.
    pub async fn end(&self) -> anyhow::Result<(bool, Duration)> {
        self.read_fast();
        self.stop.store(true, Ordering::Relaxed);
        let reading = self.reading.lock().expect("the lock is not poisoned").take();
        reading.context("the export has already ended")?.await?
    }
}
