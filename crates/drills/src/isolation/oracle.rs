//! What belongs to whom and how it looks, learnt from the answers to its owners; and what no answer may hold.

use super::{
    calls::{Call, Dice},
    text,
};
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use uuid::Uuid;

pub struct Tenant {
    pub uuid: Uuid,
    pub id: String,
    /// In its name, and in every text that it stores.
    pub marker: String,
    pub routing: String,
}

/// A key that calls.
pub struct Actor {
    pub tenant: usize,
    pub key: String,
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
}

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
    pub foreign_pages: usize,
    /// Rows that were compared.
    pub compared: usize,
    refused: usize,
    page_of: BTreeMap<String, usize>,
    pub things: BTreeMap<String, Thing>,
    /// In the order of their making, so that a seed draws the same ones again.
    order: Vec<String>,
}

/// What changes without a new version, or is shown once.
const PASSING: [&str; 4] = ["key", "last_used", "revoked_at", "updated_at"];

impl Oracle {
    pub fn add(&mut self, tenant: usize, thing: Value) {
        let id = text(&thing["id"]).to_owned();
        self.order.push(id.clone());
        self.things.insert(id, Thing { tenant, now: thing, gone: false });
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

    /// Whether one of the tenant's actors holds this key.
    pub fn acts(&self, tenant: usize, id: &str) -> bool {
        let prefix = self.things.get(id).map(|thing| text(&thing.now["key_prefix"]));
        let holds = |actor: &Actor| prefix.is_some_and(|prefix| !prefix.is_empty() && actor.key.starts_with(prefix));
        self.actors.iter().any(|actor| actor.tenant == tenant && holds(actor))
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
        self.taken.values().sum::<usize>() + self.refused
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
        if answer.status < 300 {
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
            if hidden && leaks(id) {
                faults.push(format!("holds {id}"));
            }
        }
        faults.extend(self.wrong_objects(call, actor, answer));
        faults.extend(self.wrong_status(call, actor, answer));
        faults
    }

    /// Whether an answer may name it. A key that it may see names its creator, also one that it may not see.
    fn may_name(&self, actor: &Actor, id: &str, thing: &Thing) -> bool {
        let within = actor.within.as_ref().is_none_or(|ids| id.starts_with("key_") || ids.iter().any(|own| own == id));
        thing.tenant == actor.tenant && within
    }

    fn sees(&self, actor: &Actor, id: &str) -> bool {
        let Some(thing) = self.things.get(id).filter(|thing| thing.tenant == actor.tenant && !thing.gone) else {
            return false;
        };
        match &actor.within {
            None => true,
            Some(own) if id.starts_with("org_") => own.iter().any(|own| own == id),
            Some(_) => self.all_inside(&thing.now["organization_ids"]),
        }
    }

    fn wrong_objects(&self, call: &Call, actor: &Actor, answer: &Answer) -> Vec<String> {
        let one = [&answer.body, &answer.body["current"]].into_iter().filter(|body| body["id"].is_string());
        let objects = answer.body["data"].as_array().into_iter().flatten().chain(one);
        let mut faults = vec![];
        for object in objects {
            let id = text(&object["id"]);
            let restricted = object.get("organization_ids").is_none_or(|ids| self.all_inside(ids));
            if actor.within.is_some() && !restricted {
                faults.push(format!("shows {id}, which is not restricted within its own"));
            }
            let changes = call.method != Method::GET && answer.status < 300;
            if changes {
                continue;
            }
            if !self.sees(actor, id) {
                faults.push(format!("shows {id}, which it may not see"));
            } else if !is_same(&self.things[id].now, object) {
                faults.push(format!("shows {id} as {object}, not as its owner left it: {}", self.things[id].now));
            }
        }
        faults
    }

    fn wrong_status(&self, call: &Call, actor: &Actor, answer: &Answer) -> Option<String> {
        if answer.status >= 500 {
            return Some(format!("is a fault: {}", answer.body));
        }
        if answer.status == 201 && actor.within.is_some() && call.target.contains("organizations") {
            return Some("a restricted key made an organization".to_owned());
        }
        let id = call.id.as_deref()?;
        match (self.sees(actor, id), answer.status) {
            (false, 404) => None,
            (false, _) => Some(format!("instead of 404 for {id}")),
            (true, 404) => Some(format!("does not find its own {id}")),
            (true, status) if status >= 400 && call.method == Method::GET => Some(format!("instead of its own {id}")),
            (true, _) => None,
        }
    }

    fn learn(&mut self, call: &Call, answer: &Answer) {
        let actor = &self.actors[call.actor];
        let (tenant, seen) = (actor.tenant, call.id.as_deref().is_some_and(|id| self.sees(actor, id)));
        let foreign = call.id.as_deref().and_then(|id| self.things.get(id)).is_some_and(|thing| !thing.gone && !seen);
        self.not_there += usize::from(foreign && answer.status == 404);
        let continued = self.page_of.get(&call.target);
        self.foreign_pages += usize::from(answer.status == 200 && continued.is_some_and(|actor| *actor != call.actor));
        if let Some(next) = &answer.next {
            self.pages.push(next.clone());
            self.page_of.entry(next.clone()).or_insert(call.actor);
        }
        if answer.status == 201 {
            return self.add(tenant, answer.body.clone());
        }
        let changed = call.method != Method::GET && answer.status < 300;
        let Some(thing) = call.id.as_ref().filter(|_| changed).and_then(|id| self.things.get_mut(id)) else { return };
        let version = thing.now["version"].as_i64().unwrap_or_default();
        if call.method == Method::PUT {
            if answer.body["version"] != version + 1 {
                self.breaches.push(format!("{} was at version {version}, changed to {}", call.target, answer.body));
            }
            thing.now = answer.body.clone();
        } else if text(&thing.now["id"]).starts_with("org_") {
            thing.gone = true;
        } else if thing.now["status"] != "revoked" {
            thing.now["status"] = json!("revoked");
            thing.now["version"] = json!(version + 1);
        }
    }
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
