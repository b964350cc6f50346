//! Tenants with a member of every resource: one of each of two customers, created by a key that is restricted to it, and one
//! of the tenant as a whole.

use crate::stage::Stage;
use api::TenantId;
use kernel::family::fixture::Owner;
use serde_json::json;
use tenant_control::families;
use testkit::{Client, Member, Members, ServerProcess, session, user};
use uuid::Uuid;

/// A word in every text that a tenant stores.
const MARKS: [&str; 3] = ["markeramber", "markerbirch", "markercedar"];
const SIDES: [&str; 2] = ["left", "right"];

pub struct World {
    pub tenants: Vec<Tenant>,
    pub actors: Vec<Actor>,
}

pub struct Tenant {
    pub id: TenantId,
    pub mark: String,
    /// The routing part, with which every key of the tenant begins.
    pub routing: String,
    pub sides: Vec<Side>,
    pub whole: Members,
}

/// A customer with its members.
pub struct Side {
    tenant: TenantId,
    pub mark: String,
    pub organization: Uuid,
    pub members: Members,
}

/// A caller: a key or a session.
pub struct Actor {
    pub tenant: usize,
    /// The side of its tenant that it is restricted to.
    pub within: Option<usize>,
    pub credential: String,
    /// True for the session of a person.
    pub person: bool,
}

impl World {
    pub async fn settle(stage: &Stage, server: &ServerProcess, tenants: usize) -> anyhow::Result<World> {
        let mut world = World { tenants: vec![], actors: vec![] };
        for (number, mark) in MARKS.into_iter().take(tenants).enumerate() {
            let created = stage.tenant(mark).await?;
            let admin = server.client(&created.key);
            let whole = format!("{mark}whole");
            let mut tenant = Tenant {
                id: created.tenant,
                mark: mark.to_owned(),
                routing: created.key[.."tck_test_".len() + 8].to_owned(),
                sides: vec![],
                whole: Members::new(&stage.database, created.tenant, &admin, &whole),
            };
            world.actors.push(Actor { tenant: number, within: None, credential: created.key, person: false });
            for (side, name) in SIDES.into_iter().enumerate() {
                let (made, key) = Side::settle(stage, created.tenant, &admin, &format!("{mark}{name}")).await;
                tenant.sides.push(made);
                world.actors.push(Actor { tenant: number, within: Some(side), credential: key, person: false });
            }
            for fixture in families::fixtures() {
                tenant.whole.make(fixture.kind).await;
            }
            let credential = owner(stage, created.tenant).await;
            world.actors.push(Actor { tenant: number, within: None, credential, person: true });
            world.tenants.push(tenant);
        }
        Ok(world)
    }

    pub fn tenant_of(&self, actor: usize) -> &Tenant {
        &self.tenants[self.actors[actor].tenant]
    }

    /// The member of a kind that belongs to the actor, or else to its tenant.
    pub fn own(&self, actor: usize, kind: &str) -> Option<&Member> {
        let tenant = self.tenant_of(actor);
        let side = self.actors[actor].within.unwrap_or(0);
        tenant.sides[side].members.get(kind).or_else(|| tenant.whole.get(kind))
    }
}

impl Side {
    async fn settle(stage: &Stage, tenant: TenantId, admin: &Client, mark: &str) -> (Side, String) {
        // A restricted key cannot create a customer.
        let organization = Members::new(&stage.database, tenant, admin, mark).make("org").await;
        let new = json!({"name": format!("Only {mark}"), "scopes": ["*"], "organization_ids": [organization.id]});
        let key = admin.post("/api/admin/api-keys", new).await.expect(201).body["key"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        let mut members = Members::new(&stage.database, tenant, &admin.with_key(&key), mark);
        members.keep(organization.clone());
        for fixture in families::fixtures().filter(|fixture| fixture.owner == Owner::Organization) {
            members.make(fixture.kind).await;
        }
        (Side { tenant, mark: mark.to_owned(), organization: organization.uuid, members }, key)
    }
}

impl Side {
    /// A new, empty set of members of the customer.
    pub fn another(&self, stage: &Stage, number: usize) -> Members {
        let mark = format!("{}{number}", self.mark);
        let mut members = Members::new(&stage.database, self.tenant, &self.members.client, &mark);
        self.members.get("org").into_iter().for_each(|organization| members.keep(organization.clone()));
        members
    }
}

/// The token of a new session of an owner.
pub async fn owner(stage: &Stage, tenant: TenantId) -> String {
    let (owner, _) = user(&stage.database, tenant.0, "owner").await;
    session(&stage.database, tenant.0, owner).await.1
}
