//! `/approvals/`: the approvals that wait for the signed-in person, and a form to decide them. It needs no script.
//!
//! Another site cannot submit the form: the browser sends the origin of a form, omits the cookie in requests from other
//! sites, and the form contains a token that only the session's own page has.

use super::{decide::in_words, find, list};
use crate::runs;
use api::{
    Actor, ApiKeyId, ApprovalId, Grant, ProblemCode, Scope, UserId,
    approvals::{ApprovalQuery, ApprovalStatus, DecisionKind, ListedApproval},
    problem::FaultCode,
    workflow_runs::{PlannedEffect, PlannedStep, RunAction, RunActionKind},
};
use askama::Template;
use axum::{
    Extension, Router,
    body::to_bytes,
    extract::{FromRequestParts, Request},
    http::{HeaderMap, StatusCode, Uri, request::Parts},
    response::{IntoResponse, Redirect, Response},
    routing::get,
};
use jiff::Timestamp;
use kernel::{
    app::App,
    http::{BODY_BYTES, Caller, IfMatch, Problem, Write, site},
    pages::{Frame, Section, personal, with_slash},
};
use queries::queries::workflows::approvals::names_of;
use std::collections::{BTreeMap, BTreeSet};
use uuid::Uuid;

const PATH: &str = "/approvals/";
/// How many are shown at once.
const SHOWN: i64 = 30;
const COMMENT_CHARS: usize = 2000;

pub fn routes() -> Router<App> {
    Router::new().route("/approvals", get(with_slash)).route(PATH, get(read).post(decide))
}

/// The page of one approval.
pub fn url(base_url: &str, id: ApprovalId) -> String {
    format!("{}{PATH}?id={id}", base_url.trim_end_matches('/'))
}

async fn read(app: App, person: Option<Extension<Caller>>, headers: HeaderMap, uri: Uri) -> Result<Response, Problem> {
    let Some(Extension(caller)) = person else {
        let return_to = uri.path_and_query().map_or(PATH, |target| target.as_str()).to_owned();
        let page = SignedOut { frame: Frame::new("Approvals", Section::Approvals), return_to };
        return Ok(personal(StatusCode::OK, &page));
    };
    let mut given = form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    let id = given.find(|(name, _)| name == "id").map(|(_, id)| id.into_owned());
    let id = id.map(|id| id.parse().map_err(|_| Problem::not_found())).transpose()?;
    let page = show(&app, &caller, &headers, id, None).await?;
    Ok(personal(StatusCode::OK, &page))
}

async fn decide(app: App, person: Option<Extension<Caller>>, request: Request) -> Result<Response, Problem> {
    let Some(Extension(caller)) = person else {
        let detail = "Your session has ended. Sign in and decide again.";
        return Err(Problem::new(ProblemCode::Unauthenticated, detail));
    };
    let (mut parts, body) = request.into_parts();
    let body = to_bytes(body, BODY_BYTES).await.map_err(Problem::internal)?;
    let form = Form::read(&body)?;
    if !site::is_form_token(&app.settings.base_url, &parts.headers, &form.id.to_string(), &form.token) {
        let detail = "The form belongs to another session. Open the page again and decide there.";
        return Err(Problem::new(ProblemCode::CrossSiteRequest, detail));
    }
    match carry_out(&app, &caller, &mut parts, &form).await {
        Ok(()) => Ok(Redirect::to(&format!("{PATH}?id={}", form.id)).into_response()),
        Err(problem) if problem.is_ours() || problem.code() == ProblemCode::NotFound => Err(problem),
        Err(problem) => {
            let status = StatusCode::from_u16(problem.code().status()).unwrap_or(StatusCode::BAD_REQUEST);
            let refused = Refused { text: problem.said(), comment: form.comment };
            let page = show(&app, &caller, &parts.headers, Some(form.id), Some(refused)).await?;
            Ok(personal(status, &page))
        }
    }
}

/// The same as `PATCH /api/psa/workflows/runs`, with its audit row and its events.
async fn carry_out(app: &App, caller: &Caller, parts: &mut Parts, form: &Form) -> Result<(), Problem> {
    let action =
        form.action.ok_or_else(|| Problem::fault("/action", FaultCode::Invalid, "must be approve or reject"))?;
    if form.comment.chars().count() > COMMENT_CHARS {
        let detail = format!("must have at most {COMMENT_CHARS} characters");
        return Err(Problem::fault("/comment", FaultCode::Invalid, detail));
    }
    let run = find(app, caller, form.id).await?.run.id;
    // A form has no parameters: with `dry_run=true` it would only seem to decide.
    parts.uri = Uri::from_static(PATH);
    let mut change = Write::from_request_parts(parts, app).await?.begin().await?;
    let comment = Some(form.comment.clone()).filter(|comment| !comment.is_empty());
    let wanted = RunAction { action, approval_id: Some(form.id), path: None, comment };
    runs::carry_out(app, caller, &mut change, (run, &IfMatch::ANY), &wanted).await?;
    change.done().await
}

/// The fields of the form.
struct Form {
    id: ApprovalId,
    token: String,
    action: Option<RunActionKind>,
    comment: String,
}

impl Form {
    fn read(body: &[u8]) -> Result<Form, Problem> {
        let sent: BTreeMap<String, String> = form_urlencoded::parse(body).into_owned().collect();
        let text = |name: &str| sent.get(name).map(String::as_str).unwrap_or_default();
        let id = text("id").parse().map_err(|_| Problem::not_found())?;
        let action = RunActionKind::named(text("action"));
        Ok(Form {
            id,
            token: text("token").to_owned(),
            action: action.filter(|action| matches!(action, RunActionKind::Approve | RunActionKind::Reject)),
            comment: text("comment").replace("\r\n", "\n").replace('\0', "\u{fffd}").trim().to_owned(),
        })
    }
}

/// The reason why the form was refused, and the text that the person had entered.
struct Refused {
    text: String,
    comment: String,
}

/// The page with one approval, or with all that wait for this person.
async fn show(
    app: &App,
    caller: &Caller,
    headers: &HeaderMap,
    id: Option<ApprovalId>,
    refused: Option<Refused>,
) -> Result<Page, Problem> {
    let reads = Grant::Only(Scope::WorkflowsRead);
    if !caller.grants.iter().any(|grant| grant.covers(reads)) {
        return Err(Problem::insufficient_scope(vec![reads], &caller.grants));
    }
    let mut listed = match id {
        Some(id) => vec![find(app, caller, id).await?],
        None => {
            let mine = ApprovalQuery { mine: Some(true), ..ApprovalQuery::default() };
            list(app, caller, &mine, Uuid::max(), SHOWN + 1).await?
        }
    };
    let more = listed.len() as i64 > SHOWN;
    listed.truncate(SHOWN as usize);
    let names = Names::of(app, caller, &listed).await?;
    let decided = listed.first().filter(|_| id.is_some()).and_then(|listed| own_decision(caller, listed));
    let comment = refused.as_ref().map(|refused| refused.comment.clone()).unwrap_or_default();
    let entries = listed.into_iter().map(|listed| Entry::of(app, listed, &names, headers, &comment)).collect();
    Ok(Page {
        frame: Frame::new("Approvals", Section::Approvals),
        who: names.get(&caller.wire_actor()),
        refused: refused.map(|refused| refused.text),
        decided,
        is_one: id.is_some(),
        entries,
        more,
    })
}

/// The recorded decision of the person, as text.
fn own_decision(caller: &Caller, ListedApproval { approval, .. }: &ListedApproval) -> Option<String> {
    let own = approval.decisions.iter().find(|decision| decision.decided_by == caller.wire_actor())?;
    let missing = approval.min_approvals - approval.approvals_given;
    Some(match (own.decision, approval.status) {
        (DecisionKind::Reject, _) => "You rejected this.".to_owned(),
        (DecisionKind::Approve, ApprovalStatus::Approved) => "You approved this. The run continues.".to_owned(),
        (DecisionKind::Approve, ApprovalStatus::Pending) if missing == 1 => {
            "You approved this. One more approval is required.".to_owned()
        }
        (DecisionKind::Approve, ApprovalStatus::Pending) => {
            format!("You approved this. {missing} more approvals are required.")
        }
        (DecisionKind::Approve, _) => "You approved this.".to_owned(),
    })
}

/// The names of people who start and decide.
struct Names(BTreeMap<Uuid, String>);

impl Names {
    async fn of(app: &App, caller: &Caller, listed: &[ListedApproval]) -> Result<Names, Problem> {
        let decided = listed.iter().flat_map(|listed| &listed.approval.decisions).map(|decision| &decision.decided_by);
        let asked = listed.iter().filter_map(|listed| listed.requested_by.as_ref());
        let own = caller.wire_actor();
        let ids: BTreeSet<Uuid> = decided.chain(asked).chain([&own]).filter_map(uuid_of).collect();
        let ids: Vec<Uuid> = ids.into_iter().collect();
        let found = names_of().bind(&app.db.tenant(caller).await?, &ids).all().await?;
        Ok(Names(found.into_iter().map(|row| (row.id, row.name)).collect()))
    }

    fn get(&self, actor: &Actor) -> String {
        let known = uuid_of(actor).and_then(|id| self.0.get(&id)).cloned();
        known.or_else(|| actor.id.clone()).unwrap_or_else(|| "the service itself".to_owned())
    }
}

fn uuid_of(actor: &Actor) -> Option<Uuid> {
    let id = actor.id.as_deref()?;
    id.parse::<UserId>().map(|id| id.0).or_else(|_| id.parse::<ApiKeyId>().map(|id| id.0)).ok()
}

#[derive(Template)]
#[template(path = "approvals_signed_out.html")]
struct SignedOut {
    frame: Frame,
    return_to: String,
}

#[derive(Template)]
#[template(path = "approvals.html")]
struct Page {
    frame: Frame,
    who: String,
    refused: Option<String>,
    decided: Option<String>,
    is_one: bool,
    entries: Vec<Entry>,
    more: bool,
}

/// An approval as the page shows it.
struct Entry {
    id: String,
    summary: String,
    workflow: String,
    version: i32,
    run: String,
    asked_by: String,
    asked_at: Timestamp,
    expires_at: Timestamp,
    given: i32,
    needed: i32,
    /// Its outcome.
    ended: Option<String>,
    decisions: Vec<Said>,
    plan: Option<Vec<Planned>>,
    plan_complete: bool,
    /// The token of its form, if the person can decide it.
    token: Option<String>,
    why_not: Option<&'static str>,
    comment: String,
}

struct Said {
    who: String,
    verb: &'static str,
    comment: Option<String>,
    at: Timestamp,
}

struct Planned {
    verb: &'static str,
    what: String,
    arguments: Option<String>,
}

impl Entry {
    fn of(app: &App, listed: ListedApproval, names: &Names, headers: &HeaderMap, comment: &str) -> Entry {
        let ListedApproval { approval, run, requested_by, plan, plan_complete, cannot_decide, .. } = listed;
        let id = approval.id.to_string();
        let form_token = || site::form_token(&app.settings.base_url, headers, &id);
        let token = if cannot_decide.is_none() { form_token() } else { None };
        let ended = (approval.status != ApprovalStatus::Pending)
            .then(|| approval.outcome.unwrap_or_else(|| format!("It is {}.", approval.status.name())));
        let said = approval.decisions.into_iter().map(|decision| Said {
            who: names.get(&decision.decided_by),
            verb: if decision.decision == DecisionKind::Approve { "approved" } else { "rejected" },
            comment: decision.comment,
            at: decision.decided_at,
        });
        Entry {
            summary: approval.summary,
            workflow: run.workflow_name,
            version: run.workflow_version,
            run: run.id.to_string(),
            asked_by: requested_by.map_or_else(|| "the service itself".to_owned(), |actor| names.get(&actor)),
            asked_at: approval.created_at,
            expires_at: approval.expires_at,
            given: approval.approvals_given,
            needed: approval.min_approvals,
            why_not: cannot_decide.filter(|_| ended.is_none()).map(in_words),
            ended,
            decisions: said.collect(),
            plan: plan.map(|steps| steps.into_iter().map(Planned::of).collect()),
            plan_complete,
            token,
            comment: comment.to_owned(),
            id,
        }
    }
}

impl Planned {
    fn of(step: PlannedStep) -> Planned {
        let verb = match step.effect {
            PlannedEffect::Read => "Reads",
            PlannedEffect::Write => "Changes",
            PlannedEffect::Wait => "Waits",
            PlannedEffect::Approval => "Asks again",
            PlannedEffect::Listen => "Waits for an event",
        };
        let what = match step.target {
            Some(target) => format!("{}: {target}", step.function),
            None => step.function,
        };
        let shown = step.arguments.as_object().is_some_and(|fields| !fields.is_empty());
        let arguments = shown.then(|| serde_json::to_string_pretty(&step.arguments).unwrap_or_default());
        Planned { verb, what, arguments }
    }
}
