//! `/api/psa/workflows`: workflows. A definition never changes: a new one becomes another version. A run has the rights of
//! the workflow's owner, within those that the author of its version had.

use super::{check, ending, secrets};
use api::{
    Actor, OrganizationId, Owner, ProblemCode, RunId, Scope, WorkflowId,
    problem::FaultCode,
    workflow_runs::{LastRun, Run, RunStatus},
    workflows::{
        ArchivedWorkflow, NewWorkflow, TriggerType, Workflow, WorkflowChange, WorkflowOrPage, WorkflowQuery,
        WorkflowTarget, WorkflowTrigger,
    },
};
use flow::{Definition, EventPattern, Schedule};
use jiff::Timestamp;
use kernel::{
    app::App,
    db::{OnConstraint, Tx},
    http::{
        Caller, Change, Changed, Created, Deleted, Entry, Found, IfMatch, JsonOrYaml, Paging, PagingParams, Problem,
        Query, Write,
    },
    owners::{self, At},
    quotas::WORKFLOWS,
};
use queries::{
    client::{GenericClient, Params},
    queries::workflows::{
        definitions::{
            self as sql, AddVersionParams, CreateWorkflowParams, ListWorkflowsParams, UpdateWorkflowParams,
            add_version, announce_log, archive_workflow, create_workflow, definition_of_version, follow_log,
            get_workflow, known_organizations, list_workflows, lock_workflow, lock_workflow_quota, note_enabled_by,
            update_workflow, workflow_named,
        },
        runs::active_runs_of_workflow,
        start::lock_admission,
    },
};
use serde_json::{Value, json};
use uuid::Uuid;

/// Create a workflow
///
/// The body is `{name, definition}` in JSON, or in YAML with `Content-Type: application/yaml`. A YAML body may also be
/// the definition alone; its title, or else its name, becomes the name of the workflow. In JSON, the definition may be
/// a string with YAML. All errors of the definition are returned at once, each with a JSON pointer.
///
/// The caller needs the scope that reads each event type that `schedule.on` and `listen` wait for, such as
/// `tickets:read` for `ticket.*`.
#[utoipa::path(post, path = "/api/psa/workflows", operation_id = "psa.workflows.create", tag = "Workflows",
    request_body(content((NewWorkflow = "application/json"), (NewWorkflow = "application/yaml"))),
    extensions(("x-problems" = json!([
        ProblemCode::ScopeEscalation, ProblemCode::QuotaExceeded, ProblemCode::NameTaken
    ]))),
    security(("api_key" = [Scope::WorkflowsWrite])), responses((status = 201, body = Workflow)))]
pub async fn create(
    app: App,
    caller: Caller,
    write: Write,
    JsonOrYaml(new): JsonOrYaml<NewWorkflow>,
) -> Result<Created<Workflow>, Problem> {
    let (document, definition) = check::definition(&app, &caller, new.definition).await?;
    let organizations = within(&caller, new.organization_ids)?;
    let (id, now, (author_kind, author_id)) = (WorkflowId(app.clock.id()), app.clock.now(), caller.actor());
    let Triggers { event_patterns, cron, every_seconds } = Triggers::of(&definition);
    let change = write.begin().await?;
    lock_workflow_quota().bind(&*change).one().await?;
    let owner = owners::of_new(&change, &caller, new.owner).await?;
    refuse_unknown(&change, organizations.as_deref()).await?;
    secrets::refuse_unusable(&change, &definition.secrets, organizations.as_deref(), "/definition/use/secrets").await?;
    let stored = CreateWorkflowParams {
        id: id.0,
        name: new.name.as_str(),
        enabled: new.enabled,
        organization_ids: uuids(organizations.as_deref()),
        event_patterns,
        cron,
        every_seconds,
        owner_kind: owner.kind(),
        owner_id: owner.uuid(),
        author_kind,
        author_id,
        now,
        quota: WORKFLOWS,
    };
    let created = create_workflow().params(&*change, &stored).opt().await;
    unique(created, stored.name)?.ok_or_else(quota_exceeded)?;
    store(&change, id, 1, &document, &caller, now).await?;
    let workflow = get(&*change, id, None).await?;
    change.created(workflow).await
}

/// List workflows, or read one
///
/// With `id`, returns the workflow and its definition; with `version`, an older version of the definition.
#[utoipa::path(get, path = "/api/psa/workflows", operation_id = "psa.workflows.list", tag = "Workflows",
    params(WorkflowQuery, PagingParams),
    security(("api_key" = [Scope::WorkflowsRead])), responses((status = 200, body = WorkflowOrPage)))]
pub async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<WorkflowQuery>,
    paging: Paging,
) -> Result<Found<Workflow>, Problem> {
    let db = app.db.tenant(&caller).await?;
    if let Some(id) = query.id {
        return Ok(Found::One(get(&db, id, query.version).await?));
    }
    let filters = ListWorkflowsParams {
        before: paging.before()?,
        archived: query.archived.unwrap_or(false),
        name: query.name,
        enabled: query.enabled,
        limit: paging.rows(),
    };
    let rows = list_workflows().params(&db, &filters).all().await?;
    Ok(Found::Page(paging.page(rows, |row| row.id, to_wire)))
}

/// Change a workflow
///
/// Fields that are absent are not changed. `definition` becomes a new version, and so does the definition of the
/// version in `rollback_to`; active runs keep their version. For either, the caller needs the scopes that read the
/// event types that the definition waits for.
#[utoipa::path(patch, path = "/api/psa/workflows", operation_id = "psa.workflows.update", tag = "Workflows",
    params(WorkflowTarget),
    request_body(content((WorkflowChange = "application/json"), (WorkflowChange = "application/yaml"))),
    extensions(("x-problems" = json!([ProblemCode::ScopeEscalation, ProblemCode::NameTaken]))),
    security(("api_key" = [Scope::WorkflowsWrite])), responses((status = 200, body = Workflow)))]
pub async fn update(
    app: App,
    caller: Caller,
    write: Write,
    Query(target): Query<WorkflowTarget>,
    if_match: IfMatch,
    JsonOrYaml(wanted): JsonOrYaml<WorkflowChange>,
) -> Result<Changed<Workflow>, Problem> {
    // It is checked before the transaction, because evaluating expressions takes time.
    let newer = match (wanted.definition, wanted.rollback_to) {
        (Some(_), Some(_)) => return Err(two_definitions()),
        (Some(definition), None) => Some(check::definition(&app, &caller, definition).await?.0),
        (None, Some(number)) => older(&app, &caller, target.id, number).await?,
        (None, None) => None,
    };
    let now = app.clock.now();
    let change = write.begin().await?;
    lock_workflow().bind(&*change, &target.id.0).opt().await?.ok_or_else(Problem::not_found)?;
    let old = get(&*change, target.id, None).await?;
    if_match.check(&old)?;
    let owner = wanted.owner.unwrap_or(old.owner);
    if owner != old.owner {
        owners::check(&change, &caller, owner, At::Body("/owner")).await?;
    }
    if wanted.rollback_to.is_some() && newer.is_none() {
        return Err(Problem::fault("/rollback_to", FaultCode::NotFound, "there is no such version"));
    }
    let number = old.latest_version + i32::from(newer.is_some());
    if let Some(document) = &newer {
        store(&change, target.id, number, document, &caller, now).await?;
    }
    let document = newer.as_ref().or(old.definition.as_ref()).unwrap_or(&Value::Null);
    let definition = check::stored(document)?;
    if newer.is_some() {
        let at = if wanted.rollback_to.is_some() { "/rollback_to" } else { "/definition/use/secrets" };
        secrets::refuse_unusable(&change, &definition.secrets, old.organization_ids.as_deref(), at).await?;
    }
    let Triggers { event_patterns, cron, every_seconds } = Triggers::of(&definition);
    let stored = UpdateWorkflowParams {
        name: wanted.name.as_deref().unwrap_or(&old.name),
        enabled: wanted.enabled.unwrap_or(old.enabled),
        owner_kind: owner.kind(),
        owner_id: owner.uuid(),
        latest_version: number,
        event_patterns,
        cron,
        every_seconds,
        now,
        id: target.id.0,
    };
    let updated = update_workflow().params(&*change, &stored).one().await;
    unique(updated, stored.name)?;
    if wanted.enabled == Some(true) && !old.enabled {
        // They are responsible for runs that are not started by a person.
        let (kind, actor) = caller.actor();
        note_enabled_by().bind(&*change, &kind, &actor, &target.id.0).one().await?;
    }
    let new = get(&*change, target.id, None).await?;
    change.changed(&old, new).await
}

/// Archive a workflow
///
/// An archived workflow cannot be started; its runs can still be read. The request is refused while runs are active,
/// unless `force=true` cancels them.
#[utoipa::path(delete, path = "/api/psa/workflows", operation_id = "psa.workflows.delete", tag = "Workflows",
    params(ArchivedWorkflow),
    extensions(("x-problems" = json!([ProblemCode::WorkflowInUse]))),
    security(("api_key" = [Scope::WorkflowsWrite])), responses((status = 204)))]
pub async fn archive(
    app: App,
    write: Write,
    Query(target): Query<ArchivedWorkflow>,
    if_match: IfMatch,
) -> Result<Deleted, Problem> {
    let (id, now) = (target.id.0, app.clock.now());
    let mut change = write.begin().await?;
    lock_admission().bind(&*change).one().await?;
    lock_workflow().bind(&*change, &id).opt().await?.ok_or_else(Problem::not_found)?;
    let old = get(&*change, target.id, None).await?;
    if_match.check(&old)?;
    let active = active_runs_of_workflow().bind(&*change, &id).all().await?;
    if !active.is_empty() && target.force != Some(true) {
        let detail = format!("{} runs of the workflow are active. Cancel them with force=true.", active.len());
        let problem = Problem::new(ProblemCode::WorkflowInUse, detail);
        return Err(match active.first() {
            Some(run) => problem.conflicting_with::<Run>(RunId(*run)),
            None => problem,
        });
    }
    ending::cancel(&app, &mut change, &active).await?;
    archive_workflow().bind(&*change, &now, &id).one().await?;
    let new = get(&*change, target.id, None).await?;
    change.deleted(Entry::retired(&old, &new)).await
}

/// Stores a version, with the current rights of its author, and follows the log if it waits for events.
async fn store(
    change: &Change,
    id: WorkflowId,
    number: i32,
    document: &Value,
    author: &Caller,
    now: Timestamp,
) -> Result<(), Problem> {
    let ((author_kind, author_id), ceiling) = (author.actor(), author.rights());
    let version = AddVersionParams {
        workflow_id: id.0,
        number,
        definition: document,
        author_kind,
        author_id,
        granted_scopes: ceiling.scope_names(),
        granted_organization_ids: ceiling.organization_uuids(),
        now,
    };
    add_version().params(&**change, &version).one().await?;
    follow_log().bind(&**change).opt().await?;
    announce_log().bind(&**change).opt().await?;
    Ok(())
}

fn two_definitions() -> Problem {
    let detail = "cannot be combined with a definition";
    Problem::fault("/rollback_to", FaultCode::Invalid, detail)
}

/// The definition of an older version, which never changes, if it is still valid: functions may have been removed
/// since.
async fn older(app: &App, caller: &Caller, id: WorkflowId, number: i32) -> Result<Option<Value>, Problem> {
    let found = definition_of_version().bind(&app.db.tenant(caller).await?, &id.0, &number).opt().await?;
    if let Some(document) = &found {
        check::again(app, caller, document).await?;
    }
    Ok(found)
}

/// The triggers of a workflow, as stored in its row.
struct Triggers {
    event_patterns: Option<Value>,
    cron: Option<String>,
    every_seconds: Option<i64>,
}

impl Triggers {
    fn of(definition: &Definition) -> Triggers {
        let none = Triggers { event_patterns: None, cron: None, every_seconds: None };
        match &definition.schedule {
            Some(Schedule::On(patterns)) => Triggers { event_patterns: Some(json!(patterns)), ..none },
            Some(Schedule::Cron(cron)) => Triggers { cron: Some(cron.clone()), ..none },
            Some(Schedule::Every(every)) => {
                Triggers { every_seconds: Some(i64::try_from(every.as_secs()).unwrap_or(i64::MAX)), ..none }
            }
            None => none,
        }
    }
}

pub async fn get<C: GenericClient>(db: &C, id: WorkflowId, version: Option<i32>) -> Result<Workflow, Problem> {
    get_workflow().bind(db, &version, &id.0).opt().await?.map(to_wire).ok_or_else(Problem::not_found)
}

/// If the field is absent, the caller's restriction applies. A workflow has no more rights than its author.
pub(super) fn within(
    caller: &Caller,
    wanted: Option<Option<Vec<OrganizationId>>>,
) -> Result<Option<Vec<OrganizationId>>, Problem> {
    let own = caller.organizations();
    let wanted = wanted.unwrap_or_else(|| own.map(<[_]>::to_vec));
    let beyond = match (&wanted, own) {
        (_, None) => false,
        (None, Some(_)) => true,
        (Some(wanted), Some(own)) => wanted.iter().any(|id| !own.contains(id)),
    };
    if beyond {
        let detail = "The workflow would reach organizations that the caller is not allowed to access.";
        return Err(Problem::new(ProblemCode::OrganizationRestricted, detail));
    }
    Ok(wanted)
}

pub(super) async fn refuse_unknown(tx: &Tx, wanted: Option<&[OrganizationId]>) -> Result<(), Problem> {
    let Some(wanted) = wanted else { return Ok(()) };
    let known = known_organizations().bind(tx, &uuids(Some(wanted)).unwrap_or_default()).all().await?;
    owners::refuse_unknown(wanted, &known)
}

fn unique<T>(row: Result<T, tokio_postgres::Error>, name: &str) -> Result<T, Problem> {
    let row: Result<T, Problem> = row.on_constraint(&[("workflows_name_is_unique", || {
        Problem::new(ProblemCode::NameTaken, "Another workflow already has this name.")
    })]);
    row.map_err(|problem| {
        let name = name.to_owned();
        problem.looking_up::<Workflow, _, _>(ProblemCode::NameTaken, move |db| async move {
            workflow_named().bind(&db, &name).opt().await.map(|id| id.map(WorkflowId))
        })
    })
}

fn quota_exceeded() -> Problem {
    let detail = format!("A tenant can have at most {WORKFLOWS} workflows. Archive one that is no longer used.");
    Problem::new(ProblemCode::QuotaExceeded, detail)
}

pub(super) fn uuids(organizations: Option<&[OrganizationId]>) -> Option<Vec<Uuid>> {
    Some(organizations?.iter().map(|id| id.0).collect())
}

fn to_wire(row: sql::Workflow) -> Workflow {
    let patterns: Vec<EventPattern> =
        row.event_patterns.and_then(|patterns| serde_json::from_value(patterns).ok()).unwrap_or_default();
    let none =
        WorkflowTrigger { kind: TriggerType::Event, events: None, filter: None, cron: None, every_seconds: None };
    let by_event = patterns.into_iter().map(|EventPattern { types, filter }| WorkflowTrigger {
        events: Some(types),
        filter: Some(api::webhooks::EventFilter(filter)).filter(|filter| !filter.0.is_empty()),
        ..none.clone()
    });
    let by_time = (row.cron.is_some() || row.every_seconds.is_some()).then(|| WorkflowTrigger {
        kind: TriggerType::Schedule,
        cron: row.cron.clone(),
        every_seconds: row.every_seconds,
        ..none.clone()
    });
    let last_run = row.last_run_id.zip(row.last_run_created_at).map(|(id, created_at)| LastRun {
        id: RunId(id),
        status: row.last_run_status.as_deref().and_then(RunStatus::named).unwrap_or(RunStatus::Failed),
        created_at,
        finished_at: row.last_run_ended_at,
    });
    Workflow {
        id: WorkflowId(row.id),
        name: row.name,
        enabled: row.enabled,
        status_reason: row.status_reason,
        organization_ids: row.organization_ids.map(|ids| ids.into_iter().map(OrganizationId).collect()),
        definition: row.definition,
        definition_version: row.definition_version,
        latest_version: row.latest_version,
        author: Actor::stored(&row.author_kind, row.author_id),
        triggers: by_event.chain(by_time).collect(),
        last_run,
        owner: Owner::stored(&row.owner_kind, row.owner_id),
        created_by: Actor::stored(&row.created_by_kind, row.created_by_id),
        created_at: row.created_at,
        updated_at: row.updated_at,
        archived_at: row.archived_at,
        version: row.version,
    }
}
