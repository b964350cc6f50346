//! The repository of the drill: sixty resources of all kinds, which refer to each other, to customers and to secrets.

use anyhow::ensure;
use serde_json::{Value, json};
use std::{fs, path::Path};

pub const RESOURCES: usize = 60;

pub const CUSTOMERS: usize = 6;

/// Resources for which the service issues a secret: keys and webhooks.
pub const ISSUED: usize = 12;

/// The variables that the files refer to.
pub const SECRETS: [(&str, &str); 2] =
    [("PAGER_TOKEN", "p4ger-t0ken-of-the-drill"), ("VAULT_PASSWORD", "v4ult-p4ssword-of-the-drill")];

/// The content of the file that others refer to.
pub const FILE_SECRET: &str = "f1le-s3cret-of-the-drill";

/// Writes all documents into a folder, in files of both formats. `user` is the e-mail address of somebody in the tenant.
pub fn write(folder: &Path, user: &str) -> anyhow::Result<()> {
    let documents = all(user);
    ensure!(documents.len() == RESOURCES, "{} documents", documents.len());
    fs::create_dir_all(folder.join("desk"))?;
    fs::write(folder.join("hook-token"), format!("{FILE_SECRET}\n"))?;
    let (first, second) = documents.split_at(RESOURCES / 2);
    // JSON is YAML, too.
    let yaml: String = first.iter().map(|document| format!("---\n{document:#}\n")).collect();
    fs::write(folder.join("all.yaml"), yaml)?;
    let json: String = second.iter().map(|document| format!("{document}\n")).collect();
    fs::write(folder.join("desk/all.json"), json)?;
    Ok(())
}

/// Replaces a text in all files of the folder.
pub fn replace(folder: &Path, from: &str, to: &str) -> anyhow::Result<()> {
    let mut found = false;
    for file in ["all.yaml", "desk/all.json"] {
        let text = fs::read_to_string(folder.join(file))?;
        found |= text.contains(from);
        fs::write(folder.join(file), text.replace(from, to))?;
    }
    ensure!(found, "no file has {from}");
    Ok(())
}

fn document(kind: &str, name: &str, spec: &Value) -> Value {
    json!({"kind": kind, "name": name, "spec": spec})
}

/// The documents in an unsuitable order: those that refer to others come first.
fn all(user: &str) -> Vec<Value> {
    let mut documents = vec![document("SlaSettings", "tenant", &sla_settings())];
    documents.extend((0..6).map(|n| document("Webhook", &format!("hook {n}"), &webhook(n))));
    documents.extend((0..CUSTOMERS).map(|n| document("SlaContract", &customer(n), &contract(n))));
    documents.extend((0..8).map(|n| document("View", &format!("view {n}"), &view(n))));
    documents.extend((0..6).map(|n| document("ApiKey", &format!("key {n}"), &key(n))));
    documents.extend((0..2).map(|n| document("CloudProvider", &format!("account {n}"), &provider(n))));
    documents.push(document("BackupConfig", "tenant", &backup("${ref:BackupRepository/vault 0}")));
    documents.push(document(
        "BackupConfig",
        &format!("organization/{}", customer(0)),
        &backup("${ref:BackupRepository/vault 1}"),
    ));
    documents.extend((0..3).map(|n| document("BackupRepository", &format!("vault {n}"), &repository(n))));
    documents.extend((0..5).map(|n| document("Workflow", &format!("workflow {n}"), &workflow(n))));
    documents.extend((0..4).map(|n| document("WorkflowSecret", &format!("token_{n}"), &secret(n))));
    documents.extend((0..6).map(|n| document("Macro", &format!("macro {n}"), &macro_spec(n))));
    documents.extend((0..4).map(|n| document("Team", &format!("team {n}"), &team(user, n))));
    documents.extend((0..4).map(|n| document("SlaPolicy", &format!("policy {n}"), &policy(n))));
    documents.extend((0..3).map(|n| document("ServiceAccount", &format!("robot {n}"), &account(n))));
    documents
}

pub fn customer(n: usize) -> String {
    format!("Customer {n}")
}

fn account(n: usize) -> Value {
    json!({"description": format!("Robot {n}"), "scopes": ["tickets:read", "organizations:read"]})
}

fn key(n: usize) -> Value {
    let owner = format!("${{ref:ServiceAccount/robot {}}}", n % 3);
    json!({"scopes": ["tickets:read"], "expires_days": 30 + n, "owner": owner, "allowed_cidrs": ["127.0.0.1", "10.0.0.0/8"]})
}

fn webhook(n: usize) -> Value {
    let mut spec = json!({
        "url": format!("https://hooks.example/{n}"), "events": ["ticket.created", "ticket.resolved"], "timeout_seconds": 10,
        "filter": {"data.object.priority": ["p1", "p2"]},
        "headers": {"Authorization": "Bearer ${env:PAGER_TOKEN}", "X-Source": "drill"},
    });
    if n % 2 == 1 {
        spec["headers"]["Authorization"] = "Bearer ${file:hook-token}".into();
    }
    if n == 5 {
        spec["status"] = "paused".into();
    }
    spec
}

fn hours() -> Value {
    let day = json!([{"from": "08:00", "to": "18:00"}]);
    json!({"time_zone": "Europe/Berlin", "week": {"monday": day, "tuesday": day, "wednesday": day}})
}

fn targets(seconds: usize) -> Value {
    let target = json!({"first_response_seconds": seconds, "resolution_seconds": seconds * 8});
    json!({"p1": target, "p2": target, "p3": target, "p4": {"resolution_seconds": null}})
}

fn sla_settings() -> Value {
    json!({"enabled": true, "calendar": hours(), "targets": targets(7_200), "at_risk_percent": 80})
}

fn policy(n: usize) -> Value {
    json!({"calendar": hours(), "targets": targets(900 * (n + 1)), "at_risk_percent": null})
}

fn contract(n: usize) -> Value {
    let policy = format!("${{ref:SlaPolicy/policy {}}}", n % 4);
    json!({"policy_id": policy, "starts_at": "2040-01-01T01:00:00+01:00", "ends_at": "2045-01-01T00:00:00Z"})
}

fn team(user: &str, n: usize) -> Value {
    json!({
        "assignment": "least_loaded", "description": format!("Team {n}"),
        "members": [{"user_id": format!("${{ref:User/{user}}}"), "skills": ["wifi", "firewall"]}],
    })
}

fn macro_spec(n: usize) -> Value {
    json!({
        "change": {"status": "pending_customer", "add_tags": [format!("waiting-{n}")], "assignee_id": null},
        "comment": {"body": "Hello {{requester.name}}, please send us a screenshot.", "visibility": "public"},
        "tasks": ["Check the reply", "Close the ticket"],
    })
}

fn view(n: usize) -> Value {
    json!({
        "filter": {"status": ["unresolved"], "team_id": format!("${{ref:Team/team {}}}", n % 4)}, "sort": "due_at",
        "columns": ["number", "subject", "priority"],
    })
}

fn secret(n: usize) -> Value {
    json!({"value": "${env:PAGER_TOKEN}", "allowed_hosts": [format!("b{n}.example"), format!("a{n}.example")]})
}

fn workflow(n: usize) -> Value {
    let name = format!("note-{n}");
    json!({"enabled": n.is_multiple_of(2), "definition": {
        "document": {"dsl": "1.0.0", "namespace": "drill", "name": name, "version": "1.0.0"},
        "do": [{"remember": {"set": {"text": "${ \"x\" + \"y\" }", "number": n, "nothing": null}}}],
    }})
}

fn repository(n: usize) -> Value {
    json!({
        "url": format!("rest:https://vault.example/{n}"), "password": "${env:VAULT_PASSWORD}",
        "credentials": {"id": "reader", "secret": "${env:VAULT_PASSWORD}"}, "expected": {"offsite": true},
    })
}

fn backup(repository: &str) -> Value {
    json!({"config": {
        "rpo_seconds": 14_400, "retention": {"daily": 14, "weekly": 8}, "alerts": {"stale_factor": 2, "open_ticket": false},
        "repositories": [repository],
    }})
}

fn provider(n: usize) -> Value {
    json!({"kind": "aws", "config": {"regions": ["eu-central-1"]}, "guard": {"max_vms": 20 + n}})
}
