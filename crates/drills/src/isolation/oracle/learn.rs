//! What an answer teaches: what there is now, and what the audit log and the event log must say of it.

use super::{
    super::{calls::Call, text},
    Answer, BULK, Change, HISTORY, Kept, Oracle,
};
use reqwest::Method;
use serde_json::{Value, json};

impl Oracle {
    pub(super) fn learn(&mut self, call: &Call, answer: &Answer) {
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
        if call.method == Method::GET && call.operation != HISTORY {
            self.read_entries(tenant, answer);
        }
        let changed = call.method != Method::GET && answer.status < 300 && !answer.replayed && !call.is_dry_run();
        if !changed {
            return;
        }
        if let Some(key) = call.idempotency_key.clone() {
            let kept = Kept { call: call.clone(), status: answer.status, answer: answer.body.clone() };
            self.kept.insert((call.actor, call.operation.clone(), key), kept);
        }
        for (resource, subject, after) in effects(call, answer) {
            let operation = call.operation.clone();
            let change = Change { tenant, operation, resource, subject: subject.clone(), after: after.clone() };
            self.changes.entry(answer.request_id.clone()).or_default().push(change);
            self.apply(call, tenant, &subject, after);
        }
    }

    fn apply(&mut self, call: &Call, tenant: usize, subject: &str, after: Value) {
        if call.path() == "/api/psa/sla" {
            self.levels.insert(tenant, after);
            return;
        }
        let Some(thing) = self.things.get_mut(subject) else { return self.add(tenant, after) };
        let version = thing.now["version"].as_i64().unwrap_or_default();
        if text(&after["id"]).starts_with("cmt_") {
            // The ticket itself is not answered.
            let comments = thing.now["counts"]["comments"].as_i64().unwrap_or_default();
            thing.now["counts"]["comments"] = json!(comments + 1);
            thing.now["version"] = json!(version + 1);
            self.add(tenant, after);
        } else if call.method != Method::DELETE {
            if after["version"] != version + 1 {
                self.breaches.push(format!("{} was at version {version}, changed to {after}", call.target));
            }
            thing.now = after;
        } else if ["org_", "sso_", "sva_", "whk_"].iter().any(|kind| text(&thing.now["id"]).starts_with(kind)) {
            thing.gone = true;
        } else if thing.now["status"] != "revoked" {
            thing.now["status"] = json!("revoked");
            thing.now["version"] = json!(version + 1);
        }
    }

    /// Keeps the entries of the audit log and the events that were not known yet.
    fn read_entries(&mut self, tenant: usize, answer: &Answer) {
        let is_entry =
            |object: &&Value| ["aud_", "evt_", "cmt_"].iter().any(|kind| text(&object["id"]).starts_with(kind));
        let objects = answer.body["data"].as_array().into_iter().flatten().chain([&answer.body]);
        for entry in objects.filter(is_entry) {
            self.entries_read += 1;
            if !self.things.contains_key(text(&entry["id"])) {
                self.add(tenant, entry.clone());
            }
        }
    }
}

/// What a write that succeeded did: what the audit log says it changed, what it is about, and how that is now.
fn effects(call: &Call, answer: &Answer) -> Vec<(String, String, Value)> {
    let id = |value: &Value| text(&value["id"]).to_owned();
    if call.path() == "/api/psa/sla" {
        return vec![("sla".to_owned(), "sla".to_owned(), answer.body.clone())];
    }
    if call.path() == BULK {
        let tickets = results(call, answer).map(|(_, result)| &result["ticket"]).filter(|ticket| ticket.is_object());
        return tickets.map(|ticket| (id(ticket), id(ticket), ticket.clone())).collect();
    }
    let resource = if call.method == Method::POST { id(&answer.body) } else { call.id.clone().unwrap_or_default() };
    let subject = call.id.clone().unwrap_or_else(|| resource.clone());
    vec![(resource, subject, answer.body.clone())]
}

/// The results of a bulk call, with the ids of the tickets that it names.
pub(super) fn results<'a>(call: &'a Call, answer: &'a Answer) -> impl Iterator<Item = (Option<&'a str>, &'a Value)> {
    let operations = call.body.as_ref().and_then(|body| body["operations"].as_array()).into_iter().flatten();
    let results = answer.body["results"].as_array().into_iter().flatten();
    operations.map(|operation| operation["update"]["id"].as_str()).zip(results)
}
