//! An export that is taken slowly, so that it goes on for as long as nobody ends it.

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

/// After so long nothing more fits between server and client.
pub const STALLED: Duration = Duration::from_millis(1500);

/// Little, so that little is under way.
const BUFFER: u32 = 16 * 1024;

/// True if the export was complete, and its duration.
type Reading = JoinHandle<anyhow::Result<(bool, Duration)>>;

pub struct Export {
    /// When it is to be taken as fast as it comes.
    fast: Arc<Mutex<Option<Instant>>>,
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
        let fast: Arc<Mutex<Option<Instant>>> = Arc::default();
        let stop: Arc<AtomicBool> = Arc::default();
        let (asked, stopped) = (fast.clone(), stop.clone());
        let reading = tokio::spawn(async move {
            let (mut piece, mut last) = (vec![0; 64 * 1024], vec![]);
            loop {
                let hurry = *asked.lock().expect("nobody panics with it");
                if hurry.is_none() && !stopped.load(Ordering::Relaxed) {
                    sleep(Duration::from_millis(50)).await;
                }
                let size = if hurry.is_some() { piece.len() } else { 4096 };
                // A connection that is cut is as good as one that ends early.
                let read = stream.read(&mut piece[..size]).await.unwrap_or(0);
                if read == 0 {
                    let took = hurry.map(|since| since.elapsed()).unwrap_or_default();
                    return Ok((last.ends_with(b"0\r\n\r\n"), took));
                }
                last.extend_from_slice(&piece[..read]);
                let kept = last.len().saturating_sub(16);
                last.drain(..kept);
            }
        });
        Ok(Export { fast, stop, reading: Mutex::new(Some(reading)) })
    }

    /// From now on as fast as it comes.
    pub fn take_all(&self) {
        self.fast.lock().expect("nobody panics with it").get_or_insert_with(Instant::now);
    }

    /// Takes the rest. Whether all of it came, and how long it took since it was to be fast.
    pub async fn end(&self) -> anyhow::Result<(bool, Duration)> {
        self.take_all();
        self.stop.store(true, Ordering::Relaxed);
        let reading = self.reading.lock().expect("nobody panics with it").take();
        reading.context("it has ended before")?.await?
    }
}
