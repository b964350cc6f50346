//! `/api/rmm/organizations`: the tenant's customers.
//!
//! Most objects of a tenant belong to one of them, and a key can be restricted to some: row-level security hides all
//! others from such a key.

use api::{
    OrganizationId, ProblemCode,
    organizations::{
        ContactPerson, Domain, ExternalRef, NewOrganization, Organization, OrganizationChange, OrganizationCounts,
        OrganizationInclude, OrganizationOrPage, OrganizationQuery, OrganizationTarget, Tag,
    },
};
use kernel::{
    app::App,
    db::{OnConstraint, Tx},
    http::{
        Caller, Changed, Created, Deleted, Entry, Found, IfMatch, Json, Paging, PagingParams, Problem, Query, Write,
    },
};
use queries::{
    client::Params,
    queries::rmm::organizations::{
        self as sql, CreateOrganizationParams, FindOrganizationsParams, UpdateOrganizationParams, count_devices,
        create_organization, delete_organization, find_organizations, get_organization, list_organizations,
        lock_organization, organization_named, organization_with_external_ref, update_organization,
    },
};
use serde_json::Value;
use std::collections::HashMap;
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, read, update, delete))
}

/// Create an organization
#[utoipa::path(post, path = "/api/rmm/organizations", operation_id = "rmm.organizations.create", tag = "Organizations",
    extensions(("x-problems" = json!([ProblemCode::NameTaken, ProblemCode::ExternalRefTaken]))),
    security(("api_key" = [api::Scope::OrganizationsWrite])), responses((status = 201, body = Organization)))]
async fn create(app: App, write: Write, Json(new): Json<NewOrganization>) -> Result<Created<Organization>, Problem> {
    let now = app.clock.now();
    let organization = Organization {
        id: OrganizationId(app.clock.id()),
        name: new.name,
        notes: new.notes,
        domains: domains(&new.domains),
        tags: tags(&new.tags),
        contact: new.contact,
        external_ref: new.external_ref,
        custom_fields: new.custom_fields,
        created_at: now,
        updated_at: now,
        version: 1,
        counts: None,
    };
    let change = write.begin().await?;
    let statement = create_organization().prepare(&*change).await?;
    let insert = async |tx: &Tx, new: &Organization| {
        let (contact, external) = (new.contact.as_ref(), new.external_ref.as_ref());
        let inserted = statement
            .params(
                tx,
                &CreateOrganizationParams {
                    id: new.id.0,
                    name: new.name.as_str(),
                    notes: new.notes.as_deref(),
                    domains: new.domains.as_slice(),
                    tags: new.tags.as_slice(),
                    contact_name: contact.map(|c| c.name.as_str()),
                    contact_email: contact.and_then(|c| c.email.as_deref()),
                    contact_phone: contact.and_then(|c| c.phone.as_deref()),
                    external_system: external.map(|e| e.system.as_str()),
                    external_id: external.map(|e| e.id.as_str()),
                    custom_fields: Value::from(new.custom_fields.clone()),
                    now,
                },
            )
            .one()
            .await;
        conflicts(inserted, &new.name, external).map(drop)
    };
    change.created_by(organization, insert).await
}

/// List organizations, or read one
///
/// Returns the organization with this `id`, or all organizations that the caller can read, newest first.
#[utoipa::path(get, path = "/api/rmm/organizations", operation_id = "rmm.organizations.list", tag = "Organizations",
    params(OrganizationQuery, PagingParams),
    security(("api_key" = [api::Scope::OrganizationsRead])), responses((status = 200, body = OrganizationOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<OrganizationQuery>,
    paging: Paging,
) -> Result<Found<Organization>, Problem> {
    let counts = query.include.as_ref().is_some_and(|parts| parts.contains(&OrganizationInclude::Counts));
    if let Some(id) = query.id {
        let row = get_organization().bind(&app.db.short_read(&caller).await?, &id.0).opt().await?;
        let row = row.ok_or_else(Problem::not_found)?;
        let devices = if counts { Some(devices_of(&app, &caller, &[id.0]).await?) } else { None };
        return Ok(Found::One(counted(to_wire(row), devices.as_ref())));
    }
    let (before, limit) = (paging.before()?, paging.rows());
    let rows = match query {
        OrganizationQuery { name_prefix: None, tag: None, external_system: None, external_id: None, .. } => {
            match paging.is_short() {
                true => list_organizations().bind(&app.db.short_read(&caller).await?, &before, &limit).all().await?,
                false => list_organizations().bind(&app.db.tenant(&caller).await?, &before, &limit).all().await?,
            }
        }
        OrganizationQuery { name_prefix, tag, external_system, external_id, .. } => {
            let filters = FindOrganizationsParams { before, name_prefix, tag, external_system, external_id, limit };
            find_organizations().params(&app.db.tenant(&caller).await?, &filters).all().await?
        }
    };
    let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
    let devices = if counts { Some(devices_of(&app, &caller, &ids).await?) } else { None };
    Ok(Found::Page(paging.page(rows, |row| row.id, |row| counted(to_wire(row), devices.as_ref()))))
}

/// Change an organization
///
/// Fields that are absent are not changed; `null` clears a field.
#[utoipa::path(put, path = "/api/rmm/organizations", operation_id = "rmm.organizations.update", tag = "Organizations",
    params(OrganizationTarget),
    extensions(("x-problems" = json!([ProblemCode::NameTaken, ProblemCode::ExternalRefTaken]))),
    security(("api_key" = [api::Scope::OrganizationsWrite])), responses((status = 200, body = Organization)))]
async fn update(
    app: App,
    write: Write,
    Query(target): Query<OrganizationTarget>,
    if_match: IfMatch,
    Json(wanted): Json<OrganizationChange>,
) -> Result<Changed<Organization>, Problem> {
    let change = write.begin().await?;
    let old = lock(&change, target.id).await?;
    if_match.check(&old)?;
    let current = old.clone();
    let contact = wanted.contact.unwrap_or(current.contact);
    let external = wanted.external_ref.unwrap_or(current.external_ref);
    let name = wanted.name.unwrap_or(current.name);
    let row = update_organization()
        .params(
            &*change,
            &UpdateOrganizationParams {
                name: name.as_str(),
                notes: wanted.notes.unwrap_or(current.notes),
                domains: wanted.domains.map_or(current.domains, |new| domains(&new)),
                tags: wanted.tags.map_or(current.tags, |new| tags(&new)),
                contact_name: contact.as_ref().map(|c| c.name.as_str()),
                contact_email: contact.as_ref().and_then(|c| c.email.as_deref()),
                contact_phone: contact.as_ref().and_then(|c| c.phone.as_deref()),
                external_system: external.as_ref().map(|e| e.system.as_str()),
                external_id: external.as_ref().map(|e| e.id.as_str()),
                custom_fields: Value::from(wanted.custom_fields.unwrap_or(current.custom_fields)),
                now: app.clock.now(),
                id: target.id.0,
            },
        )
        .one()
        .await;
    change.changed(&old, to_wire(conflicts(row, &name, external.as_ref())?)).await
}

/// Delete an organization
///
/// The request is refused while a valid API key is restricted to the organization, or the organization has tickets,
/// devices, contacts, cloud providers or cloud machines. Its enrolments are deleted as well.
#[utoipa::path(delete, path = "/api/rmm/organizations", operation_id = "rmm.organizations.delete", tag = "Organizations",
    params(OrganizationTarget),
    extensions(("x-problems" = json!([ProblemCode::OrganizationInUse]))),
    security(("api_key" = [api::Scope::OrganizationsWrite])), responses((status = 204)))]
async fn delete(
    app: App,
    write: Write,
    Query(target): Query<OrganizationTarget>,
    if_match: IfMatch,
) -> Result<Deleted, Problem> {
    let change = write.begin().await?;
    let old = lock(&change, target.id).await?;
    if_match.check(&old)?;
    let deleted = delete_organization().bind(&*change, &target.id.0, &app.clock.now()).opt().await;
    let deleted = deleted.on_constraint(&[
        ("tickets_organization_exists", || in_use("The organization has tickets.")),
        ("devices_organization_exists", || in_use("The organization has devices.")),
        ("contacts_organization_exists", || in_use("The organization has contacts.")),
        ("cloud_providers_organization_exists", || in_use("The organization has cloud providers.")),
        ("cloud_vms_organization_exists", || in_use("The organization has cloud machines.")),
    ])?;
    deleted.ok_or_else(|| in_use("A valid API key is restricted to the organization."))?;
    change.deleted(Entry::deleted(&old)).await
}

/// The number of devices of each organization that has some.
async fn devices_of(app: &App, caller: &Caller, organizations: &[Uuid]) -> Result<HashMap<Uuid, i64>, Problem> {
    let counts = count_devices().bind(&app.db.tenant(caller).await?, &organizations).all().await?;
    Ok(counts.into_iter().map(|count| (count.organization_id, count.devices)).collect())
}

fn counted(organization: Organization, devices: Option<&HashMap<Uuid, i64>>) -> Organization {
    let counts = devices
        .map(|devices| OrganizationCounts { devices: devices.get(&organization.id.0).copied().unwrap_or_default() });
    Organization { counts, ..organization }
}

async fn lock(tx: &Tx, id: OrganizationId) -> Result<Organization, Problem> {
    lock_organization().bind(tx, &id.0).opt().await?.map(to_wire).ok_or_else(Problem::not_found)
}

fn in_use(detail: &'static str) -> Problem {
    Problem::new(ProblemCode::OrganizationInUse, detail)
}

/// Converts violated constraints of the table to problems.
fn conflicts<T>(
    row: Result<T, tokio_postgres::Error>,
    name: &str,
    external: Option<&ExternalRef>,
) -> Result<T, Problem> {
    let row: Result<T, Problem> = row.on_constraint(&[
        ("organizations_name_is_unique", || {
            Problem::new(ProblemCode::NameTaken, "Another organization of the tenant already has this name.")
        }),
        ("organizations_external_ref_is_unique", || {
            Problem::new(
                ProblemCode::ExternalRefTaken,
                "Another organization of the tenant already has this external_ref.",
            )
        }),
    ]);
    row.map_err(|problem| {
        let (name, external) = (name.to_owned(), external.cloned());
        problem
            .looking_up::<Organization, _, _>(ProblemCode::NameTaken, move |db| async move {
                organization_named().bind(&db, &name).opt().await.map(|id| id.map(OrganizationId))
            })
            .looking_up::<Organization, _, _>(ProblemCode::ExternalRefTaken, move |db| async move {
                let Some(ExternalRef { system, id }) = external else { return Ok(None) };
                organization_with_external_ref().bind(&db, &system, &id).opt().await.map(|id| id.map(OrganizationId))
            })
    })
}

fn domains(domains: &[Domain]) -> Vec<String> {
    domains.iter().map(|domain| domain.0.clone()).collect()
}

fn tags(tags: &[Tag]) -> Vec<String> {
    tags.iter().map(|tag| tag.0.clone()).collect()
}

fn to_wire(row: sql::Organization) -> Organization {
    Organization {
        id: OrganizationId(row.id),
        name: row.name,
        notes: row.notes,
        domains: row.domains,
        tags: row.tags,
        contact: row.contact_name.map(|name| ContactPerson {
            name,
            email: row.contact_email,
            phone: row.contact_phone,
        }),
        external_ref: row.external_system.zip(row.external_id).map(|(system, id)| ExternalRef { system, id }),
        custom_fields: row.custom_fields.into(),
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
        counts: None,
    }
}
