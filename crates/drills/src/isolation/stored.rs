//! In the end the tables hold what their owners made of them, and nothing else.

use super::oracle::{Oracle, Thing};
use anyhow::bail;
use api::{ApiKeyId, OrganizationId};
use serde_json::Value;
use std::collections::BTreeMap;
use tokio_postgres::Client;
use uuid::Uuid;

/// Where they are stored, and the fields that are the same there.
const TABLES: [(&str, &str); 2] = [("organizations", "org"), ("api_keys", "key")];
const SAME: [&str; 9] =
    ["name", "notes", "tags", "domains", "custom_fields", "scopes", "expires_days", "key_prefix", "version"];

impl Oracle {
    pub async fn compare(&mut self, root: &Client) -> anyhow::Result<()> {
        let mut missing: BTreeMap<&String, &Thing> = self.things.iter().filter(|(_, thing)| !thing.gone).collect();
        for table in tables(root).await? {
            let Some((_, kind)) = TABLES.iter().find(|(name, _)| *name == table) else {
                bail!("the table {table} has tenants' rows: teach the drill to compare them");
            };
            let rows = root.query(&format!("select tenant_id, id, to_jsonb(t) from public.{table} t"), &[]).await?;
            for row in rows {
                let (tenant, id, stored): (Uuid, Uuid, Value) = (row.get(0), row.get(1), row.get(2));
                let id = if *kind == "org" { OrganizationId(id).to_string() } else { ApiKeyId(id).to_string() };
                let wrong = match missing.remove(&id) {
                    None => Some("is stored, though nobody has it".to_owned()),
                    Some(thing) if self.tenants[thing.tenant].uuid != tenant => {
                        Some("went to another tenant".to_owned())
                    }
                    Some(thing) => difference(&thing.now, &stored),
                };
                self.breaches.extend(wrong.map(|wrong| format!("{id} {wrong}")));
                self.compared += 1;
            }
        }
        self.breaches.extend(missing.keys().map(|id| format!("{id} is gone, though nobody deleted it")));
        Ok(())
    }
}

fn difference(known: &Value, stored: &Value) -> Option<String> {
    let differs = |field: &&&str| known.get(**field).is_some_and(|now| *now != stored[**field]);
    let revoked = known["status"] == "revoked";
    match SAME.iter().find(differs) {
        Some(field) => Some(format!("was {known}, is stored as {stored}: {field}")),
        None if revoked == stored["revoked_at"].is_null() && known.get("status").is_some() => {
            Some(format!("is {}, but stored as {stored}", known["status"]))
        }
        None => None,
    }
}

async fn tables(root: &Client) -> anyhow::Result<Vec<String>> {
    let query = "select table_name::text from information_schema.columns
        where table_schema = 'public' and column_name = 'tenant_id' order by 1";
    Ok(root.query(query, &[]).await?.iter().map(|row| row.get(0)).collect())
}
