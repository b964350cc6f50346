//! Keys and sessions: they are created, used and revoked, and then refused.

use super::Load;
use crate::soak::{
    caller::{PAUSE, RETRY_TIMEOUT, kind_of},
    tenants::Tenant,
};
use anyhow::ensure;
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::time::sleep;

const KEYS: &str = "/api/admin/api-keys";
const TICKETS: &str = "/api/psa/tickets?limit=1";
const SESSION: &str = "/api/auth/session";

/// The number of users of each tenant.
const USERS: usize = 5;

/// Longer than the promise of a second, which other drills measure, because the machine is busy.
const REFUSED_WITHIN: Duration = Duration::from_secs(5);

impl Load {
    pub(super) async fn key(&self, tenant: &Tenant) -> anyhow::Result<()> {
        let new = json!({"name": "Soak", "scopes": ["tickets:read"], "expires_days": 1});
        let created = self.post(KEYS, &tenant.key, &new).await?.expect(201)?;
        // A response that is replayed after a lost connection does not contain the key.
        let (id, key) = (created.id()?, created.json()["key"].as_str().map(str::to_owned));
        if let Some(key) = &key {
            self.get(TICKETS, key).await?.expect(200)?;
        }
        self.delete(&format!("{KEYS}?id={id}"), &tenant.key).await?.expect(204)?;
        let revoked = Instant::now();
        self.ledger.entries().revoked_keys.push(id);
        match &key {
            Some(key) => self.until_refused(TICKETS, key, revoked).await,
            None => Ok(()),
        }
    }

    /// Signs in through the identity provider, and out again.
    pub(super) async fn sign_in(&self, tenant: &Tenant, number: usize) -> anyhow::Result<()> {
        let email = format!("person-{}@{}", number % USERS, tenant.domain);
        let started = Instant::now();
        let token = loop {
            let ((server, base), sent) = (self.caller.server(), Instant::now());
            let kind = match self.provider.sign_in(&base, &email, &[]).await {
                Ok(Ok(token)) => break token,
                Ok(Err(_)) => "sign-in refused",
                Err(error) => error.downcast_ref::<reqwest::Error>().map_or("sign-in refused", kind_of),
            };
            self.caller.failed(server, sent, kind, "a sign-in");
            ensure!(started.elapsed() < RETRY_TIMEOUT, "{email} could not sign in: {kind}");
            sleep(PAUSE).await;
        };
        self.get(SESSION, &token).await?.expect(200)?;
        let deleted = self.delete(SESSION, &token).await?;
        // A request that is repeated after its response was lost has no session any more.
        ensure!([204, 401].contains(&deleted.status), "{email} cannot sign out: {}", deleted.status);
        self.until_refused(SESSION, &token, Instant::now()).await
    }

    /// Uses the credential until it is refused, and counts it if that takes too long.
    async fn until_refused(&self, target: &str, credential: &str, revoked: Instant) -> anyhow::Result<()> {
        loop {
            let sent = Instant::now();
            let status = self.get(target, credential).await?.status;
            if status == 401 {
                return Ok(());
            }
            ensure!(status == 200, "a revoked credential gets {status}");
            if sent.saturating_duration_since(revoked) > REFUSED_WITHIN {
                self.ledger.entries().accepted_late += 1;
                return Ok(());
            }
            sleep(PAUSE).await;
        }
    }
}
