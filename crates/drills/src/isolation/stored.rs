//! In the end the tables hold what their owners made of them, and nothing else.

use super::oracle::{Actor, Answers, Change, Oracle, Thing};
use anyhow::bail;
use api::{ApiKeyId, OrganizationId, ServiceAccountId, SessionId, SsoProviderId, TicketId, UserId, WebhookEndpointId};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use tokio_postgres::Client;
use uuid::Uuid;

/// Where they are stored, and the fields that are the same there. What writes leave besides is compared on its own.
const TABLES: [(&str, &str); 8] = [
    ("organizations", "org"),
    ("api_keys", "key"),
    ("service_accounts", "sva"),
    ("sessions", "ses"),
    ("sso_providers", "sso"),
    ("tickets", "tkt"),
    ("users", "usr"),
    ("webhook_endpoints", "whk"),
];
const LEFT_BY_WRITES: [&str; 2] = ["audit_log", "idempotency_keys"];
/// The record of what was deleted may stay.
const LIVING: &str = "where to_jsonb(t) ->> 'deleted_at' is null";
/// What the server notes of keys.
const OF_KEYS: [&str; 2] = ["api_key_expiry_notices", "api_key_scope_uses"];
const SAME: [&str; 13] = [
    "name",
    "notes",
    "tags",
    "domains",
    "custom_fields",
    "scopes",
    "expires_days",
    "key_prefix",
    "version",
    "subject",
    "description",
    "priority",
    "number",
];

/// What else tickets and events leave, and how many rows of it are with the wrong tenant or customer, or not as what they
/// belong to would have them.
const BESIDE: [(&str, &str); 31] = [
    (
        "api_key_secrets",
        "select count(*) from api_keys k where 1 <> (
            select count(*) from api_key_secrets s
            where s.tenant_id = k.tenant_id and s.key_id = k.id and s.valid_until is null
        )",
    ),
    (
        "webhook_secrets",
        "select count(*) from webhook_endpoints e where (
            select count(*) from webhook_secrets s
            where s.tenant_id = e.tenant_id and s.endpoint_id = e.id and s.valid_until is null
        ) <> case when e.deleted_at is null then 1 else 0 end",
    ),
    (
        "sso_domains",
        "select count(*) from sso_domains d
        where not exists (select from sso_providers p where p.tenant_id = d.tenant_id and p.id = d.provider_id)
            or domain not like (select split_part(domain, '.', 1) from tenants where id = d.tenant_id) || '%'",
    ),
    (
        "data_keys",
        "select count(*) from (
            select tenant_id from data_keys where retired_at is null group by tenant_id having count(*) > 1
        ) as several",
    ),
    (
        "webhook_fan_outs",
        "select count(*) from webhook_fan_outs f
        where not exists (select from webhook_endpoints e where e.tenant_id = f.tenant_id) or worker_id is not null",
    ),
    // Nobody delivers here.
    ("webhook_health", "select count(*) from webhook_health"),
    ("webhook_deliveries", "select count(*) from webhook_deliveries"),
    ("webhook_attempts", "select count(*) from webhook_attempts"),
    ("operations", "select count(*) from operations"),
    // Nobody makes workflows here.
    ("engine_keys", "select count(*) from engine_keys"),
    ("engine_outbox", "select count(*) from engine_outbox"),
    ("workflows", "select count(*) from workflows"),
    ("workflow_versions", "select count(*) from workflow_versions"),
    ("workflow_runs", "select count(*) from workflow_runs"),
    ("workflow_steps", "select count(*) from workflow_steps"),
    ("workflow_approvals", "select count(*) from workflow_approvals"),
    ("workflow_decisions", "select count(*) from workflow_decisions"),
    ("workflow_listeners", "select count(*) from workflow_listeners"),
    ("workflow_followers", "select count(*) from workflow_followers"),
    ("workflow_secrets", "select count(*) from workflow_secrets"),
    // Kept while a test call is under way.
    ("idempotency_reservations", "select count(*) from idempotency_reservations"),
    ("sso_attempts", "select count(*) from sso_attempts"),
    ("sso_codes", "select count(*) from sso_codes"),
    (
        "ticket_counters",
        "select count(*) from ticket_counters c
        where last_number <> (select count(*) from tickets where tenant_id = c.tenant_id)
            or last_number <> (select max(number) from tickets where tenant_id = c.tenant_id)",
    ),
    (
        "ticket_labels",
        "with expected as (
            select tenant_id, label, id, organization_id, status, priority
            from tickets, unnest(app.ticket_labels_of(tickets)) as label
        ),
        stored as (select tenant_id, label, ticket_id, organization_id, status, priority from ticket_labels)
        select count(*) from (
            (select * from expected except select * from stored) union all (select * from stored except select * from expected)
        ) as different",
    ),
    (
        "ticket_words",
        "select count(*) from tickets t full join ticket_words w on w.tenant_id = t.tenant_id and w.ticket_id = t.id
        where app.ticket_words_of(t) is distinct from w.words",
    ),
    (
        "ticket_comments",
        "select
            (select count(*) from tickets t where comments <> (
                select count(*) from ticket_comments c where c.tenant_id = t.tenant_id and c.ticket_id = t.id
            ))
            + (select count(*) from ticket_comments c left join tickets t on t.tenant_id = c.tenant_id and t.id = c.ticket_id
                where t.organization_id is distinct from c.organization_id)",
    ),
    (
        "sla_versions",
        "select count(*) from (
            select tenant_id from sla_versions group by tenant_id having max(version) <> count(*)
        ) as with_gaps",
    ),
    (
        "event_logs",
        "select count(*) from event_logs l
        where last_position <> (select count(*) from events where tenant_id = l.tenant_id)
            or last_position <> (select coalesce(max(position), 0) from events where tenant_id = l.tenant_id)",
    ),
    (
        "event_subjects",
        "select count(*) from event_subjects s where last_sequence <> (
            select count(distinct sequence) from events where tenant_id = s.tenant_id and subject_id = s.subject_id
        ) or last_sequence <> (
            select max(sequence) from events where tenant_id = s.tenant_id and subject_id = s.subject_id
        )",
    ),
    (
        "events",
        "select count(*) from events e where not exists (
            select from event_subjects s where s.tenant_id = e.tenant_id and s.subject_id = e.subject_id
        )",
    ),
];

impl Oracle {
    pub async fn compare(&mut self, root: &Client) -> anyhow::Result<()> {
        let entry = |id: &str| ["aud_", "evt_", "cmt_"].iter().any(|kind| id.starts_with(kind));
        let there = self.things.iter().filter(|(id, thing)| !thing.gone && !entry(id));
        let mut missing: BTreeMap<&String, &Thing> = there.collect();
        for table in tables(root).await?.into_iter().filter(|table| !compared_on_its_own(table)) {
            let Some((_, kind)) = TABLES.iter().find(|(name, _)| *name == table) else {
                bail!("the table {table} has tenants' rows: teach the drill to compare them");
            };
            let rows =
                root.query(&format!("select tenant_id, id, to_jsonb(t) from public.{table} t {LIVING}"), &[]).await?;
            for row in rows {
                let (tenant, id, stored): (Uuid, Uuid, Value) = (row.get(0), row.get(1), row.get(2));
                let id = match *kind {
                    "org" => OrganizationId(id).to_string(),
                    "tkt" => TicketId(id).to_string(),
                    "sva" => ServiceAccountId(id).to_string(),
                    "ses" => SessionId(id).to_string(),
                    "sso" => SsoProviderId(id).to_string(),
                    "usr" => UserId(id).to_string(),
                    "whk" => WebhookEndpointId(id).to_string(),
                    _ => ApiKeyId(id).to_string(),
                };
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
        for (table, wrong) in BESIDE {
            let wrong: i64 = root.query_one(wrong, &[]).await?.get(0);
            self.breaches
                .extend((wrong > 0).then(|| format!("{table} has {wrong} rows that are not as they should be")));
        }
        self.compare_events(root).await?;
        self.compare_notes(root).await?;
        self.compare_audit_log(root).await?;
        self.compare_answers(root).await
    }

    /// What is noted of a key is noted with its tenant.
    async fn compare_notes(&mut self, root: &Client) -> anyhow::Result<()> {
        for table in OF_KEYS {
            for row in root.query(&format!("select tenant_id, key_id from {table}"), &[]).await? {
                let (tenant, key): (Uuid, ApiKeyId) = (row.get(0), ApiKeyId(row.get(1)));
                let thing = self.things.get(&key.to_string());
                if thing.is_none_or(|thing| self.tenants[thing.tenant].uuid != tenant) {
                    self.breaches.push(format!("{table} has {key} with another tenant"));
                }
                self.compared += 1;
            }
        }
        Ok(())
    }

    /// One entry for each change, with its tenant, and no other.
    async fn compare_audit_log(&mut self, root: &Client) -> anyhow::Result<()> {
        let made =
            self.changes.iter().flat_map(|(request, changes)| changes.iter().map(move |change| (request, change)));
        let key = |request: &str, tenant: Uuid, operation: &str, resource: &str| {
            format!("{operation} of {resource} by {request} for {tenant}")
        };
        let of = |change: &Change| self.tenants[change.tenant].uuid;
        let mut missing: BTreeSet<_> =
            made.map(|(request, change)| key(request, of(change), &change.operation, &change.resource)).collect();
        let query =
            "select tenant_id, request_id, operation, resource_id from audit_log where actor_kind <> 'operator'";
        for row in root.query(query, &[]).await? {
            let entry = key(row.get(1), row.get(0), row.get(2), row.get(3));
            if !missing.remove(&entry) {
                self.breaches.push(format!("the audit log has {entry}, not as made"));
            }
            self.compared += 1;
        }
        self.breaches.extend(missing.iter().map(|entry| format!("the audit log has nothing of {entry}")));
        Ok(())
    }

    /// Each event is with the tenant that made the change, about what it changed; and there is one for each change.
    async fn compare_events(&mut self, root: &Client) -> anyhow::Result<()> {
        // A key that is revoked again is not revoked anew.
        let quiet = ["admin.api_keys.delete", "auth.sessions.delete"];
        let silent =
            |change: &Change| change.subject == "sla" || quiet.iter().any(|quiet| change.operation.starts_with(quiet));
        let told = self.changes.iter().filter(|(_, changes)| !changes.iter().all(silent));
        let mut missing: BTreeSet<&String> = told.map(|(request, _)| request).collect();
        let query = "select tenant_id, request_id, subject_id from events where actor_kind <> 'system'";
        for row in root.query(query, &[]).await? {
            let (tenant, request, subject): (Uuid, String, &str) = (row.get(0), row.get(1), row.get(2));
            missing.remove(&request);
            let mut made = self.changes.get(&request).into_iter().flatten();
            if !made.any(|change| self.tenants[change.tenant].uuid == tenant && change.subject == subject) {
                self.breaches.push(format!("the log has an event about {subject} by {request}, not as made"));
            }
            self.compared += 1;
        }
        self.breaches.extend(missing.iter().map(|request| format!("the log has no event of {request}")));
        Ok(())
    }

    /// One answer for each request that succeeded with an Idempotency-Key, kept for its caller, and no other.
    async fn compare_answers(&mut self, root: &Client) -> anyhow::Result<()> {
        let mut missing: BTreeSet<_> = kept_for(&self.actors, &self.kept).collect();
        let query = "select coalesce(k.key_prefix, s.token_prefix), a.route, a.key from idempotency_keys a
            left join api_keys k on k.tenant_id = a.tenant_id and k.id = a.principal_id
            left join sessions s on s.tenant_id = a.tenant_id and s.user_id = a.principal_id";
        let rows = root.query(query, &[]).await?;
        for row in &rows {
            let (prefix, route, key): (Option<&str>, &str, &str) = (row.get(0), row.get(1), row.get(2));
            if !missing.remove(&(prefix.unwrap_or_default(), route.to_owned(), key)) {
                self.breaches.push(format!("an answer to {route} with {key} is kept for {prefix:?}, who got none"));
            }
            self.compared += 1;
        }
        self.breaches.extend(missing.iter().map(|kept| format!("no answer is kept for {kept:?}")));
        Ok(())
    }
}

/// Whose, for which address and with which Idempotency-Key. A caller is told by the part of its key that is not secret.
fn kept_for<'a>(actors: &'a [Actor], kept: &'a Answers) -> impl Iterator<Item = (&'a str, String, &'a str)> {
    let prefix = |actor: usize| actors[actor].key.rsplit_once('_').map_or("", |(prefix, _)| prefix);
    kept.iter().map(move |((actor, _, key), kept)| (prefix(*actor), kept.call.route(), key.as_str()))
}

fn compared_on_its_own(table: &str) -> bool {
    LEFT_BY_WRITES.contains(&table) || OF_KEYS.contains(&table) || BESIDE.iter().any(|(compared, _)| *compared == table)
}

fn difference(known: &Value, stored: &Value) -> Option<String> {
    let differs = |field: &&&str| {
        let kept = stored.get(**field);
        known.get(**field).zip(kept).is_some_and(|(now, kept)| now != kept)
    };
    let endpoint = known.get("secret_hint").is_some();
    let revoked = known["status"] == "revoked";
    match SAME.iter().find(differs) {
        Some(field) => Some(format!("was {known}, is stored as {stored}: {field}")),
        None if known.get("number").is_some() => {
            (known["status"] != stored["status"]).then(|| format!("is {}, but stored as {stored}", known["status"]))
        }
        None if endpoint => {
            (known["status"] != stored["status"]).then(|| format!("is {}, but stored as {stored}", known["status"]))
        }
        None if revoked == stored["revoked_at"].is_null() && known.get("status").is_some() => {
            Some(format!("is {}, but stored as {stored}", known["status"]))
        }
        None => None,
    }
}

async fn tables(root: &Client) -> anyhow::Result<Vec<String>> {
    let query = "select table_name::text from information_schema.columns join information_schema.tables
        using (table_schema, table_name)
        where table_schema = 'public' and column_name = 'tenant_id' and table_type = 'BASE TABLE' order by 1";
    Ok(root.query(query, &[]).await?.iter().map(|row| row.get(0)).collect())
}
