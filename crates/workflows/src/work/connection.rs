//! The connection to Temporal, as the settings describe it.

use super::keys::TransitKeys;
use anyhow::{Context, bail};
use engine::{Engine, Identity, QUEUE, Settings};
use kernel::{app::App, settings};
use secrecy::ExposeSecret;
use std::{path::Path, sync::Arc};

/// Returns `None` if Temporal is not configured: runs are accepted and wait.
pub fn engine_of(app: &App) -> anyhow::Result<Option<Engine>> {
    let settings = engine_settings(&app.settings.engine)?;
    Ok(settings.map(|settings| Engine::new(settings, Arc::new(TransitKeys::new(app.clone())))))
}

fn engine_settings(from: &settings::Engine) -> anyhow::Result<Option<Settings>> {
    let Some(url) = from.temporal_url.clone() else { return Ok(None) };
    let certificate = read(from.temporal_cert_file.as_deref(), "TC_TEMPORAL_CERT_FILE")?;
    let key = read(from.temporal_key_file.as_deref(), "TC_TEMPORAL_KEY_FILE")?;
    let identity = match (certificate, key) {
        (Some(certificate), Some(key)) => Some(Identity { certificate, key }),
        (None, None) => None,
        _ => bail!("TC_TEMPORAL_CERT_FILE and TC_TEMPORAL_KEY_FILE must be set together"),
    };
    Ok(Some(Settings {
        url,
        namespace: from.temporal_namespace.clone(),
        queue: from.temporal_queue.clone().unwrap_or_else(|| QUEUE.to_owned()),
        api_key: from.api_key()?.map(|key| key.expose_secret().to_owned()),
        authority: read(from.temporal_ca_file.as_deref(), "TC_TEMPORAL_CA_FILE")?,
        identity,
    }))
}

fn read(file: Option<&Path>, name: &str) -> anyhow::Result<Option<Vec<u8>>> {
    file.map(|file| std::fs::read(file).with_context(|| format!("{name}: {}", file.display()))).transpose()
}
