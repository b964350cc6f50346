//! What belongs to whom and how it looks, learnt from the answers to its owners; and what no answer may hold.

mod learn;

use super::{
    calls::{Call, Dice},
    text,
};
use learn::results;
use reqwest::Method;
use serde_json::Value;
use std::collections::BTreeMap;
use uuid::Uuid;

pub struct Tenant {
    pub uuid: Uuid,
    pub id: String,
    /// In its name, and in every text that it stores.
    pub marker: String,
    pub routing: String,
}

/// A key or a session that calls.
pub struct Actor {
    pub tenant: usize,
    /// Or the session's token.
    pub key: String,
    pub session: Option<String>,
    /// The organizations that it is restricted to.
    pub within: Option<Vec<String>>,
}

pub struct Answer {
    pub status: u16,
    /// Headers and body.
    pub whole: String,
    pub body: Value,
    /// Where the next page is.
    pub next: Option<String>,
    /// The answer to an earlier request with the same Idempotency-Key.
    pub replayed: bool,
    pub request_id: String,
}

/// What the audit log must say of a write.
pub struct Change {
    pub tenant: usize,
    pub operation: String,
    pub resource: String,
    /// What its events are about.
    pub subject: String,
    after: Value,
}

/// A request with an Idempotency-Key that succeeded.
pub struct Kept {
    pub call: Call,
    status: u16,
    answer: Value,
}

/// By actor, operation and Idempotency-Key.
pub type Answers = BTreeMap<(usize, String, String), Kept>;

pub struct Thing {
    pub tenant: usize,
    /// As it was answered last.
    pub now: Value,
    pub gone: bool,
}

#[derive(Default)]
pub struct Oracle {
    pub tenants: Vec<Tenant>,
    pub actors: Vec<Actor>,
    /// The organizations that the restricted key may see.
    pub inside: Vec<String>,
    pub pages: Vec<String>,
    pub breaches: Vec<String>,
    /// Successes by operation.
    pub taken: BTreeMap<String, usize>,
    pub not_there: usize,
    pub repeated: usize,
    pub rehearsed: usize,
    pub entries_read: usize,
    /// By request id. Of a request with several operations, one for each that succeeded.
    pub changes: BTreeMap<String, Vec<Change>>,
    /// The service levels that a tenant has set.
    levels: BTreeMap<usize, Value>,
    pub kept: Answers,
    pub foreign_pages: usize,
    /// Rows that were compared.
    pub compared: usize,
    refused: usize,
    page_of: BTreeMap<String, usize>,
    pub things: BTreeMap<String, Thing>,
    /// In the order of their making, so that a seed draws the same ones again.
    order: Vec<String>,
}

/// The account that owns the keys of the operator.
const ADMINISTRATOR: &str = "Administrator";
const HISTORY: &str = "psa.tickets.history";
const BULK: &str = "/api/psa/tickets/bulk";

/// What changes without a new version, or is shown once.
const PASSING: [&str; 11] = [
    "current",
    "deduplicated",
    "health",
    "key",
    "last_used",
    "last_used_at",
    "revoked_at",
    "scope_report",
    "secret",
    "sla",
    "updated_at",
];

impl Oracle {
    pub fn add(&mut self, tenant: usize, thing: Value) {
        let id = text(&thing["id"]).to_owned();
        self.order.push(id.clone());
        self.things.insert(id, Thing { tenant, now: thing, gone: false });
    }

    /// The change that the audit log must hold for a request.
    pub fn record(&mut self, tenant: usize, made: &testkit::Answer, operation: &str) {
        let (operation, after) = (operation.to_owned(), made.body.clone());
        let change = Change { tenant, operation, resource: made.id(), subject: made.id(), after };
        self.changes.insert(made.header("x-request-id").to_owned(), vec![change]);
    }

    /// The actor's requests that can be repeated.
    pub fn answered(&self, actor: usize, operation: &str) -> impl Iterator<Item = &Call> {
        let own = move |call: &&Call| call.actor == actor && call.operation == operation;
        self.kept.values().map(|kept| &kept.call).filter(own)
    }

    fn kept_for(&self, call: &Call) -> Option<&Kept> {
        self.kept.get(&(call.actor, call.operation.clone(), call.idempotency_key.clone()?))
    }

    /// Everyone's ids of a kind, also of what is gone.
    pub fn ids(&self, kind: &str) -> impl Iterator<Item = (&str, &Thing)> {
        let of_kind = move |id: &&String| id.split('_').next() == Some(kind);
        self.order.iter().filter(of_kind).map(|id| (id.as_str(), &self.things[id]))
    }

    /// One for each tenant.
    pub fn pick_actors(&self, dice: &mut Dice) -> Vec<usize> {
        let of = |tenant| (0..self.actors.len()).filter(move |actor| self.actors[*actor].tenant == tenant);
        (0..self.tenants.len()).filter_map(|tenant| dice.one_of(&of(tenant).collect::<Vec<_>>())).collect()
    }

    /// Whether one of the tenant's actors holds this key, or needs this owner.
    pub fn acts(&self, tenant: usize, id: &str) -> bool {
        let prefix = self.things.get(id).map(|thing| text(&thing.now["key_prefix"]));
        let holds = |actor: &Actor| prefix.is_some_and(|prefix| !prefix.is_empty() && actor.key.starts_with(prefix));
        let owns = self.things.get(id).is_some_and(|thing| thing.tenant == tenant && thing.now["name"] == ADMINISTRATOR);
        let is = |actor: &Actor| owns || actor.session.as_deref() == Some(id);
        self.actors.iter().any(|actor| actor.tenant == tenant && (holds(actor) || is(actor)))
    }

    pub fn is_inside(&self, organization: &str) -> bool {
        self.inside.iter().any(|inside| inside == organization)
    }

    pub fn all_inside(&self, organizations: &Value) -> bool {
        organizations.as_array().is_some_and(|ids| ids.iter().all(|id| self.is_inside(text(id))))
    }

    pub fn side_of_key(&self, id: &str) -> &'static str {
        let inside = self.things.get(id).is_some_and(|key| self.all_inside(&key.now["organization_ids"]));
        if inside { "inside" } else { "outside" }
    }

    pub fn calls(&self) -> usize {
        self.taken.values().sum::<usize>() + self.repeated + self.rehearsed + self.refused
    }

    /// Looks for what the answer must not hold, then learns from it.
    pub fn judge(&mut self, call: &Call, answer: &Answer) {
        let faults = self.faults(call, answer);
        let who = match &self.actors[call.actor] {
            Actor { tenant, within: None, .. } => format!("{}'s admin", self.tenants[*tenant].marker),
            Actor { tenant, .. } => format!("{}'s restricted key", self.tenants[*tenant].marker),
        };
        let sent = call.body.as_ref().map(Value::to_string).unwrap_or_default();
        let line = |fault| format!("{who}: {} {} {sent}: {} {fault}", call.method, call.target, answer.status);
        self.breaches.extend(faults.into_iter().map(line));
        if answer.status < 300 && call.is_dry_run() {
            self.rehearsed += 1;
        } else if answer.status < 300 && answer.replayed {
            self.repeated += 1;
        } else if answer.status < 300 {
            *self.taken.entry(call.operation.clone()).or_default() += 1;
        } else {
            self.refused += 1;
        }
        self.learn(call, answer);
    }

    fn faults(&self, call: &Call, answer: &Answer) -> Vec<String> {
        let mut faults = vec![];
        let actor = &self.actors[call.actor];
        // A refusal may repeat what the caller said itself.
        let leaks = |text: &str| answer.whole.contains(text) && (answer.status < 400 || !call.says(text));
        for other in self.tenants.iter().enumerate().filter(|(number, _)| *number != actor.tenant).map(|(_, t)| t) {
            let marks = [&other.marker, &other.routing, &other.id];
            faults.extend(marks.iter().filter(|mark| leaks(mark)).map(|mark| format!("holds {mark}")));
        }
        if actor.within.is_some() && leaks(&format!("{} outside", self.tenants[actor.tenant].marker)) {
            faults.push("holds the name of something outside its restriction".to_owned());
        }
        for id in ids_in(&answer.whole) {
            let hidden = self.things.get(id).is_some_and(|thing| !self.may_name(actor, id, thing));
            // A ticket's history names the audit entries that it is made of.
            let historic = call.operation == HISTORY && id.starts_with("aud_");
            if hidden && !historic && leaks(id) {
                faults.push(format!("holds {id}"));
            }
        }
        faults.extend(self.wrong_objects(call, actor, answer));
        faults.extend(self.wrong_status(call, actor, answer));
        faults.extend(self.wrong_repetition(call, answer));
        faults
    }

    /// Whether an answer may name it. A key that it may see names its creator, also one that it may not see.
    fn may_name(&self, actor: &Actor, id: &str, thing: &Thing) -> bool {
        let within = match &actor.within {
            None => true,
            // A ticket names its technician, a key its creator and its owner.
            Some(_) if ["key_", "usr_", "sva_"].iter().any(|kind| id.starts_with(kind)) => true,
            Some(_) if of_one_organization(id) => self.is_inside(self.organization_of(thing)),
            Some(_) if id.starts_with("whk_") => self.all_inside(&thing.now["organization_ids"]),
            Some(ids) => ids.iter().any(|own| own == id),
        };
        thing.tenant == actor.tenant && within
    }

    /// A comment is of the organization that its ticket is of.
    fn organization_of<'a>(&'a self, thing: &'a Thing) -> &'a str {
        let ticket = self.things.get(text(&thing.now["ticket_id"])).unwrap_or(thing);
        text(&ticket.now["organization_id"])
    }

    fn sees(&self, actor: &Actor, id: &str) -> bool {
        let Some(thing) = self.things.get(id).filter(|thing| thing.tenant == actor.tenant && !thing.gone) else {
            return false;
        };
        match &actor.within {
            None => true,
            Some(own) if id.starts_with("org_") => own.iter().any(|own| own == id),
            Some(_) if id.starts_with("aud_") => false,
            Some(_) if of_one_organization(id) => self.is_inside(self.organization_of(thing)),
            Some(_) => self.all_inside(&thing.now["organization_ids"]),
        }
    }

    fn wrong_objects(&self, call: &Call, actor: &Actor, answer: &Answer) -> Vec<String> {
        if call.operation == HISTORY {
            let entries = answer.body["data"].as_array().into_iter().flatten();
            return entries.filter_map(|entry| self.wrong_history(call, actor, entry)).collect();
        }
        if call.operation == "psa.sla.get" && answer.status == 200 {
            let known = self.levels.get(&actor.tenant);
            let same = known.map_or(answer.body["version"] == 0, |known| is_same(known, &answer.body));
            return (!same)
                .then(|| format!("shows {}, but the levels are {known:?}", answer.body))
                .into_iter()
                .collect();
        }
        let one = [&answer.body, &answer.body["current"]].into_iter().filter(|body| body["id"].is_string());
        let listed = answer.body["data"].as_array().into_iter().flatten().filter(|object| object["id"].is_string());
        let mut faults = vec![];
        for object in listed.chain(one) {
            let id = text(&object["id"]);
            let restricted = object.get("organization_ids").is_none_or(|ids| self.all_inside(ids));
            if actor.within.is_some() && !restricted {
                faults.push(format!("shows {id}, which is not restricted within its own"));
            }
            let changes = call.method != Method::GET && answer.status < 300;
            if changes {
                continue;
            }
            let new_entry = id.starts_with("aud_") && !self.things.contains_key(id);
            if new_entry && actor.within.is_none() {
                faults.extend(self.wrong_entry(actor, object));
            } else if id.starts_with("evt_") && !self.things.contains_key(id) {
                faults.extend(self.wrong_event(actor, object));
            } else if id.starts_with("cmt_") && !self.things.contains_key(id) {
                // It came with a change of its ticket.
                let seen = self.sees(actor, text(&object["ticket_id"]));
                faults.extend((!seen).then(|| format!("shows {object}, a comment on what it may not see")));
            } else if !self.sees(actor, id) {
                faults.push(format!("shows {id}, which it may not see"));
            } else if !is_same(&self.things[id].now, object) {
                faults.push(format!("shows {id} as {object}, not as its owner left it: {}", self.things[id].now));
            }
        }
        faults
    }

    /// What an entry of the audit log, read for the first time, has against the change that it tells of.
    fn wrong_entry(&self, actor: &Actor, entry: &Value) -> Option<String> {
        let mut made = self.changes_by(actor, &entry["request_id"]);
        let same = |change: &Change| {
            entry["operation"] == change.operation
                && entry["resource"]["id"] == change.resource
                && is_same(&change.after, &entry["after"])
        };
        (!made.any(same)).then(|| format!("shows {entry}, though the tenant made no such change"))
    }

    /// What the actor's tenant changed by a request.
    fn changes_by(&self, actor: &Actor, request: &Value) -> impl Iterator<Item = &Change> {
        let made = self.changes.get(text(request)).into_iter().flatten();
        made.filter(move |change| change.tenant == actor.tenant)
    }

    /// What a line of a ticket's history has against the changes that were made.
    fn wrong_history(&self, call: &Call, actor: &Actor, entry: &Value) -> Option<String> {
        let mut made = self.changes_by(actor, &entry["request_id"]);
        let same = made.any(|change| call.target.contains(&change.subject));
        (!same).then(|| format!("shows {entry}, though the tenant made no such change to the ticket"))
    }

    /// What an event, read for the first time, has against the change that it tells of.
    fn wrong_event(&self, actor: &Actor, event: &Value) -> Option<String> {
        let inside = actor.within.is_none() || self.is_inside(text(&event["organization_id"]));
        if event["tenant_id"] != self.tenants[actor.tenant].id.as_str() || !inside {
            return Some(format!("shows the event {event}, which it may not see"));
        }
        let request = text(&event["request_id"]);
        if request.starts_with("job_") {
            return None; // the service's own doing
        }
        let object = &event["data"]["object"];
        let same = |change: &Change| {
            let whole = change.after.is_object() && change.resource == change.subject;
            event["subject"]["id"] == change.subject
                && object["id"] == change.subject
                && (!whole || is_same(&change.after, object))
        };
        let made = self.changes_by(actor, &event["request_id"]).any(same);
        (!made).then(|| format!("shows the event {event}, though the tenant made no such change"))
    }

    /// Only the same request of the same caller gets an earlier answer, and it always does.
    fn wrong_repetition(&self, call: &Call, answer: &Answer) -> Option<String> {
        // A dry run claims no key.
        let Some(kept) = self.kept_for(call).filter(|_| !call.is_dry_run()) else {
            return answer.replayed.then(|| "repeats an answer that the caller never got".to_owned());
        };
        let same = call.target == kept.call.target && call.body == kept.call.body;
        match (same, answer.status, answer.replayed) {
            (true, status, true)
                if status == kept.status
                    && is_same(&kept.answer, &answer.body)
                    && answer.body.get("key").is_none_or(Value::is_null) =>
            {
                None
            }
            (true, ..) => Some(format!("{} instead of the first answer {}", answer.body, kept.answer)),
            (false, 422, false) if answer.body["code"] == "idempotency_key_reused" => None,
            (false, ..) => Some(format!("{} though the Idempotency-Key was used", answer.body)),
        }
    }

    fn wrong_status(&self, call: &Call, actor: &Actor, answer: &Answer) -> Option<String> {
        if answer.status >= 500 {
            return Some(format!("is a fault: {}", answer.body));
        }
        if call.is_dry_run() && answer.status < 300 && (answer.status != 200 || answer.body["dry_run"] != true) {
            return Some("a dry run that does not say so".to_owned());
        }
        if answer.status < 300
            && call.method == Method::POST
            && actor.within.is_some()
            && call.target.contains("organizations")
        {
            return Some("a restricted key made an organization".to_owned());
        }
        if answer.status < 300 && call.operation == "psa.sla.update" && actor.within.is_some() {
            return Some("a restricted key changed the service levels".to_owned());
        }
        if let Some(fault) = results(call, answer).find_map(|(id, result)| {
            let found = id.is_none_or(|id| self.sees(actor, id)) || result["status"] == 404;
            (!found).then(|| format!("instead of 404 for {id:?} in bulk"))
        }) {
            return Some(fault);
        }
        // A repeated answer is the first one, whatever became of what it is about.
        let first = !answer.replayed && answer.body["code"] != "idempotency_key_reused";
        let id = call.id.as_deref().filter(|_| first)?;
        match (self.sees(actor, id), answer.status) {
            (false, 404) => None,
            (false, _) => Some(format!("instead of 404 for {id}")),
            (true, 404) => Some(format!("does not find its own {id}")),
            (true, status) if status >= 400 && call.method == Method::GET => Some(format!("instead of its own {id}")),
            (true, _) => None,
        }
    }
}

/// What everyone sees who sees its organization.
fn of_one_organization(id: &str) -> bool {
    ["tkt_", "evt_", "cmt_"].iter().any(|kind| id.starts_with(kind))
}

fn is_same(known: &Value, shown: &Value) -> bool {
    let strip = |value: &Value| {
        let mut value = value.clone();
        PASSING.iter().for_each(|field| drop(value.as_object_mut().map(|fields| fields.remove(*field))));
        value
    };
    strip(known) == strip(shown)
}

/// Whatever looks like one of our ids.
fn ids_in(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.split_once('_').is_some_and(|(kind, digits)| kind.len() == 3 && digits.len() == 26))
}
