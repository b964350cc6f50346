//! The tenants of the soak: each has an organization, an endpoint for webhooks, a workflow, agents, and users who sign in.

use super::{
    cluster::{Cluster, LISTENER},
    receiver::{CALLS, SUBSCRIBED},
};
use crate::{machines::Machine, workflows};
use anyhow::Context;
use kernel::{clock::Clock, db::Db};
use serde_json::{Value, json};
use tenant_control::operate::sso;
use testkit::{Client, SignInProvider};
use uuid::Uuid;

pub const WORKFLOW: &str = "Soak";

/// The number of machines of each tenant that have an agent.
const MACHINES: usize = 10;

pub struct Tenant {
    pub number: usize,
    pub id: Uuid,
    pub key: String,
    /// The domain of its users' e-mail addresses.
    pub domain: String,
    /// The URL for its agents.
    pub agents: String,
    pub machines: Vec<Machine>,
}

impl Tenant {
    pub async fn create(
        cluster: &Cluster,
        provider: &SignInProvider,
        sink: &str,
        number: usize,
    ) -> anyhow::Result<Tenant> {
        let label = format!("soak-{number}");
        let admin = cluster.stage.tenant(&label).await?;
        let client = Client::new(&cluster.server(0).1, Some(&admin.key));
        let organization = client.post("/api/rmm/organizations", json!({"name": "Initech"})).await.expect(201).id();
        let endpoint = json!({"name": "All", "url": format!("{sink}/{}", admin.tenant.0), "events": SUBSCRIBED});
        client.post("/api/admin/webhooks", endpoint).await.expect(201);
        workflows::create(&client, WORKFLOW, &definition(sink)).await;
        let domain = format!("people-{number}.example");
        let login = json!({"name": "Login", "issuer": provider.issuer, "client_id": SignInProvider::CLIENT_ID,
            "client_secret": SignInProvider::CLIENT_SECRET, "domains": [domain], "default_role": "technician"});
        client.post("/api/admin/sso", login).await.expect(201);
        let db = Db::new(&cluster.stage.database.settings().database)?;
        held::apart(sso::approve(&db, Clock::System, &format!("{label}.example"), &domain)).await?;
        let enrolment = json!({"name": "Agents", "organization_id": organization, "max_devices": MACHINES});
        let enrolment = client.post("/api/rmm/enrolments", enrolment).await.expect(201);
        let token = enrolment.body["token"].as_str().context("no token is returned")?;
        let listener = cluster.address(LISTENER).context("the listener is not running")?.base;
        let machines = (0..MACHINES).map(|machine| Machine::new(number * MACHINES + machine)).collect();
        Ok(Tenant {
            number,
            id: admin.tenant.0,
            key: admin.key,
            domain,
            agents: format!("{listener}/{token}"),
            machines,
        })
    }
}

/// A workflow that calls the receiver and sends a notification.
fn definition(sink: &str) -> Value {
    let body = json!({"run": "${ $run.id }"});
    let call = json!({"method": "post", "endpoint": format!("{sink}{CALLS}"), "body": body});
    workflows::definition(&json!([
        {"post": {"call": "http", "with": call}},
        {"notify": {"call": "notify", "with": {"message": "${ \"run \" + $workflow.input.number }"}}},
    ]))
}
