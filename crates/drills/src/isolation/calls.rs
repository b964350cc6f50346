//! Random calls of every operation in the published document, with everyone's ids, filters and cursors.

use super::{
    oracle::{Actor, Oracle},
    text,
};
use anyhow::bail;
use api::{
    DeviceId, Grant, OrganizationId, Resource, UserId,
    api_keys::ApiKey,
    organizations::Organization,
    service_accounts::ServiceAccount,
    sso::SsoProvider,
    tickets::{Ticket, TicketPriority, TicketStatus},
    users::TenantUser,
    webhooks::WebhookEndpoint,
};
use rand::{Rng, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use reqwest::Method;
use serde_json::{Map, Value, json};
use tenant_control::families;
use uuid::Uuid;

#[derive(Clone)]
pub struct Call {
    pub actor: usize,
    pub operation: String,
    pub method: Method,
    pub target: String,
    pub id: Option<String>,
    pub if_match: Option<String>,
    pub idempotency_key: Option<String>,
    pub body: Option<Value>,
}

impl Call {
    /// Whether it may store nothing.
    pub fn is_dry_run(&self) -> bool {
        self.target.contains("dry_run=true")
    }

    pub fn path(&self) -> &str {
        self.target.split('?').next().unwrap_or_default()
    }

    pub fn route(&self) -> String {
        format!("{} {}", self.method, self.path())
    }

    /// Whether the caller itself said this, so that an answer may repeat it.
    pub fn says(&self, text: &str) -> bool {
        self.target.contains(text) || self.body.as_ref().is_some_and(|body| body.to_string().contains(text))
    }
}

#[derive(Clone)]
pub struct Operation {
    pub name: String,
    method: Method,
    path: String,
    parameters: Vec<&'static Value>,
}

pub struct Dice {
    rng: StdRng,
    pub operations: Vec<Operation>,
    /// Keeps names apart.
    number: u32,
}

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice { rng: StdRng::seed_from_u64(seed), operations: operations(), number: 0 }
    }

    fn one_in(&mut self, times: u32) -> bool {
        self.rng.random_ratio(1, times)
    }

    pub fn one_of<T: Clone>(&mut self, some: &[T]) -> Option<T> {
        some.choose(&mut self.rng).cloned()
    }

    pub fn call(&mut self, oracle: &Oracle, actor: usize) -> anyhow::Result<Call> {
        let Operation { name, method, path, parameters } =
            self.operations[self.rng.random_range(0..self.operations.len())].clone();
        let mut call = Call {
            actor,
            operation: name,
            method,
            target: path.clone(),
            id: None,
            if_match: None,
            idempotency_key: None,
            body: None,
        };
        let pages: Vec<_> =
            oracle.pages.iter().filter(|page| page.split('?').next() == Some(path.as_str())).cloned().collect();
        if call.method == Method::GET && !pages.is_empty() && self.one_in(3) {
            call.target = self.one_of(&pages).unwrap_or_default();
            return Ok(call);
        }
        let answered: Vec<_> = oracle.answered(actor, &call.operation).cloned().collect();
        if !answered.is_empty() && self.one_in(4) {
            return Ok(self.one_of(&answered).unwrap_or(call)); // once more, word for word
        }
        let mut query = vec![];
        let mut of_ticket = None;
        for parameter in parameters {
            let (name, schema) = (text(&parameter["name"]), resolve(&parameter["schema"]));
            let times = if ["id", "ticket_id", "limit", "Idempotency-Key"].contains(&name) { 2 } else { 4 };
            if parameter["required"] != true && !self.one_in(times) {
                continue;
            }
            match name {
                "If-Match" => call.if_match = Some(format!("\"v{}\"", self.rng.random_range(1..4))),
                // Everyone takes the same few.
                "Idempotency-Key" => call.idempotency_key = Some(format!("shared-{}", self.rng.random_range(0..40))),
                // A cursor only with the filters it was made with; the other only with a stream, which has no end.
                // What goes with a key (`cascade`) is shown by tests/api/users.rs.
                "cursor" | "Last-Event-ID" | "cascade" => {}
                "ticket_id" => of_ticket = Some(self.id(oracle, actor, schema, &call.method)),
                "id" => call.id = Some(self.id(oracle, actor, schema, &call.method)),
                "actor_id" | "organization_id" => {
                    query.push((name.to_owned(), self.id(oracle, actor, schema, &call.method)));
                }
                _ => query.push((name.to_owned(), self.value(oracle, name, schema)?)),
            }
        }
        query.extend(call.id.clone().map(|id| ("id".to_owned(), id)));
        query.extend(of_ticket.clone().map(|id| ("ticket_id".to_owned(), id)));
        call.id = call.id.or(of_ticket);
        let pairs: Vec<_> = query.iter().map(|(name, value)| format!("{name}={}", value.replace(' ', "+"))).collect();
        if !pairs.is_empty() {
            call.target = format!("{path}?{}", pairs.join("&"));
        }
        if [Method::POST, Method::PUT, Method::PATCH].contains(&call.method) {
            call.body = Some(self.body(oracle, actor, &call.method, &path, call.id.as_deref())?);
        }
        Ok(call)
    }

    /// Half of the time one's own, otherwise anyone's; now and then nobody's.
    fn id(&mut self, oracle: &Oracle, actor: usize, schema: &Value, method: &Method) -> String {
        let kind = text(&schema["pattern"]).trim_start_matches(['^', '(']).split(['_', '|']).next().unwrap_or_default();
        let nobody = OrganizationId(Uuid::from_u128(self.rng.random())).to_string().replacen("org", kind, 1);
        let tenant = oracle.actors[actor].tenant;
        let own = self.one_in(2);
        let ids: Vec<_> =
            oracle.ids(kind).filter(|(_, thing)| !own || thing.tenant == tenant).map(|(id, _)| id.to_owned()).collect();
        let id = if self.one_in(30) { None } else { self.one_of(&ids) };
        // A revoked actor could not act any more.
        id.filter(|id| *method != Method::DELETE || !oracle.acts(tenant, id)).unwrap_or(nobody)
    }

    fn known_or_nobody(&mut self, oracle: &Oracle, kind: &str) -> Vec<String> {
        let nobody = OrganizationId(Uuid::from_u128(self.rng.random())).to_string().replacen("org", kind, 1);
        oracle.ids(kind).map(|(id, _)| id.to_owned()).chain([nobody]).collect()
    }

    fn value(&mut self, oracle: &Oracle, name: &str, schema: &'static Value) -> anyhow::Result<String> {
        if let Some(values) = schema["enum"].as_array() {
            return Ok(self.one_of(values).as_ref().map(text).unwrap_or_default().to_owned());
        }
        if text(&schema["type"]) == "array" {
            let items = resolve(&schema["items"])["enum"].as_array().cloned().unwrap_or_default();
            let count = self.rng.random_range(1..4);
            let some: Vec<_> = items.choose_multiple(&mut self.rng, count).map(text).collect();
            return Ok(some.join(","));
        }
        if text(&schema["format"]) == "date-time" {
            let times = oracle.ids("aud").map(|(_, entry)| text(&entry.now["at"]));
            let times = times.chain(oracle.ids("tkt").map(|(_, ticket)| text(&ticket.now["created_at"])));
            return Ok(self.one_of(&times.map(str::to_owned).collect::<Vec<_>>()).unwrap_or_default());
        }
        let known: Option<Vec<String>> = match name {
            // The same for everyone.
            "assignee_id" => Some((0..3).map(|n| technician(n).to_string()).chain(["none".to_owned()]).collect()),
            "user_id" => Some((0..3).flat_map(|n| [technician(n).to_string(), owner(n).to_string()]).collect()),
            "owner" | "transfer_to" => Some(self.known_or_nobody(oracle, "sva")),
            "device_id" => Some(vec![device()]),
            "endpoint_id" => Some(self.known_or_nobody(oracle, "whk")),
            "event_id" => Some(self.known_or_nobody(oracle, "evt")),
            "dedup_key" => Some((0..4).map(|n| format!("shared-inside-{n}")).collect()),
            "subject_id" | "resource_id" => Some(oracle.things.keys().cloned().collect()),
            "operation" => Some(self.operations.iter().map(|operation| operation.name.clone()).collect()),
            "resource_type" => Some(
                [
                    Organization::TYPE,
                    ApiKey::TYPE,
                    ServiceAccount::TYPE,
                    TenantUser::TYPE,
                    Ticket::TYPE,
                    SsoProvider::TYPE,
                    WebhookEndpoint::TYPE,
                ]
                .map(str::to_owned)
                .into(),
            ),
            "request_id" => Some(oracle.changes.keys().cloned().collect()),
            _ => None,
        };
        if let Some(known) = known {
            return Ok(self.one_of(&known).unwrap_or_default());
        }
        Ok(match text(&schema["type"]) {
            "integer" => {
                let least = schema["minimum"].as_i64().unwrap_or(0);
                self.rng.random_range(least..least + 4).to_string()
            }
            "boolean" => self.rng.random::<bool>().to_string(),
            "string" => {
                let words = oracle.tenants.iter().map(|tenant| tenant.marker.clone()).chain(["shared".to_owned()]);
                self.one_of(&words.collect::<Vec<_>>()).unwrap_or_default()
            }
            other => bail!("the parameter {name} is {other:?}: teach the drill what to send"),
        })
    }

    fn body(
        &mut self,
        oracle: &Oracle,
        actor: usize,
        method: &Method,
        path: &str,
        id: Option<&str>,
    ) -> anyhow::Result<Value> {
        self.number += 1;
        let actor = &oracle.actors[actor];
        let whole = match path {
            "/api/rmm/organizations" => self.organization(oracle, actor, id),
            "/api/admin/api-keys" => self.key(oracle, actor, method, id),
            "/api/psa/tickets" => self.ticket(oracle, actor, id),
            "/api/psa/tickets/comments" => self.comment(oracle, actor, id),
            "/api/psa/tickets/bulk" => self.bulk(oracle, actor),
            "/api/admin/service-accounts" => self.account(oracle, actor, method, id),
            "/api/admin/users" => self.user(oracle, id),
            "/api/admin/sso" => self.provider(oracle, actor, id),
            "/api/admin/sso/verify" => Map::new(),
            "/api/admin/webhooks" => self.endpoint(oracle, actor, id),
            // Never so short that anything is late.
            "/api/psa/sla" => {
                let policy = json!({"first_response_seconds": 30_000_000, "resolution_seconds": 31_000_000});
                let policies = json!({"p1": policy, "p2": policy, "p3": policy, "p4": policy});
                object(json!({"enabled": self.rng.random::<bool>(), "policies": policies}))
            }
            _ => bail!("{method} {path}: teach the drill what to send"),
        };
        Ok(Value::Object(whole))
    }

    fn provider(&mut self, oracle: &Oracle, actor: &Actor, id: Option<&str>) -> Map<String, Value> {
        let marker = &oracle.tenants[actor.tenant].marker;
        let mut fields = object(json!({
            "name": format!("{marker} outside {}", self.number),
            "issuer": format!("https://{marker}.example"),
            "client_id": marker,
            "client_secret": format!("{marker} secret"),
            "domains": [format!("{marker}-{}.example", self.number), format!("{marker}.example")],
            "enabled": self.rng.random::<bool>(),
            "group_roles": {marker: "admin"},
        }));
        // A domain is one provider's: most have only their own.
        if !self.one_in(8) {
            fields["domains"] = json!([format!("{marker}-{}.example", self.number)]);
        }
        fields.retain(|_, _| id.is_none() || !self.one_in(3));
        fields
    }

    fn endpoint(&mut self, oracle: &Oracle, actor: &Actor, id: Option<&str>) -> Map<String, Value> {
        let marker = &oracle.tenants[actor.tenant].marker;
        let inside = actor.within.is_some() || id.is_some_and(|id| oracle.side_of_key(id) == "inside");
        let side = if inside { "inside" } else { "outside" };
        let mut fields = object(json!({
            "name": format!("{marker} {side} {}", self.number),
            "url": format!("https://{marker}.example/{}", self.number),
            "events": ["ticket.*"],
            "description": format!("{marker} {side}"),
            "headers": {"X-Marker": format!("{marker} secret")},
        }));
        fields.retain(|_, _| id.is_none() || !self.one_in(3));
        fields
    }

    fn organization(&mut self, oracle: &Oracle, actor: &Actor, id: Option<&str>) -> Map<String, Value> {
        let marker = &oracle.tenants[actor.tenant].marker;
        let side = if id.is_some_and(|id| oracle.is_inside(id)) { "inside" } else { "outside" };
        let name = format!("{marker} {side} {}", self.number);
        let mut fields = object(json!({
            "name": name,
            "notes": format!("{marker} {side}"),
            "tags": ["shared", marker],
            "contact": {"name": format!("{marker} {side}"), "email": null, "phone": null},
            "external_ref": {"system": "shared", "id": self.rng.random_range(0..500).to_string()},
            "custom_fields": {"of": format!("{marker} {side}")},
        }));
        fields.retain(|name, _| (name == "name" && id.is_none()) || !self.one_in(3));
        fields
    }

    /// All that it says tells whether its customer is one of those that the restricted key may see, so a ticket goes from
    /// one side to the other only when someone tries who may not.
    fn ticket(&mut self, oracle: &Oracle, actor: &Actor, id: Option<&str>) -> Map<String, Value> {
        let marker = &oracle.tenants[actor.tenant].marker;
        let current = id.and_then(|id| oracle.things.get(id)).map(|ticket| text(&ticket.now["organization_id"]));
        let wanted = self.organizations(oracle, actor).first().cloned().unwrap_or_default();
        let inside = oracle.is_inside(current.unwrap_or(&wanted));
        let moves = current.is_none() || actor.within.is_some() || inside == oracle.is_inside(&wanted);
        let side = if inside { "inside" } else { "outside" };
        let status = self.one_of(TicketStatus::ALL).map(TicketStatus::name);
        let mut fields = object(json!({
            "subject": format!("{marker} {side} {}", self.number),
            "description": format!("{marker} {side}"),
            "priority": self.one_of(TicketPriority::ALL).map(TicketPriority::name),
            "requester": {"name": format!("{marker} {side}"), "email": null},
            "assignee_id": technician(actor.tenant).to_string(),
            "device_ids": [device()],
            "tags": ["shared", marker],
            "external_ref": {"system": "shared", "id": self.rng.random_range(0..500).to_string()},
            "custom_fields": {"of": format!("{marker} {side}")},
        }));
        match id {
            None => fields.extend(object(json!({
                "dedup_key": format!("shared-{side}-{}", self.rng.random_range(0..4)),
                "dedup_action": if self.one_in(6) { "resolve" } else { "append" },
            }))),
            Some(_) => fields.extend(object(json!({
                "status": status,
                "resolution": {"code": "fixed", "notes": format!("{marker} {side}")},
                "comment": {"body": format!("{marker} {side} {}", self.number)},
            }))),
        }
        fields.retain(|name, _| (name == "subject" && id.is_none()) || self.one_in(2));
        if moves && (id.is_none() || self.one_in(3)) {
            fields.insert("organization_id".to_owned(), json!(wanted));
        }
        fields
    }

    fn comment(&mut self, oracle: &Oracle, actor: &Actor, ticket: Option<&str>) -> Map<String, Value> {
        let of = ticket.and_then(|id| oracle.things.get(id)).map(|ticket| text(&ticket.now["organization_id"]));
        let side = if of.is_some_and(|id| oracle.is_inside(id)) { "inside" } else { "outside" };
        let body = format!("{} {side} {}", oracle.tenants[actor.tenant].marker, self.number);
        object(json!({"body": body, "visibility": if self.one_in(2) { "public" } else { "internal" }}))
    }

    /// No ticket twice, so that each result is how its ticket is in the end.
    fn bulk(&mut self, oracle: &Oracle, actor: &Actor) -> Map<String, Value> {
        let ids: Vec<_> = oracle.ids("tkt").map(|(id, _)| id.to_owned()).collect();
        let ids: Vec<_> = ids.choose_multiple(&mut self.rng, 3).cloned().collect();
        let mut operations = vec![];
        for id in ids {
            let change = self.ticket(oracle, actor, Some(&id));
            operations.push(json!({"update": {"id": id, "change": change}}));
        }
        let mut new = self.ticket(oracle, actor, None);
        new.retain(|name, _| !name.starts_with("dedup"));
        operations.push(json!({"create": new}));
        object(json!({"operations": operations}))
    }

    fn key(&mut self, oracle: &Oracle, actor: &Actor, method: &Method, id: Option<&str>) -> Map<String, Value> {
        let marker = &oracle.tenants[actor.tenant].marker;
        if let Some(id) = id.filter(|id| oracle.acts(actor.tenant, id)) {
            // Those who act keep what they may do; a restricted one tries to lift its own restriction.
            let name = format!("{marker} {}", oracle.side_of_key(id));
            return object(if actor.within.is_some() {
                json!({"organization_ids": null})
            } else {
                json!({"name": name})
            });
        }
        let organizations = match self.rng.random_range(0..4) {
            0 => Value::Null,
            _ => json!(self.organizations(oracle, actor)),
        };
        let inside =
            oracle.all_inside(&organizations) || (organizations.is_null() && id.is_none() && actor.within.is_some());
        let name = format!("{marker} {} {}", if inside { "inside" } else { "outside" }, self.number);
        let grants: Vec<_> = Grant::all().collect();
        let scopes: Vec<_> = (0..self.rng.random_range(1..3)).filter_map(|_| self.one_of(&grants)).collect();
        let mut fields = object(json!({"scopes": scopes, "expires_days": self.rng.random_range(1..90)}));
        fields.retain(|name, _| (name == "scopes" && *method == Method::POST) || self.one_in(2));
        if *method == Method::PUT && self.one_in(3) {
            fields.extend(object(json!({"rotate": {"grace_seconds": 86_400}})));
        }
        // The name says to whom the key may be shown, so the two change together.
        if *method == Method::POST || self.one_in(2) {
            fields.extend(object(json!({"name": name, "organization_ids": organizations})));
        }
        fields
    }

    /// As keys are made; the one that owns the keys that act keeps what it may do.
    fn account(&mut self, oracle: &Oracle, actor: &Actor, method: &Method, id: Option<&str>) -> Map<String, Value> {
        let marker = &oracle.tenants[actor.tenant].marker;
        if id.is_some_and(|id| oracle.tenants.iter().enumerate().any(|(tenant, _)| oracle.acts(tenant, id))) {
            return object(json!({"description": format!("{marker} outside {}", self.number)}));
        }
        let mut fields = self.key(oracle, actor, method, id);
        fields.retain(|name, _| ["name", "scopes", "organization_ids"].contains(&name.as_str()));
        fields
    }

    /// The role that they have: whoever has another is seen in all of their sessions, and may not act any more.
    fn user(&self, oracle: &Oracle, id: Option<&str>) -> Map<String, Value> {
        let role = id.and_then(|id| oracle.things.get(id)).map(|user| user.now["role"].clone());
        object(json!({"role": role.filter(Value::is_string).unwrap_or(json!("technician"))}))
    }

    fn organizations(&mut self, oracle: &Oracle, actor: &Actor) -> Vec<String> {
        let own = oracle.ids("org").filter(|(_, thing)| thing.tenant == actor.tenant);
        let from: Vec<_> = match self.rng.random_range(0..6) {
            0 => oracle.ids("org").collect(),
            1 | 2 if actor.within.is_some() => own.filter(|(id, _)| oracle.is_inside(id)).collect(),
            _ => own.collect(),
        };
        let count = self.rng.random_range(1..3);
        from.choose_multiple(&mut self.rng, count).map(|(id, _)| (*id).to_owned()).collect()
    }
}

/// The users of a tenant: tickets are the technician's, whose sessions anyone may end; the owner's session acts.
pub fn technician(tenant: usize) -> UserId {
    UserId(Uuid::from_u128(7 + tenant as u128))
}

pub fn owner(tenant: usize) -> UserId {
    UserId(Uuid::from_u128(17 + tenant as u128))
}

fn device() -> String {
    DeviceId(Uuid::from_u128(7)).to_string()
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}

fn operations() -> Vec<Operation> {
    let mut operations = vec![];
    for (path, item) in families::document().value["paths"].as_object().into_iter().flatten() {
        for method in ["get", "post", "put", "patch", "delete"] {
            // Who signs out could not act any more, and a sign-in that begins is nobody's yet.
            let Some(operation) = item.get(method).filter(|op| !left_out(op)) else {
                continue;
            };
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            operations.push(Operation {
                name: text(&operation["operationId"]).to_owned(),
                method: method.to_uppercase().parse().unwrap_or_default(),
                path: path.clone(),
                parameters: parameters.map(resolve).collect(),
            });
        }
    }
    operations
}

fn left_out(operation: &Value) -> bool {
    // What sends something out, or answers with what goes on after it, is shown by tests/everywhere.rs.
    let webhooks = ["admin.webhooks.test", "admin.webhooks.recover", "admin.webhooks.deliveries.redeliver"];
    // Who is deleted takes sessions and keys with them, as the drill offboarding shows.
    let others =
        ["admin.users.delete", "auth.session.delete", "auth.sso.begin", "auth.sso.exchange", "operations.delete"];
    let id = text(&operation["operationId"]);
    // Of workflows too: a run goes on, a definition is long, and what is archived can still be read.
    webhooks.iter().chain(&others).any(|left_out| *left_out == id) || id.starts_with("psa.workflows.")
}

fn resolve(value: &'static Value) -> &'static Value {
    let reference = value["$ref"].as_str().and_then(|reference| families::document().value.pointer(&reference[1..]));
    reference.unwrap_or(value)
}
