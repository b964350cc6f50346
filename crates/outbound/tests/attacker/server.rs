//! A listener that counts connections, and answers with the bytes of the test.

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

pub struct Server {
    pub address: SocketAddr,
    connections: Arc<AtomicUsize>,
    serving: JoinHandle<()>,
}

#[derive(Clone)]
pub enum Act {
    /// Answers every request on a connection with these bytes.
    Say(Vec<u8>),
    /// Sends the first, then the second again and again.
    Endless(Vec<u8>, Vec<u8>),
    /// Sends this a byte at a time, with a pause before each.
    Drip(Vec<u8>, Duration),
    /// Accepts the connection, and does nothing more.
    Silent,
    /// Closes the connection after the request.
    HangUp,
    /// Answers once, then closes the connection without announcing it.
    Once(Vec<u8>),
}

pub const OK: &[u8] = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";

impl Server {
    pub async fn start(act: Act) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let connections = Arc::new(AtomicUsize::new(0));
        let counter = connections.clone();
        let serving = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                counter.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(play(stream, act.clone()));
            }
        });
        Server { address, connections, serving }
    }

    pub fn url(&self) -> String {
        format!("http://{}/hook?token=1", self.address)
    }

    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::SeqCst)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn play(mut stream: TcpStream, act: Act) -> Option<()> {
    loop {
        request(&mut stream).await?;
        match &act {
            Act::Say(bytes) => stream.write_all(bytes).await.ok()?,
            Act::Endless(first, again) => {
                stream.write_all(first).await.ok()?;
                loop {
                    stream.write_all(again).await.ok()?;
                }
            }
            Act::Drip(bytes, pause) => {
                for byte in bytes {
                    tokio::time::sleep(*pause).await;
                    stream.write_all(&[*byte]).await.ok()?;
                }
            }
            Act::Silent => tokio::time::sleep(Duration::from_secs(60)).await,
            Act::HangUp => return None,
            Act::Once(bytes) => return stream.write_all(bytes).await.ok(),
        }
    }
}

/// Reads one request: its head, and the two bytes that the tests post.
async fn request(stream: &mut TcpStream) -> Option<()> {
    let mut read = Vec::new();
    while !read.ends_with(b"\r\n\r\n{}") {
        let mut byte = [0];
        (stream.read(&mut byte).await.ok()? > 0).then_some(())?;
        read.push(byte[0]);
    }
    Some(())
}
