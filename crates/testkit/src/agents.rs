//! The listener for agents in the test's own process, and simulated agents.

use crate::{TestApp, TestTenant};
use flate2::{Compression, write::ZlibEncoder};
use kernel::supervisor::{Stop, StopOnDrop};
use reqwest::{StatusCode, header::HeaderMap};
use serde_json::{Value, json};
use std::io::Write;
use tenant_control::{ingest::agents, serve::bind};

pub struct Agents {
    pub base: String,
    http: reqwest::Client,
    _stop: StopOnDrop,
}

/// The response of the listener.
#[derive(Debug)]
pub struct AgentAnswer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub text: String,
}

impl AgentAnswer {
    /// The response as JSON; `null` if it is not JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_default()
    }
}

impl TestApp {
    pub fn agents(&self) -> Agents {
        let listener = bind("the listener of a test", ([127, 0, 0, 1], 0).into()).expect("a free port");
        let base = format!("http://{}", listener.local_addr().expect("an address"));
        let stop = Stop::new();
        tokio::spawn(agents(self.app.clone(), listener, stop.clone()));
        let http = reqwest::Client::builder().no_proxy().build().expect("a client without TLS");
        Agents { base, http, _stop: stop.drop_guard() }
    }
}

impl TestTenant {
    /// Creates an enrolment of this organization, and returns its token.
    pub async fn enrolment(&self, organization: &str) -> String {
        let new = json!({"name": "Agents", "organization_id": organization});
        let created = self.client.post("/api/rmm/enrolments", new).await.expect(201);
        created.body["token"].as_str().expect("the token, once").to_owned()
    }
}

impl Agents {
    /// Sends a body unchanged.
    pub async fn send(&self, token: &str, body: Vec<u8>, headers: &[(&str, &str)]) -> AgentAnswer {
        let mut request = self.http.post(format!("{}/{token}", self.base)).body(body);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        AgentAnswer::read(request).await
    }

    pub async fn get(&self, token: &str, headers: &[(&str, &str)]) -> AgentAnswer {
        let mut request = self.http.get(format!("{}/{token}", self.base));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        AgentAnswer::read(request).await
    }

    /// Sends a message in JSON, compressed as agents do.
    pub async fn json(&self, token: &str, message: &Value) -> AgentAnswer {
        let headers = [("content-type", "application/x-compress-zlib"), ("glpi-agent-id", AGENT)];
        self.send(token, zlib(message.to_string().as_bytes()), &headers).await
    }

    /// Sends a message in XML, compressed as agents do.
    pub async fn xml(&self, token: &str, message: &str) -> AgentAnswer {
        self.send(token, zlib(message.as_bytes()), &[("content-type", "application/x-compress-zlib")]).await
    }

    /// Sends a full inventory, which must be accepted.
    #[track_caller]
    pub fn report<'a>(&'a self, token: &'a str, agent: &'a str, content: &'a Value) -> impl Future<Output = ()> + 'a {
        self.accepted(token, json!({"action": "inventory", "deviceid": agent, "content": content}))
    }

    /// Sends an inventory of some sections, which must be accepted.
    #[track_caller]
    pub fn report_part<'a>(
        &'a self,
        token: &'a str,
        agent: &'a str,
        content: &'a Value,
    ) -> impl Future<Output = ()> + 'a {
        self.accepted(token, json!({"action": "inventory", "deviceid": agent, "partial": true, "content": content}))
    }

    async fn accepted(&self, token: &str, message: Value) {
        let response = self.json(token, &message).await;
        assert_eq!(
            (response.status.as_u16(), response.json()["status"].as_str()),
            (200, Some("ok")),
            "{}",
            response.text
        );
    }
}

const AGENT: &str = "8c2f1a52-7a3c-4b1e-9d7a-6f5e4d3c2b1a";

impl AgentAnswer {
    async fn read(request: reqwest::RequestBuilder) -> AgentAnswer {
        let response = request.send().await.expect("the listener responds");
        let (status, headers) = (response.status(), response.headers().clone());
        AgentAnswer { status, headers, text: response.text().await.expect("the whole response arrives") }
    }
}

pub fn zlib(text: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(vec![], Compression::fast());
    encoder.write_all(text).expect("memory");
    encoder.finish().expect("memory")
}
