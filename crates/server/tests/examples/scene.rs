//! The scene of one operation: a server whose clock stands at a fixed time, a new tenant, and the members that the
//! story has made so far. Every step of the story is a minute later.

use crate::{
    plain::Plain,
    sign_in,
    story::{Caller, Play, Recipe, Step, Story, expand, names},
};
use api::{TenantId, session::Environment};
use futures::future::LocalBoxFuture;
use jiff::{SignedDuration, Timestamp};
use kernel::clock::Offset;
use reqwest::Method;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use tenant_control::{
    families,
    operate::tenants::{self, NewTenant},
};
use testkit::{
    Answer, Client, Database, Operation, Receiver, SignInProvider, TestApp, fixture, id_of, kind_of, session, uuid_of,
};

/// A Monday morning.
const START: &str = "2026-11-16T09:30:00Z";

/// The end of the ids in the examples of the schemas.
const EXAMPLE_ID: &str = "_01h455vb4pex5vsknk084sn02q";

pub struct Scene {
    pub app: TestApp,
    pub client: Client,
    tenant: TenantId,
    offset: Offset,
    minutes: i64,
    domain: String,
    /// The ids of the members by their names in the story.
    made: BTreeMap<String, String>,
    /// The operations whose `before` has been played.
    begun: BTreeSet<String>,
    /// A customer's server for webhooks, an identity provider, and the code of a sign-in: made if a text names them.
    receiver: Option<Receiver>,
    provider: Option<SignInProvider>,
    code: Option<String>,
}

/// A request as a customer would send it.
#[derive(Debug)]
pub struct Request {
    pub method: Method,
    pub path: String,
    pub query: Map<String, Value>,
    pub body: Option<Value>,
    /// Its body is text, not JSON.
    pub is_text: bool,
}

/// A body in place of the one in the story.
#[derive(Default, Clone, Copy)]
struct Given<'a> {
    body: Option<&'a Value>,
    with: Option<&'a Map<String, Value>>,
}

impl Scene {
    pub async fn set(database: &Database) -> Scene {
        let offset = Offset::none();
        offset.set(time(0));
        let app = TestApp::start_with_clock(database.clone(), offset).await;
        let domain = format!("acme{:016x}.example", rand::random::<u64>());
        let (name, environment) = ("Acme IT Services".to_owned(), Environment::Production);
        let new = NewTenant { name, domain: domain.clone(), environment, platform: false };
        let created = tenants::create(&app.app.db, app.app.clock, new).await.unwrap();
        let client = app.client().with_key(&created.key);
        let (made, begun) = (BTreeMap::new(), BTreeSet::new());
        let (receiver, provider, code) = (None, None, None);
        Scene { app, client, tenant: created.tenant, offset, minutes: 0, domain, made, begun, receiver, provider, code }
    }

    /// The replacements of the addresses of this scene.
    pub fn plain(&self) -> Plain {
        let mut plain = Plain::default();
        plain.replace(&self.app.base, "https://api.example.com");
        plain.replace(&self.app.app.settings.ingest_base_url, "https://agents.example.com");
        plain.replace(&self.domain, "acme.example");
        if let Some(receiver) = &self.receiver {
            plain.replace(&receiver.url, "https://hooks.acme.example");
            plain.replace(receiver.url.trim_start_matches("http://"), "192.0.2.80:443");
        }
        if let Some(provider) = &self.provider {
            plain.replace(&provider.issuer, "https://login.acme.example/realms/acme");
        }
        if let Some(code) = &self.code {
            plain.replace(code, "4k2m9x0q3tY8cVbW2nQe5rZ7uLx1oPa9");
        }
        plain.replace("127.0.0.1", "192.0.2.17");
        plain
    }

    /// The next minute. Half a second more keeps what is counted in seconds from being rounded to either side.
    fn step(&mut self, more: SignedDuration) {
        self.minutes += 1;
        self.offset.set(time(self.minutes) + more);
    }

    /// The request of an operation, with these parameters beside those of the story.
    pub async fn request(&mut self, operation: &Operation, parameters: &Map<String, Value>) -> Request {
        self.request_given(operation, parameters, Given::default()).await
    }

    async fn request_given(
        &mut self,
        operation: &Operation,
        parameters: &Map<String, Value>,
        given: Given<'_>,
    ) -> Request {
        let play = Story::read().play(&operation.id);
        if self.begun.insert(operation.id.clone()) {
            for step in &play.before {
                self.play(step).await;
            }
        }
        let mut path = operation.path.clone();
        if path.contains("{id}") {
            let kind = operation.fixture().expect("a member has a fixture").kind;
            path = path.replace("{id}", &self.make(kind).await);
        }
        let mut query = Map::new();
        for (name, required, schema) in operation.query() {
            let kind = kind_of(schema).or_else(|| kind_of(&schema["items"])).filter(|_| required);
            if let Some(kind) = kind {
                query.insert(name.to_owned(), json!(self.make(kind).await));
            }
        }
        for (name, value) in play.query.iter().chain(parameters) {
            let value = self.fill(value).await;
            query.insert(name.clone(), value);
        }
        query.retain(|_, value| !value.is_null());
        let body = match body_of(operation, play, given) {
            Some(body) => Some(self.fill(&body).await),
            None => None,
        };
        Request { method: operation.method.clone(), path, query, body, is_text: operation.takes_bytes() }
    }

    /// Sends a request as the caller that the story names.
    pub async fn send(&mut self, operation: &str, request: &Request) -> Answer {
        let client = match Story::read().play(operation).caller {
            Caller::Key => self.client.clone(),
            Caller::Nobody => self.app.client(),
            Caller::User => {
                let user = uuid_of(&self.make("usr").await);
                let (_, token) = session(&self.app.database, self.tenant.0, api::UserId(user)).await;
                self.client.with_key(&token)
            }
        };
        self.step(SignedDuration::from_millis(500));
        let (method, target) = (request.method.clone(), request.target());
        match &request.body {
            Some(Value::String(text)) if request.is_text => client.send_as(method, &target, "text/plain", text).await,
            body => client.send(method, &target, body.clone()).await,
        }
    }

    /// Performs an operation and expects its success.
    fn perform<'a>(&'a mut self, operation: &'a str, given: Given<'a>) -> LocalBoxFuture<'a, Answer> {
        Box::pin(async move {
            let operation = find(operation);
            let request = self.request_given(&operation, &Map::new(), given).await;
            let answer = self.send(&operation.id, &request).await;
            assert!(answer.status.is_success(), "{}: {:#}", operation.id, answer.body);
            answer
        })
    }

    async fn play(&mut self, step: &Step) {
        match step {
            Step::Text(text) if names(text).any(|name| format!("${name}") == *text) => {
                self.make(&text[1..]).await;
            }
            Step::Text(statement) => self.execute(statement).await,
            Step::Operation { operation, with, body } => {
                let with = Some(with).filter(|with| !with.is_empty());
                self.perform(operation, Given { body: body.as_ref(), with }).await;
            }
        }
    }

    /// The id of a member, which is made if there is none yet.
    pub fn make<'a>(&'a mut self, name: &'a str) -> LocalBoxFuture<'a, String> {
        Box::pin(async move {
            if let Some(id) = self.made.get(name) {
                return id.clone();
            }
            let id = match Story::read().members.get(name) {
                Some(recipe) => self.cook(name, recipe).await,
                None => self.perform(&creation(name), Given::default()).await.id(),
            };
            self.made.insert(name.to_owned(), id.clone());
            id
        })
    }

    async fn cook(&mut self, name: &str, recipe: &Recipe) -> String {
        let id = match &recipe.sql {
            Some(statement) => self.insert(name, statement).await,
            None => self.perform(&recipe.by, Given { body: recipe.body.as_ref(), with: None }).await.id(),
        };
        if let Some(statement) = &recipe.then {
            let uuid = uuid_of(&id).to_string();
            self.execute(&expand(statement, |name| (name == "id").then(|| uuid.clone()))).await;
        }
        id
    }

    async fn insert(&mut self, name: &str, statement: &str) -> String {
        let statement = self.expanded(statement, |id| uuid_of(id).to_string()).await;
        let row = self.app.database.root().await.query_one(&statement, &[]).await;
        id_of(kind(name), row.unwrap_or_else(|error| panic!("{name}: {error:?}")).get(0))
    }

    async fn execute(&mut self, statement: &str) {
        let statement = self.expanded(statement, |id| uuid_of(id).to_string()).await;
        let done = self.app.database.root().await.batch_execute(&statement).await;
        done.unwrap_or_else(|error| panic!("{error:?}: {statement}"));
    }

    /// A value whose texts name members by `$kind`, with their ids.
    async fn fill(&mut self, value: &Value) -> Value {
        let text = self.expanded(&value.to_string(), str::to_owned).await;
        serde_json::from_str(&text).expect("ids need no escapes")
    }

    /// A text with the members that it names, each shown in this way. They are made first, in the order of the text.
    fn expanded<'a>(&'a mut self, text: &'a str, show: fn(&str) -> String) -> LocalBoxFuture<'a, String> {
        Box::pin(async move {
            let mut known = BTreeMap::new();
            for name in names(text) {
                let value = match name {
                    "tenant" => self.tenant.0.to_string(),
                    "now" => time(self.minutes).to_string(),
                    "receiver" => self.receiver().await,
                    "issuer" => self.issuer().await,
                    "code" => self.code().await,
                    name if families::fixtures().any(|fixture| fixture.kind == kind(name)) => {
                        show(&self.make(name).await)
                    }
                    _ => continue,
                };
                known.insert(name, value);
            }
            expand(text, |name| known.get(name).cloned())
        })
    }

    async fn receiver(&mut self) -> String {
        let receiver = match self.receiver.take() {
            Some(receiver) => receiver,
            None => Receiver::start().await,
        };
        format!("{}/tenant-control", self.receiver.insert(receiver).url)
    }

    async fn issuer(&mut self) -> String {
        let provider = match self.provider.take() {
            Some(provider) => provider,
            None => SignInProvider::start().await.unwrap(),
        };
        self.provider.insert(provider).issuer.clone()
    }

    /// A code lives for a minute, so it is made shortly before the next step.
    async fn code(&mut self) -> String {
        self.offset.set(time(self.minutes + 1) - SignedDuration::from_secs(10));
        let code = sign_in::code(&self.app).await;
        self.code.insert(code).clone()
    }
}

impl Request {
    pub fn target(&self) -> String {
        if self.query.is_empty() {
            return self.path.clone();
        }
        let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let pairs = self.query.iter().map(|(name, value)| (name, text(value)));
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
        format!("{}?{query}", self.path)
    }
}

pub fn find(id: &str) -> Operation {
    let found = Operation::all().into_iter().find(|operation| operation.id == id);
    found.unwrap_or_else(|| panic!("the document has no operation {id}"))
}

/// The kind of a member: that of `tkt2` is `tkt`.
fn kind(name: &str) -> &str {
    name.trim_end_matches(|letter: char| letter.is_ascii_digit())
}

/// The operation that creates a member that the story does not mention.
fn creation(name: &str) -> String {
    let fixture = fixture(kind(name));
    let found = Operation::all().into_iter().find(|operation| operation.makes(fixture));
    found.unwrap_or_else(|| panic!("the story has no {name}")).id
}

fn time(minutes: i64) -> Timestamp {
    START.parse::<Timestamp>().unwrap() + SignedDuration::from_mins(minutes)
}

/// The body of the story, or the example of the document with the fields of the story.
fn body_of(operation: &Operation, play: &Play, given: Given<'_>) -> Option<Value> {
    if let Some(body) = given.body.or(play.body.as_ref()) {
        return Some(body.clone());
    }
    let mut body = operation.example()?;
    name_members(&mut body, &mut BTreeMap::new());
    let with = given.with.unwrap_or(&play.with);
    let fields = body.as_object_mut().expect("the example of a body is an object");
    for (name, value) in with {
        fields.insert(name.clone(), value.clone());
    }
    fields.retain(|name, value| !value.is_null() || !with.contains_key(name));
    Some(body)
}

/// Puts `$tkt` in the place of the id of a ticket in an example, and `$tkt2` in the place of the next one.
fn name_members(value: &mut Value, counts: &mut BTreeMap<String, usize>) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| name_members(item, counts)),
        Value::Object(fields) => fields.values_mut().for_each(|field| name_members(field, counts)),
        Value::String(text) => {
            if let Some(kind) = text.strip_suffix(EXAMPLE_ID).map(str::to_owned) {
                let count = counts.entry(kind.clone()).or_default();
                *count += 1;
                *text = if *count == 1 { format!("${kind}") } else { format!("${kind}{count}") };
            }
        }
        _ => {}
    }
}
