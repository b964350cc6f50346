//! The customers, policies and contracts of the drill, as the service has them and as the model has them.

use super::{
    DAYS,
    model::{Calendar, Terms},
};
use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use rand::{Rng, rngs::StdRng};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use testkit::Client;

pub const PRIORITIES: [&str; 4] = ["p1", "p2", "p3", "p4"];
pub const TYPES: [&str; 3] = ["incident", "request", "task"];

const WEEKDAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const ZONES: [&str; 2] = ["Europe/Berlin", "America/New_York"];

/// Seconds of both targets by type and priority.
type Targets = [[[Option<i64>; 2]; 4]; 3];

struct Version {
    since: Timestamp,
    targets: Targets,
}

struct Policy {
    id: String,
    calendar: Calendar,
    versions: Vec<Version>,
}

struct Contract {
    id: String,
    policy: usize,
    starts_at: Timestamp,
    ends_at: Option<Timestamp>,
}

pub struct World {
    pub organizations: Vec<String>,
    policies: Vec<Policy>,
    /// The contracts of each organization, in chronological order.
    contracts: Vec<Vec<Contract>>,
    end: Timestamp,
    changes: usize,
}

impl World {
    /// The first policy is the setting of the tenant itself.
    pub async fn create(
        client: &Client,
        rng: &mut StdRng,
        start: Timestamp,
        customers: usize,
        policies: usize,
    ) -> anyhow::Result<World> {
        let end = start + SignedDuration::from_hours(24 * (DAYS + 1));
        let mut world = World { organizations: vec![], policies: vec![], contracts: vec![], end, changes: 0 };
        for number in 0..=policies {
            world.add_policy(client, rng, start, number).await?;
        }
        for number in 0..customers {
            let new = json!({"name": format!("Customer {number}")});
            world.organizations.push(client.post("/api/rmm/organizations", new).await.expect(201).id());
            world.contracts.push(vec![]);
            world.add_contracts(client, rng, start, number).await?;
        }
        Ok(world)
    }

    async fn add_policy(
        &mut self,
        client: &Client,
        rng: &mut StdRng,
        start: Timestamp,
        number: usize,
    ) -> anyhow::Result<()> {
        let zone = ZONES[number % 2];
        let week = week(rng);
        let targets = targets(rng);
        let mut body = json!({
            "calendar": {"time_zone": zone, "week": week_to_json(&week)},
            "targets": to_json(&targets[0]),
            "type_targets": (1..TYPES.len())
                .map(|kind| json!({"type": TYPES[kind], "targets": to_json(&targets[kind])}))
                .collect::<Vec<_>>(),
            "at_risk_percent": if rng.random_bool(0.5) { json!(80) } else { Value::Null },
        });
        let id = if number == 0 {
            body["enabled"] = json!(true);
            client.put("/api/psa/sla", body).await.expect(200);
            String::new()
        } else {
            body["name"] = json!(format!("Policy {number}"));
            client.post("/api/psa/sla/policies", body).await.expect(201).id()
        };
        let minutes = usize::try_from((DAYS + 400) * 24 * 60)?;
        let calendar = Calendar::new(&TimeZone::get(zone)?, &week, start - SignedDuration::from_hours(24), minutes);
        let since = Timestamp::UNIX_EPOCH;
        self.policies.push(Policy { id, calendar, versions: vec![Version { since, targets }] });
        Ok(())
    }

    /// Adds consecutive contracts. Some have gaps between them, in which the settings of the tenant apply.
    async fn add_contracts(
        &mut self,
        client: &Client,
        rng: &mut StdRng,
        start: Timestamp,
        customer: usize,
    ) -> anyhow::Result<()> {
        let mut from = start - SignedDuration::from_hours(24 * rng.random_range(0..10));
        while self.contracts[customer].len() < 4 && from < self.end && rng.random_bool(0.85) {
            let until = from.max(start) + SignedDuration::from_secs(rng.random_range(86_400..20 * 86_400));
            let ends_at = rng.random_bool(0.8).then_some(until);
            let policy = rng.random_range(1..self.policies.len());
            let new = json!({"organization_id": self.organizations[customer], "policy_id": self.policies[policy].id,
                "starts_at": from, "ends_at": ends_at});
            let id = client.post("/api/psa/sla/contracts", new).await.expect(201).id();
            self.contracts[customer].push(Contract { id, policy, starts_at: from, ends_at });
            let Some(end) = ends_at else { break };
            let gap = if rng.random_bool(0.5) { 0 } else { rng.random_range(0..3 * 86_400) };
            from = end + SignedDuration::from_secs(gap);
        }
        Ok(())
    }

    /// Sometimes changes the end of a contract, or the targets of a policy.
    pub async fn change(&mut self, client: &Client, rng: &mut StdRng, now: Timestamp) -> anyhow::Result<()> {
        if rng.random_bool(0.5) {
            self.move_end(client, rng, now).await?;
        }
        if rng.random_bool(0.1) {
            let number = rng.random_range(0..self.policies.len());
            let targets = targets(rng);
            let types = (1..TYPES.len()).map(|kind| json!({"type": TYPES[kind], "targets": to_json(&targets[kind])}));
            let body = json!({"targets": to_json(&targets[0]), "type_targets": types.collect::<Vec<_>>()});
            let path = match &*self.policies[number].id {
                "" => "/api/psa/sla".to_owned(),
                id => format!("/api/psa/sla/policies?id={id}"),
            };
            let changed = client.put(&path, body).await.expect(200).body;
            let since = changed["updated_at"].as_str().unwrap_or_default().parse()?;
            self.policies[number].versions.push(Version { since, targets });
            self.changes += 1;
        }
        Ok(())
    }

    /// Changes the end of the last contract of a customer.
    async fn move_end(&mut self, client: &Client, rng: &mut StdRng, now: Timestamp) -> anyhow::Result<()> {
        let customer = rng.random_range(0..self.contracts.len());
        let Some(contract) = self.contracts[customer].last_mut() else { return Ok(()) };
        let soon = SignedDuration::from_secs(60);
        if contract.ends_at.is_some_and(|end| end <= now + soon) {
            return Ok(());
        }
        let ends_at = now.max(contract.starts_at) + SignedDuration::from_secs(rng.random_range(600..10 * 86_400));
        let path = format!("/api/psa/sla/contracts?id={}", contract.id);
        client.put(&path, json!({"ends_at": ends_at})).await.expect(200);
        contract.ends_at = Some(ends_at);
        self.changes += 1;
        Ok(())
    }

    pub fn contracts(&self) -> usize {
        self.contracts.iter().map(Vec::len).sum()
    }

    pub fn changes(&self) -> usize {
        self.changes
    }

    /// The id of the policy that applies to a customer; empty for the settings of the tenant.
    pub fn policy_at(&self, customer: usize, at: Timestamp) -> &str {
        &self.policies[self.policy(customer, at)].id
    }

    fn policy(&self, customer: usize, at: Timestamp) -> usize {
        let applies = |contract: &&Contract| contract.starts_at <= at && contract.ends_at.is_none_or(|end| at < end);
        self.contracts[customer].iter().find(applies).map_or(0, |contract| contract.policy)
    }

    /// The terms of a customer's tickets of a type and priority.
    pub fn terms(&self, customer: usize, kind: usize, priority: usize, at: Timestamp) -> Terms<'_> {
        let policy = &self.policies[self.policy(customer, at)];
        let version = policy.versions.iter().rev().find(|version| version.since <= at).unwrap_or(&policy.versions[0]);
        Terms { calendar: &policy.calendar, targets: version.targets[kind][priority] }
    }

    /// The instants after `from` and until `to` at which a customer's terms may change.
    pub fn boundaries(&self, customer: usize, from: Timestamp, to: Timestamp) -> Vec<Timestamp> {
        let contracts = self.contracts[customer].iter().flat_map(|one| [Some(one.starts_at), one.ends_at]).flatten();
        let versions = self.policies.iter().flat_map(|policy| policy.versions.iter().map(|version| version.since));
        let mut all: Vec<Timestamp> = contracts.chain(versions).filter(|at| *at > from && *at <= to).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

fn week(rng: &mut StdRng) -> BTreeMap<i8, Vec<(i16, i16)>> {
    let around_the_clock = rng.random_bool(0.15);
    let mut week = BTreeMap::new();
    for day in 0..7 {
        if around_the_clock {
            week.insert(day, vec![(0, 24 * 60)]);
        } else if day < 5 || rng.random_bool(0.3) {
            let (from, noon) = (rng.random_range(0..10 * 60), rng.random_range(11 * 60..13 * 60));
            week.insert(day, vec![(from, noon), (noon + rng.random_range(0..60), rng.random_range(15 * 60..24 * 60))]);
        }
    }
    week
}

fn week_to_json(week: &BTreeMap<i8, Vec<(i16, i16)>>) -> Value {
    let time = |minutes: &i16| format!("{:02}:{:02}", minutes / 60, minutes % 60);
    let hours = |hours: &Vec<(i16, i16)>| -> Value {
        hours.iter().map(|(from, to)| json!({"from": time(from), "to": time(to)})).collect()
    };
    let days = week.iter().map(|(day, of_day)| (WEEKDAYS[*day as usize].to_owned(), hours(of_day)));
    Value::Object(days.collect::<Map<_, _>>())
}

fn targets(rng: &mut StdRng) -> Targets {
    let mut seconds = |most: i64| rng.random_bool(0.9).then(|| rng.random_range(60..most));
    std::array::from_fn(|_| {
        std::array::from_fn(|priority| {
            let hours = (priority as i64 + 1) * 3600;
            [seconds(12 * hours), seconds(60 * hours)]
        })
    })
}

fn to_json(targets: &[[Option<i64>; 2]; 4]) -> Value {
    let each = |[first, last]: [Option<i64>; 2]| json!({"first_response_seconds": first, "resolution_seconds": last});
    let [p1, p2, p3, p4] = targets.map(each);
    json!({"p1": p1, "p2": p2, "p3": p3, "p4": p4})
}
