//! Creates members of the resources that families list, with everything that they need.

use crate::{Client, Database, Operation, TestTenant};
use api::TenantId;
use kernel::{
    credentials::new_secret,
    family::fixture::{Fixture, Made},
};
use serde_json::Value;
use std::collections::BTreeMap;
use tenant_control::families;
use uuid::Uuid;

#[derive(Debug, Clone)]
pub struct Member {
    pub fixture: &'static Fixture,
    /// The id in the API.
    pub id: String,
    pub uuid: Uuid,
    /// The response to its creation, if a request created it.
    pub body: Value,
    /// The value of `$secret`.
    pub secret: String,
}

/// One member of each requested kind, of one tenant and by one client.
pub struct Members {
    pub client: Client,
    tenant: TenantId,
    database: Database,
    mark: String,
    made: BTreeMap<&'static str, Member>,
}

impl TestTenant {
    pub fn members(&self) -> Members {
        Members::new(&self.database, self.id, &self.client, "")
    }
}

impl Members {
    pub fn new(database: &Database, tenant: TenantId, client: &Client, mark: &str) -> Members {
        let (client, database) = (client.clone(), database.clone());
        Members { client, tenant, database, mark: mark.to_owned(), made: BTreeMap::new() }
    }

    /// Adds a member that was created elsewhere, so that others can refer to it.
    pub fn keep(&mut self, member: Member) {
        self.made.insert(member.fixture.kind, member);
    }

    pub fn get(&self, kind: &str) -> Option<&Member> {
        self.made.get(kind)
    }

    pub fn all(&self) -> impl Iterator<Item = &Member> {
        self.made.values()
    }

    /// Returns the member of this kind. If there is none yet, it is created after the members that it needs.
    pub async fn make(&mut self, kind: &str) -> Member {
        for fixture in in_order(kind) {
            if !self.made.contains_key(fixture.kind) {
                self.make_needed_ready(fixture).await;
                let member = self.create(fixture).await;
                self.keep(member);
            }
        }
        self.made[kind].clone()
    }

    /// Returns a member that is a valid target of the operation.
    async fn make_for(&mut self, operation: &str, kind: &str) -> Member {
        let member = self.make(kind).await;
        self.make_ready(operation, &member).await;
        member
    }

    async fn make_ready(&self, operation: &str, member: &Member) {
        let ready = member.fixture.ready.iter().filter(|(wanted, _)| *wanted == operation);
        for (_, statement) in ready {
            let statement = statement.replace("$id", &member.uuid.to_string());
            self.database.root().await.batch_execute(&statement).await.expect("the member is ready");
        }
    }

    /// Changes the members that the creation of another needs to the state that it requires.
    async fn make_needed_ready(&self, fixture: &Fixture) {
        let Some(creation) = Operation::known().iter().find(|operation| operation.makes(fixture)) else { return };
        for kind in fixture.needs {
            self.make_ready(&creation.id, &self.made[kind]).await;
        }
    }

    /// Returns the parameters that name existing members as targets of an operation. Missing members are created.
    pub async fn aim(&mut self, operation: &Operation) -> Vec<(&'static str, String)> {
        let mut query = vec![];
        for (name, kind) in operation.named() {
            query.push((name, self.make_for(operation.handler_id(), kind).await.id));
        }
        // A file needs a name, but it is not the name of a member.
        query.extend(operation.takes_bytes().then(|| ("name", "report.txt".to_owned())));
        // Members may be named in other ways: by a name in the query, or in the body as in the example.
        let unnamed = operation.fixture().filter(|fixture| query.is_empty() && fixture.path == operation.path);
        // An operation that creates a member requires everything that the member needs.
        for kind in unnamed.filter(|fixture| operation.makes(fixture)).map_or(&[][..], |fixture| fixture.needs) {
            self.make_for(&operation.id, kind).await;
        }
        if let Some(fixture) = unnamed.filter(|fixture| operation.requires("name") || !operation.makes(fixture)) {
            let member = self.make(fixture.kind).await;
            let name = member.body["name"].as_str().map(str::to_owned);
            query.extend(name.filter(|_| operation.requires("name")).map(|name| ("name", name)));
        }
        query
    }

    /// Creates the members that the example of the operation's body names. The client must have the rights to do so.
    pub async fn make_named_in_example(&mut self, operation: &Operation) {
        let Some(body) = operation.example() else { return };
        let named = operation.references().filter(|(field, ..)| names_example(&body[*field]));
        for (_, kind, _) in named {
            self.make(kind).await;
        }
    }

    async fn create(&self, fixture: &'static Fixture) -> Member {
        let secret = new_secret();
        let (id, uuid, body) = match fixture.made {
            Made::Request { method, target, body } => {
                let fill = |text: &str| self.fill(fixture, text, &secret, |member| member.id.clone());
                let body = serde_json::from_str(&fill(body)).expect("a fixture's body is JSON");
                let method = method.parse().expect("a fixture's method");
                let response = self.client.send(method, &fill(target), Some(body)).await;
                assert!(response.status.is_success(), "{}: {} {:#}", fixture.kind, response.status, response.body);
                (response.id(), uuid_of(&response.id()), response.body)
            }
            Made::Statement(statement) => {
                let statement = self.fill(fixture, statement, &secret, |member| member.uuid.to_string());
                let row = self.database.root().await.query_one(&statement, &[]).await;
                let uuid = row.unwrap_or_else(|error| panic!("{}: {error:?}", fixture.kind)).get(0);
                (id_of(fixture.kind, uuid), uuid, Value::Null)
            }
        };
        Member { fixture, id, uuid, body, secret }
    }

    fn fill(&self, fixture: &Fixture, text: &str, secret: &str, named: impl Fn(&Member) -> String) -> String {
        let text = text.replace("$secret", secret).replace("$mark", &self.mark);
        let text = text.replace("$tenant", &self.tenant.0.to_string());
        fixture.needs.iter().fold(text, |text, kind| text.replace(&format!("${kind}"), &named(&self.made[kind])))
    }
}

pub fn fixture(kind: &str) -> &'static Fixture {
    families::fixtures().find(|fixture| fixture.kind == kind).unwrap_or_else(|| panic!("no fixture of {kind}"))
}

/// The fixtures that a member of this kind needs. Its own fixture is the last.
fn in_order(kind: &str) -> Vec<&'static Fixture> {
    let fixture = fixture(kind);
    fixture.needs.iter().flat_map(|kind| in_order(kind)).chain([fixture]).collect()
}

pub fn id_of(kind: &str, uuid: Uuid) -> String {
    TenantId(uuid).to_string().replacen("ten", kind, 1)
}

/// The UUID of an id, whatever its kind.
pub fn uuid_of(id: &str) -> Uuid {
    let (_, digits) = id.rsplit_once('_').expect("an id has a kind");
    format!("ten_{digits}").parse::<TenantId>().expect("an id with a valid suffix").0
}

/// The end of all ids in examples.
const EXAMPLE_ID: &str = "_01h455vb4pex5vsknk084sn02q";

fn names_example(id: &Value) -> bool {
    id.as_str().is_some_and(|id| id.ends_with(EXAMPLE_ID))
}

impl Operation {
    /// Replaces the example ids in a body by ids of members that the client can read: the newest ones, each once.
    pub async fn with_members(&self, client: &Client, mut body: Value) -> Value {
        let mut used = BTreeMap::<&str, usize>::new();
        for (field, kind, _) in self.references() {
            if names_example(&body[field]) {
                let number = used.entry(kind).or_default();
                let listed = client.get(&format!("{}?limit={}", fixture(kind).path, *number + 1)).await;
                if let Some(id) = listed.body["data"][*number]["id"].as_str() {
                    body[field] = id.into();
                }
                *number += 1;
            }
        }
        body
    }
}
