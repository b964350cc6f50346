//! HTTP/2, negotiated with TLS: one connection for many requests, with the same limits.

use crate::{
    certificates::{Ca, trusting},
    post, post_within,
};
use bytes::Bytes;
use http_body_util::{BodyExt, Full, StreamBody, combinators::UnsyncBoxBody};
use hyper::{
    Request, Response,
    body::{Frame, Incoming},
    service::service_fn,
};
use hyper_util::rt::{TokioExecutor, TokioIo};
use outbound::Client;
use std::{
    convert::Infallible,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use testdns::Nameserver;
use tokio::{net::TcpListener, task::JoinSet};

type Body = UnsyncBoxBody<Bytes, Infallible>;

struct Receiver {
    client: Client,
    base: String,
    connections: Arc<AtomicUsize>,
}

impl Receiver {
    async fn start() -> Receiver {
        let dns = Nameserver::start().await.unwrap();
        dns.set("h2.acme.example", &["127.0.0.1".parse().unwrap()]);
        let ca = Ca::new("ours");
        let acceptor = ca.acceptor("h2.acme.example", false, &["h2"]);
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("https://h2.acme.example:{}", listener.local_addr().unwrap().port());
        let client = trusting(vec![ca.root()], &dns);
        let connections = Arc::new(AtomicUsize::new(0));
        let counter = connections.clone();
        tokio::spawn(async move {
            let _dns = dns;
            while let Ok((stream, _)) = listener.accept().await {
                let Ok(stream) = acceptor.accept(stream).await else { continue };
                counter.fetch_add(1, Ordering::SeqCst);
                let http = hyper::server::conn::http2::Builder::new(TokioExecutor::new());
                tokio::spawn(http.serve_connection(TokioIo::new(stream), service_fn(answer)));
            }
        });
        Receiver { client, base, connections }
    }
}

async fn answer(request: Request<Incoming>) -> Result<Response<Body>, Infallible> {
    let whole = |text: String| Full::new(Bytes::from(text)).boxed_unsync();
    let mut response = Response::new(whole("ok".to_owned()));
    match request.uri().path() {
        "/hang" => std::future::pending().await,
        "/endless" => {
            let same = || Ok::<_, Infallible>(Frame::data(Bytes::from_static(&[b'x'; 8192])));
            let stream = futures::stream::repeat_with(same);
            response = Response::new(StreamBody::new(stream).boxed_unsync());
        }
        "/headers" => {
            response.headers_mut().insert("x-large", "y".repeat(20_000).parse().unwrap());
        }
        _ => {
            let authority = request.uri().authority().unwrap().to_string();
            let host = request.headers().contains_key("host");
            response = Response::new(whole(format!("{:?} {authority} {host}", request.version())));
        }
    }
    Ok(response)
}

#[tokio::test]
async fn many_requests_share_one_connection() {
    let receiver = Receiver::start().await;
    let url = format!("{}/", receiver.base);
    let first = post(&receiver.client, &url).await.unwrap();
    assert_eq!(first.body, format!("HTTP/2.0 {} false", &receiver.base["https://".len()..]));
    let all = futures::future::join_all((0..30).map(|_| post(&receiver.client, &url))).await;
    assert!(all.iter().all(Result::is_ok));
    assert_eq!(receiver.connections.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn hanging_requests_do_not_make_others_wait() {
    let receiver = Receiver::start().await;
    let (hang, url) = (format!("{}/hang", receiver.base), format!("{}/", receiver.base));
    post(&receiver.client, &url).await.unwrap();
    let mut hanging = JoinSet::new();
    for _ in 0..200 {
        let (client, hang) = (receiver.client.clone(), hang.clone());
        hanging.spawn(async move { post_within(&client, &hang, Duration::from_secs(60)).await });
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    // Behind the hanging requests, they would wait for a minute.
    let others = (0..10).map(|_| post_within(&receiver.client, &url, Duration::from_secs(20)));
    let answered = futures::future::join_all(others).await;
    assert!(answered.iter().all(Result::is_ok));
    assert!(hanging.try_join_next().is_none(), "they hang still");
}

#[tokio::test]
async fn bodies_and_headers_have_their_bounds() {
    let receiver = Receiver::start().await;
    for _ in 0..3 {
        let cut = post(&receiver.client, &format!("{}/endless", receiver.base)).await.unwrap();
        assert_eq!((cut.body.len(), cut.body_truncated), (4096, true));
    }
    let failed = post(&receiver.client, &format!("{}/headers", receiver.base)).await.unwrap_err();
    // The library resets the stream without a reason.
    assert_eq!(failed.why.code(), "answer_broken", "{failed}");
    assert!(post(&receiver.client, &receiver.base).await.is_ok());
}
