//! Credentials of all kinds of clouds, because the fixture has those of one kind only.

use super::{Planted, search::Secret};
use kernel::credentials::new_secret;
use serde_json::{Value, json};
use std::{env, fs, path::PathBuf, process};

const PATH: &str = "/api/cloud/providers";

/// The providers that are created. `$secret` stands for their secrets.
pub const PROVIDERS: [&str; 4] = [
    r#"{"kind": "libvirt", "auth_method": "host_secret", "credentials": {"host_secret": "$secret"},
        "config": {"regions": ["rack-4"], "endpoint": "qemu+tls://kvm1.example/system"}}"#,
    r#"{"kind": "openstack", "auth_method": "application_credential",
        "credentials": {"application_credential_id": "0123456789abcdef0123456789abcdef",
            "application_credential_secret": "$secret"},
        "config": {"regions": ["RegionOne"], "endpoint": "https://keystone.example:5000"}}"#,
    r#"{"kind": "openstack", "auth_method": "password", "credentials": {"username": "planted", "password": "$secret"},
        "config": {"regions": ["RegionOne"], "endpoint": "https://keystone.example:5000",
            "account_id": "0123456789abcdef0123456789abcdef"}}"#,
    r#"{"kind": "hetzner", "auth_method": "api_token", "credentials": {"api_token": "$secret"},
        "config": {"regions": ["fsn1"]}}"#,
];

/// The content of the operator's file, with one libvirt host.
const HOSTS: &str = r#"{"as_of": "2026-11-01", "currency": "EUR", "sizes": {"small": {"vcpus": 1, "memory_mib": 512}},
    "hosts": {"qemu+tls://kvm1.example/system": {"images": "images", "disks": "machines", "networks": ["default"],
        "secrets_sha256": ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"]}}}"#;

/// The operator's file of libvirt hosts. Deleted when dropped.
pub struct Hosts(PathBuf);

impl Hosts {
    pub fn write() -> anyhow::Result<Hosts> {
        let file = env::temp_dir().join(format!("tenant-control-hosts-{}.json", process::id()));
        fs::write(&file, HOSTS)?;
        Ok(Hosts(file))
    }

    /// The settings of a server that accepts these providers.
    pub fn settings(&self) -> [String; 4] {
        let file = self.0.to_string_lossy().into_owned();
        let endpoint = "https://keystone.example:5000";
        ["--cloud-libvirt-file".to_owned(), file, "--cloud-allow-endpoint".to_owned(), endpoint.to_owned()]
    }
}

impl Drop for Hosts {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

impl Planted {
    /// Stores, replaces and sends credentials that are refused.
    pub async fn seal_for_clouds(&mut self, round: usize) -> anyhow::Result<()> {
        for (number, text) in PROVIDERS.iter().enumerate() {
            let (first, second) = (new_secret(), new_secret());
            let mut new: Value = serde_json::from_str(&text.replace("$secret", &first))?;
            let other: Value = serde_json::from_str(&text.replace("$secret", &second))?;
            self.secrets.extend([Secret::plain(&first), Secret::plain(&second)]);
            new["name"] = json!(format!("Planted {round} {number}"));
            let made = self.admin.post(&format!("{PATH}?verify=later"), new).await.expect(201);
            let target = format!("{PATH}?id={}", made.id());
            let change = json!({"credentials": other["credentials"]});
            let changed = self.admin.put(&format!("{target}&verify=later"), change).await.expect(200);
            let wrong = json!({"credentials": other["credentials"], "unknown": 1});
            let refused = self.admin.put(&target, wrong).await.expect(422);
            let read = self.admin.get(&target).await.expect(200);
            for answer in [&made, &changed, &refused, &read] {
                self.shows_none("a cloud provider", answer);
            }
        }
        Ok(())
    }
}
