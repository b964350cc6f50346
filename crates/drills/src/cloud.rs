//! The common setup of the drills about clouds: moto as AWS, behind a proxy that checks calls and loses responses, and a
//! verified account.

use crate::stage::Stage;
use anyhow::{Context, ensure};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};
use testkit::{CheckedAws, Client, Moto};
use tokio::time::sleep;

pub const PROVIDERS: &str = "/api/cloud/providers";
pub const VMS: &str = "/api/cloud/vms";
pub const REGION: &str = "eu-central-1";

/// An image that moto has.
pub const IMAGE: &str = "ami-12c6146b";

/// The identity of this service in the account of moto.
pub const PRINCIPAL: &str = "arn:aws:iam::123456789012:user/service";

pub struct FakeAws {
    pub moto: Moto,
    pub front: CheckedAws,
}

impl FakeAws {
    pub async fn start() -> anyhow::Result<FakeAws> {
        let moto = Moto::start().await?;
        let front = CheckedAws::start(&moto).await;
        Ok(FakeAws { moto, front })
    }

    /// Lists no sizes and no images: moto takes seconds for them, and returns all on one page.
    pub fn empty_catalogue(&self) {
        for (action, set) in [("DescribeInstanceTypes", "instanceTypeSet"), ("DescribeImages", "imagesSet")] {
            let text = format!("<{action}Response><requestId>1</requestId><{set}/></{action}Response>");
            self.front.answer(action, &text);
        }
    }

    /// The settings of servers and workers that use it.
    pub fn settings(&self) -> [&str; 8] {
        [
            "--cloud-aws-endpoint",
            &self.front.url,
            "--cloud-aws-principal",
            PRINCIPAL,
            "--cloud-aws-access-key-id",
            "AKIAIOSFODNN7SERVICE",
            "--cloud-aws-secret-access-key",
            "service-secret-of-the-drill",
        ]
    }

    /// The number of machines by the value of a label, including terminated ones.
    pub async fn labelled(&self, label: &str) -> anyhow::Result<BTreeMap<String, usize>> {
        let listed = self.moto.act("ec2", &[("Action", "DescribeInstances"), ("MaxResults", "1000")]).await?;
        ensure!(!listed.contains("<nextToken>"), "moto has more machines than a page");
        let mut found = BTreeMap::new();
        for tag in listed.split(&format!("<key>{label}</key>")).skip(1) {
            let value = tag.split_once("<value>").and_then(|(_, rest)| rest.split_once("</value>"));
            let (value, _) = value.with_context(|| format!("a {label} without a value"))?;
            *found.entry(value.to_owned()).or_default() += 1;
        }
        Ok(found)
    }
}

/// An access key of a user in moto.
pub struct User {
    pub id: String,
    pub secret: String,
}

/// Changes of moto. It checks no calls while they are made.
impl FakeAws {
    /// A new user with the permission for this action.
    pub async fn user(&self, name: &str, action: &str) -> anyhow::Result<User> {
        self.moto.check_calls(false).await?;
        let policy = json!({"Version": "2012-10-17", "Statement": [
            {"Effect": "Allow", "Action": [action, "sts:GetCallerIdentity"], "Resource": "*"}]});
        let policy = policy.to_string();
        self.moto.act("iam", &[("Action", "CreateUser"), ("UserName", name)]).await?;
        let put = [
            ("Action", "PutUserPolicy"),
            ("UserName", name),
            ("PolicyName", "all"),
            ("PolicyDocument", policy.as_str()),
        ];
        self.moto.act("iam", &put).await?;
        let made = self.moto.act("iam", &[("Action", "CreateAccessKey"), ("UserName", name)]).await?;
        self.moto.check_calls(true).await?;
        Ok(User { id: inside(&made, "AccessKeyId")?, secret: inside(&made, "SecretAccessKey")? })
    }

    /// The ARN of a new role with this permission policy, if any.
    pub async fn role(&self, name: &str, permissions: Option<&Value>) -> anyhow::Result<String> {
        self.moto.check_calls(false).await?;
        let new = [("Action", "CreateRole"), ("RoleName", name), ("AssumeRolePolicyDocument", CheckedAws::TRUST)];
        let made = self.moto.act("iam", &new).await?;
        self.moto.check_calls(true).await?;
        if let Some(permissions) = permissions {
            self.permit(name, "all", permissions).await?;
        }
        inside(&made, "Arn")
    }

    /// Adds a policy to a role.
    pub async fn permit(&self, role: &str, policy: &str, permissions: &Value) -> anyhow::Result<()> {
        self.moto.check_calls(false).await?;
        let text = permissions.to_string();
        let put = [
            ("Action", "PutRolePolicy"),
            ("RoleName", role),
            ("PolicyName", policy),
            ("PolicyDocument", text.as_str()),
        ];
        self.moto.act("iam", &put).await?;
        self.moto.check_calls(true).await
    }
}

fn inside(xml: &str, tag: &str) -> anyhow::Result<String> {
    let found = xml.split_once(&format!("<{tag}>")).and_then(|(_, rest)| rest.split_once("</"));
    Ok(found.with_context(|| format!("no {tag} in {xml}"))?.0.to_owned())
}

/// An account with an access key, which a worker has verified.
pub async fn verified(stage: &Stage, client: &Client, name: &str, secret: &str) -> anyhow::Result<String> {
    let new = json!({"name": name, "kind": "aws", "auth_method": "access_key", "config": {"regions": [REGION]},
        "credentials": {"access_key_id": "AKIAIOSFODNN7EXAMPLE", "secret_access_key": secret}});
    let made = client.post(&format!("{PROVIDERS}?verify=later"), new).await.expect(201);
    let (id, started) = (made.id(), Instant::now());
    loop {
        let provider = client.get(&format!("{PROVIDERS}?id={id}")).await.expect(200).body;
        if provider["status"] == "verified" {
            return Ok(id);
        }
        ensure!(started.elapsed() < Duration::from_secs(90), "{name} is not verified: {provider:#}");
        // Workers poll for due accounts twice a minute.
        let root = stage.database.root().await;
        root.batch_execute("update cloud_providers set verify_at = now() where status <> 'verified'").await?;
        sleep(Duration::from_secs(1)).await;
    }
}

/// The request for a machine.
pub fn machine(provider: &str, name: &str) -> Value {
    json!({"provider_id": provider, "name": name, "size": "t3.micro", "image": IMAGE, "labels": {"env": "drill"}})
}
