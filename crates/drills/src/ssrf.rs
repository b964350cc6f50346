//! A hostile customer registers URLs that lead to internal addresses, in every known way. A real server accepts or refuses
//! them, a real worker sends events, and a real nameserver returns internal addresses. No request may reach the internal
//! listener.

use crate::{Outcome, Size, stage::Stage};
use anyhow::{Context, ensure};
use api::webhook_deliveries::DeliveryAttempt;
use serde_json::json;
use std::{
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use testdns::Nameserver;
use testkit::{Client, ServerProcess};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

const PATH: &str = "/api/admin/webhooks";

/// The only address of this machine that counts as external in the drill: the operator allows it.
const OUTSIDE: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 77);

/// The addresses of names that are refused when a request is sent.
const NAMES: &[(&str, &[&str])] = &[
    ("loopback", &["127.0.0.1"]),
    ("loopback-other", &["127.1.2.3"]),
    ("loopback-v6", &["::1"]),
    ("unspecified", &["0.0.0.0"]),
    ("unspecified-v6", &["::"]),
    ("this-network", &["0.0.0.1"]),
    ("private-10", &["10.0.0.1"]),
    ("private-172", &["172.16.0.1"]),
    ("private-192", &["192.168.1.1"]),
    ("link-local", &["169.254.1.1"]),
    ("link-local-v6", &["fe80::1"]),
    ("cgnat", &["100.64.0.1"]),
    ("unique-local", &["fd12:3456:789a::1"]),
    ("metadata", &["169.254.169.254"]),
    ("metadata-alibaba", &["100.100.100.200"]),
    ("metadata-azure", &["168.63.129.16"]),
    ("metadata-aws-v6", &["fd00:ec2::254"]),
    ("mapped", &["::ffff:127.0.0.1"]),
    ("mapped-metadata", &["::ffff:169.254.169.254"]),
    ("compatible", &["::127.0.0.1"]),
    ("nat64", &["64:ff9b::7f00:1"]),
    ("nat64-local", &["64:ff9b:1::7f00:1"]),
    ("six-to-four", &["2002:7f00:1::1"]),
    ("teredo", &["2001:0:7f00:1::1"]),
    ("multicast", &["224.0.0.1"]),
    ("broadcast", &["255.255.255.255"]),
    ("documentation", &["192.0.2.1"]),
    ("benchmark", &["198.18.0.1"]),
    ("reserved", &["240.0.0.1"]),
    ("site-local", &["fec0::1"]),
    ("outside-and-inside", &["127.0.0.77", "127.0.0.1"]),
    ("outside-and-inside-v6", &["127.0.0.77", "::1"]),
];

pub async fn run(size: Size) -> anyhow::Result<Outcome> {
    let events = size.pick(5, 1);
    let stage = Stage::set("-c fsync=off").await?;
    let dns = Nameserver::start().await?;
    let inside = Inside::start().await?;
    let port = inside.port;
    let outside = Outside::start(port).await?;

    let (nameserver, allowed) = (dns.address().to_string(), format!("{OUTSIDE}/32"));
    let flags = ["--outbound-nameserver", &nameserver, "--outbound-allow-network", &allowed, "--webhook-haste", "50"];
    let server = ServerProcess::start(&stage.database, &flags).await?;
    let _worker = ServerProcess::start_worker(&stage.database, &flags).await?;
    let tenant = stage.tenant("attacker").await?;
    let client = server.client(&tenant.key);

    let refused = refused_at_registration(&client, port).await?;
    let attacks = register(&client, &dns, port).await?;
    for n in 0..events {
        client.post("/api/rmm/organizations", json!({"name": format!("Event {n}")})).await.expect(201);
    }

    let mut outcome = Outcome::default();
    outcome.figure(format!("{refused} URLs refused when registered"));
    let mut tries = 0;
    for (name, id) in &attacks {
        let made = attempts(&client, id, events).await?;
        tries += made.iter().filter(|attempt| is_refusal(attempt)).count();
        outcome.promise(is_expected(name, &made), format!("{name}: {made:?}"));
    }
    // The server itself sends a request when a customer tests an endpoint.
    let test = client.post(&format!("{PATH}/test?id={}", attacks[0].1), json!({})).await;
    outcome.promise(
        test.body["attempt"]["error"] == "address_refused",
        format!("a test of the endpoint is refused, too: {}", test.body),
    );
    outcome.figure(format!("{} names refused in {tries} attempts, each in the log", NAMES.len()));
    let (reached, received) = (inside.reached.load(Ordering::SeqCst), outside.received.load(Ordering::SeqCst));
    outcome.figure(format!("{reached} connections to the internal listener"));
    outcome.figure(format!("{received} requests to the external receiver"));
    outcome.promise(reached == 0, "no request reaches the internal listener");
    outcome.promise(received > 2 * events, "the external receiver is reached, so the drill would detect a leak");
    Ok(outcome)
}

/// True if no connection was made, and the log has the reason.
fn is_refusal(attempt: &DeliveryAttempt) -> bool {
    let has_reason = attempt.error_detail.as_ref().is_some_and(|detail| detail.contains("not allowed"));
    attempt.error.as_deref() == Some("address_refused")
        && has_reason
        && attempt.remote.is_none()
        && attempt.status.is_none()
}

fn is_expected(name: &str, made: &[DeliveryAttempt]) -> bool {
    match name {
        // A redirect counts as a failure and is not followed.
        "redirect" => !made.is_empty() && made.iter().all(|attempt| attempt.status == Some(302)),
        "honest" => !made.is_empty() && made.iter().all(|attempt| attempt.status == Some(200)),
        // The first look-up returns the external address, later ones an internal one: only the first attempt connects.
        "rebinding" => {
            let (connected, refused): (Vec<_>, Vec<_>) = made.iter().partition(|attempt| attempt.status == Some(503));
            connected.len() == 1 && !refused.is_empty() && refused.iter().all(|attempt| is_refusal(attempt))
        }
        _ => !made.is_empty() && made.iter().all(is_refusal),
    }
}

/// Sends URLs that are refused at registration. Returns their number.
async fn refused_at_registration(client: &Client, port: u16) -> anyhow::Result<usize> {
    let hosts = ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "localhost", "a.localhost", "[::1]"];
    let more = ["[::ffff:7f00:1]", "[64:ff9b::7f00:1]", "169.254.169.254", "[fd00:ec2::254]", "0.0.0.0", "127.0.0.1."];
    let hosts = hosts.iter().chain(&more).map(|host| format!("http://{host}:{port}/"));
    let forms = [
        format!("http://user@outside.attacker.example:{port}/"),
        format!("http://:secret@outside.attacker.example:{port}/"),
        format!("http://outside.attacker.example:{port}/#fragment"),
        "http://outside.attacker.example:22/".to_owned(),
        "http://outside.attacker.example:6379/".to_owned(),
        "ftp://outside.attacker.example/".to_owned(),
        "file:///etc/passwd".to_owned(),
        "gopher://outside.attacker.example/".to_owned(),
        "http://[fe80::1%25lo]/".to_owned(),
    ];
    let mut count = 0;
    for url in hosts.chain(forms) {
        let answer = client.post(PATH, json!({"name": "attack", "url": url, "events": ["*"]})).await;
        ensure!(answer.status == 422, "{url} gets {}", answer.status);
        count += 1;
    }
    Ok(count)
}

/// Registers URLs whose names have internal addresses. Returns the names with the ids of their endpoints.
async fn register(client: &Client, dns: &Nameserver, port: u16) -> anyhow::Result<Vec<(String, String)>> {
    let outside = IpAddr::from(OUTSIDE);
    let host = |name: &str| format!("{name}.attacker.example");
    for (name, addresses) in NAMES {
        let addresses: Result<Vec<IpAddr>, _> = addresses.iter().map(|address| address.parse()).collect();
        dns.set(&host(name), &addresses?);
    }
    dns.set(&host("honest"), &[outside]);
    dns.set(&host("redirect"), &[outside]);
    dns.change(&host("rebinding"), &[&[outside], &[Ipv4Addr::LOCALHOST.into()]]);
    let mut registered = Vec::new();
    for name in NAMES.iter().map(|(name, _)| *name).chain(["honest", "redirect", "rebinding"]) {
        let url = format!("http://{}:{port}/{name}", host(name));
        let new = json!({"name": name, "url": url, "events": ["organization.created"]});
        registered.push((name.to_owned(), client.post(PATH, new).await.expect(201).id()));
    }
    Ok(registered)
}

/// Waits for the deliveries of an endpoint, including a second attempt if they fail. Returns the attempts of its log.
async fn attempts(client: &Client, endpoint: &str, events: usize) -> anyhow::Result<Vec<DeliveryAttempt>> {
    for _ in 0..300 {
        let log = client.get(&format!("{PATH}/deliveries?endpoint_id={endpoint}&limit=100")).await.expect(200);
        let deliveries = log.body["data"].as_array().context("the response has no page")?;
        let made = deliveries.iter().flat_map(|delivery| delivery["attempts"].as_array().into_iter().flatten());
        let made =
            made.map(|attempt| serde_json::from_value(attempt.clone())).collect::<Result<Vec<DeliveryAttempt>, _>>()?;
        let is_delivered = made.len() == events && made.iter().all(|attempt| attempt.status == Some(200));
        if is_delivered || made.len() > events {
            return Ok(made);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    anyhow::bail!("{endpoint} has no attempts in the log after half a minute")
}

/// A listener that must not be reached. Connections are counted.
struct Inside {
    port: u16,
    reached: Arc<AtomicUsize>,
}

impl Inside {
    async fn start() -> anyhow::Result<Inside> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let port = listener.local_addr()?.port();
        let reached = Arc::new(AtomicUsize::new(0));
        let mut listeners = vec![listener];
        for address in ["127.1.2.3", "::1"] {
            // A machine without IPv6 has no ::1 to protect.
            listeners.extend(TcpListener::bind((address, port)).await.ok());
        }
        for listener in listeners {
            let reached = reached.clone();
            tokio::spawn(async move {
                while listener.accept().await.is_ok() {
                    reached.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
        Ok(Inside { port, reached })
    }
}

/// A receiver that may be reached, and helps the attacker: it redirects to the internal listener, and closes each connection
/// so that the name is looked up again.
struct Outside {
    received: Arc<AtomicUsize>,
}

impl Outside {
    async fn start(port: u16) -> anyhow::Result<Outside> {
        let listener = TcpListener::bind(SocketAddr::from((OUTSIDE, port))).await?;
        let received = Arc::new(AtomicUsize::new(0));
        let counter = received.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                counter.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(respond(stream, port));
            }
        });
        Ok(Outside { received })
    }
}

async fn respond(mut stream: TcpStream, port: u16) -> std::io::Result<()> {
    let mut head = [0; 16 * 1024];
    let size = stream.read(&mut head).await?;
    let path = String::from_utf8_lossy(&head[..size]);
    let status = match path.split(' ').nth(1) {
        Some("/redirect") => format!("302 Found\r\nlocation: http://127.0.0.1:{port}/inside"),
        Some("/rebinding") => "503 Service Unavailable".to_owned(),
        _ => "200 OK".to_owned(),
    };
    stream.write_all(format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n").as_bytes()).await?;
    // Reads the rest of the request, because closing earlier could discard the response.
    tokio::time::timeout(Duration::from_millis(500), stream.read(&mut head)).await.map_or(Ok(()), |_| Ok(()))
}
