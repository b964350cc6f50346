//! The published examples of receivers, and the libraries of Standard Webhooks, against real deliveries of the server:
//! an event, a changed one, an old one, and one during a rotation.

use reqwest::StatusCode;
use serde_json::json;
use standardwebhooks::Webhook;
use std::{
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
    time::Duration,
};
use testkit::{Received, Receiver, TestApp, TestTenant};
use tokio::{
    io::{AsyncBufReadExt, BufReader, Lines},
    process::{Child, ChildStdout},
};

const PATH: &str = "/api/admin/webhooks";

/// A sample for receivers: a delivery as it was sent, or changed on the way.
#[derive(Clone)]
struct Sample {
    id: String,
    timestamp: String,
    signature: String,
    body: Vec<u8>,
}

impl Sample {
    fn of(received: &Received) -> Sample {
        let header = |name| received.header(name).to_owned();
        let (id, timestamp, signature) =
            (header("webhook-id"), header("webhook-timestamp"), header("webhook-signature"));
        Sample { id, timestamp, signature, body: received.body.to_vec() }
    }

    fn with_a_changed_byte(&self) -> Sample {
        let mut body = self.body.clone();
        let place = body.windows(7).position(|window| window == b"Initech").unwrap();
        body[place] = b'U';
        Sample { body, ..self.clone() }
    }

    /// Correctly signed, but ten minutes ago.
    fn of_long_ago(&self, secret: &str) -> Sample {
        let then = self.timestamp.parse::<i64>().unwrap() - 600;
        let signature = Webhook::new(secret).unwrap().sign(&self.id, then, &self.body).unwrap();
        Sample { timestamp: then.to_string(), signature, ..self.clone() }
    }
}

/// An endpoint's secret and a delivery by it; then a second secret, and a delivery by both.
struct Rotation {
    old: String,
    before: Sample,
    new: String,
    meanwhile: Sample,
}

async fn rotation(tenant: &TestTenant) -> Rotation {
    let receiver = Receiver::start().await;
    let new = json!({"name": "mirror", "url": receiver.url, "events": ["organization.created"]});
    let created = tenant.client.post(PATH, new).await.expect(201);
    let secret = |body: &serde_json::Value| body["secret"].as_str().expect("a secret, once").to_owned();
    tenant.organization("Initech").await;
    let before = Sample::of(&receiver.wait_for(1).await[0]);

    let rotate = json!({"rotate_secret": {"grace_seconds": 3600}});
    let rotated = tenant.client.put(&format!("{PATH}?id={}", created.id()), rotate).await.expect(200);
    // The worker learns of the new secret within a second; earlier deliveries are signed by the old one alone.
    for n in 2..60 {
        tenant.organization(&format!("Initech {n}")).await;
        let meanwhile = Sample::of(&receiver.wait_for(n).await[n - 1]);
        if meanwhile.signature.contains(' ') {
            return Rotation { old: secret(&created.body), before, new: secret(&rotated.body), meanwhile };
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("no delivery carries two signatures")
}

/// Every receiver accepts and refuses the same samples.
async fn tried(rotation: &Rotation, mut takes: impl AsyncFnMut(&str, &Sample) -> bool) {
    let Rotation { old, before, new, meanwhile } = rotation;
    assert!(takes(old, before).await, "a delivery");
    assert!(!takes(new, before).await, "another's delivery");
    assert!(takes(old, meanwhile).await && takes(new, meanwhile).await, "a delivery during a rotation");
    for secret in [old, new] {
        assert!(!takes(secret, &meanwhile.with_a_changed_byte()).await, "a changed byte");
        assert!(!takes(secret, &meanwhile.of_long_ago(secret)).await, "an old timestamp");
    }
    let garbage = Sample { signature: "v1,\u{20ac} x v1a,y".to_owned(), ..before.clone() };
    assert!(!takes(old, &garbage).await, "no signature at all");
}

#[tokio::test]
async fn the_rust_library_takes_what_we_send_and_nothing_else() {
    let app = TestApp::start_working(&[]).await;
    let rotation = rotation(&app.tenant().await).await;
    tried(&rotation, async |secret, sample| {
        let headers = [("id", &sample.id), ("timestamp", &sample.timestamp), ("signature", &sample.signature)];
        let header =
            |(name, value): (&str, &String)| Some((format!("webhook-{name}").parse().ok()?, value.parse().ok()?));
        let headers = headers.into_iter().filter_map(header).collect();
        Webhook::new(secret).unwrap().verify(&sample.body, &headers).is_ok()
    })
    .await;
    app.stop().await;
}

#[tokio::test]
async fn the_shell_example_takes_what_we_send_and_nothing_else() {
    let app = TestApp::start_working(&[]).await;
    let rotation = rotation(&app.tenant().await).await;
    tried(&rotation, async |secret, sample| {
        let mut child = Command::new(root().join("examples/webhooks/verify.sh"))
            .args([&sample.id, &sample.timestamp, &sample.signature])
            .env("WEBHOOK_SECRET", secret)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // A receiver that refuses by the time alone does not read the body.
        let _ = child.stdin.take().unwrap().write_all(&sample.body);
        child.wait().unwrap().success()
    })
    .await;
    app.stop().await;
}

#[tokio::test]
async fn the_python_example_takes_what_we_send_and_nothing_else() {
    example_receives("python").await;
}

#[tokio::test]
async fn the_typescript_example_takes_what_we_send_and_nothing_else() {
    example_receives("typescript").await;
}

async fn example_receives(language: &str) {
    let app = TestApp::start_working(&[]).await;
    let tenant = app.tenant().await;

    // Straight from the server.
    let port = free_port();
    let new =
        json!({"name": "example", "url": format!("http://127.0.0.1:{port}/"), "events": ["organization.created"]});
    let created = tenant.client.post(PATH, new).await.expect(201);
    let mut example = Example::start(language, created.body["secret"].as_str().unwrap(), port).await;
    let organization = tenant.organization("Umbrella").await;
    let handled = example.next_line().await;
    assert!(handled.ends_with(&format!("organization.created {organization}")), "{handled}");
    tenant.client.delete(&format!("{PATH}?id={}", created.id())).await.expect(204);

    let rotation = rotation(&tenant).await;
    let mut old = Example::start(language, &rotation.old, free_port()).await;
    let new = Example::start(language, &rotation.new, free_port()).await;
    tried(
        &rotation,
        async |secret, sample| if secret == rotation.old { old.takes(sample).await } else { new.takes(sample).await },
    )
    .await;

    // The same event twice is handled once.
    assert!(old.takes(&rotation.before).await && old.takes(&rotation.meanwhile).await);
    assert!(old.next_line().await.contains(&rotation.before.id));
    assert!(old.next_line().await.contains(&rotation.meanwhile.id));
    assert!(tokio::time::timeout(Duration::from_millis(200), old.lines.next_line()).await.is_err());
    app.stop().await;
}

/// A receiver in its own process, which ends with it.
struct Example {
    _process: Child,
    lines: Lines<BufReader<ChildStdout>>,
    url: String,
}

impl Example {
    async fn start(language: &str, secret: &str, port: u16) -> Example {
        let mut process = tokio::process::Command::new(root().join("scripts/receivers"))
            .arg(language)
            .env("WEBHOOK_SECRET", secret)
            .env("PORT", port.to_string())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let mut example = Example { _process: process, lines, url: format!("http://127.0.0.1:{port}/") };
        assert_eq!(example.next_line().await, "listening");
        example
    }

    async fn next_line(&mut self) -> String {
        let line = tokio::time::timeout(Duration::from_secs(60), self.lines.next_line()).await;
        line.expect("the example says something").unwrap().expect("the example runs")
    }

    async fn takes(&self, sample: &Sample) -> bool {
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let post = client.post(&self.url).body(sample.body.clone()).header("webhook-id", &sample.id);
        let signature = sample.signature.as_bytes();
        let post = post.header("webhook-timestamp", &sample.timestamp).header("webhook-signature", signature);
        match post.send().await.unwrap().status() {
            StatusCode::NO_CONTENT => true,
            StatusCode::BAD_REQUEST => false,
            status => panic!("{status}"),
        }
    }
}

fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}
