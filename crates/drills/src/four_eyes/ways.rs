//! Ways in which a person could continue a run without another person. Each must be refused.

use super::scene::{Scene, Tried, WORKFLOW, act, approve, asks};
use crate::workflows::{TRIGGER, WORKFLOWS, definition};
use futures::future::{LocalBoxFuture, join_all};
use reqwest::Method;
use serde_json::{Value, json};
use testkit::Client;

pub type Way = (&'static str, fn(Scene) -> LocalBoxFuture<'static, anyhow::Result<Tried>>);

pub const WAYS: &[Way] = &[
    ("the starter's own session", |s| Box::pin(own_session(s))),
    ("a second session of the starter", |s| Box::pin(second_session(s))),
    ("the starter's session sent as a command line does", |s| Box::pin(bearer_session(s))),
    ("the starter's own key", |s| Box::pin(own_key(s, false))),
    ("the starter's own key, named", |s| Box::pin(own_key(s, true))),
    ("a key that the starter's key made, named", |s| Box::pin(made_key(s))),
    ("a key whose intermediate makers are revoked, named", |s| Box::pin(revoked_makers(s))),
    ("a colleague's key that is not named", |s| Box::pin(not_named(s))),
    ("a colleague's key that the starter rotated before the start", |s| Box::pin(rotated_before(s))),
    ("a colleague's key that the starter rotated after the start", |s| Box::pin(rotated_after(s))),
    ("the earlier secret of a key that the starter rotated", |s| Box::pin(earlier_secret(s))),
    ("a key that the starter rotated with a key", |s| Box::pin(rotated_by_key(s))),
    ("a start with a colleague's rotated key, and the starter's session", |s| Box::pin(start_with_rotated(s))),
    ("a key of a service account that the starter made", |s| Box::pin(service_account(s))),
    ("a key of a colleague's service account that the starter rotated", |s| Box::pin(rotated_service_account(s))),
    ("a key that the starter gave to a colleague after the start", |s| Box::pin(given_away(s))),
    ("a colleague's key that belonged to the starter for a while", |s| Box::pin(owned_once(s))),
    ("the operator's key that is not named", |s| Box::pin(operator_not_named(s))),
    ("the operator's key that started the run, named", |s| Box::pin(operator_started(s))),
    ("a key that the operator's starting key made, named", |s| Box::pin(operator_child(s))),
    ("the operator's key that the starter rotated, named", |s| Box::pin(operator_rotated(s))),
    ("a definition without an approval, written after the start", |s| Box::pin(edited_after(s))),
    ("a definition that names the starter's key, written after the start", |s| Box::pin(named_after(s))),
    ("an author whose new definition a colleague's automation starts", |s| Box::pin(edited_before(s))),
    ("the person who enabled a workflow that a colleague's automation starts", |s| Box::pin(enabled_before(s))),
    ("the colleague's Idempotency-Key", |s| Box::pin(replayed(s))),
    ("one person twice: session, second session, own key, rotated key", |s| Box::pin(twice(s))),
    ("one person in six sessions at once", |s| Box::pin(at_once(s))),
    ("a dry run", |s| Box::pin(dry_run(s))),
    ("an event that the approver caused", |s| Box::pin(caused_event(s))),
    ("a chain of runs that the approver began", |s| Box::pin(chain(s))),
    ("a retry of a colleague's run", |s| Box::pin(retried(s))),
    ("a resumed run of a colleague", |s| Box::pin(resumed(s))),
    ("the approval's id with another run", |s| Box::pin(another_run(s))),
    ("a person who is disabled", |s| Box::pin(disabled(s))),
    ("a named key that is restricted to another customer", |s| Box::pin(restricted(s))),
    ("a form with another person's token", |s| Box::pin(foreign_token(s))),
];

/// Approvers: these keys, and the person who decides at the end.
fn named(s: &Scene, ids: &[&str]) -> Value {
    json!({"keys": ids, "users": [s.third.user]})
}

async fn own_session(s: Scene) -> anyhow::Result<Tried> {
    let run = s.ask(&s.starter.client, json!({})).await?;
    Ok(Tried::one(run.clone(), approve(&s.starter.client, &run).await))
}

async fn second_session(s: Scene) -> anyhow::Result<Tried> {
    let run = s.ask(&s.starter.client, json!({})).await?;
    Ok(Tried::one(run.clone(), approve(&s.again(&s.starter).await.client, &run).await))
}

async fn bearer_session(s: Scene) -> anyhow::Result<Tried> {
    let run = s.ask(&s.starter.client, json!({})).await?;
    let client = Client::new(&s.base, Some(&s.again(&s.starter).await.token));
    Ok(Tried::one(run.clone(), approve(&client, &run).await))
}

async fn own_key(s: Scene, is_named: bool) -> anyhow::Result<Tried> {
    let key = s.key(&s.starter.client, json!({})).await;
    let run = s.ask(&s.starter.client, if is_named { named(&s, &[&key.id]) } else { json!({}) }).await?;
    Ok(Tried::one(run.clone(), approve(&key.client, &run).await))
}

async fn made_key(s: Scene) -> anyhow::Result<Tried> {
    let first = s.key(&s.starter.client, json!({})).await;
    let key = s.key(&first.client, json!({})).await;
    let run = s.ask(&s.starter.client, named(&s, &[&key.id])).await?;
    Ok(Tried::one(run.clone(), approve(&key.client, &run).await))
}

async fn revoked_makers(s: Scene) -> anyhow::Result<Tried> {
    let first = s.key(&s.starter.client, json!({})).await;
    let second = s.key(&first.client, json!({})).await;
    let key = s.key(&second.client, json!({})).await;
    for id in [&first.id, &second.id] {
        s.colleague.client.delete(&format!("/api/admin/api-keys?id={id}")).await.expect(204);
    }
    let run = s.ask(&s.starter.client, named(&s, &[&key.id])).await?;
    Ok(Tried::one(run.clone(), approve(&key.client, &run).await))
}

async fn not_named(s: Scene) -> anyhow::Result<Tried> {
    let key = s.key(&s.colleague.client, json!({})).await;
    let run = s.ask(&s.starter.client, json!({})).await?;
    Ok(Tried::one(run.clone(), approve(&key.client, &run).await))
}

async fn rotated_before(s: Scene) -> anyhow::Result<Tried> {
    let key = s.key(&s.colleague.client, json!({})).await;
    let secret = s.rotate(&s.starter.client, &key).await;
    let run = s.ask(&s.starter.client, named(&s, &[&key.id])).await?;
    Ok(Tried::one(run.clone(), approve(&secret, &run).await))
}

async fn rotated_after(s: Scene) -> anyhow::Result<Tried> {
    let key = s.key(&s.colleague.client, json!({})).await;
    let run = s.ask(&s.starter.client, named(&s, &[&key.id])).await?;
    let secret = s.rotate(&s.starter.client, &key).await;
    Ok(Tried::one(run.clone(), approve(&secret, &run).await))
}

async fn earlier_secret(s: Scene) -> anyhow::Result<Tried> {
    let key = s.key(&s.colleague.client, json!({})).await;
    let mine = s.rotate(&s.starter.client, &key).await;
    let theirs = s.rotate(&s.colleague.client, &key).await;
    let run = s.ask(&s.starter.client, named(&s, &[&key.id])).await?;
    let answers = vec![approve(&mine, &run).await, approve(&theirs, &run).await, approve(&key.client, &run).await];
    Ok(Tried { run, answers, given: 0 })
}

async fn rotated_by_key(s: Scene) -> anyhow::Result<Tried> {
    // A key rotates only keys that it outlives.
    let key = s.key(&s.colleague.client, json!({"expires_days": 30})).await;
    let tool = s.key(&s.starter.client, json!({})).await;
    let run = s.ask(&s.starter.client, named(&s, &[&key.id])).await?;
    let secret = s.rotate(&tool.client, &key).await;
    Ok(Tried::one(run.clone(), approve(&secret, &run).await))
}

async fn start_with_rotated(s: Scene) -> anyhow::Result<Tried> {
    let key = s.key(&s.colleague.client, json!({})).await;
    let secret = s.rotate(&s.starter.client, &key).await;
    let run = s.ask(&secret, json!({})).await?;
    Ok(Tried::one(run.clone(), approve(&s.starter.client, &run).await))
}

async fn account_of(client: &Client) -> String {
    let new = json!({"name": "Automation", "scopes": ["*"]});
    client.post("/api/admin/service-accounts", new).await.expect(201).id()
}

async fn service_account(s: Scene) -> anyhow::Result<Tried> {
    let owner = account_of(&s.starter.client).await;
    let key = s.key(&s.starter.client, json!({"owner": owner})).await;
    let run = s.ask(&s.starter.client, named(&s, &[&key.id])).await?;
    Ok(Tried::one(run.clone(), approve(&key.client, &run).await))
}

async fn rotated_service_account(s: Scene) -> anyhow::Result<Tried> {
    let owner = account_of(&s.colleague.client).await;
    let key = s.key(&s.colleague.client, json!({"owner": owner})).await;
    let run = s.ask(&s.starter.client, named(&s, &[&key.id])).await?;
    let secret = s.rotate(&s.starter.client, &key).await;
    Ok(Tried::one(run.clone(), approve(&secret, &run).await))
}

async fn give(client: &Client, key: &str, owner: &str) {
    client.put(&format!("/api/admin/api-keys?id={key}"), json!({"owner": owner})).await.expect(200);
}

async fn given_away(s: Scene) -> anyhow::Result<Tried> {
    let key = s.key(&s.starter.client, json!({})).await;
    let run = s.ask(&s.starter.client, named(&s, &[&key.id])).await?;
    give(&s.starter.client, &key.id, &s.colleague.user.to_string()).await;
    Ok(Tried::one(run.clone(), approve(&key.client, &run).await))
}

async fn owned_once(s: Scene) -> anyhow::Result<Tried> {
    let key = s.key(&s.colleague.client, json!({"owner": s.starter.user.to_string()})).await;
    let run = s.ask(&s.starter.client, named(&s, &[&key.id])).await?;
    give(&s.colleague.client, &key.id, &s.colleague.user.to_string()).await;
    Ok(Tried::one(run.clone(), approve(&key.client, &run).await))
}

async fn operator_not_named(s: Scene) -> anyhow::Result<Tried> {
    let run = s.ask(&s.starter.client, json!({})).await?;
    Ok(Tried::one(run.clone(), approve(&s.operator.client, &run).await))
}

async fn operator_started(s: Scene) -> anyhow::Result<Tried> {
    let run = s.ask(&s.operator.client, named(&s, &[&s.operator.id])).await?;
    Ok(Tried::one(run.clone(), approve(&s.operator.client, &run).await))
}

async fn operator_child(s: Scene) -> anyhow::Result<Tried> {
    let key = s.key(&s.operator.client, json!({})).await;
    let run = s.ask(&s.operator.client, named(&s, &[&key.id])).await?;
    Ok(Tried::one(run.clone(), approve(&key.client, &run).await))
}

async fn operator_rotated(s: Scene) -> anyhow::Result<Tried> {
    let run = s.ask(&s.starter.client, named(&s, &[&s.operator.id])).await?;
    let secret = s.rotate(&s.starter.client, &s.operator).await;
    Ok(Tried::one(run.clone(), approve(&secret, &run).await))
}

async fn change(client: &Client, workflow: &str, body: Value) {
    client.send(Method::PATCH, &format!("{TRIGGER}?id={workflow}"), Some(body)).await.expect(200);
}

async fn edited_after(s: Scene) -> anyhow::Result<Tried> {
    let run = s.ask(&s.starter.client, json!({})).await?;
    let acts = definition(&json!([{"open": {"call": "ticket.create", "with": {"subject": "Not approved"}}}]));
    change(&s.starter.client, &s.workflow, json!({"definition": acts})).await;
    let answers = vec![
        approve(&s.starter.client, &run).await,
        act(&s.starter.client, &run, json!({"action": "retry"})).await,
        act(&s.starter.client, &run, json!({"action": "resume"})).await,
    ];
    Ok(Tried { run, answers, given: 0 })
}

async fn named_after(s: Scene) -> anyhow::Result<Tried> {
    let key = s.key(&s.starter.client, json!({})).await;
    let run = s.ask(&s.starter.client, json!({})).await?;
    let with = json!({"summary": "Open a ticket?", "approvers": {"users": [s.starter.user], "keys": [key.id]}});
    let names = definition(&json!([{"ask": {"call": "approval", "with": with}}]));
    change(&s.starter.client, &s.workflow, json!({"definition": names})).await;
    let answers = vec![approve(&key.client, &run).await, approve(&s.starter.client, &run).await];
    Ok(Tried { run, answers, given: 0 })
}

async fn edited_before(s: Scene) -> anyhow::Result<Tried> {
    let automation = s.key(&s.colleague.client, json!({})).await;
    change(&s.starter.client, &s.workflow, json!({"definition": asks()})).await;
    let run = s.ask(&automation.client, json!({"users": [s.starter.user, s.third.user]})).await?;
    Ok(Tried::one(run.clone(), approve(&s.starter.client, &run).await))
}

async fn enabled_before(s: Scene) -> anyhow::Result<Tried> {
    let automation = s.key(&s.colleague.client, json!({})).await;
    change(&s.colleague.client, &s.workflow, json!({"enabled": false})).await;
    change(&s.starter.client, &s.workflow, json!({"enabled": true})).await;
    let run = s.ask(&automation.client, json!({})).await?;
    Ok(Tried::one(run.clone(), approve(&s.starter.client, &run).await))
}

async fn replayed(s: Scene) -> anyhow::Result<Tried> {
    let run = s.ask_for(&s.starter.client, json!({}), 2).await?;
    let once = |client: &Client| client.with_header("idempotency-key", "yes-to-it");
    approve(&once(&s.colleague.client), &run).await.expect(200);
    let answer = approve(&once(&s.starter.client), &run).await;
    // The colleague's own retry returns the first response, and is not counted again.
    approve(&once(&s.colleague.client), &run).await.expect(200);
    Ok(Tried { run, answers: vec![answer], given: 1 })
}

async fn twice(s: Scene) -> anyhow::Result<Tried> {
    let (own, lent) = (s.key(&s.colleague.client, json!({})).await, s.key(&s.third.client, json!({})).await);
    let secret = s.rotate(&s.colleague.client, &lent).await;
    let approvers = json!({"users": [s.colleague.user, s.third.user], "keys": [own.id, lent.id]});
    let run = s.ask_for(&s.starter.client, approvers, 2).await?;
    approve(&s.colleague.client, &run).await.expect(200);
    let again = s.again(&s.colleague).await.client;
    let answers = join_all([&s.colleague.client, &again, &own.client, &secret].map(|same| approve(same, &run))).await;
    Ok(Tried { run, answers, given: 1 })
}

async fn at_once(s: Scene) -> anyhow::Result<Tried> {
    let run = s.ask_for(&s.starter.client, json!({}), 2).await?;
    let mut sessions = vec![];
    for _ in 0..6 {
        sessions.push(s.again(&s.colleague).await.client);
    }
    let mut answers = join_all(sessions.iter().map(|same| approve(same, &run))).await;
    // One of them is accepted.
    let accepted = answers.iter().position(|answer| answer.status == 200);
    anyhow::ensure!(accepted.is_some(), "the first approval of a person was refused");
    answers.remove(accepted.unwrap_or_default());
    Ok(Tried { run, answers, given: 1 })
}

async fn dry_run(s: Scene) -> anyhow::Result<Tried> {
    let run = s.ask(&s.starter.client, json!({})).await?;
    let target = format!("/api/psa/workflows/runs?id={run}&dry_run=true");
    let yes = json!({"action": "approve"});
    let mine = s.starter.client.send(Method::PATCH, &target, Some(yes.clone())).await;
    s.colleague.client.send(Method::PATCH, &target, Some(yes)).await.expect(200);
    Ok(Tried::one(run, mine))
}

fn by_ticket(subject: &str) -> Value {
    let mut asks = asks();
    let pattern = json!({"type": "ticket.created", "data.object.subject": [subject]});
    asks["schedule"] = json!({"on": {"one": {"with": pattern}}});
    asks
}

async fn caused_event(s: Scene) -> anyhow::Result<Tried> {
    let new = json!({"name": "By event", "definition": by_ticket("Broken")});
    let workflow = s.colleague.client.post(WORKFLOWS, new).await.expect(201).id();
    s.starter.client.post("/api/psa/tickets", json!({"subject": "Broken"})).await.expect(201);
    let run = s.started_by_event(&workflow).await?;
    // The author of the workflow that the event starts is refused, too.
    let answers = vec![approve(&s.starter.client, &run).await, approve(&s.colleague.client, &run).await];
    Ok(Tried { run, answers, given: 0 })
}

async fn chain(s: Scene) -> anyhow::Result<Tried> {
    let opens = definition(&json!([{"open": {"call": "ticket.create", "with": {"subject": "Second"}}}]));
    s.another.client.post(WORKFLOWS, json!({"name": "First", "definition": opens})).await.expect(201);
    let new = json!({"name": "Second", "definition": by_ticket("Second")});
    let second = s.another.client.post(WORKFLOWS, new).await.expect(201).id();
    s.starter.client.post(TRIGGER, json!({"workflow": "First"})).await.expect(202);
    let run = s.started_by_event(&second).await?;
    Ok(Tried::one(run.clone(), approve(&s.starter.client, &run).await))
}

async fn retried(s: Scene) -> anyhow::Result<Tried> {
    let run = s.ask(&s.starter.client, json!({})).await?;
    act(&s.third.client, &run, json!({"action": "reject"})).await.expect(200);
    s.until(&run, |run| run["status"] == "failed").await?;
    act(&s.colleague.client, &run, json!({"action": "retry"})).await.expect(200);
    s.waits(&run).await?;
    let answers = vec![approve(&s.colleague.client, &run).await, approve(&s.starter.client, &run).await];
    Ok(Tried { run, answers, given: 0 })
}

async fn resumed(s: Scene) -> anyhow::Result<Tried> {
    let mut waits = asks();
    let asks = waits["do"].as_array_mut().map(std::mem::take).unwrap_or_default();
    waits["do"] = [json!({"pause": {"wait": "PT1H"}})].into_iter().chain(asks).collect();
    change(&s.another.client, &s.workflow, json!({"definition": waits})).await;
    let run = s.starter.client.post(TRIGGER, json!({"workflow": WORKFLOW})).await.expect(202).id();
    s.until(&run, |run| run["status"] == "waiting").await?;
    act(&s.colleague.client, &run, json!({"action": "resume"})).await.expect(200);
    s.waits(&run).await?;
    Ok(Tried::one(run.clone(), approve(&s.colleague.client, &run).await))
}

async fn another_run(s: Scene) -> anyhow::Result<Tried> {
    let run = s.ask(&s.starter.client, json!({})).await?;
    let theirs = s.ask(&s.colleague.client, json!({})).await?;
    let id = s.approval(&run).await?["id"].clone();
    let answer = act(&s.starter.client, &theirs, json!({"action": "approve", "approval_id": id})).await;
    Ok(Tried::one(run, answer))
}

async fn disabled(s: Scene) -> anyhow::Result<Tried> {
    let run = s.ask(&s.starter.client, json!({})).await?;
    let target = format!("/api/admin/users?id={}", s.colleague.user);
    s.starter.client.put(&target, json!({"status": "disabled"})).await.expect(200);
    tokio::time::sleep(std::time::Duration::from_secs(1)).await;
    Ok(Tried::one(run.clone(), approve(&s.colleague.client, &run).await))
}

async fn restricted(s: Scene) -> anyhow::Result<Tried> {
    let customer = s.another.client.post("/api/rmm/organizations", json!({"name": "Elsewhere"})).await.expect(201).id();
    let key = s.key(&s.colleague.client, json!({"organization_ids": [customer]})).await;
    let run = s.ask(&s.starter.client, named(&s, &[&key.id])).await?;
    Ok(Tried::one(run.clone(), approve(&key.client, &run).await))
}

/// The colleague's form, sent with the starter's cookie.
async fn foreign_token(s: Scene) -> anyhow::Result<Tried> {
    let run = s.ask(&s.starter.client, json!({})).await?;
    let id = s.approval(&run).await?["id"].as_str().unwrap_or_default().to_owned();
    let http = reqwest::Client::builder().no_proxy().build()?;
    let cookie = |token: &str| format!("tc_session={token}");
    let page = http.get(format!("{}/approvals/?id={id}", s.base)).header("cookie", cookie(&s.colleague.token));
    let page = page.send().await?.text().await?;
    let token = page.split("name=\"token\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let token = token.ok_or_else(|| anyhow::anyhow!("the colleague is shown no form: {page}"))?;
    let form = format!("id={id}&action=approve&token={token}");
    let send = async |cookie: Option<String>, origin: &str| {
        let request = http.post(format!("{}/approvals/", s.base)).header("origin", origin).body(form.clone());
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        let request = match cookie {
            Some(cookie) => request.header("cookie", cookie),
            None => request,
        };
        anyhow::Ok(request.send().await?.status())
    };
    for (who, origin) in [
        (Some(cookie(&s.starter.token)), s.base.as_str()),
        (Some(cookie(&s.again(&s.colleague).await.token)), s.base.as_str()),
        (Some(cookie(&s.colleague.token)), "https://elsewhere.example"),
        (None, s.base.as_str()),
    ] {
        let status = send(who, origin).await?;
        anyhow::ensure!(status.is_client_error(), "the form was accepted: {status}");
    }
    Ok(Tried { run, answers: vec![], given: 0 })
}
