//! A client that checks each response against the document.

use crate::{Contract, EventStream};
use reqwest::{
    Method, StatusCode,
    header::{ACCEPT, CONTENT_TYPE, HeaderMap},
};
use serde_json::Value;

#[derive(Debug, Clone)]
pub struct Client {
    http: reqwest::Client,
    base: String,
    key: Option<String>,
    headers: HeaderMap,
}

impl Client {
    pub fn new(base: &str, key: Option<&str>) -> Client {
        let http = reqwest::Client::builder().no_proxy().build().expect("a client without TLS");
        Client { http, base: base.to_owned(), key: key.map(str::to_owned), headers: HeaderMap::new() }
    }

    pub fn with_key(&self, key: &str) -> Client {
        Client { key: Some(key.to_owned()), ..self.clone() }
    }

    /// Sends a session as our own pages do: by its cookie, from our own origin.
    pub fn with_cookie(&self, token: &str) -> Client {
        let origin = self.base.clone();
        self.anonymous().with_header("cookie", &format!("tc_session={token}")).with_header("origin", &origin)
    }

    pub fn without_header(&self, name: &str) -> Client {
        let mut headers = self.headers.clone();
        headers.remove(name);
        Client { headers, ..self.clone() }
    }

    pub fn key(&self) -> Option<&str> {
        self.key.as_deref()
    }

    pub fn anonymous(&self) -> Client {
        Client { key: None, ..self.clone() }
    }

    pub fn with_header(&self, name: &'static str, value: &str) -> Client {
        let mut headers = self.headers.clone();
        headers.insert(name, value.parse().expect("a header's value"));
        Client { headers, ..self.clone() }
    }

    pub async fn get(&self, target: &str) -> Answer {
        self.send(Method::GET, target, None).await
    }

    pub async fn post(&self, target: &str, body: Value) -> Answer {
        self.send(Method::POST, target, Some(body)).await
    }

    pub async fn put(&self, target: &str, body: Value) -> Answer {
        self.send(Method::PUT, target, Some(body)).await
    }

    pub async fn delete(&self, target: &str) -> Answer {
        self.send(Method::DELETE, target, None).await
    }

    pub async fn send(&self, method: Method, target: &str, body: Option<Value>) -> Answer {
        self.send_raw(method, target, body.map(|body| body.to_string().into_bytes())).await
    }

    /// Follows the event log; the response must be a stream.
    pub async fn stream(&self, target: &str) -> EventStream {
        let request =
            self.http.get(format!("{}{target}", self.base)).bearer_auth(self.key.as_deref().unwrap_or_default());
        let request = request.header(ACCEPT, "text/event-stream").headers(self.headers.clone());
        let response = request.send().await.expect("the server responds");
        if response.status() != StatusCode::OK {
            panic!("not a stream: {:?}", Answer::read(&Method::GET, target, response).await);
        }
        let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let path = target.split('?').next().unwrap_or_default();
        let breaches = Contract::breaches(&Method::GET, path, response.status(), kind, None);
        assert!(breaches.is_empty() && kind == "text/event-stream", "{target}: {kind} {breaches:#?}");
        EventStream::new(response)
    }

    /// Downloads a file. Returns its media type and its bytes. The response must be a success.
    pub async fn download(&self, target: &str) -> (String, Vec<u8>) {
        let request =
            self.http.get(format!("{}{target}", self.base)).bearer_auth(self.key.as_deref().unwrap_or_default());
        let response = request.headers(self.headers.clone()).send().await.expect("the server responds");
        assert_eq!(response.status(), StatusCode::OK, "{target}");
        let kind =
            response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default().to_owned();
        let path = target.split('?').next().unwrap_or_default();
        let breaches = Contract::breaches(&Method::GET, path, response.status(), &kind, None);
        assert!(breaches.is_empty(), "{target}: {kind} {breaches:#?}");
        (kind, response.bytes().await.expect("the whole file arrives").to_vec())
    }

    /// Sends a body of another type than JSON.
    pub async fn send_as(&self, method: Method, target: &str, kind: &'static str, body: &str) -> Answer {
        self.with_header("content-type", kind).send_raw(method, target, Some(body.as_bytes().to_vec())).await
    }

    /// Sends a body with the content type of JSON, which may be invalid JSON.
    pub async fn send_raw(&self, method: Method, target: &str, body: Option<Vec<u8>>) -> Answer {
        let mut request = self.http.request(method.clone(), format!("{}{target}", self.base));
        if let Some(key) = &self.key {
            request = request.bearer_auth(key);
        }
        if let Some(body) = body {
            request = request.header(CONTENT_TYPE, "application/json").body(body);
        }
        let response = request.headers(self.headers.clone()).send().await.expect("the server responds");
        Answer::read(&method, target, response).await
    }
}

#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    /// `null` if there is no body, a string if it is not JSON.
    pub body: Value,
}

impl Answer {
    async fn read(method: &Method, target: &str, response: reqwest::Response) -> Answer {
        let (status, headers) = (response.status(), response.headers().clone());
        let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default().to_owned();
        let text = response.text().await.expect("the whole body arrives");
        let body = match text.as_str() {
            "" => Value::Null,
            text if kind.ends_with("/json") || kind.ends_with("+json") => {
                serde_json::from_str(text).expect("a body with the content type of JSON is JSON")
            }
            text => Value::from(text),
        };
        let path = target.split('?').next().unwrap_or_default();
        let breaches = Contract::breaches(method, path, status, &kind, Some(&body).filter(|body| !body.is_null()));
        assert!(breaches.is_empty(), "{method} {target} breaks the contract: {breaches:#?}\n{body:#}");
        let breaches = Contract::header_breaches(method, path, status, &headers);
        assert!(breaches.is_empty(), "{method} {target} breaks the contract: {status} {breaches:#?}");
        for name in ["x-request-id", "ratelimit-policy", "ratelimit"] {
            assert!(headers.contains_key(name), "the response of {method} {target} has no header {name}");
        }
        Answer { status, headers, body }
    }

    #[track_caller]
    pub fn expect(self, status: u16) -> Answer {
        assert_eq!(self.status.as_u16(), status, "{:#}", self.body);
        self
    }

    /// The status and code of a problem, such as `404 not_found`.
    #[track_caller]
    pub fn problem(&self) -> String {
        let code =
            self.body["code"].as_str().unwrap_or_else(|| panic!("not a problem: {} {:#}", self.status, self.body));
        format!("{} {code}", self.status.as_u16())
    }

    #[track_caller]
    pub fn id(&self) -> String {
        self.body["id"].as_str().unwrap_or_else(|| panic!("no id: {} {:#}", self.status, self.body)).to_owned()
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}
