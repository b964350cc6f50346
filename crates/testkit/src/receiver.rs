//! A customer's server that receives webhooks: it records requests, and returns the configured responses.

use axum::{Router, body::Bytes, extract::State, http::Uri, response::Response};
use reqwest::header::HeaderMap;
use serde_json::Value;
use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tokio::task::JoinHandle;

/// One received request.
#[derive(Debug, Clone)]
pub struct Received {
    pub path: String,
    pub headers: HeaderMap,
    pub body: Bytes,
    pub at: Instant,
}

impl Received {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    pub fn event(&self) -> Value {
        serde_json::from_slice(&self.body).expect("a delivery is JSON")
    }
}

type Handler = dyn Fn(&Received) -> Response + Send + Sync;

#[derive(Clone)]
struct Shared {
    received: Arc<Mutex<Vec<Received>>>,
    handler: Arc<Mutex<Arc<Handler>>>,
}

pub struct Receiver {
    pub url: String,
    shared: Shared,
    served: JoinHandle<()>,
}

impl Receiver {
    /// Starts a receiver that accepts everything.
    pub async fn start() -> Receiver {
        Receiver::start_at("127.0.0.1:0").await
    }

    /// Starts a receiver that accepts everything, at a given address.
    pub async fn start_at(address: &str) -> Receiver {
        let listener = tokio::net::TcpListener::bind(address).await.expect("a free port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let accept: Arc<Handler> = Arc::new(|_: &Received| Response::default());
        let shared = Shared { received: Arc::default(), handler: Arc::new(Mutex::new(accept)) };
        let router = Router::new().fallback(receive).with_state(shared.clone());
        let served = tokio::spawn(async move {
            let _ = axum::serve(listener, router).await;
        });
        Receiver { url, shared, served }
    }

    /// Sets the function that creates the responses from now on.
    pub fn answer(&self, handler: impl Fn(&Received) -> Response + Send + Sync + 'static) {
        *lock(&self.shared.handler) = Arc::new(handler);
    }

    pub fn answer_status(&self, status: u16) {
        self.answer(move |_| status_only(status));
    }

    pub fn received(&self) -> Vec<Received> {
        lock(&self.shared.received).clone()
    }

    pub fn count(&self) -> usize {
        lock(&self.shared.received).len()
    }

    /// Waits until this many requests arrived, for twenty seconds at most.
    pub async fn wait_for(&self, count: usize) -> Vec<Received> {
        for _ in 0..2000 {
            if self.count() >= count {
                return self.received();
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{} of {count} deliveries arrived", self.count())
    }
}

impl Drop for Receiver {
    fn drop(&mut self) {
        self.served.abort();
    }
}

pub fn status_only(status: u16) -> Response {
    let mut response = Response::default();
    *response.status_mut() = axum::http::StatusCode::from_u16(status).expect("a status");
    response
}

async fn receive(State(shared): State<Shared>, uri: Uri, headers: HeaderMap, body: Bytes) -> Response {
    let received = Received { path: uri.to_string(), headers, body, at: Instant::now() };
    let handler = lock(&shared.handler).clone();
    let response = handler(&received);
    lock(&shared.received).push(received);
    response
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
