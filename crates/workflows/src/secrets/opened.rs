//! The secrets that one call may use, opened for its duration.

use super::{
    hosts::AllowedHost,
    mask::{Mask, percent},
};
use crate::SECRET;
use flow::{Fault, SecretTexts};
use kernel::{
    app::App,
    http::{Caller, Problem},
    sealing::Sealed,
};
use outbound::Url;
use queries::queries::workflows::secrets::sealed_secrets;
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use std::collections::BTreeMap;

/// The secrets that a definition names under `use.secrets`, as far as the workflow may use them.
#[derive(Default)]
pub struct Secrets {
    opened: BTreeMap<String, Opened>,
    mask: Mask,
}

struct Opened {
    value: SecretString,
    hosts: Vec<AllowedHost>,
}

impl Secrets {
    /// Reads with the rights of the caller: those of the workflow's owner, within the ceiling and the workflow's
    /// organizations.
    pub async fn open(app: &App, caller: &Caller, names: &[String]) -> Result<Secrets, Problem> {
        if names.is_empty() {
            return Ok(Secrets::default());
        }
        let rows = {
            let db = app.db.tenant(caller).await?;
            sealed_secrets().bind(&db, &names).all().await?
        };
        let sealed: Vec<Sealed<'_>> = rows
            .iter()
            .map(|row| Sealed { tenant: caller.tenant(), column: SECRET, row: row.id, bytes: &row.value_sealed })
            .collect();
        let values = app.sealing.open_all(&sealed).await;
        let mut opened = BTreeMap::new();
        for (row, value) in rows.iter().zip(values) {
            let value = String::from_utf8(value?.expose_secret().to_vec()).map_err(Problem::internal)?;
            let hosts = row.allowed_hosts.iter().filter_map(|host| host.parse().ok()).collect();
            opened.insert(row.name.clone(), Opened { value: value.into(), hosts });
        }
        let mask = Mask::of(opened.values().map(|secret| secret.value.expose_secret()));
        Ok(Secrets { opened, mask })
    }

    /// The arguments with the values in them. Values in a URL are percent-encoded.
    pub fn fill(&self, texts: &SecretTexts, arguments: &Value) -> Result<Value, Fault> {
        if let Some(missing) = texts.names().into_iter().find(|name| !self.opened.contains_key(*name)) {
            let detail = format!(
                "The secret {missing} does not exist, or belongs to organizations that the workflow is not restricted \
                to."
            );
            return Err(Fault::new(Fault::SECRET_NOT_FOUND, 404, "A secret is missing").detail(detail));
        }
        texts.put_together(arguments, |pointer, name| {
            let value = self.opened.get(name).map_or("", |secret| secret.value.expose_secret());
            if is_address(pointer) { percent(value, "-._~") } else { value.to_owned() }
        })
    }

    /// Refuses a request with a secret that may not be sent to its host. `shown` is the same URL without the values.
    pub fn permit(&self, texts: &SecretTexts, url: &Url, shown: &Url) -> Result<(), Fault> {
        let refused = |detail: String| {
            let title = "A secret may not be sent to this host";
            Err(Fault::new(Fault::SECRET_HOST_REFUSED, 403, title).detail(detail))
        };
        if url.origin() != shown.origin() {
            return refused("A secret is part of the host name, which is sent unencrypted.".to_owned());
        }
        for name in texts.names() {
            let allowed = self.opened.get(name).is_some_and(|secret| secret.hosts.iter().any(|host| host.matches(url)));
            if !allowed {
                let host = url.host_str().unwrap_or_default();
                let port = url.port().map_or_else(String::new, |port| format!(":{port}"));
                return refused(format!("The allowed_hosts of the secret {name} do not include {host}{port}."));
            }
        }
        Ok(())
    }

    /// The result of a call, without the values of secrets.
    pub fn hide_in(&self, result: Result<Value, Fault>) -> Result<Value, Fault> {
        result
            .map(|mut value| {
                self.mask.hide(&mut value);
                value
            })
            .map_err(|fault| self.mask.hide_in_fault(fault))
    }
}

fn is_address(pointer: &str) -> bool {
    pointer == "/endpoint" || pointer == "/endpoint/uri"
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn secrets() -> Secrets {
        let secret = |value: &str| {
            let hosts = vec!["api.example.com".parse().unwrap(), "*.example.org".parse().unwrap()];
            Opened { value: value.to_owned().into(), hosts }
        };
        let opened = [("token".to_owned(), secret("s3cr/t?@evil")), ("label".to_owned(), secret("s3cr3tlabel"))].into();
        Secrets { opened, mask: Mask::default() }
    }

    fn refusal(endpoint: &str) -> Result<String, String> {
        let (arguments, texts) = SecretTexts::take_from(&json!({"endpoint": endpoint}));
        let url = |arguments: Value| arguments["endpoint"].as_str().unwrap().parse::<Url>().unwrap();
        let secrets = secrets();
        let filled = secrets.fill(&texts, &arguments).map_err(|fault| fault.r#type)?;
        let url_of_call = url(filled);
        let permitted = secrets.permit(&texts, &url_of_call, &url(texts.shown(&arguments).unwrap()));
        permitted.map(|()| url_of_call.to_string()).map_err(|fault| fault.r#type)
    }

    #[test]
    fn a_secret_in_an_address_cannot_change_where_it_leads() {
        let there = refusal("${ \"https://api.example.com/x?t=\" + $secret.token }").unwrap();
        assert_eq!(there, "https://api.example.com/x?t=s3cr%2Ft%3F%40evil");
        for elsewhere in [
            "${ \"https://\" + $secret.label + \".example.org/\" }",
            "${ \"https://api.example.com.\" + $secret.label + \".evil.example/\" }",
            "${ \"https://evil.example/?\" + $secret.token }",
            "${ \"https://api.example.com@evil.example/\" + $secret.token }",
            "${ \"https://api.example.com:8443/\" + $secret.token }",
        ] {
            assert_eq!(refusal(elsewhere), Err(Fault::SECRET_HOST_REFUSED.to_owned()), "{elsewhere}");
        }
        assert_eq!(
            refusal("${ \"https://api.example.com/\" + $secret.other }"),
            Err(Fault::SECRET_NOT_FOUND.to_owned())
        );
    }
}
