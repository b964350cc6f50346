//! A server that plays all services of OpenStack: it gives the answers that a test has put in, and notes the requests.

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, Method, StatusCode, Uri},
    response::{IntoResponse, Response},
};
use cloud_boundary::{Access, Credential, Order};
use cloud_openstack::{Openstack, Settings};
use outbound::{Guard, Options};
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};
use url::Url;

pub const TOKEN: &str = "token-that-nobody-may-see";
pub const VERSION: &str = "compute 2.69";

#[derive(Default)]
pub struct Known {
    /// Status and body by method, path and query.
    answers: HashMap<String, (u16, Value)>,
    pub requests: Vec<String>,
    pub bodies: Vec<Value>,
    pub is_old: bool,
}

#[derive(Clone)]
pub struct Fake {
    pub url: Url,
    pub known: Arc<Mutex<Known>>,
}

impl Fake {
    pub async fn start() -> Fake {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url: Url = format!("http://{}", listener.local_addr().unwrap()).parse().unwrap();
        let known = Arc::new(Mutex::new(Known::default()));
        let router = Router::new().fallback(answer).with_state(known.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        let fake = Fake { url, known };
        fake.catalogue(&fake.url);
        fake.put("GET /v2.1/servers", 200, json!({"servers": []}));
        fake.put("GET /v2.1/flavors?limit=1000", 200, json!({"flavors": [{"id": "f1", "name": "m1.tiny"}]}));
        fake
    }

    pub fn put(&self, request: &str, status: u16, body: Value) {
        self.known.lock().unwrap().answers.insert(request.to_owned(), (status, body));
    }

    /// A text that need not be JSON.
    pub fn put_text(&self, request: &str, status: u16, body: &str) {
        self.put(request, status, Value::String(body.to_owned()));
    }

    /// The catalogue of Keystone names this server for Nova, and no Neutron.
    pub fn catalogue(&self, nova: &Url) {
        let url = format!("{nova}v2.1");
        let endpoint =
            json!({"id": "e1", "interface": "public", "region": "RegionOne", "region_id": "RegionOne", "url": url});
        let catalog = json!([{"type": "compute", "endpoints": [endpoint]}]);
        let token = json!({"project": {"id": "p1"}, "user": {"id": "u1", "name": "ops"}, "catalog": catalog});
        self.put("POST /v3/auth/tokens", 201, json!({"token": token}));
    }

    pub fn requests(&self) -> Vec<String> {
        self.known.lock().unwrap().requests.clone()
    }

    pub fn access(&self) -> Access {
        let credential =
            Credential::ApplicationCredential { id: "id".to_owned(), secret: "secret-of-the-customer".into() };
        let regions = vec!["RegionOne".to_owned()];
        Access { regions, account_id: None, endpoint: Some(self.url.clone()), credential }
    }

    pub fn openstack(&self) -> Openstack {
        openstack(vec![self.url.clone()])
    }
}

pub fn openstack(allowed: Vec<Url>) -> Openstack {
    let guard = Guard { allowed: vec!["127.0.0.1/32".parse().unwrap()], refused: vec![], allow_http: true };
    let client = outbound::Client::new(Options { guard, ..Options::default() }).unwrap();
    Openstack::new(Settings { client, allowed })
}

pub fn order() -> Order {
    let labels = [("tenant-control:operation", "op_1"), ("tenant-control:vm", "vm_1"), ("env", "test")];
    Order {
        token: "op_1".to_owned(),
        name: "web".to_owned(),
        region: "RegionOne".to_owned(),
        size: "m1.tiny".to_owned(),
        image: "image".to_owned(),
        subnet: None,
        security_groups: vec![],
        public_ip: None,
        ssh_key: None,
        user_data: Some("#!/bin/sh".into()),
        labels: labels.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
    }
}

pub fn server(id: &str) -> Value {
    json!({"id": id, "name": "web", "status": "ACTIVE", "tags": ["tenant-control:operation=op_1"], "image": "",
        "flavor": {"original_name": "m1.tiny", "vcpus": 1, "ram": 64}, "metadata": {"env": "test"}})
}

async fn answer(
    State(known): State<Arc<Mutex<Known>>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let request = format!("{method} {uri}");
    let mut known = known.lock().unwrap();
    let token = headers.get("x-auth-token").map(|token| token.to_str().unwrap().to_owned());
    known.requests.push(request.clone());
    known.bodies.extend(serde_json::from_slice::<Value>(&body));
    if !uri.path().starts_with("/v3") && token.as_deref() != Some(TOKEN) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let missing = || (404, json!({"itemNotFound": {"code": 404, "message": format!("no {request}")}}));
    let (status, body) = known.answers.get(&request).cloned().unwrap_or_else(missing);
    let body = body.as_str().map_or_else(|| body.to_string(), str::to_owned);
    let version = if known.is_old { "compute 2.1" } else { VERSION };
    let headers = [("x-subject-token", TOKEN), ("openstack-api-version", version)];
    (StatusCode::from_u16(status).unwrap(), headers, body).into_response()
}
