//! A user signs in by a certified OpenID provider: in a real browser, by curl as docs/sign-in.md describes, and for a
//! command line. The session works for our own pages, requests of another site are refused, and after signing out the
//! session is refused.

use crate::{Outcome, Size, stage::Stage};
use anyhow::{Context, bail, ensure};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use kernel::{clock::Clock, db::Db};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::{process::Stdio, time::Duration};
use tenant_control::operate::sso;
use testkit::{Client, OidcProvider, ServerProcess};
use tokio::{process::Command, time::timeout};
use url::Url;

const GUIDE: &str = include_str!("../../../docs/sign-in.md");
const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/sso");
const DOMAIN: &str = "people.example";
const TIMEOUT: Duration = Duration::from_secs(180);

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    let stage = Stage::set("-c fsync=off").await?;
    let server = ServerProcess::start(&stage.database, &[]).await?;
    let provider = OidcProvider::start(&format!("{}/api/auth/sso/callback", server.base), DOMAIN).await?;
    configure(&stage, &server, &provider).await?;

    for _ in 0..size.pick(5, 1) {
        in_a_browser(&server, &provider, &mut outcome).await?;
        by_curl(&server, &mut outcome).await?;
        for_a_command_line(&server, &mut outcome).await?;
        unverified(&server, &mut outcome).await?;
        replayed(&server, &mut outcome).await?;
    }
    outcome.figure(format!("{} sign-ins: browser, curl, command line", size.pick(5, 1) * 3));
    Ok(outcome)
}

async fn configure(stage: &Stage, server: &ServerProcess, provider: &OidcProvider) -> anyhow::Result<()> {
    let admin = server.client(&stage.tenant("sso").await?.key);
    let new = json!({"name": "Login", "issuer": provider.issuer, "client_id": OidcProvider::CLIENT_ID,
        "client_secret": OidcProvider::CLIENT_SECRET, "domains": [DOMAIN], "group_roles": {"samir": "technician"}});
    admin.post("/api/admin/sso", new).await.expect(201);
    sso::approve(&Db::new(&stage.database.settings().database)?, Clock::System, "sso.example", DOMAIN).await
}

async fn in_a_browser(server: &ServerProcess, provider: &OidcProvider, outcome: &mut Outcome) -> anyhow::Result<()> {
    let mut command = Command::new("node");
    command.arg(format!("{SCRIPTS}/browser.mjs")).args([&server.base, DOMAIN, &provider.issuer]);
    command.env("SSO_TOOLS", &provider.tools).stdin(Stdio::null()).kill_on_drop(true);
    let output = timeout(TIMEOUT, command.output()).await.context("the browser does not finish in time")??;
    ensure!(output.status.success(), "the browser: {}", String::from_utf8_lossy(&output.stderr));
    let seen: Value = serde_json::from_slice(&output.stdout).context("the output of the browser is not JSON")?;
    let user = &seen["session"]["user"];
    let promises = [
        (seen["before"] == 401, "a browser without a session is refused"),
        (seen["arrived"] == format!("{}/api/auth/session", server.base), "the browser is redirected to return_to"),
        (
            user["email"] == format!("samir@{DOMAIN}") && user["role"] == "technician",
            "the session is that of the user who signed in",
        ),
        (seen["cookie"] == json!({"httpOnly": true, "sameSite": "Lax", "path": "/"}), "the cookie is HttpOnly and Lax"),
        (!text(&seen["script_sees"]).contains("tc_session"), "no script can read the cookie"),
        (seen["created"] == 201, "our own pages can use the API with the cookie"),
        (text(&seen["foreign"]).contains("cross_site_request"), "a form of another site is refused"),
        (!seen["subjects"].to_string().contains("another site"), "another site changes nothing"),
        (seen["signed_out"] == 204 && seen["after"] == 401, "after signing out the browser is refused"),
        (seen["cookie_after"] == false, "the cookie is deleted"),
        (seen["hosts"] == json!(["127.0.0.1"]), "the browser contacts no other host"),
    ];
    if promises.iter().any(|(holds, _)| !holds) {
        eprintln!("sso-browser: {seen:#}");
    }
    promises.into_iter().for_each(|(holds, promise)| outcome.promise(holds, promise));
    let kept = Client::new(&server.base, None).with_cookie(text(&seen["token"])).get("/api/auth/session").await;
    outcome.promise(kept.problem() == "401 session_revoked", "a cookie that was kept is refused after signing out");
    Ok(())
}

/// Runs the shell commands of the guide.
async fn by_curl(server: &ServerProcess, outcome: &mut Outcome) -> anyhow::Result<()> {
    let (_, after) = GUIDE.split_once("<!-- drill: sso-browser -->").context("the guide has no marked block")?;
    let block = after
        .split("```")
        .nth(1)
        .and_then(|block| block.strip_prefix("sh\n"))
        .context("the marked block is not shell")?;
    let mut command = Command::new("bash");
    command.args(["-euo", "pipefail", "-c", block]).env("BASE", &server.base).env("DOMAIN", DOMAIN);
    command.env("NO_PROXY", "127.0.0.1").current_dir(std::env::temp_dir()).stdin(Stdio::null()).kill_on_drop(true);
    let output = timeout(TIMEOUT, command.output()).await.context("curl does not finish in time")??;
    let shown = String::from_utf8_lossy(&output.stdout);
    let signed_in = shown.contains(&format!("samir@{DOMAIN}")) && shown.contains("\"type\":\"user\"");
    let signed_out = shown.contains("\"subject\":\"By curl\"") && shown.trim_end().ends_with("401");
    if !(signed_in && signed_out) {
        eprintln!("sso-browser: {shown}\n{}", String::from_utf8_lossy(&output.stderr));
    }
    outcome.promise(
        signed_in && signed_out,
        "curl with a cookie jar signs in, writes and signs out as the guide describes",
    );
    Ok(())
}

/// The URL of the command line gets a code. No process listens there, so curl stops, and its last URL contains the code.
async fn for_a_command_line(server: &ServerProcess, outcome: &mut Outcome) -> anyhow::Result<()> {
    let client = Client::new(&server.base, None);
    let verifier = format!("{:064x}", rand::random::<u128>());
    let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(&verifier));
    let start = json!({"domain": DOMAIN, "return_to": "http://127.0.0.1:9/signed-in", "code_challenge": challenge});
    let begun = client.post("/api/auth/sso", start).await.expect(200);
    let arrived = sign_in_by_curl(text(&begun.body["authorization_url"]), "samir").await?.end;
    let Some((_, code)) = arrived.split_once("http://127.0.0.1:9/signed-in?code=") else {
        bail!("curl stops at {arrived}");
    };
    let exchange = json!({"code": code, "code_verifier": verifier});
    let session = client.post("/api/auth/sso/token", exchange.clone()).await.expect(200);
    let own = client.with_key(text(&session.body["token"])).get("/api/auth/session").await.expect(200);
    outcome.promise(own.body["user"]["email"] == format!("samir@{DOMAIN}"), "a command line signs in");
    let again = client.post("/api/auth/sso/token", exchange).await;
    outcome.promise(again.problem() == "400 sso_code_invalid", "a code is exchanged once");
    Ok(())
}

async fn unverified(server: &ServerProcess, outcome: &mut Outcome) -> anyhow::Result<()> {
    let client = Client::new(&server.base, None);
    let start = json!({"domain": DOMAIN, "return_to": "http://127.0.0.1:9/", "code_challenge": "x".repeat(43)});
    let begun = client.post("/api/auth/sso", start).await.expect(200);
    let arrived = sign_in_by_curl(text(&begun.body["authorization_url"]), "unverified-milton").await?.end;
    outcome.promise(arrived.contains("/api/auth/sso/callback"), "a user with an unverified address cannot sign in");
    Ok(())
}

/// Uses the provider's code of one sign-in in another sign-in. The provider refuses it, because it was used before.
async fn replayed(server: &ServerProcess, outcome: &mut Outcome) -> anyhow::Result<()> {
    let client = Client::new(&server.base, None);
    let start = json!({"domain": DOMAIN, "return_to": "http://127.0.0.1:9/", "code_challenge": "x".repeat(43)});
    let begin = async || client.post("/api/auth/sso", start.clone()).await.expect(200);
    let first = sign_in_by_curl(text(&begin().await.body["authorization_url"]), "samir").await?;
    let second = Url::parse(text(&begin().await.body["authorization_url"]))?;
    let state = second.query_pairs().find(|(name, _)| name == "state").context("the URL has no state")?.1.into_owned();
    let mut callback = Url::parse(&first.callback.context("the provider does not redirect to the callback")?)?;
    let others: Vec<(String, String)> = callback
        .query_pairs()
        .into_owned()
        .map(|(name, value)| if name == "state" { (name, state.clone()) } else { (name, value) })
        .collect();
    callback.query_pairs_mut().clear().extend_pairs(others);
    let http = reqwest::Client::builder().no_proxy().redirect(reqwest::redirect::Policy::none()).build()?;
    let answer = http.get(callback).send().await?;
    let (status, body) = (answer.status(), answer.text().await?);
    outcome.promise(status == 403 && body.contains("sso_refused"), "the provider accepts a code once");
    Ok(())
}

struct Redirects {
    /// The last URL.
    end: String,
    /// The URL to which the provider redirected.
    callback: Option<String>,
}

/// Signs in with the provider's form, and follows the redirects.
async fn sign_in_by_curl(url: &str, name: &str) -> anyhow::Result<Redirects> {
    let jar = std::env::temp_dir().join(format!("tenant-control-{:016x}.jar", rand::random::<u64>()));
    let jar_text = jar.to_string_lossy().into_owned();
    let follow = async |more: &[&str], target: &str| {
        let fixed =
            ["-sS", "-L", "-b", &jar_text, "-c", &jar_text, "-o", "/dev/null", "-D", "-", "-w", "%{url_effective}"];
        let ended = Command::new("curl").args(fixed).args(more).arg(target).env("NO_PROXY", "127.0.0.1").output();
        anyhow::Ok(String::from_utf8(timeout(TIMEOUT, ended).await??.stdout)?)
    };
    let form = follow(&[], url).await?;
    let form = form.lines().last().context("the provider shows no form")?;
    let arrived = follow(&["-d", &format!("login={name}")], form).await;
    let _ = std::fs::remove_file(jar);
    let arrived = arrived?;
    let end = arrived.lines().last().context("curl shows no URL")?.to_owned();
    let mut locations =
        arrived.lines().filter_map(|line| line.strip_prefix("location: ").or(line.strip_prefix("Location: ")));
    let callback =
        locations.find(|location| location.contains("/api/auth/sso/callback?")).map(|found| found.trim().to_owned());
    Ok(Redirects { end, callback })
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
