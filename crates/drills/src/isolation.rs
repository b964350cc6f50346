//! No caller sees or changes another's data. Tenants with two customers each have a member of every resource; then
//! every operation of the document is called by every caller with all ids. No response may contain data of another
//! tenant, or of a customer that a key is not for; no row of inactive tenants may change; and leaks that are planted
//! afterwards must be found.

mod calls;
mod closed;
mod functions;
mod judge;
mod planted;
mod proxy;
mod rows;
mod world;

use crate::{Outcome, Size, cloud::FakeAws, stage::Stage};
use calls::{Answer, Call};
use functions::Function;
use futures::{StreamExt, TryStreamExt, future::join_all, stream};
use judge::Owners;
use kernel::family::fixture::Owner;
use reqwest::Method;
use std::{collections::BTreeMap, time::Duration};
use testkit::{Members, Operation, ServerProcess, fixture};
use tokio::time::sleep;
use world::{Actor, World};

/// Calls at the same time: no more than a tenant's share of exports and dry runs, so that none is refused for its number.
const AT_ONCE: usize = 4;

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    let stage = Stage::set("-c fsync=off").await?;
    // The server has few connections, so that the tenants share them.
    let few = ["--database-connections", "2", "--last-use-seconds", "0.5", "--log", "warn"];
    let aws = FakeAws::start().await?;
    aws.empty_catalogue();
    let server = ServerProcess::start(&stage.database, &[&few[..], &aws.settings()].concat()).await?;
    let world = World::settle(&stage, &server, size.pick(3, 2)).await?;
    closed::check(&stage, world.tenants[0].id.0, &mut outcome).await?;
    let http = reqwest::Client::builder().no_proxy().timeout(Duration::from_secs(20)).build()?;
    let mut trial = Trial {
        stage: &stage,
        world,
        http,
        base: server.base.clone(),
        size,
        seen: vec![],
        owners: Owners::default(),
        number: 0,
    };
    let operations = Operation::all();
    let mut breaches = trial.trespass(&operations).await?;
    trial.follow_cursors().await?;
    trial.act(&operations).await?;
    breaches.extend(trial.judge().await?);

    let root = stage.database.root().await;
    let (rows, strays) = rows::strays(&root, &trial.owners).await?;
    breaches.extend(strays);
    let functions = Function::all(&root).await?;
    for function in &functions {
        breaches.extend(function.faults(&stage, &trial.world, &trial.owners, usize::MAX).await?);
    }
    outcome.figure(format!("{} calls of {} operations", trial.seen.len(), operations.len()));
    outcome.figure(format!("{} ids known, {rows} rows and {} functions checked", trial.owners.len(), functions.len()));
    outcome.figure(format!("{} breaches", breaches.len()));
    breaches.iter().take(20).for_each(|breach| eprintln!("isolation: {breach}"));
    outcome.promise(breaches.is_empty(), "no caller sees or changes the data of another tenant or customer");
    trial.everything_was_tried(&operations, &mut outcome);
    planted::check(&mut trial, &mut outcome).await?;
    Ok(outcome)
}

/// The calls of a run, with their callers and responses.
struct Trial<'a> {
    stage: &'a Stage,
    world: World,
    http: reqwest::Client,
    base: String,
    size: Size,
    seen: Vec<(usize, Call, Answer)>,
    owners: Owners,
    /// Makes the marks of new members unique.
    number: usize,
}

impl Trial<'_> {
    /// Every caller calls every operation with the ids of a victim, whose rows must not change. The victim is a tenant, or
    /// a customer of the caller's tenant.
    async fn trespass(&mut self, operations: &[Operation]) -> anyhow::Result<Vec<String>> {
        let root = self.stage.database.root().await;
        let mut breaches = vec![];
        sleep(Duration::from_secs(1)).await; // until the uses of keys are written
        for tenant in 0..self.world.tenants.len() {
            for side in [None, Some(0), Some(1)] {
                rows::settle(&root).await?;
                let before = rows::snapshot(&root, &self.world.tenants[tenant], side).await?;
                self.attack(&self.base.clone(), operations, tenant, side).await?;
                let after = rows::snapshot(&root, &self.world.tenants[tenant], side).await?;
                let changed = before.symmetric_difference(&after);
                breaches.extend(
                    changed.map(|row| format!("a row of the inactive tenant {tenant} {side:?} changed: {row}")),
                );
            }
        }
        Ok(breaches)
    }

    /// Calls with ids of a tenant, made by other tenants, or with ids of a customer, made by another customer's key. All
    /// attackers call at once, each in turn.
    async fn attack(
        &mut self,
        base: &str,
        operations: &[Operation],
        tenant: usize,
        side: Option<usize>,
    ) -> anyhow::Result<()> {
        let attacks = |actor: &usize| {
            let of = &self.world.actors[*actor];
            match side {
                Some(side) => of.tenant == tenant && of.within.is_some_and(|within| within != side),
                None => of.tenant != tenant && (self.size == Size::Full || of.within != Some(1)),
            }
        };
        let attackers: Vec<usize> = (0..self.world.actors.len()).filter(attacks).collect();
        let victim = &self.world.tenants[tenant];
        let (members, mark) = match side {
            Some(side) => (&victim.sides[side].members, &victim.sides[side].mark),
            None => (&victim.whole, &victim.mark),
        };
        let mut seen = vec![];
        for operation in operations {
            // Resources of the tenant as a whole are hidden from restricted keys too.
            let beside = side.map(|_| calls::about(operation, &victim.whole)).unwrap_or_default();
            let aimed = |actor: usize| calls::aimed(operation, &self.world, actor, members, mark);
            let calls = |actor: &usize| aimed(*actor).into_iter().chain(beside.clone());
            let mut calls: Vec<_> = attackers.iter().map(|actor| (*actor, calls(actor))).collect();
            let mut in_turn = vec![];
            loop {
                let before = in_turn.len();
                in_turn.extend(calls.iter_mut().filter_map(|(actor, calls)| Some((*actor, calls.next()?))));
                if in_turn.len() == before {
                    break;
                }
            }
            seen.extend(self.send(base, in_turn).await?);
        }
        self.seen.extend(seen);
        Ok(())
    }

    async fn send(&self, base: &str, calls: Vec<(usize, Call)>) -> anyhow::Result<Vec<(usize, Call, Answer)>> {
        let answered = calls.into_iter().map(|(actor, call)| async move {
            let answer = call.send(&self.http, base, &self.world.actors[actor].credential).await?;
            anyhow::Ok((actor, call, answer))
        });
        stream::iter(answered).buffered(AT_ONCE).try_collect().await
    }

    /// Every caller uses the cursors of every other caller.
    async fn follow_cursors(&mut self) -> anyhow::Result<()> {
        let mut pages = BTreeMap::new();
        for (actor, call, answer) in &self.seen {
            if let Some(next) = &answer.next {
                pages
                    .entry((*actor, call.operation.clone()))
                    .or_insert_with(|| Call { target: next.clone(), ..call.clone() });
            }
        }
        let mut calls = vec![];
        for ((from, _), call) in pages {
            let others = (0..self.world.actors.len()).filter(|actor| *actor != from);
            calls.extend(others.map(|actor| (actor, call.clone())));
        }
        let seen = self.send(&self.base, calls).await?;
        self.seen.extend(seen);
        Ok(())
    }

    /// Every caller calls every operation for its own new members, twice and with the same Idempotency-Key as all others.
    /// The example of a run names a workflow, which the example of a workflow has created before.
    async fn act(&mut self, operations: &[Operation]) -> anyhow::Result<()> {
        for operation in operations {
            // The tenants prepare concurrently, the callers of each in turn, because they share members.
            let prepared = join_all((0..self.world.tenants.len()).map(|tenant| self.prepare(operation, tenant))).await;
            let calls: Vec<(usize, Call)> = prepared.into_iter().flatten().collect();
            self.number += self.world.actors.len();
            for (actor, _) in &calls {
                // A caller that signs out, or deletes its own session, cannot make further calls.
                if self.world.actors[*actor].person {
                    let tenant = self.world.tenant_of(*actor).id;
                    self.world.actors[*actor].credential = world::owner(self.stage, tenant).await;
                }
            }
            for _ in 0..2 {
                let seen = self.send(&self.base, calls.clone()).await?;
                self.seen.extend(seen);
            }
        }
        Ok(())
    }

    /// The calls of the operation by the callers of a tenant. One restricted key is enough, because a tenant may have only
    /// few of some resources.
    async fn prepare(&self, operation: &Operation, tenant: usize) -> Vec<(usize, Call)> {
        let calls = |actor: &Actor| actor.tenant == tenant && actor.within != Some(1);
        let mut prepared = vec![];
        for actor in (0..self.world.actors.len()).filter(|actor| calls(&self.world.actors[*actor])) {
            prepared.extend(self.own(operation, actor).await.map(|call| (actor, call)));
        }
        prepared
    }

    /// A call for a member of the actor, a new one if the call changes it. `None` if a restricted key has no such member.
    async fn own(&self, operation: &Operation, actor: usize) -> Option<Call> {
        let mut fixtures = operation.named().map(|(_, kind)| fixture(kind)).chain(operation.fixture());
        let within = self.world.actors[actor].within;
        if within.is_some() && fixtures.any(|fixture| fixture.owner == Owner::Tenant) {
            return None;
        }
        if operation.method == Method::GET {
            let named = operation.named().filter_map(|(name, kind)| Some((name, &self.world.own(actor, kind)?.id)));
            return Some(named.fold(Call::of(operation), |call, (name, id)| call.with(name, id)));
        }
        let number = self.number + actor;
        let tenant = self.world.tenant_of(actor);
        let mark = format!("{}{number}", tenant.mark);
        let mut members = match within {
            Some(side) => tenant.sides[side].another(self.stage, number),
            None => Members::new(&self.stage.database, tenant.id, &tenant.whole.client, &mark),
        };
        let aimed = members.aim(operation).await;
        let mut call = aimed.iter().fold(Call::of(operation), |call, (name, value)| call.with(name, value));
        if let Some(body) = call.body.take() {
            call.body = Some(operation.with_members(&members.client, body).await);
        }
        let shared = format!("shared-{}", operation.id);
        Some(if operation.takes("Idempotency-Key") { call.with_header("idempotency-key", &shared) } else { call })
    }

    /// Returns the leaks in all responses, with the owners of all current rows.
    async fn judge(&mut self) -> anyhow::Result<Vec<String>> {
        rows::learn(&self.stage.database.root().await, &self.world, &mut self.owners).await?;
        Ok(self.leaks(0))
    }

    /// Returns the leaks in the responses from this number on.
    fn leaks(&self, from: usize) -> Vec<String> {
        let mut breaches = vec![];
        for (actor, call, answer) in &self.seen[from..] {
            let Actor { tenant, within, .. } = &self.world.actors[*actor];
            let faults = judge::faults(&self.world, &self.owners, *actor, call, answer);
            let line =
                |fault| format!("{tenant} {within:?}: {} {}: {} {fault}", call.method, call.target, answer.status);
            breaches.extend(faults.into_iter().map(line));
        }
        breaches
    }

    /// Without these promises, the others would prove nothing.
    fn everything_was_tried(&self, operations: &[Operation], outcome: &mut Outcome) {
        let accepted = |operation: &Operation, by: &dyn Fn(&Actor) -> bool| {
            let of = |(actor, call, _): &&(usize, Call, Answer)| {
                call.operation == operation.id && by(&self.world.actors[*actor])
            };
            self.seen.iter().filter(of).any(|(_, _, answer)| answer.status < 300)
        };
        let everywhere = |operation: &&Operation| {
            (0..self.world.tenants.len()).all(|tenant| accepted(operation, &|actor| actor.tenant == tenant))
        };
        // No tenant of the drill is the operator's.
        let is_tenants = |operation: &&Operation| operation.scopes.is_some() && operation.id != "analytics.platform";
        let never = operations.iter().filter(|operation| is_tenants(operation) && !everywhere(operation));
        let never: Vec<_> = never.map(|operation| operation.id.as_str()).collect();
        outcome.promise(
            never.is_empty(),
            format!("every operation is accepted from every tenant (not {})", never.join(", ")),
        );
        let called = |operation: &&Operation| self.seen.iter().any(|(_, call, _)| call.operation == operation.id);
        outcome.promise(operations.iter().all(|operation| called(&operation)), "every operation is called");
        let restricted =
            operations.iter().filter(|operation| accepted(operation, &|actor| actor.within.is_some())).count();
        outcome.figure(format!("{restricted} operations accepted from restricted keys"));
        outcome.promise(restricted * 2 > operations.len(), "restricted keys are accepted by most operations");
        let refused = self.seen.iter().filter(|(_, call, answer)| call.trespasses && answer.status == 404).count();
        outcome.figure(format!("{refused} calls for foreign ids refused as not found"));
    }
}
