//! Invalid and hostile messages are refused or bounded, and the listener keeps working.

use serde_json::{Value, json};
use testkit::{Agents, TestApp, zlib};

fn gzip(text: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(vec![], flate2::Compression::fast());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn inventory(content: &Value) -> Vec<u8> {
    json!({"action": "inventory", "deviceid": "hostile-1", "content": content}).to_string().into_bytes()
}

async fn refused(agents: &Agents, token: &str, body: Vec<u8>, status: u16) {
    let shown = String::from_utf8_lossy(&body[..body.len().min(60)]).into_owned();
    let answer = agents.send(token, body, &[]).await;
    assert_eq!(answer.status, status, "{shown}: {}", answer.text);
}

#[tokio::test]
async fn bodies_that_are_no_message_are_refused() {
    let app = TestApp::start().await;
    let (tenant, agents) = (app.tenant().await, app.agents());
    let token = tenant.enrolment(&tenant.organization("Initech").await).await;
    let laughs =
        r#"<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><REQUEST><QUERY>&b;</QUERY></REQUEST>"#;
    let file = r#"<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><REQUEST><DEVICEID>&e;</DEVICEID></REQUEST>"#;
    let deep = format!("<REQUEST>{}", "<a>".repeat(50_000));
    let whole = zlib(&inventory(&json!({"hardware": {"name": "a"}})));
    let bomb = vec![b' '; 40 * 1024 * 1024];
    for (body, status) in [
        (vec![], 400),
        (b"hello".to_vec(), 400),
        (b"{".to_vec(), 400),
        (b"[]".to_vec(), 400),
        (b"{\"action\": \"\xff\"}".to_vec(), 400),
        (json!({"action": "get_params", "deviceid": "a"}).to_string().into_bytes(), 400),
        (json!({"deviceid": "a"}).to_string().into_bytes(), 400),
        (json!({"action": "inventory", "deviceid": "a"}).to_string().into_bytes(), 400),
        (json!({"action": "inventory", "content": {}}).to_string().into_bytes(), 400),
        (json!({"action": "inventory", "deviceid": "x".repeat(300), "content": {}}).to_string().into_bytes(), 400),
        (b"<html><body>hello</body></html>".to_vec(), 400),
        (laughs.as_bytes().to_vec(), 400),
        (file.as_bytes().to_vec(), 400),
        (deep.into_bytes(), 400),
        (whole[..whole.len() / 2].to_vec(), 400),
        (zlib(&bomb), 413),
        (gzip(&bomb), 413),
        (zlib(&zlib(&bomb)), 400),
        (b"\xff\xfe<\x00R\x00".to_vec(), 400),
    ] {
        refused(&agents, &token, body, status).await;
    }
    assert_eq!(tenant.client.get("/api/rmm/devices").await.expect(200).body["data"], json!([]));
}

#[tokio::test]
async fn tokens_that_are_none_are_refused() {
    let app = TestApp::start().await;
    let (tenant, agents) = (app.tenant().await, app.agents());
    let token = tenant.enrolment(&tenant.organization("Initech").await).await;
    let mut other = token.clone().into_bytes();
    other[30] ^= 1;
    let (key, other) = (tenant.key.clone(), String::from_utf8(other).unwrap());
    for wrong in ["x", "%00", "tce_", "..%2f..%2fetc", &other, &key, &token[1..], &format!("{token}0")] {
        assert_eq!(agents.send(wrong, inventory(&json!({})), &[]).await.status, 403, "{wrong}");
    }
    // The token gives no access to the API.
    let answer = tenant.client.with_key(&token).get("/api/rmm/devices").await;
    assert_eq!(answer.problem(), "401 key_unknown");
}

#[tokio::test]
async fn more_than_a_device_has_is_cut() {
    let app = TestApp::start().await;
    let (tenant, agents) = (app.tenant().await, app.agents());
    let token = tenant.enrolment(&tenant.organization("Initech").await).await;
    let cards: Value = (0..10_000)
        .map(|i| json!({"description": format!("eth{i}"), "mac": format!("00:1b:21:00:{:02x}:{:02x}", i / 256, i % 256)}))
        .collect();
    let content = json!({
        "hardware": {"name": "n".repeat(100_000), "uuid": "'; drop table devices; --", "memory": -1},
        "networks": cards,
        "softwares": [{"name": "\u{0}\u{1b}[31m= cmd|' /C calc'!A0"}, {"name": null}, {"version": "7"}, [], 7, "x"],
        "drives": [{"type": "/", "free": 1e300, "total": "many"}],
        "operatingsystem": [[["x"]]],
        "cpus": {"name": "one", "core": "x"},
    });
    let answer = agents.send(&token, zlib(&inventory(&content)), &[]).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let device = tenant.client.get("/api/rmm/devices").await.expect(200).body["data"][0].clone();
    assert!(device["networks"].as_array().unwrap().len() <= 500);
    assert!(device["hostname"].as_str().unwrap().len() <= 300 && device["name"].as_str().unwrap().len() <= 300);
    assert_eq!((&device["memory_bytes"], &device["identifiers"]["hardware_uuid"]), (&json!(null), &json!(null)));
    assert_eq!((&device["software_count"], &device["cpu"]["cores"]), (&json!(1), &json!(1)));

    let many: Value = (0..30_000).map(|i| json!({"name": format!("package {i}"), "version": "1.0"})).collect();
    let answer = agents.send(&token, zlib(&inventory(&json!({"softwares": many}))), &[]).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let device = tenant.client.get("/api/rmm/devices").await.expect(200).body["data"][0].clone();
    assert_eq!(device["software_count"], 20_000);
}
