//! How much CPU a post on a kept connection costs: `cargo run --release --example post`.
use outbound::*;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

fn cpu() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/stat").unwrap_or_default();
    let fields: Vec<&str> = text.rsplit(')').next().unwrap_or("").split_whitespace().collect();
    (fields[11].parse::<f64>().unwrap_or(0.0) + fields[12].parse::<f64>().unwrap_or(0.0)) / 100.0
}

fn main() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("port");
    let address = listener.local_addr().expect("address");
    std::thread::spawn(move || {
        tokio::runtime::Builder::new_current_thread().enable_all().build().expect("rt").block_on(async move {
            listener.set_nonblocking(true).expect("nb");
            let listener = tokio::net::TcpListener::from_std(listener).expect("tokio");
            while let Ok((mut stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let mut buffer = vec![0; 8192];
                    while let Ok(n) = stream.read(&mut buffer).await {
                        if n == 0 { return }
                        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok").await;
                    }
                });
            }
        });
    });
    let mode = std::env::args().nth(1).unwrap_or_default();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("rt");
    runtime.block_on(async move {
        let guard = Guard { allowed: vec!["127.0.0.0/8".parse().expect("net")], allow_http: true, ..Guard::default() };
        let client = Client::new(Options { guard, nameservers: vec!["127.0.0.1:9".parse().expect("a")], ..Options::default() }).expect("client");
        let url: Url = format!("http://{address}/hook").parse().expect("url");
        let body = Bytes::from(vec![b'x'; 1024]);
        let mut headers = HeaderMap::new();
        for (n, v) in [("content-type", "application/json"), ("user-agent", "tenant-control/0.1"), ("webhook-id", "evt_01jd0000000000000000000000"), ("webhook-timestamp", "1731660000"), ("webhook-signature", "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=")] {
            headers.insert(n, v.parse().expect("v"));
        }
        let reqwest = reqwest::Client::builder().no_proxy().build().expect("reqwest");
        for workers in [1, 16] {
            let total = 60_000;
            let (begun, before) = (Instant::now(), cpu());
            let tasks: Vec<_> = (0..workers).map(|_| {
                let (client, url, body, headers, mode, reqwest) = (client.clone(), url.clone(), body.clone(), headers.clone(), mode.clone(), reqwest.clone());
                tokio::spawn(async move {
                    for _ in 0..total / workers {
                        if mode == "reqwest" {
                            let r = reqwest.post(url.clone()).headers(headers.clone()).body(body.clone()).send().await.expect("r");
                            r.bytes().await.expect("b");
                            continue;
                        }
                        let o = Outgoing { method: Method::POST, url: &url, headers: headers.clone(), body: body.clone(), timeout: Duration::from_secs(15), keep: 4096 };
                        client.send(o).await.expect("answer");
                    }
                })
            }).collect();
            for task in tasks { task.await.expect("task"); }
            println!("{mode} {workers} at once: {:.1} us CPU a post, {:.0} a second", (cpu() - before) / f64::from(total) * 1e6, f64::from(total) / begun.elapsed().as_secs_f64());
        }
    });
}
