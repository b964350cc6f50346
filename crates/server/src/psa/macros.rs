//! `/api/psa/macros`: changes of tickets that the people of a tenant share. `tickets/apply.rs` applies them.
//!
//! A macro is checked when it is saved, as far as that is possible without a ticket.

pub mod placeholders;

use api::{
    Actor, ProblemCode, Scope,
    ids::MacroId,
    macros::{
        Macro, MacroChange, MacroComment, MacroOrPage, MacroQuery, MacroStatus, MacroTarget, MacroTask, MacroUpdate,
        NewMacro,
    },
    problem::FaultCode,
    ticket_comments::CommentVisibility,
};
use kernel::{
    app::App,
    db::OnConstraint,
    http::{
        Caller, Change, Changed, Created, Deleted, Entry, Found, IfMatch, Json, Paging, PagingParams, Problem, Query,
        Write,
    },
};
use queries::{
    client::Params,
    queries::psa::macros::{
        CreateMacroParams, MacroRow, UpdateMacroParams, assignable_user, create_macro, delete_macro, get_macro,
        list_macros, lock_macro, macro_named, update_macro,
    },
};
use serde_json::{Value, json};
use utoipa_axum::{router::OpenApiRouter, routes};

/// Characters of an unknown placeholder that a response repeats.
const NAME_CHARS: usize = 50;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(create, read, update, delete))
}

/// Create a macro
///
/// The macro is shared by everyone in the tenant. Callers that are restricted to organizations can neither create nor see
/// macros.
#[utoipa::path(post, path = "/api/psa/macros", operation_id = "psa.macros.create", tag = "Macros",
    extensions(("x-problems" = json!([ProblemCode::NameTaken]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 201, body = Macro)))]
async fn create(app: App, write: Write, Json(new): Json<NewMacro>) -> Result<Created<Macro>, Problem> {
    let content = Content { change: new.change, comment: new.comment, tasks: titles(new.tasks) };
    let fields = content.checked()?;
    let change = write.begin().await?;
    refuse_unknown_assignee(&change, &content).await?;
    let (created_by_kind, created_by_id) = change.actor();
    let params = CreateMacroParams {
        id: app.clock.id(),
        name: new.name,
        description: new.description,
        change: fields,
        comment_body: content.comment.as_ref().map(|comment| comment.body.as_str()),
        comment_visibility: content.comment.as_ref().map(|comment| comment.visibility.name()),
        tasks: content.tasks,
        created_by_kind,
        created_by_id,
        now: app.clock.now(),
    };
    let row = constraints(create_macro().params(&*change, &params).one().await, &params.name)?;
    change.created(to_wire(row)).await
}

/// List macros, or read one
///
/// Returns the macro with this `id`, or all macros, newest first.
#[utoipa::path(get, path = "/api/psa/macros", operation_id = "psa.macros.list", tag = "Macros",
    params(MacroQuery, PagingParams),
    security(("api_key" = [Scope::TicketsRead])), responses((status = 200, body = MacroOrPage)))]
async fn read(
    app: App,
    caller: Caller,
    Query(query): Query<MacroQuery>,
    paging: Paging,
) -> Result<Found<Macro>, Problem> {
    if let Some(id) = query.id {
        let row = get_macro().bind(&app.db.short_read(&caller).await?, &id.0).opt().await?;
        return Ok(Found::One(to_wire(row.ok_or_else(Problem::not_found)?)));
    }
    let db = app.db.tenant(&caller).await?;
    let rows = list_macros().bind(&db, &paging.before()?, &paging.rows()).all().await?;
    Ok(Found::Page(paging.page(rows, |row| row.id, to_wire)))
}

/// Change a macro
///
/// Fields that are absent are not changed; `null` clears a field. `change` and `tasks` are replaced as a whole.
#[utoipa::path(put, path = "/api/psa/macros", operation_id = "psa.macros.update", tag = "Macros",
    params(MacroTarget),
    extensions(("x-problems" = json!([ProblemCode::NameTaken]))),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 200, body = Macro)))]
async fn update(
    app: App,
    write: Write,
    Query(target): Query<MacroTarget>,
    if_match: IfMatch,
    Json(wanted): Json<MacroUpdate>,
) -> Result<Changed<Macro>, Problem> {
    let change = write.begin().await?;
    let old = lock(&change, target.id).await?;
    if_match.check(&old)?;
    let (current, names_assignee) = (old.clone(), wanted.change.is_some());
    let content = Content {
        change: wanted.change.unwrap_or(current.change),
        comment: wanted.comment.unwrap_or(current.comment),
        tasks: wanted.tasks.map_or(current.tasks, titles),
    };
    let fields = content.checked()?;
    if names_assignee {
        refuse_unknown_assignee(&change, &content).await?;
    }
    let params = UpdateMacroParams {
        name: wanted.name.unwrap_or(current.name),
        description: wanted.description.unwrap_or(current.description),
        change: fields,
        comment_body: content.comment.as_ref().map(|comment| comment.body.as_str()),
        comment_visibility: content.comment.as_ref().map(|comment| comment.visibility.name()),
        tasks: content.tasks,
        now: app.clock.now(),
        id: current.id.0,
    };
    let row = constraints(update_macro().params(&*change, &params).one().await, &params.name)?;
    change.changed(&old, to_wire(row)).await
}

/// Delete a macro
#[utoipa::path(delete, path = "/api/psa/macros", operation_id = "psa.macros.delete", tag = "Macros",
    params(MacroTarget),
    security(("api_key" = [Scope::TicketsWrite])), responses((status = 204)))]
async fn delete(write: Write, Query(target): Query<MacroTarget>, if_match: IfMatch) -> Result<Deleted, Problem> {
    let change = write.begin().await?;
    let old = lock(&change, target.id).await?;
    if_match.check(&old)?;
    delete_macro().bind(&*change, &target.id.0).one().await?;
    change.deleted(Entry::deleted(&old)).await
}

/// The macro that the body of a request names.
pub async fn find(change: &Change, id: MacroId) -> Result<Macro, Problem> {
    let no_macro = || Problem::fault("/macro_id", FaultCode::NotFound, "there is no such macro");
    Ok(to_wire(get_macro().bind(&**change, &id.0).opt().await?.ok_or_else(no_macro)?))
}

async fn lock(change: &Change, id: MacroId) -> Result<Macro, Problem> {
    let row = lock_macro().bind(&**change, &id.0).opt().await?.ok_or_else(Problem::not_found)?;
    Ok(to_wire(row))
}

async fn refuse_unknown_assignee(change: &Change, content: &Content) -> Result<(), Problem> {
    let Some(Some(assignee)) = content.change.assignee_id else { return Ok(()) };
    let no_user = || Problem::fault("/change/assignee_id", FaultCode::NotFound, "there is no such user");
    assignable_user().bind(&**change, &assignee.0).opt().await?.ok_or_else(no_user)?;
    Ok(())
}

/// The effects of a macro.
struct Content {
    change: MacroChange,
    comment: Option<MacroComment>,
    tasks: Vec<String>,
}

impl Content {
    /// The change as it is stored.
    fn checked(&self) -> Result<Value, Problem> {
        let fields = serde_json::to_value(&self.change).map_err(Problem::internal)?;
        if fields == json!({}) && self.comment.is_none() && self.tasks.is_empty() {
            return Err(Problem::fault("/change", FaultCode::Required, "is required without a comment and tasks"));
        }
        if self.change.status == Some(MacroStatus::Resolved) && self.change.resolution.is_none() {
            let detail = "is required to resolve tickets";
            return Err(Problem::fault("/change/resolution", FaultCode::Required, detail));
        }
        if let Some(comment) = &self.comment {
            placeholders::fill(&comment.body, |_| String::new()).map_err(unknown_placeholder)?;
        }
        Ok(fields)
    }
}

fn unknown_placeholder(name: &str) -> Problem {
    let name: String = name.chars().take(NAME_CHARS).collect();
    let detail =
        format!("has the unknown placeholder {name:?}; known are ticket.number, ticket.subject and requester.name");
    Problem::fault("/comment/body", FaultCode::Invalid, detail)
}

fn titles(tasks: Vec<MacroTask>) -> Vec<String> {
    tasks.into_iter().map(|task| task.0).collect()
}

fn constraints<T>(row: Result<T, tokio_postgres::Error>, name: &str) -> Result<T, Problem> {
    let row: Result<T, Problem> = row.on_constraint(&[("macros_name_is_unique", || {
        Problem::new(ProblemCode::NameTaken, "Another macro already has this name.")
    })]);
    row.map_err(|problem| {
        let name = name.to_owned();
        problem.looking_up::<Macro, _, _>(ProblemCode::NameTaken, move |db| async move {
            macro_named().bind(&db, &name).opt().await.map(|id| id.map(MacroId))
        })
    })
}

fn to_wire(row: MacroRow) -> Macro {
    let visibility = row.comment_visibility.as_deref().and_then(CommentVisibility::named);
    Macro {
        id: MacroId(row.id),
        name: row.name,
        description: row.description,
        change: serde_json::from_value(row.change).unwrap_or_default(),
        comment: row.comment_body.zip(visibility).map(|(body, visibility)| MacroComment { body, visibility }),
        tasks: row.tasks,
        created_by: Actor::stored(&row.created_by_kind, row.created_by_id),
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn content(change: Value, comment: Option<&str>) -> Content {
        let comment =
            comment.map(|body| MacroComment { body: body.to_owned(), visibility: CommentVisibility::Internal });
        Content { change: serde_json::from_value(change).unwrap(), comment, tasks: vec![] }
    }

    #[test]
    fn a_macro_has_an_effect_and_a_resolution_where_one_is_needed() {
        assert!(content(json!({}), None).checked().is_err());
        assert!(content(json!({}), Some("Hello {{requester.name}}")).checked().is_ok());
        assert!(content(json!({"status": "resolved"}), None).checked().is_err());
        assert!(content(json!({"status": "resolved", "resolution": {"code": "fixed"}}), None).checked().is_ok());
        assert!(content(json!({}), Some("Hello {{customer}}")).checked().is_err());
    }

    #[test]
    fn a_change_is_stored_as_it_was_sent() {
        let change = json!({"assignee_id": null, "type": "request", "custom_fields": {"contract": null}});
        assert_eq!(content(change.clone(), None).checked().ok(), Some(change));
    }
}
