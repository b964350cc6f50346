//! A proxy between the drill and the server that leaks, as a server with a defect would.

use anyhow::Context;
use axum::{
    Router,
    body::{Body, Bytes, to_bytes},
    extract::{Request, State},
    http::{HeaderMap, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::net::TcpListener;

#[derive(Debug, Clone)]
pub enum Leak {
    /// Caches responses by their URL alone, and returns them to every caller.
    Cache,
    /// Adds this text to every refusal.
    Error(String),
}

type Cached = (StatusCode, HeaderMap, Bytes);

#[derive(Clone)]
struct Proxy {
    http: reqwest::Client,
    base: String,
    leak: Leak,
    cache: Arc<Mutex<HashMap<String, Cached>>>,
}

/// Starts the proxy and returns its URL.
pub async fn start(base: &str, leak: Leak) -> anyhow::Result<String> {
    let http = reqwest::Client::builder().no_proxy().build()?;
    let proxy = Proxy { http, base: base.to_owned(), leak, cache: Arc::default() };
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = format!("http://{}", listener.local_addr()?);
    let router = Router::new().fallback(pass).with_state(proxy);
    tokio::spawn(async move { axum::serve(listener, router).await });
    Ok(address)
}

async fn pass(State(proxy): State<Proxy>, request: Request) -> Response {
    let passed = proxy.pass(request).await;
    passed.unwrap_or_else(|error| (StatusCode::BAD_GATEWAY, format!("{error:#}")).into_response())
}

impl Proxy {
    async fn pass(&self, request: Request) -> anyhow::Result<Response> {
        let (parts, body) = request.into_parts();
        let target = parts.uri.path_and_query().context("a target")?.to_string();
        let caches = matches!(self.leak, Leak::Cache) && parts.method == Method::GET;
        let cached = self.cache.lock().unwrap_or_else(PoisonError::into_inner).get(&target).cloned();
        if let Some(cached) = cached.filter(|_| caches) {
            return Ok(cached.into_response());
        }
        let mut headers = parts.headers;
        headers.remove(header::HOST);
        let body = to_bytes(body, usize::MAX).await?;
        let request = self.http.request(parts.method, format!("{}{target}", self.base)).headers(headers).body(body);
        let response = request.send().await?;
        let (status, mut headers) = (response.status(), response.headers().clone());
        headers.remove(header::TRANSFER_ENCODING);
        headers.remove(header::CONTENT_LENGTH);
        let mut body = response.bytes().await?.to_vec();
        match &self.leak {
            Leak::Error(text) if status.is_client_error() => body.extend_from_slice(format!(" {text}").as_bytes()),
            Leak::Cache if caches && status.is_success() => {
                let cached = (status, headers.clone(), body.clone().into());
                self.cache.lock().unwrap_or_else(PoisonError::into_inner).insert(target, cached);
            }
            _ => {}
        }
        Ok((status, headers, Body::from(body)).into_response())
    }
}
