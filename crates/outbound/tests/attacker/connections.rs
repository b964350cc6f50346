//! Connections: kept ones are used again, dropped ones replaced, none goes through a proxy.

use crate::{
    client, open, post,
    server::{Act, OK, Server},
};
use outbound::{HeaderMap, Method, Outgoing, Url, Why};
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
};

#[tokio::test]
async fn requests_in_turn_use_one_connection() {
    let server = Server::start(Act::Say(OK.to_vec())).await;
    let client = client(open(), &[]);
    let first = post(&client, &server.url()).await.unwrap();
    assert!(first.timings.connect.is_some() && first.timings.first_byte.is_some());
    for _ in 0..20 {
        let next = post(&client, &server.url()).await.unwrap();
        assert_eq!((&next.body[..], next.remote), (&b"ok"[..], server.address));
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    assert_eq!(server.connections(), 1);
}

#[tokio::test]
async fn a_kept_connection_that_was_closed_is_replaced() {
    let server = Server::start(Act::Once(OK.to_vec())).await;
    let client = client(open(), &[]);
    for _ in 0..5 {
        post(&client, &server.url()).await.unwrap();
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(server.connections(), 5);
}

#[tokio::test]
async fn a_closed_port_is_a_failed_connection() {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let failed = post(&client(open(), &[]), &format!("http://127.0.0.1:{port}/")).await.unwrap_err();
    let remote = ([127, 0, 0, 1], port).into();
    assert_eq!(failed.why, Why::Connect { remote, reason: "connection refused".to_owned() });
}

#[tokio::test]
async fn the_request_says_what_was_given_and_the_clients_own_framing() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let seen = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut request = vec![0; 4096];
        let size = stream.read(&mut request).await.unwrap();
        stream.write_all(OK).await.unwrap();
        String::from_utf8(request[..size].to_vec()).unwrap()
    });
    let mut headers = HeaderMap::new();
    for (name, value) in [
        ("x-own", "kept"),
        ("host", "inside.example"),
        ("content-length", "999"),
        ("transfer-encoding", "chunked"),
        ("connection", "upgrade"),
        ("accept-encoding", "gzip"),
    ] {
        headers.insert(name, value.parse().unwrap());
    }
    let url = Url::parse(&format!("http://{address}/a%20b/../c?d=e%26f")).unwrap();
    let outgoing = Outgoing {
        method: Method::PUT,
        url: &url,
        headers,
        body: "{}".into(),
        timeout: Duration::from_secs(5),
        keep: 0,
    };
    let answer = client(open(), &[]).send(outgoing).await.unwrap();
    assert!(answer.body.is_empty() && answer.body_truncated);
    let seen = seen.await.unwrap();
    let mut lines: Vec<&str> = seen.trim_end().lines().collect();
    lines.sort_unstable();
    let host = format!("host: {address}");
    assert_eq!(lines, ["", "PUT /c?d=e%26f HTTP/1.1", "content-length: 2", &host, "x-own: kept", "{}"]);
}
