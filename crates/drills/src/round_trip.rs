//! With a delay put between server and PostgreSQL, a request with one statement costs one delay: BEGIN, the tenant's
//! settings, the statement and COMMIT travel together. A write of a locked row costs one for each answer it needs.

use crate::{Outcome, Size, stage::Stage};
use serde_json::json;
use std::time::{Duration, Instant};
use testkit::{Client, ServerProcess};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::mpsc,
};

const DELAY: Duration = Duration::from_millis(20);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let rounds = size.pick(200, 40);
    let stage = Stage::set("-c fsync=off").await?;
    let slow = slow_proxy(stage.postgres.port).await?;
    let url = |role| format!("postgres://{role}@127.0.0.1:{slow}/{}", stage.database.name);
    // One connection, so that its statements are prepared after the first request.
    let more = ["--database-connections", "1"];
    let server = ServerProcess::start_on(&url("app"), &stage.database.url("app_system"), &more).await?;
    let client = server.client(&stage.tenant("round-trip").await?.key);

    let created = client.post("/api/rmm/organizations", json!({"name": "Initech"})).await.expect(201);
    let one = format!("/api/rmm/organizations?id={}", created.id());
    let mut outcome = Outcome::default();
    for (what, target) in [("one row", one.as_str()), ("a page", "/api/rmm/organizations")] {
        let delays = median_delays(rounds, || get(&client, target)).await;
        outcome.figure(format!("{what} {delays:.2} delays"));
        outcome.promise((1.0..1.5).contains(&delays), format!("{what} in one round trip"));
    }
    let mut number = 0;
    let create = || {
        number += 1;
        post(&client, number)
    };
    let delays = median_delays(rounds, create).await;
    outcome.figure(format!("a creation {delays:.2} delays"));
    outcome.promise((2.0..2.6).contains(&delays), "a creation in two: the statement, and COMMIT once it is known good");
    outcome.figure(format!("delay {} ms, {rounds} requests each", DELAY.as_millis()));
    Ok(outcome)
}

async fn get(client: &Client, target: &str) {
    client.get(target).await.expect(200);
}

async fn post(client: &Client, number: u32) {
    client.post("/api/rmm/organizations", json!({"name": format!("Organization {number}")})).await.expect(201);
}

async fn median_delays<F: Future<Output = ()>>(rounds: usize, mut request: impl FnMut() -> F) -> f64 {
    for _ in 0..3 {
        request().await; // prepares the statement
    }
    let mut times = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        let started = Instant::now();
        request().await;
        times.push(started.elapsed());
    }
    times.sort();
    times[rounds / 2].as_secs_f64() / DELAY.as_secs_f64()
}

/// Passes bytes on after a delay, on the way to PostgreSQL. Its port.
async fn slow_proxy(postgres: u16) -> anyhow::Result<u16> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    tokio::spawn(async move {
        while let Ok((client, _)) = listener.accept().await {
            tokio::spawn(async move {
                let server = TcpStream::connect(("127.0.0.1", postgres)).await?;
                client.set_nodelay(true)?;
                server.set_nodelay(true)?;
                let (mut client_reads, mut client_writes) = client.into_split();
                let (mut server_reads, mut server_writes) = server.into_split();
                let (sent, mut due) = mpsc::unbounded_channel::<(tokio::time::Instant, Vec<u8>)>();
                tokio::spawn(async move {
                    let mut buffer = vec![0; 64 * 1024];
                    while let Ok(read @ 1..) = client_reads.read(&mut buffer).await {
                        let _ = sent.send((tokio::time::Instant::now() + DELAY, buffer[..read].to_vec()));
                    }
                });
                tokio::spawn(async move {
                    while let Some((at, bytes)) = due.recv().await {
                        tokio::time::sleep_until(at).await;
                        server_writes.write_all(&bytes).await?;
                    }
                    std::io::Result::Ok(())
                });
                tokio::io::copy(&mut server_reads, &mut client_writes).await
            });
        }
    });
    Ok(port)
}
