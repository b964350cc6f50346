//! A server whose AWS is moto, behind a small STS that checks external ids.

use api::{Resource, cloud_providers::CloudProvider};
use serde_json::{Value, json};
use testkit::{Answer, CheckedAws, Database, Moto, TestApp, TestTenant};

pub const PROVIDERS: &str = CloudProvider::PATH;

/// The account of moto.
pub const ACCOUNT: &str = "123456789012";

/// Invented prices: a month of t3.micro costs 7.30, of t3.small 14.60.
const PRICES: &str = r#"{"as_of": "2026-11-01", "currency": "USD",
    "hourly": {"eu-central-1": {"t3.micro": "0.01", "t3.small": "0.02"}}}"#;

pub struct Stage {
    pub app: TestApp,
    pub tenant: TestTenant,
    pub moto: Moto,
    pub aws: CheckedAws,
}

impl Stage {
    pub async fn set() -> Stage {
        Stage::set_with(Database::shared().await, &[]).await
    }

    pub async fn set_with(database: Database, more: &[&str]) -> Stage {
        let moto = Moto::start().await.unwrap();
        let aws = CheckedAws::start(&moto).await;
        let (key, secret) = user(&moto, "service", &json!("sts:AssumeRole")).await;
        let principal = format!("arn:aws:iam::{ACCOUNT}:user/service");
        let own = ["--cloud-aws-principal", &principal, "--cloud-aws-endpoint", &aws.url];
        let keys = ["--cloud-aws-access-key-id", &key, "--cloud-aws-secret-access-key", &secret];
        let prices = std::env::temp_dir().join(format!("prices-{}.json", std::process::id()));
        std::fs::write(&prices, PRICES).unwrap();
        let prices = ["--cloud-aws-prices-file", prices.to_str().unwrap()];
        let settings = database.settings_with(&[&own[..], &keys, &prices, more].concat());
        let app = TestApp::start_with(database, settings).await;
        let tenant = app.tenant().await;
        Stage { app, tenant, moto, aws }
    }

    /// With its own database, because a worker serves the providers of all tenants.
    pub async fn alone(name: &str) -> Stage {
        let port = Database::shared().await.port;
        Stage::set_with(Database::create(port, name).await.unwrap(), &[]).await
    }

    /// A new provider that waits for its role.
    pub async fn provider(&self) -> Answer {
        let new = json!({"name": "Production", "kind": "aws", "config": {"regions": ["eu-central-1"]}});
        self.tenant.client.post(PROVIDERS, new).await.expect(201)
    }

    /// Creates a role in moto with this permission policy, if any.
    pub async fn role(&self, name: &str, permissions: Option<&Value>) -> String {
        let new = [("Action", "CreateRole"), ("RoleName", name), ("AssumeRolePolicyDocument", CheckedAws::TRUST)];
        self.moto.act("iam", &new).await.unwrap();
        if let Some(permissions) = permissions {
            self.permit(name, "setup", permissions).await;
        }
        format!("arn:aws:iam::{ACCOUNT}:role/{name}")
    }

    /// Adds a policy to a role. Calls are not checked meanwhile.
    pub async fn permit(&self, role: &str, policy: &str, permissions: &Value) {
        self.moto.check_calls(false).await.unwrap();
        let text = permissions.to_string();
        let put = [
            ("Action", "PutRolePolicy"),
            ("RoleName", role),
            ("PolicyName", policy),
            ("PolicyDocument", text.as_str()),
        ];
        self.moto.act("iam", &put).await.unwrap();
    }

    pub async fn verify(&self, id: &str) -> Value {
        let target = format!("{PROVIDERS}/verify?id={id}");
        self.tenant.client.post(&target, json!({})).await.expect(200).body
    }

    /// A new provider whose role has all permissions and is verified.
    pub async fn verified(&self, role: &str) -> Value {
        let made = self.provider().await.body;
        self.verified_as(&made, role).await
    }

    /// The role of a provider, with all permissions, in a moto whose calls are checked afterwards.
    pub async fn role_of(&self, name: &str, made: &Value) -> String {
        self.moto.check_calls(false).await.unwrap();
        let role = self.role(name, Some(&made["setup"]["permission_policy"])).await;
        self.aws.trust(&role, made["external_id"].as_str());
        self.moto.check_calls(true).await.unwrap();
        role
    }

    pub async fn verified_as(&self, made: &Value, name: &str) -> Value {
        let role = self.role_of(name, made).await;
        let target = format!("{PROVIDERS}?id={}", made["id"].as_str().unwrap());
        self.tenant.client.put(&target, json!({"credentials": {"role_arn": role}})).await.expect(200).body
    }
}

/// An access key of a new user who may do this.
pub async fn user(moto: &Moto, name: &str, actions: &Value) -> (String, String) {
    let policy = json!({"Version": "2012-10-17", "Statement": [
        {"Effect": "Allow", "Action": actions, "Resource": "*"}]});
    let policy = policy.to_string();
    moto.act("iam", &[("Action", "CreateUser"), ("UserName", name)]).await.unwrap();
    let put =
        [("Action", "PutUserPolicy"), ("UserName", name), ("PolicyName", "all"), ("PolicyDocument", policy.as_str())];
    moto.act("iam", &put).await.unwrap();
    let made = moto.act("iam", &[("Action", "CreateAccessKey"), ("UserName", name)]).await.unwrap();
    (inside(&made, "AccessKeyId"), inside(&made, "SecretAccessKey"))
}

fn inside(xml: &str, tag: &str) -> String {
    let (_, rest) = xml.split_once(&format!("<{tag}>")).unwrap();
    rest.split_once("</").unwrap().0.to_owned()
}

pub fn capability<'a>(provider: &'a Value, name: &str) -> &'a Value {
    let all = provider["verification"]["capabilities"].as_array().unwrap();
    all.iter().find(|capability| capability["name"] == name).unwrap_or_else(|| panic!("no {name}: {all:#?}"))
}
