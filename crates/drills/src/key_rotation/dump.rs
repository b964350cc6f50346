//! A dump of the whole database, searched for secrets and master keys in clear, in hex and in base64.

use super::planted::{MARK, bytes};
use crate::{bench::postgres_program, stage::Stage};
use anyhow::ensure;
use base64::{Engine, prelude::BASE64_STANDARD_NO_PAD};
use std::process::Command;

pub struct Found {
    pub kilobytes: usize,
    pub forms: usize,
    pub wrong: Vec<String>,
}

pub async fn search(stage: &Stage, secrets: &[String], master_keys: &str) -> anyhow::Result<Found> {
    let port = stage.database.port.to_string();
    let mut command = Command::new(postgres_program("pg_dump"));
    command.args(["-h", "127.0.0.1", "-p", &port, "-U", "postgres", &stage.database.name]);
    let output = tokio::task::spawn_blocking(move || command.output()).await??;
    ensure!(output.status.success(), "pg_dump: {}", String::from_utf8_lossy(&output.stderr));
    let dump = String::from_utf8(output.stdout)?;
    ensure!(dump.contains("COPY public.webhook_endpoints"), "the dump contains no endpoints");

    let mut forms = forms_of(MARK.as_bytes());
    for secret in secrets {
        forms.extend(forms_of(&bytes(secret)?));
        forms.extend(forms_of(secret.as_bytes()));
    }
    for line in master_keys.lines().filter(|line| !line.starts_with('#')) {
        let key = line.split(' ').nth(1).unwrap_or_default();
        forms.push(key.to_owned());
        forms.extend(forms_of(&base64::prelude::BASE64_STANDARD.decode(key)?));
    }
    forms.sort();
    forms.dedup();
    // Without this check, a search that finds nothing would prove nothing.
    let sample = format!("x{}x{}x{MARK}", hex(secrets[0].as_bytes()), secrets[0]);
    ensure!(
        forms.iter().filter(|form| sample.contains(form.as_str())).count() >= 3,
        "the search does not find planted forms"
    );

    let wrong = forms.iter().filter(|form| dump.contains(form.as_str()));
    let wrong = wrong.map(|form| format!("the dump contains {form}")).collect();
    Ok(Found { kilobytes: dump.len() / 1024, forms: forms.len(), wrong })
}

/// The secret as text (if it is text), in hex, and in base64 at the three possible offsets.
fn forms_of(secret: &[u8]) -> Vec<String> {
    let mut forms = vec![hex(secret), hex(secret).to_uppercase()];
    forms.extend(str::from_utf8(secret).ok().filter(|text| text.is_ascii()).map(str::to_owned));
    for before in 0..3 {
        let whole = BASE64_STANDARD_NO_PAD.encode([&vec![b'-'; before][..], secret].concat());
        // Digits that also hold bits of neighbouring bytes are left out.
        let digits = &whole[(before * 8usize).div_ceil(6)..(before + secret.len()) * 8 / 6];
        forms.extend([digits.to_owned(), digits.replace('+', "-").replace('/', "_")]);
    }
    forms
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
