//! A real identity provider: oidc-provider for Node, in its own process. It is stopped by its pid when it is dropped.

use anyhow::{Context, ensure};
use std::{
    net::TcpListener,
    path::PathBuf,
    process::{Child, Command, Stdio},
    time::Duration,
};

pub struct OidcProvider {
    child: Child,
    pub issuer: String,
    /// The folder of the Node packages.
    pub tools: PathBuf,
}

impl OidcProvider {
    /// The client that `scripts/sso/provider.mjs` accepts.
    pub const CLIENT_ID: &str = "tenant-control";
    pub const CLIENT_SECRET: &str = "only for drills and laptops";

    /// Starts a provider whose users have e-mail addresses of `domain`.
    pub async fn start(redirect_uri: &str, domain: &str) -> anyhow::Result<OidcProvider> {
        let tools = Command::new(SCRIPT).arg("--tools").stderr(Stdio::inherit()).output()?;
        ensure!(tools.status.success(), "scripts/oidc-provider needs npm: scripts/install installs it");
        let tools = PathBuf::from(String::from_utf8(tools.stdout)?.trim());
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let issuer = format!("http://127.0.0.1:{port}");
        let child = Command::new(SCRIPT)
            .args([&port.to_string(), redirect_uri, domain])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .context("scripts/oidc-provider")?;
        let provider = OidcProvider { child, issuer, tools };
        provider.ready().await?;
        Ok(provider)
    }

    async fn ready(&self) -> anyhow::Result<()> {
        let client = reqwest::Client::builder().no_proxy().build()?;
        let target = format!("{}/.well-known/openid-configuration", self.issuer);
        for _ in 0..600 {
            if client.get(&target).send().await.is_ok_and(|response| response.status().is_success()) {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        anyhow::bail!("the identity provider is not ready after a minute")
    }
}

impl Drop for OidcProvider {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/oidc-provider");
