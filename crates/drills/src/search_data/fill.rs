//! Stores the generated objects in their tables, and their entries in the index: for whole tables at once, by the functions
//! that the triggers call. Row by row, it would take several times as long.

use super::Catalogue;
use crate::stage::Stage;
use anyhow::{Context, ensure};
use futures::try_join;
use serde_json::{Value, json};
use std::time::Instant;
use tokio_postgres::Client;
use uuid::Uuid;

/// The number of rows of one statement.
const BATCH: usize = 5_000;

/// The tables whose rows have entries, for each of two connections: devices are half of the work.
const INDEXED: [&[&str]; 2] = [&["devices"], &["organizations", "contacts", "users", "tickets", "ticket_comments"]];

/// The number of rows of each table whose entries are compared with those of the triggers.
const COMPARED: i32 = 300;

pub async fn fill(stage: &Stage, tenant: Uuid, catalogue: &Catalogue) -> anyhow::Result<()> {
    let started = Instant::now();
    let root = connect(stage).await?;
    organizations(&root, tenant, catalogue).await.context("organizations")?;
    devices(&root, tenant, catalogue).await.context("devices")?;
    people(&root, tenant, catalogue).await.context("people")?;
    tickets(&root, tenant, catalogue).await.context("tickets")?;
    root.batch_execute("analyze").await?;
    eprintln!("  {} rows in {:.1} s", catalogue.entries(), started.elapsed().as_secs_f64());
    index(stage, &root, tenant).await?;
    compare(stage, tenant).await
}

/// A connection without triggers and without checks of foreign keys.
async fn connect(stage: &Stage) -> anyhow::Result<Client> {
    let root = stage.database.root().await;
    root.batch_execute(
        "set session_replication_role = replica; set maintenance_work_mem = '512MB'; set work_mem = '256MB'; set jit = off",
    )
    .await?;
    Ok(root)
}

/// Inserts rows in batches: the statement reads them from its second parameter.
async fn insert(root: &Client, tenant: Uuid, sql: &str, rows: impl Iterator<Item = Value>) -> anyhow::Result<()> {
    let statement = root.prepare(sql).await?;
    let mut batch = vec![];
    let mut rows = rows.peekable();
    while let Some(row) = rows.next() {
        batch.push(row);
        if batch.len() == BATCH || rows.peek().is_none() {
            root.execute(&statement, &[&tenant, &Value::Array(std::mem::take(&mut batch))]).await?;
        }
    }
    Ok(())
}

/// The time that is in an id, in seconds.
fn second(id: Uuid) -> f64 {
    (id.as_u128() >> 80) as f64 / 1e3
}

async fn organizations(root: &Client, tenant: Uuid, catalogue: &Catalogue) -> anyhow::Result<()> {
    let sql = "
        insert into organizations (tenant_id, id, name, domains, tags, custom_fields, created_at, updated_at)
        select $1::uuid, id, name, array[domain], '{}', '{}', to_timestamp(at), to_timestamp(at)
        from jsonb_to_recordset($2) as made (id uuid, name text, domain text, at double precision)";
    let row = |made: &super::Organization| json!({"id": made.id, "name": made.name, "domain": made.domain, "at": second(made.id)});
    insert(root, tenant, sql, catalogue.organizations.iter().map(row)).await
}

async fn devices(root: &Client, tenant: Uuid, catalogue: &Catalogue) -> anyhow::Result<()> {
    let sql = "
        with stored as (
            insert into devices (
                tenant_id, id, organization_id, name, hostname, type, serial, hardware_uuid, macs, manufacturer, model,
                os_family, os_name, last_user, first_seen_at, created_at, updated_at
            )
            select
                $1::uuid, id, organization_id, hostname, hostname, type, serial, uuid, macs, manufacturer, model, os_family,
                os_name, last_user, to_timestamp(at), to_timestamp(at), to_timestamp(at)
            from jsonb_to_recordset($2) as made (
                id uuid, organization_id uuid, hostname text, type text, serial text, uuid text, macs text[],
                manufacturer text, model text, os_family text, os_name text, last_user text, at double precision
            )
        )
        insert into device_details (tenant_id, device_id, organization_id, networks)
        select $1::uuid, id, organization_id, networks
        from jsonb_to_recordset($2) as made (id uuid, organization_id uuid, networks jsonb)";
    let row = |made: &super::Device| {
        let (manufacturer, model, os_family, os_name) = made.model;
        json!({"id": made.id, "organization_id": made.organization, "hostname": made.hostname, "type": made.kind,
            "serial": made.serial, "uuid": made.uuid, "macs": made.macs, "manufacturer": manufacturer, "model": model,
            "os_family": os_family, "os_name": os_name, "last_user": made.last_user, "at": second(made.id),
            "networks": [{"name": "eth0", "mac": made.macs[0], "addresses": [made.ip], "virtual_interface": false}]})
    };
    insert(root, tenant, sql, catalogue.devices.iter().map(row)).await
}

async fn people(root: &Client, tenant: Uuid, catalogue: &Catalogue) -> anyhow::Result<()> {
    let contacts = "
        insert into contacts (
            tenant_id, id, organization_id, name, emails, phones, title, custom_fields, vip, status, created_at, updated_at
        )
        select
            $1::uuid, id, organization_id, name, array[email], phones, title, '{}', false, 'active', to_timestamp(at),
            to_timestamp(at)
        from jsonb_to_recordset($2) as made (
            id uuid, organization_id uuid, name text, email text, phones text[], title text, at double precision
        )";
    let row = |made: &super::Contact| {
        json!({"id": made.id, "organization_id": made.organization, "name": made.name(), "email": made.email,
            "phones": made.phones, "title": made.title, "at": second(made.id)})
    };
    insert(root, tenant, contacts, catalogue.contacts.iter().map(row)).await?;
    let users = "
        insert into users (tenant_id, id, email, name, role, created_at, updated_at)
        select $1::uuid, id, email, name, 'technician', to_timestamp(at), to_timestamp(at)
        from jsonb_to_recordset($2) as made (id uuid, email text, name text, at double precision)";
    let row =
        |made: &super::User| json!({"id": made.id, "email": made.email, "name": made.name, "at": second(made.id)});
    insert(root, tenant, users, catalogue.users.iter().map(row)).await
}

async fn tickets(root: &Client, tenant: Uuid, catalogue: &Catalogue) -> anyhow::Result<()> {
    let tickets = "
        insert into tickets (
            tenant_id, id, number, subject, description, type, status, priority, source, organization_id, tags, device_ids,
            custom_fields, comments, created_by_kind, created_at, updated_at
        )
        select
            $1::uuid, id, number, subject, description, 'incident', status, priority, 'email', organization_id, '{}', '{}', '{}',
            comments, 'api_key', to_timestamp(at), to_timestamp(at)
        from jsonb_to_recordset($2) as made (
            id uuid, number bigint, subject text, description text, status text, priority text, organization_id uuid,
            comments integer, at double precision
        )";
    let row = |made: &super::Ticket| {
        json!({"id": made.id, "number": made.number, "subject": made.subject, "description": made.description,
            "status": made.status, "priority": made.priority, "organization_id": made.organization,
            "comments": made.comments.len(), "at": second(made.id)})
    };
    insert(root, tenant, tickets, catalogue.tickets.iter().map(row)).await?;
    let comments = "
        insert into ticket_comments (
            tenant_id, id, ticket_id, organization_id, body, visibility, created_by_kind, created_at
        )
        select $1::uuid, id, ticket_id, organization_id, body, 'public', 'api_key', to_timestamp(at)
        from jsonb_to_recordset($2) as made (
            id uuid, ticket_id uuid, organization_id uuid, body text, at double precision
        )";
    let rows = catalogue.tickets.iter().flat_map(|ticket| {
        ticket.comments.iter().map(move |(id, body)| {
            json!({"id": id, "ticket_id": ticket.id, "organization_id": ticket.organization, "body": body, "at": second(*id)})
        })
    });
    insert(root, tenant, comments, rows).await?;
    let counter = "insert into ticket_counters (tenant_id, last_number) values ($1, $2)
        on conflict (tenant_id) do update set last_number = excluded.last_number";
    root.execute(counter, &[&tenant, &(catalogue.tickets.len() as i64)]).await?;
    Ok(())
}

/// Writes the entries on two connections, and then the index over them and the vocabulary.
async fn index(stage: &Stage, root: &Client, tenant: Uuid) -> anyhow::Result<()> {
    let started = Instant::now();
    let definition: String =
        root.query_one("select pg_get_indexdef('search_entries_by_term'::regclass)", &[]).await?.get(0);
    root.batch_execute("drop index search_entries_by_term").await?;
    let other = connect(stage).await?;
    let (one, two) = try_join!(entries(root, tenant, INDEXED[0]), entries(&other, tenant, INDEXED[1]))?;
    root.batch_execute(&definition).await?;
    let words = root.execute(VOCABULARY, &[&tenant]).await.context("vocabulary")?;
    root.batch_execute("vacuum analyze").await?;
    let took = started.elapsed().as_secs_f64();
    eprintln!("  {} entries and {words} variants of words in {took:.1} s", one + two);
    Ok(())
}

async fn entries(client: &Client, tenant: Uuid, tables: &[&str]) -> anyhow::Result<u64> {
    let mut count = 0;
    for table in tables {
        let sql = format!(
            "insert into search_entries (
                tenant_id, type, id, part, organization_id, title, subtitle, identifiers, labels, texts, terms, created_at,
                updated_at
            )
            select
                entry.tenant_id, entry.type, entry.id, entry.part, entry.organization_id, entry.title, entry.subtitle,
                entry.identifiers, entry.labels, entry.texts, app.search_terms(entry), entry.created_at, entry.updated_at
            from {table} as thing
            cross join lateral app.search_entry(thing) as entry
            where thing.tenant_id = $1 and entry.title is not null
            on conflict do nothing"
        );
        count += client.execute(&sql, &[&tenant]).await.with_context(|| format!("entries of {table}"))?;
    }
    Ok(count)
}

/// The statement of `app.write_search_entry`, for the whole tenant.
const VOCABULARY: &str = "
    insert into search_vocabulary (tenant_id, variant, word)
    select $1::uuid, variant, found.word
    from (
        select distinct substr(lexeme, 10) as word
        from search_entries
        cross join lateral unnest(tsvector_to_array(search_entries.terms)) as lexeme
        where search_entries.tenant_id = $1 and substr(lexeme, 9, 1) = 'z'
    ) as found
    cross join lateral unnest(app.search_variants(found.word)) as variant
    where length(found.word) between 4 and 40 and found.word !~ '[0-9]'
    on conflict do nothing";

/// Fails if the entries are not those that the triggers would write.
async fn compare(stage: &Stage, tenant: Uuid) -> anyhow::Result<()> {
    let app = stage.database.connect("app").await?;
    app.batch_execute(&format!("begin; set local app.tenant_id = '{tenant}'")).await?;
    for table in INDEXED.concat() {
        let sql = "select checked, wrong from app.check_search($1, $2, $3)";
        let row = app.query_one(sql, &[&table, &Uuid::nil(), &COMPARED]).await.context(table)?;
        let (checked, wrong): (i64, i64) = (row.get(0), row.get(1));
        ensure!(checked > 0 && wrong == 0, "{wrong} of {checked} {table} have other entries than the triggers write");
    }
    app.batch_execute("commit").await?;
    Ok(())
}
