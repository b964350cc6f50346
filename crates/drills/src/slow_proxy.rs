//! A proxy in front of PostgreSQL that delays requests.

use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::mpsc,
    time::Instant,
};

/// Starts a proxy that delays the bytes to PostgreSQL, but not its responses. Returns the port.
pub async fn start(postgres: u16, delay: Duration) -> anyhow::Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            tokio::spawn(pass(client, postgres, delay));
        }
    });
    Ok(port)
}

async fn pass(client: TcpStream, postgres: u16, delay: Duration) -> std::io::Result<()> {
    let server = TcpStream::connect(("127.0.0.1", postgres)).await?;
    client.set_nodelay(true)?;
    server.set_nodelay(true)?;
    let (mut client_reads, mut client_writes) = client.into_split();
    let (mut server_reads, mut server_writes) = server.into_split();
    let (sent, mut due) = mpsc::unbounded_channel::<(Instant, Vec<u8>)>();
    tokio::spawn(async move {
        let mut buffer = vec![0; 64 * 1024];
        while let Ok(read @ 1..) = client_reads.read(&mut buffer).await {
            let _ = sent.send((Instant::now() + delay, buffer[..read].to_vec()));
        }
    });
    tokio::spawn(async move {
        while let Some((at, bytes)) = due.recv().await {
            tokio::time::sleep_until(at).await;
            server_writes.write_all(&bytes).await?;
        }
        std::io::Result::Ok(())
    });
    tokio::io::copy(&mut server_reads, &mut client_writes).await?;
    Ok(())
}
