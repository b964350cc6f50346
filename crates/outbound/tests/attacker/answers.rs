//! Responses that never end, never begin, are too large, or redirect.

use crate::{
    client, open, post, post_within,
    server::{Act, OK, Server},
};
use outbound::{Phase, Why, header};
use std::time::{Duration, Instant};

#[tokio::test]
async fn redirects_are_not_followed() {
    let inside = Server::start(Act::Say(OK.to_vec())).await;
    for status in
        ["301 Moved Permanently", "302 Found", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect"]
    {
        let redirect = format!("HTTP/1.1 {status}\r\nlocation: {}\r\ncontent-length: 0\r\n\r\n", inside.url());
        let server = Server::start(Act::Say(redirect.into_bytes())).await;
        let answer = post(&client(open(), &[]), &server.url()).await.unwrap();
        assert_eq!(answer.status.as_str(), &status[..3]);
        assert!(answer.headers.contains_key(header::LOCATION));
    }
    assert_eq!(inside.connections(), 0);
}

#[tokio::test]
async fn an_endless_body_is_cut_at_what_is_kept() {
    let chunk = b"2000\r\n".iter().copied().chain(vec![b'x'; 0x2000]).chain(*b"\r\n").collect::<Vec<u8>>();
    for (head, again) in [
        ("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", chunk),
        ("HTTP/1.1 200 OK\r\ncontent-length: 99999999999\r\n\r\n", vec![b'x'; 8192]),
        ("HTTP/1.1 200 OK\r\n\r\n", vec![b'x'; 8192]),
    ] {
        let server = Server::start(Act::Endless(head.into(), again)).await;
        let client = client(open(), &[]);
        let answer = post(&client, &server.url()).await.unwrap();
        assert_eq!((answer.status.as_u16(), answer.body.len(), answer.body_truncated), (200, 4096, true), "{head}");
        // A connection whose response was not read to its end is not used again.
        post(&client, &server.url()).await.unwrap();
        assert_eq!(server.connections(), 2);
    }
}

#[tokio::test]
async fn a_body_of_exactly_what_is_kept_is_whole() {
    let say = [b"HTTP/1.1 200 OK\r\ncontent-length: 4096\r\n\r\n".to_vec(), vec![b'x'; 4096]].concat();
    let server = Server::start(Act::Say(say)).await;
    let answer = post(&client(open(), &[]), &server.url()).await.unwrap();
    assert_eq!((answer.body.len(), answer.body_truncated), (4096, false));
}

#[tokio::test]
async fn slow_answers_end_when_the_time_is_over() {
    let pause = Duration::from_millis(50);
    let head = "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n";
    for (act, phase) in [
        (Act::Silent, Phase::Answer),
        (Act::Drip(head.into(), pause), Phase::Answer),
        (Act::Endless(b"HTTP/1.1 100 Continue\r\n\r\n".into(), b"HTTP/1.1 100 Continue\r\n\r\n".into()), Phase::Answer),
        (Act::Say(head.into()), Phase::Body),
    ] {
        let server = Server::start(act).await;
        let begun = Instant::now();
        let failed = post_within(&client(open(), &[]), &server.url(), Duration::from_millis(400)).await.unwrap_err();
        assert_eq!(failed.why, Why::Timeout(phase));
        assert_eq!(failed.remote, Some(server.address));
        assert!(begun.elapsed() < Duration::from_secs(3));
    }
}

#[tokio::test]
async fn large_and_many_headers_are_refused() {
    let huge = format!("HTTP/1.1 200 OK\r\nx: {}\r\n\r\n", "y".repeat(20_000));
    let many = format!("HTTP/1.1 200 OK\r\n{}\r\n", "a: b\r\n".repeat(101));
    let endless = Act::Endless(b"HTTP/1.1 200 OK\r\n".into(), b"a: bbbbbbbbbbbbbbbbbbbbbbbbbbbbb\r\n".into());
    for act in [Act::Say(huge.into()), Act::Say(many.into()), endless] {
        let server = Server::start(act).await;
        let failed = post(&client(open(), &[]), &server.url()).await.unwrap_err();
        assert_eq!(failed.why, Why::TooLarge);
    }
}

#[tokio::test]
async fn what_is_not_http_is_told_apart_from_a_closed_connection() {
    for (act, code) in [
        (Act::HangUp, "connection_closed"),
        (Act::Once(b"HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc".into()), "connection_closed"),
        (Act::Say(b"220 smtp.example ESMTP\r\n".into()), "answer_broken"),
        (Act::Say(b"HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab".into()), "answer_broken"),
        (Act::Say(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n".into()), "answer_broken"),
    ] {
        let server = Server::start(act).await;
        let failed = post(&client(open(), &[]), &server.url()).await.unwrap_err();
        assert_eq!(failed.why.code(), code, "{failed}");
    }
}

#[tokio::test]
async fn nothing_of_an_answer_stands_in_the_reason() {
    let secrets = ["HTTP/1.1 200 OK\r\nx-secret\u{1}: hunter2\r\n\r\n", "HTTP/hunter2\r\n\r\n", "hunter2\r\n\r\n"];
    for secret in secrets {
        let server = Server::start(Act::Say(secret.into())).await;
        let failed = post(&client(open(), &[]), &server.url()).await.unwrap_err();
        assert!(!format!("{failed} {failed:?}").contains("hunter2"));
    }
}
