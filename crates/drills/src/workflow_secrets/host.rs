//! The hosts of calls: the first and the second have their own secrets, one never responds, one is internal.

use super::Planted;
use crate::engine_secrecy::search::Search;
use axum::{body::Body, http::HeaderValue, response::Response};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use kernel::credentials::new_secret;
use std::{
    net::{IpAddr, Ipv4Addr},
    sync::{Arc, Mutex, PoisonError},
};
use testdns::Nameserver;
use testkit::{Received, Receiver, status_only};
use tokio::{io::AsyncReadExt, net::TcpListener};

/// The only address of this machine that counts as external, because the operator allows it.
pub const OUTSIDE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 77);

pub struct Hosts {
    first: Receiver,
    second: Receiver,
    /// Has the port of the first, but an internal address, which must not be reached.
    internal: Receiver,
    /// Accepts everything and never responds.
    silent: Silent,
    /// The part of the first host's response that is not secret.
    pub canary: String,
}

struct Silent {
    port: u16,
    received: Arc<Mutex<Vec<u8>>>,
}

impl Hosts {
    pub async fn start(dns: &Nameserver) -> anyhow::Result<Hosts> {
        let canary = new_secret();
        let (first, second) =
            (Receiver::start_at(&format!("{OUTSIDE}:0")).await, Receiver::start_at(&format!("{OUTSIDE}:0")).await);
        let internal = Receiver::start_at(&format!("127.0.0.1:{}", port(&first))).await;
        for name in
            ["api.first.example", "other.first.example", "second.example", "silent.first.example", "first.example"]
        {
            dns.set(name, &[IpAddr::from(OUTSIDE)]);
        }
        let (text, elsewhere) = (canary.clone(), second.url.clone());
        first.answer(move |received| echo(received, &text, &elsewhere));
        let (text, elsewhere) = (canary.clone(), first.url.clone());
        second.answer(move |received| echo(received, &text, &elsewhere));
        Ok(Hosts { first, second, internal, silent: Silent::start().await?, canary })
    }

    pub fn first(&self) -> String {
        format!("api.first.example:{}", port(&self.first))
    }

    pub fn first_port(&self) -> u16 {
        port(&self.first)
    }

    pub fn second(&self) -> String {
        format!("second.example:{}", port(&self.second))
    }

    pub fn second_port(&self) -> u16 {
        port(&self.second)
    }

    pub fn silent(&self) -> String {
        format!("silent.first.example:{}", self.silent.port)
    }

    /// The hosts of the first one's secrets.
    pub fn of_first(&self) -> Vec<String> {
        vec![self.first(), format!("*.first.example:{}", port(&self.first)), self.silent()]
    }

    /// Secrets that arrived at a wrong host.
    pub fn strays(&self, planted: &Planted) -> Vec<String> {
        let everything = |receiver: &Receiver| receiver.received().iter().flat_map(whole).collect::<Vec<u8>>();
        let search = Search::of(&planted.0);
        let mut strays = vec![];
        let mut search_host = |host: &str, bytes: &[u8], is_own: &dyn Fn(usize) -> bool| {
            let found = search.finds(bytes).into_iter().filter(|number| !is_own(*number));
            strays.extend(found.map(|number| format!("secret {number} at {host}")));
        };
        search_host("the first host", &everything(&self.first), &|number| !planted.is_of_second(number));
        search_host("the second host", &everything(&self.second), &|number| planted.is_of_second(number));
        search_host("the internal host", &everything(&self.internal), &|_| false);
        search_host("the silent host", &self.silent.received(), &|number| !planted.is_of_second(number));
        if self.internal.count() > 0 {
            strays.push(format!("{} requests to the internal host", self.internal.count()));
        }
        strays
    }

    /// The number of secrets that arrived at their own host.
    pub fn received_by_owner(&self, planted: &Planted) -> usize {
        let everything = |receiver: &Receiver| receiver.received().iter().flat_map(whole).collect::<Vec<u8>>();
        let search = Search::of(&planted.0);
        let first = search.finds(&everything(&self.first)).into_iter().filter(|number| !planted.is_of_second(*number));
        let second = search.finds(&everything(&self.second)).into_iter().filter(|number| planted.is_of_second(*number));
        first.count() + second.count()
    }

    pub fn second_count(&self) -> usize {
        self.second.count()
    }
}

impl Silent {
    async fn start() -> anyhow::Result<Silent> {
        let listener = TcpListener::bind((OUTSIDE, 0)).await?;
        let (port, received) = (listener.local_addr()?.port(), Arc::<Mutex<Vec<u8>>>::default());
        let buffered = received.clone();
        tokio::spawn(async move {
            while let Ok((mut connection, _)) = listener.accept().await {
                let buffered = buffered.clone();
                tokio::spawn(async move {
                    let mut buffer = [0; 4096];
                    while let Ok(count @ 1..) = connection.read(&mut buffer).await {
                        buffered.lock().unwrap_or_else(PoisonError::into_inner).extend(&buffer[..count]);
                    }
                });
            }
        });
        Ok(Silent { port, received })
    }

    fn received(&self) -> Vec<u8> {
        self.received.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn port(receiver: &Receiver) -> u16 {
    receiver.url.rsplit_once(':').and_then(|(_, port)| port.parse().ok()).unwrap_or_default()
}

/// All bytes of a request: its path, headers and body.
fn whole(received: &Received) -> Vec<u8> {
    let mut whole = received.path.clone().into_bytes();
    for (name, value) in &received.headers {
        whole.extend([b"\n", name.as_str().as_bytes(), b": ", value.as_bytes()].concat());
    }
    whole.extend(b"\n");
    whole.extend(&received.body);
    whole.extend(b"\n");
    whole
}

/// Returns everything that the request contains, in many encodings.
fn echo(received: &Received, canary: &str, elsewhere: &str) -> Response {
    let text = String::from_utf8_lossy(&whole(received)).into_owned();
    let authorization = received.header("authorization").to_owned();
    let credential = authorization.split_once(' ').map_or("", |(_, credential)| credential).to_owned();
    let basic = BASE64_STANDARD.decode(&credential).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let body = String::from_utf8_lossy(&received.body).into_owned();
    let escaped: String = form_encoded(&body);
    let hex: String = credential.bytes().map(|byte| format!("{byte:02x}")).collect();
    let base64 = [0, 1, 2].map(|before| BASE64_STANDARD.encode(format!("{}{credential}", "x".repeat(before))));
    let echoed = serde_json::json!({
        "canary": canary, "text": text, "credential": credential, "basic": basic, "escaped": escaped, "hex": hex,
        "base64": base64,
        "body": serde_json::from_str(&body).unwrap_or(serde_json::Value::Null), "names": {(credential.clone()): 1},
    });
    let status = match received.path.split('?').next().unwrap_or_default() {
        "/missing" => 404,
        "/busy" => 503,
        "/elsewhere" => 307,
        _ => 200,
    };
    let (kind, content) = if received.path.starts_with("/text") {
        ("text/plain", format!("{text}\n{echoed}\n{escaped}"))
    } else {
        ("application/json", echoed.to_string())
    };
    let mut response = status_only(status);
    *response.body_mut() = Body::from(content);
    let headers = response.headers_mut();
    headers.insert("content-type", HeaderValue::from_static(kind));
    // Without keep-alive, the name is looked up for every request.
    headers.insert("connection", HeaderValue::from_static("close"));
    if let Ok(value) = HeaderValue::from_str(&authorization) {
        headers.insert("x-echo", value);
    }
    if let Ok(value) = HeaderValue::from_str(&format!("{elsewhere}/stolen")) {
        headers.insert("location", value);
    }
    response
}

fn form_encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |encoded, byte| {
        if byte.is_ascii_alphanumeric() {
            encoded + &char::from(byte).to_string()
        } else {
            encoded + &format!("%{byte:02X}")
        }
    })
}
