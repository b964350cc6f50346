//! Secrets of webhooks, workflows and identity providers, which are stored encrypted.

use super::{Planted, search::Secret};
use anyhow::Context;
use api::{Resource, sso::SsoProvider, webhooks::WebhookEndpoint, workflow_secrets::WorkflowSecret};
use kernel::credentials::new_secret;
use serde_json::json;

impl Planted {
    /// The secrets of webhooks, which are returned once, and the headers that are sent with deliveries.
    pub async fn seal_webhooks(&mut self, round: usize) -> anyhow::Result<()> {
        let header = new_secret();
        self.secrets.push(Secret::plain(&header));
        let new = json!({"name": "Planted", "url": "https://hooks.example", "events": ["*"],
            "headers": {"X-Planted": header}});
        let once = self.admin.with_header("idempotency-key", &format!("endpoint-{round}"));
        let made = once.post(WebhookEndpoint::PATH, new.clone()).await.expect(201);
        let target = format!("{}?id={}", WebhookEndpoint::PATH, made.id());
        let rotating = self.admin.with_header("idempotency-key", &format!("endpoint-rotated-{round}"));
        let rotated = rotating.put(&target, json!({"rotate_secret": {}})).await.expect(200);
        let repeated = rotating.put(&target, json!({"rotate_secret": {}})).await.expect(200);
        let moved_header = new_secret();
        self.secrets.push(Secret::plain(&moved_header));
        let elsewhere = json!({"url": "https://elsewhere.example", "headers": {"X-Planted": moved_header}});
        let moved = self.admin.put(&target, elsewhere).await.expect(200);
        for shown in [&made, &rotated, &moved] {
            let secret = shown.body["secret"].as_str().context("no secret is returned")?;
            self.secrets.push(Secret::plain(secret.trim_start_matches("whsec_")));
        }
        let again = once.post(WebhookEndpoint::PATH, new).await.expect(201);
        let renamed = self.admin.put(&target, json!({"headers": {"X-Planted": null}})).await.expect(200);
        let read = self.admin.get(&target).await.expect(200);
        let logged = self.admin.get("/api/admin/audit-log").await.expect(200);
        for answer in [&again, &repeated, &renamed, &read, &logged] {
            self.shows_none("a webhook endpoint", answer);
        }
        Ok(())
    }

    /// The secrets of workflows, which no response returns.
    pub async fn seal_for_workflows(&mut self, round: usize) -> anyhow::Result<()> {
        let (first, second) = (new_secret(), new_secret());
        self.secrets.extend([Secret::plain(&first), Secret::plain(&second)]);
        let target = format!("{}?name=planted_{round}", WorkflowSecret::PATH);
        let new = json!({"value": first, "allowed_hosts": ["api.example"]});
        let made = self.admin.put(&target, new).await.expect(201);
        let changed = self.admin.put(&target, json!({"value": second})).await.expect(200);
        let refused = self.admin.put(&target, json!({"value": [second]})).await.expect(422);
        let read = self.admin.get(&target).await.expect(200);
        for answer in [&made, &changed, &refused, &read] {
            self.shows_none("a secret of workflows", answer);
        }
        Ok(())
    }

    /// The client secret of an identity provider, which no response returns.
    pub async fn seal(&mut self, round: usize) -> anyhow::Result<()> {
        let (first, second) = (new_secret(), new_secret());
        self.secrets.extend([Secret::plain(&first), Secret::plain(&second)]);
        let new = json!({"name": "Planted", "issuer": "https://login.example", "client_id": "planted",
            "client_secret": first, "domains": [format!("planted-{round}.example")]});
        let once = self.admin.with_header("idempotency-key", &format!("sealed-{round}"));
        let made = once.post(SsoProvider::PATH, new.clone()).await.expect(201);
        let again = once.post(SsoProvider::PATH, new).await.expect(201);
        let target = format!("{}?id={}", SsoProvider::PATH, made.id());
        let changed = self.admin.put(&target, json!({"client_secret": second})).await.expect(200);
        let refused = self.admin.put(&target, json!({"client_secret": second, "unknown": 1})).await.expect(422);
        let read = self.admin.get(&target).await.expect(200);
        for answer in [&made, &again, &changed, &refused, &read] {
            self.shows_none("an identity provider", answer);
        }
        Ok(())
    }
}
