//! A moto server, which simulates AWS. It is stopped by its pid when it is dropped.

use crate::process::free_address;
use anyhow::{Context, ensure};
use serde_json::{Value, json};
use std::{
    process::{Child, Command, Stdio},
    time::Duration,
};

pub struct Moto {
    child: Child,
    pub endpoint: String,
}

impl Moto {
    /// The environment variables that AWS's client reads first.
    pub const CREDENTIALS: [(&str, &str); 3] =
        [("AWS_ACCESS_KEY_ID", "test"), ("AWS_SECRET_ACCESS_KEY", "test"), ("AWS_REGION", "eu-central-1")];

    /// Starts moto. The first start installs it, which takes a while.
    pub async fn start() -> anyhow::Result<Moto> {
        let address = free_address()?;
        let (_, port) = address.rsplit_once(':').context("an address has a port")?;
        let child = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/moto"))
            .args(["-H", "127.0.0.1", "-p", port])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()?;
        let moto = Moto { child, endpoint: format!("http://{address}") };
        for _ in 0..1000 {
            if moto.call("ListKeys", json!({})).await.is_ok() {
                return Ok(moto);
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        anyhow::bail!("moto does not respond after 100 s")
    }

    /// Creates a key, and returns its ARN.
    pub async fn key(&self) -> anyhow::Result<String> {
        let created = self.call("CreateKey", json!({})).await?;
        Ok(created["KeyMetadata"]["Arn"].as_str().context("a key has an ARN")?.to_owned())
    }

    /// Points an alias to a key.
    pub async fn alias(&self, alias: &str, key: &str) -> anyhow::Result<()> {
        let names = json!({"AliasName": alias, "TargetKeyId": key});
        if self.call("CreateAlias", names.clone()).await.is_err() {
            self.call("UpdateAlias", names).await?;
        }
        Ok(())
    }

    /// Calls an action of IAM, STS or EC2, whose requests are forms and whose responses are XML. The call is not signed, so
    /// it works only while calls are not checked.
    pub async fn act(&self, service: &str, form: &[(&str, &str)]) -> anyhow::Result<String> {
        let scope =
            format!("Credential=test/20260101/eu-central-1/{service}/aws4_request, SignedHeaders=host, Signature=none");
        let version = match service {
            "iam" => "2010-05-08",
            "sts" => "2011-06-15",
            _ => "2016-11-15",
        };
        let body =
            form_urlencoded::Serializer::new(String::new()).extend_pairs(form).append_pair("Version", version).finish();
        let client = reqwest::Client::builder().no_proxy().build()?;
        let response = client
            .post(&self.endpoint)
            .header("authorization", format!("AWS4-HMAC-SHA256 {scope}"))
            .header("content-type", "application/x-www-form-urlencoded")
            .body(body)
            .send()
            .await?;
        let (status, text) = (response.status(), response.text().await?);
        ensure!(status.is_success(), "{form:?}: {text}");
        Ok(text)
    }

    /// Sets whether moto checks the signature and the policies of each call.
    pub async fn check_calls(&self, checked: bool) -> anyhow::Result<()> {
        let free_calls = if checked { "0" } else { "inf" };
        let client = reqwest::Client::builder().no_proxy().build()?;
        let response = client.post(format!("{}/moto-api/reset-auth", self.endpoint)).body(free_calls).send().await?;
        ensure!(response.status().is_success(), "{}", response.text().await?);
        Ok(())
    }

    /// Calls an operation of KMS without a signature, which moto accepts.
    async fn call(&self, operation: &str, body: Value) -> anyhow::Result<Value> {
        let scope = "Credential=test/20260101/eu-central-1/kms/aws4_request, SignedHeaders=host, Signature=none";
        let client = reqwest::Client::builder().no_proxy().build()?;
        let response = client
            .post(&self.endpoint)
            .header("x-amz-target", format!("TrentService.{operation}"))
            .header("authorization", format!("AWS4-HMAC-SHA256 {scope}"))
            .header("content-type", "application/x-amz-json-1.1")
            .body(body.to_string())
            .send()
            .await?;
        let (status, text) = (response.status(), response.text().await?);
        ensure!(status.is_success(), "{operation}: {text}");
        Ok(serde_json::from_str(&text).unwrap_or_default())
    }
}

impl Drop for Moto {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
