//! A proxy between an agent and the listener that records the agent's messages.

use anyhow::Context;
use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, Method, Response, StatusCode, header},
};
use flate2::read::{GzDecoder, ZlibDecoder};
use std::{
    io::Read,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};
use tokio::{net::TcpListener, task::JoinHandle};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    Xml,
    Json,
}

#[derive(Debug, Clone)]
pub struct Message {
    pub language: Language,
    /// In lower case: `prolog`, `contact`, `inventory`.
    pub action: String,
    pub partial: bool,
    /// The size in bytes as it was sent, and the inflated text.
    pub bytes: usize,
    pub text: String,
    /// The time of the response of the listener.
    pub responded_at: Instant,
}

impl Message {
    pub fn kind(&self) -> String {
        let partial = if self.partial { "partial " } else { "" };
        format!("{partial}{} in {:?}", self.action, self.language)
    }
}

pub struct Recorder {
    /// The server URL for the agent.
    pub url: String,
    kept: Arc<Kept>,
    served: JoinHandle<()>,
}

struct Kept {
    http: reqwest::Client,
    target: String,
    messages: Mutex<Vec<Message>>,
    last_inventory: Mutex<Option<Instant>>,
}

impl Recorder {
    pub async fn start(target: &str) -> anyhow::Result<Recorder> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}/agents", listener.local_addr()?);
        let kept = Arc::new(Kept {
            http: reqwest::Client::builder().no_proxy().build()?,
            target: target.to_owned(),
            messages: Mutex::default(),
            last_inventory: Mutex::default(),
        });
        let router = Router::new().fallback(forward).with_state(kept.clone());
        let served = tokio::spawn(async move {
            let _ = axum::serve(listener, router).await;
        });
        Ok(Recorder { url, kept, served })
    }

    /// The messages since the last call.
    pub fn take(&self) -> Vec<Message> {
        std::mem::take(&mut *lock(&self.kept.messages))
    }

    pub fn kinds(&self) -> Vec<String> {
        lock(&self.kept.messages).iter().map(Message::kind).collect()
    }

    pub fn last_inventory(&self) -> Option<Instant> {
        *lock(&self.kept.last_inventory)
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.served.abort();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn forward(
    State(kept): State<Arc<Kept>>,
    method: Method,
    mut headers: HeaderMap,
    body: Bytes,
) -> Result<Response<axum::body::Body>, StatusCode> {
    for name in [header::HOST, header::CONTENT_LENGTH, header::CONNECTION, header::TE] {
        headers.remove(name);
    }
    let message = read(&body);
    let sent = kept.http.request(method, &kept.target).headers(headers).body(body).send().await;
    let upstream = sent.map_err(|_| StatusCode::BAD_GATEWAY)?;
    let (status, kind) = (upstream.status(), upstream.headers().get(header::CONTENT_TYPE).cloned());
    let content = upstream.bytes().await.map_err(|_| StatusCode::BAD_GATEWAY)?;
    if let Ok(mut message) = message {
        message.responded_at = Instant::now();
        if message.action == "inventory" {
            *lock(&kept.last_inventory) = Some(message.responded_at);
        }
        lock(&kept.messages).push(message);
    }
    let mut response = Response::new(content.into());
    *response.status_mut() = status;
    if let Some(kind) = kind {
        response.headers_mut().insert(header::CONTENT_TYPE, kind);
    }
    Ok(response)
}

fn read(body: &[u8]) -> anyhow::Result<Message> {
    let mut text = String::new();
    match body {
        [0x78, ..] => ZlibDecoder::new(body).read_to_string(&mut text)?,
        [0x1f, 0x8b, ..] => GzDecoder::new(body).read_to_string(&mut text)?,
        _ => Read::read_to_string(&mut { body }, &mut text)?,
    };
    let (language, action, partial) = match text.trim_start().starts_with('{') {
        true => {
            let value: serde_json::Value = serde_json::from_str(&text)?;
            let partial = value["partial"].as_bool().unwrap_or_default();
            (Language::Json, value["action"].as_str().unwrap_or_default().to_owned(), partial)
        }
        false => {
            let query = text.split_once("<QUERY>").and_then(|(_, after)| after.split_once("</QUERY>"));
            (Language::Xml, query.context("no query")?.0.to_owned(), false)
        }
    };
    let (action, bytes) = (action.to_lowercase(), body.len());
    Ok(Message { language, action, partial, bytes, text, responded_at: Instant::now() })
}
