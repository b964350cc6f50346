//! The broken situations, and how each is fixed.

use super::SituationResult;
use crate::cloud::{FakeAws, PROVIDERS, REGION};
use anyhow::{Context, ensure};
use serde_json::{Value, json};
use testkit::{Answer, Client};

/// The account of moto.
const ACCOUNT: &str = "123456789012";

/// The capabilities that a permission of a role grants.
const PERMISSIONS: [&str; 9] = [
    "list_regions",
    "list_machines",
    "list_sizes",
    "list_images",
    "list_networks",
    "create_machines",
    "power_machines",
    "label_machines",
    "delete_machines",
];

/// Returns a capability of a report.
fn found<'a>(report: &'a Value, name: &str) -> Option<&'a Value> {
    let mut all = report["verification"]["capabilities"].as_array().into_iter().flatten();
    all.find(|capability| capability["name"] == name)
}

pub struct Situations<'a> {
    aws: &'a FakeAws,
    client: Client,
    pub results: Vec<SituationResult>,
}

impl<'a> Situations<'a> {
    pub async fn new(aws: &'a FakeAws, client: Client) -> anyhow::Result<Situations<'a>> {
        aws.moto.check_calls(true).await?;
        Ok(Situations { aws, client, results: vec![] })
    }

    /// Checks that a capability that is not granted has the code, a description and a fix.
    fn expect(&mut self, name: &str, body: &Value, capability: &str, code: &str) {
        let found = found(body, capability).cloned().unwrap_or_default();
        let mut wrong = vec![];
        if found["code"] != code {
            wrong.push(format!("{capability} has the code {}, not {code}", found["code"]));
        }
        if found["detail"].as_str().is_none_or(|detail| !detail.ends_with('.') || detail.len() < 15) {
            wrong.push(format!("no description: {}", found["detail"]));
        }
        if found["result"] == "denied" && found["fix"]["text"].as_str().is_none_or(|text| text.len() < 15) {
            wrong.push("denied without a fix".to_owned());
        }
        self.results.push(SituationResult { name: name.to_owned(), code: code.to_owned(), wrong });
    }

    /// Checks that the last situation is fixed.
    fn fixed(&mut self, body: &Value, status: &str) {
        if body["status"] != status
            && let Some(last) = self.results.last_mut()
        {
            last.wrong.push(format!(
                "after the fix the status is {}, not {status}: {}",
                body["status"], body["verification"]
            ));
        }
    }

    async fn access_key(&self, name: &str, id: &str, secret: &str) -> Answer {
        let new = json!({"name": name, "kind": "aws", "auth_method": "access_key", "config": {"regions": [REGION]},
            "credentials": {"access_key_id": id, "secret_access_key": secret}});
        self.client.post(PROVIDERS, new).await
    }

    async fn role_provider(&self, name: &str, account: Option<&str>) -> Value {
        let new = json!({"name": name, "kind": "aws", "config": {"regions": [REGION], "account_id": account}});
        self.client.post(PROVIDERS, new).await.expect(201).body
    }

    async fn send_role(&self, provider: &Value, role: &str) -> Answer {
        let target = format!("{PROVIDERS}?id={}", provider["id"].as_str().unwrap_or_default());
        self.client.put(&target, json!({"credentials": {"role_arn": role}})).await
    }

    async fn verify(&self, provider: &Value) -> Value {
        let target = format!("{PROVIDERS}/verify?id={}", provider["id"].as_str().unwrap_or_default());
        self.client.post(&target, json!({})).await.expect(200).body
    }

    /// Creates a verified account, which is broken later.
    async fn healthy(&self, name: &str) -> anyhow::Result<Value> {
        let provider = self.role_provider(name, None).await;
        let role = self.aws.role(name, Some(&provider["setup"]["permission_policy"])).await?;
        self.aws.front.trust(&role, provider["external_id"].as_str());
        let verified = self.send_role(&provider, &role).await.expect(200).body;
        ensure!(verified["status"] == "verified", "{name}: {verified:#}");
        Ok(verified)
    }

    pub async fn access_keys(&mut self) -> anyhow::Result<()> {
        let user = self.aws.user("customer", "ec2:*").await?;
        let refused = self.access_key("Wrong key", "AKIAIOSFODNN7UNKNOWN", &user.secret).await;
        self.expect("wrong key", &refused.body, "identity", "wrong_key");
        let refused = self.access_key("Wrong secret", &user.id, "not-the-secret-of-the-key").await;
        self.expect("wrong secret", &refused.body, "identity", "wrong_secret");
        let accepted = self.access_key("Right", &user.id, &user.secret).await;
        self.fixed(&accepted.body, "verified");
        Ok(())
    }

    pub async fn roles(&mut self) -> anyhow::Result<()> {
        let provider = self.role_provider("Missing role", None).await;
        let pending = self.verify(&provider).await;
        self.expect("no role yet", &pending, "assume_role", "role_missing");

        let role = self.aws.role("trust", Some(&provider["setup"]["permission_policy"])).await?;
        self.aws.front.trust(&role, Some("tc-of-another-record"));
        let refused = self.send_role(&provider, &role).await;
        self.expect("wrong external id", &refused.body, "assume_role", "role_refused");
        self.aws.front.trust(&role, None);
        let refused = self.send_role(&provider, &role).await;
        self.expect("open trust policy", &refused.body, "external_id", "trust_open");
        // The fix is the trust policy with the external id, which the server in front of moto checks.
        let fix = found(&refused.body, "external_id").context("no external_id")?;
        let id = fix["fix"]["policy"]["Statement"][0]["Condition"]["StringEquals"]["sts:ExternalId"].as_str();
        self.aws.front.trust(&role, Some(id.context("the fix has no external id")?));
        let accepted = self.send_role(&provider, &role).await;
        self.fixed(&accepted.body, "verified");

        let foreign = self.role_provider("Foreign account", Some("999999999999")).await;
        let role = self.aws.role("foreign", Some(&foreign["setup"]["permission_policy"])).await?;
        self.aws.front.trust(&role, foreign["external_id"].as_str());
        let refused = self.send_role(&foreign, &role).await;
        self.expect("foreign account", &refused.body, "identity", "foreign_account");
        let target = format!("{PROVIDERS}?id={}", foreign["id"].as_str().unwrap_or_default());
        let right = json!({"config": {"regions": [REGION], "account_id": ACCOUNT}, "credentials": {"role_arn": role}});
        let accepted = self.client.put(&target, right).await;
        self.fixed(&accepted.body, "verified");
        Ok(())
    }

    /// A role without permissions: the fix of each capability is applied to moto's policy.
    pub async fn permissions(&mut self) -> anyhow::Result<()> {
        let provider = self.role_provider("Narrow", None).await;
        let role = self.aws.role("narrow", None).await?;
        self.aws.front.trust(&role, provider["external_id"].as_str());
        let mut report = self.send_role(&provider, &role).await.expect(200).body;
        for name in PERMISSIONS {
            self.expect(&format!("no permission to {name}"), &report, name, "permission_denied");
            let policy = found(&report, name).map(|found| found["fix"]["policy"].clone()).unwrap_or_default();
            self.aws.permit("narrow", name, &policy).await?;
            report = self.verify(&provider).await;
            let result = found(&report, name).map(|found| found["result"].clone());
            if result != Some(json!("granted"))
                && let Some(last) = self.results.last_mut()
            {
                last.wrong.push(format!("the fix has no effect: {result:?}"));
            }
        }
        self.fixed(&report, "verified");
        Ok(())
    }

    /// Failures that moto cannot simulate. They are fixed when AWS responds again.
    pub async fn failures(&mut self) -> anyhow::Result<()> {
        let provider = self.healthy("failing").await?;
        let clock = "Signature expired: 20261116T120000Z is now earlier than 20261116T121500Z";
        for (name, action, status, error, message, capability, code) in [
            ("expired", "GetCallerIdentity", 403, "ExpiredToken", "", "identity", "credential_expired"),
            ("clock skew", "AssumeRole", 403, "SignatureDoesNotMatch", clock, "assume_role", "clock_skew"),
            ("unreachable", "GetCallerIdentity", 503, "ServiceUnavailable", "", "identity", "unreachable"),
            ("throttled", "AssumeRole", 400, "Throttling", "Rate exceeded", "assume_role", "throttled"),
            ("throttled lists", "DescribeInstances", 503, "RequestLimitExceeded", "", "list_machines", "throttled"),
            ("unknown error", "DescribeInstances", 400, "Unforeseen", "", "list_machines", "unclear"),
        ] {
            self.aws.front.fail(action, status, error, message);
            let report = self.verify(&provider).await;
            self.expect(name, &report, capability, code);
            self.aws.front.work(action);
            let report = self.verify(&provider).await;
            self.fixed(&report, "verified");
        }
        Ok(())
    }

    pub async fn regions(&mut self) -> anyhow::Result<()> {
        let provider = self.healthy("regions").await?;
        self.aws.front.fail("DescribeRegions", 401, "OptInRequired", "");
        let report = self.verify(&provider).await;
        self.expect("region not enabled", &report, "list_regions", "region_not_enabled");
        self.aws.front.work("DescribeRegions");
        let report = self.verify(&provider).await;
        self.fixed(&report, "verified");

        let target = format!("{PROVIDERS}?id={}", provider["id"].as_str().unwrap_or_default());
        self.client.put(&target, json!({"config": {"regions": [REGION, "xx-nowhere-1"]}})).await.expect(200);
        let report = self.verify(&provider).await;
        let region = report["verification"]["regions"][1].clone();
        let is_named = region["code"] == "region_unknown" && region["detail"].as_str().is_some();
        let wrong = (!is_named || report["status"] != "degraded").then(|| format!("{region}"));
        let (name, code) = ("unknown region".to_owned(), "region_unknown".to_owned());
        self.results.push(SituationResult { name, code, wrong: wrong.into_iter().collect() });
        self.client.put(&target, json!({"config": {"regions": [REGION]}})).await.expect(200);
        let report = self.verify(&provider).await;
        self.fixed(&report, "verified");
        Ok(())
    }
}
