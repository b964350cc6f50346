//! Leaks that no response may contain: the id of a row that belongs to another tenant or to a customer that the key is not
//! for, in any form, and any of their texts. Ids are recognized by their digits alone, so their kinds may have any length.

use super::{
    calls::{Answer, Call},
    world::World,
};
use std::collections::HashMap;
use testkit::id_of;
use uuid::Uuid;

/// This many digits identify an id, even if it was cut off.
const DIGITS: usize = 20;

/// The owner of a row.
#[derive(Debug, Clone)]
pub struct Owned {
    pub tenant: Uuid,
    /// The customers that the row belongs to, if it belongs to customers.
    pub organizations: Option<Vec<Uuid>>,
}

/// Every row that has ever been seen, by the first digits of its id.
#[derive(Default)]
pub struct Owners(HashMap<String, Owned>);

impl Owners {
    /// Adds a row. Its customers are kept if they were known before.
    pub fn add(&mut self, id: Uuid, owned: Owned) {
        let known = self.0.remove(&head(id)).and_then(|known| known.organizations);
        self.0.insert(head(id), Owned { organizations: owned.organizations.or(known), ..owned });
    }

    pub fn of(&self, head: &str) -> Option<&Owned> {
        self.0.get(head)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }
}

/// The first digits of all ids in a text: our ids of any kind, and UUIDs.
pub fn ids_in(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    words.flat_map(|word| {
        let uuid = Uuid::try_parse(word).ok().map(head);
        let ours = word
            .split('-')
            .filter(|part| part.len() >= DIGITS && part.is_ascii())
            .map(|part| part[..DIGITS].to_owned());
        uuid.into_iter().chain(ours).collect::<Vec<_>>()
    })
}

fn head(id: Uuid) -> String {
    id_of("", id)[1..=DIGITS].to_owned()
}

/// Returns the leaks in a response.
pub fn faults(world: &World, owners: &Owners, actor: usize, call: &Call, answer: &Answer) -> Vec<String> {
    let mut faults = vec![];
    let refused = answer.status >= 400;
    let shown = without_filters(&answer.text);
    // A refusal may repeat texts of the call, and a report its filters; other responses may not.
    let repeats = |text: &str| call.contains(text) && (refused || !shown.contains(text));
    if call.trespasses && !refused {
        faults.push("is not refused".to_owned());
    }
    for mark in marks_of_others(world, actor) {
        if answer.text.contains(&mark) && !repeats(&mark) {
            faults.push(format!("contains {mark}"));
        }
    }
    for id in ids_in(&answer.text) {
        let hidden = owners.of(&id).filter(|owned| !may_see(world, actor, owned));
        if let Some(owned) = hidden.filter(|_| !repeats(&id)) {
            faults.push(format!("contains {id}, which belongs to {owned:?}"));
        }
    }
    faults.dedup();
    faults
}

/// A response without the filters that a report repeats: `"filters":{…}`, whose values are texts, numbers and lists.
fn without_filters(text: &str) -> String {
    let Some((before, rest)) = text.split_once("\"filters\":{") else { return text.to_owned() };
    let after = rest.split_once('}').map_or("", |(_, after)| after);
    format!("{before}{after}")
}

fn may_see(world: &World, actor: usize, owned: &Owned) -> bool {
    let tenant = world.tenant_of(actor);
    let within = world.actors[actor].within.map(|side| tenant.sides[side].organization);
    let inside = match (within, &owned.organizations) {
        (Some(own), Some(organizations)) => organizations.contains(&own),
        _ => true,
    };
    owned.tenant == tenant.id.0 && inside
}

/// Texts of other tenants and, for a restricted key, of the rest of its own tenant.
fn marks_of_others(world: &World, actor: usize) -> Vec<String> {
    let own = world.tenant_of(actor);
    let others = world.tenants.iter().filter(|tenant| tenant.id != own.id);
    let mut marks: Vec<_> =
        others.flat_map(|other| [other.mark.clone(), other.routing.clone(), other.id.to_string()]).collect();
    if let Some(within) = world.actors[actor].within {
        let beside = own.sides.iter().enumerate().filter(|(side, _)| *side != within);
        marks.extend(beside.map(|(_, side)| side.mark.clone()).chain([format!("{}whole", own.mark)]));
    }
    marks
}
