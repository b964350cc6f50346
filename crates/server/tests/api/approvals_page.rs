//! `/approvals/` in a browser: the approvals that wait for the signed-in person, and a form that only they can submit.

use super::workflow_approvals::{Asked, Named, two};
use reqwest::{Response, StatusCode, header, redirect::Policy};
use serde_json::json;
use testkit::SignedIn;

/// A browser with a signed-in user, which follows no redirect.
struct Browser {
    http: reqwest::Client,
    base: String,
    cookie: Option<String>,
}

impl Browser {
    fn of(asked: &Asked, person: Option<&SignedIn>) -> Browser {
        let http = reqwest::Client::builder().no_proxy().redirect(Policy::none()).build().unwrap();
        let cookie = person.map(|person| format!("tc_session={}", person.token));
        Browser { http, base: asked.app.base.clone(), cookie }
    }

    async fn send(&self, request: reqwest::RequestBuilder) -> Response {
        let request = request.header(header::ACCEPT, "text/html");
        let request = match &self.cookie {
            Some(cookie) => request.header(header::COOKIE, cookie),
            None => request,
        };
        request.send().await.unwrap()
    }

    async fn open(&self, path: &str) -> Response {
        self.send(self.http.get(format!("{}{path}", self.base))).await
    }

    async fn text(&self, path: &str) -> String {
        let answer = self.open(path).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        answer.text().await.unwrap()
    }

    /// Submits a form as our own page does.
    async fn submit(&self, fields: &[(&str, &str)]) -> Response {
        self.submit_from(&self.base, fields).await
    }

    async fn submit_from(&self, origin: &str, fields: &[(&str, &str)]) -> Response {
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let request = self.http.post(format!("{}/approvals/", self.base)).header(header::ORIGIN, origin);
        self.send(request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded").body(body)).await
    }
}

fn field<'a>(page: &'a str, name: &str) -> &'a str {
    let (_, rest) = page.split_once(&format!("name=\"{name}\" value=\"")).unwrap_or_else(|| panic!("{name}: {page}"));
    rest.split('"').next().unwrap()
}

fn location(answer: &Response) -> &str {
    answer.headers().get(header::LOCATION).unwrap().to_str().unwrap()
}

async fn one() -> (Asked, SignedIn, SignedIn) {
    let asked = Asked::new().await;
    let (starter, other) = two(&asked.tenant).await;
    (Asked::started_by(&starter.client, asked, 1, Named::default()).await, starter, other)
}

async fn approval_of(asked: &Asked) -> String {
    let run = asked.tenant.client.get(&format!("/api/psa/workflows/runs?id={}", asked.run)).await.expect(200);
    run.body["approvals"][0]["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn without_a_session_the_page_leads_to_signing_in_and_back() {
    let (asked, ..) = one().await;
    let nobody = Browser::of(&asked, None);
    let id = approval_of(&asked).await;
    let page = nobody.text(&format!("/approvals/?id={id}")).await;
    assert!(page.contains("action=\"/sign-in/\"") && !page.contains("Go?"), "{page}");
    let return_to = field(&page, "return_to");
    assert_eq!(return_to, format!("/approvals/?id={id}"));
    let sign_in = nobody.text(&format!("/sign-in/?return_to={return_to}")).await;
    assert_eq!(field(&sign_in, "return_to"), return_to);
    // There is no redirect to another site.
    let elsewhere = nobody.text("/sign-in/?return_to=https://evil.example/").await;
    assert_eq!(field(&elsewhere, "return_to"), "/");
    let ended = Browser { cookie: Some("tc_session=tcs_no_such_session".to_owned()), ..nobody };
    assert!(ended.text("/approvals/").await.contains("/sign-in/"));
    let refused = ended.submit(&[("id", id.as_str()), ("token", "x"), ("action", "approve")]).await;
    assert_eq!(refused.status(), StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn a_domain_that_nobody_signs_in_by_is_told_in_words() {
    let (asked, ..) = one().await;
    let nobody = Browser::of(&asked, None);
    let send = async |origin: &str| {
        let request = nobody.http.post(format!("{}/sign-in/", nobody.base)).header(header::ORIGIN, origin);
        let request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        nobody.send(request.body("email=me%40nowhere.example&return_to=%2Fapprovals%2F")).await
    };
    let unknown = send(&nobody.base).await;
    assert_eq!(unknown.status(), StatusCode::NOT_FOUND);
    let page = unknown.text().await.unwrap();
    assert!(page.contains("role=\"alert\"") && page.contains("me@nowhere.example"), "{page}");
    assert_eq!(field(&page, "return_to"), "/approvals/");
    assert_eq!(send("https://evil.example").await.status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn what_waits_for_a_person_is_shown_and_decided() {
    let (asked, starter, other) = one().await;
    let plan = json!([{"path": "do/1/open", "name": "open", "function": "ticket.create", "effect": "write",
        "target": "POST /api/psa/tickets", "arguments": {"subject": "<b>Reboot</b>"}, "result": null}]);
    let sql = "update workflow_approvals set summary = '<script>alert(1)</script>', plan = $2, plan_complete = true
               where tenant_id = $1";
    asked.app.database.root().await.execute(sql, &[&asked.tenant.id.0, &plan]).await.unwrap();
    let nothing = Browser::of(&asked, Some(&starter)).text("/approvals/").await;
    // Approvals that the starter cannot decide are not in their list; the run of the tenant's key is.
    assert!(!nothing.contains(&asked.run), "{nothing}");

    let browser = Browser::of(&asked, Some(&other));
    let answer = browser.open("/approvals/").await;
    let policy = answer.headers().get(header::CONTENT_SECURITY_POLICY).unwrap().to_str().unwrap().to_owned();
    assert!(policy.contains("form-action 'self'") && !policy.contains("script-src"), "{policy}");
    assert_eq!(answer.headers().get(header::CACHE_CONTROL).unwrap(), "no-store");
    assert!(answer.text().await.unwrap().contains(&asked.run));
    let id = approval_of(&asked).await;
    let page = browser.text(&format!("/approvals/?id={id}")).await;
    assert!(!page.contains("<script") && page.contains("alert(1)"), "{page}");
    assert!(page.contains("POST /api/psa/tickets") && page.contains("Reboot") && !page.contains("<b>"), "{page}");

    let fields =
        [("id", id.as_str()), ("token", field(&page, "token")), ("comment", "Fine\r\nby me"), ("action", "approve")];
    let sent = browser.submit(&fields).await;
    assert_eq!((sent.status(), location(&sent)), (StatusCode::SEE_OTHER, format!("/approvals/?id={id}").as_str()));
    let after = browser.text(location(&sent)).await;
    assert!(after.contains("You approved this. The run continues.") && after.contains("Fine\nby me"), "{after}");
    assert!(!after.contains("name=\"token\""), "what is decided has no form");

    // A second time: the page shows the problem.
    let again = browser.submit(&fields).await;
    assert_eq!(again.status(), StatusCode::CONFLICT);
    assert!(again.text().await.unwrap().contains("role=\"alert\""));
    let run = asked.tenant.client.get(&format!("/api/psa/workflows/runs?id={}", asked.run)).await.expect(200);
    assert_eq!(run.body["approvals"][0]["decisions"].as_array().unwrap().len(), 1);
    let audit = asked.tenant.client.get("/api/admin/audit-log?limit=1").await.expect(200);
    let entry = &audit.body["data"][0];
    assert_eq!(
        (&entry["operation"], &entry["actor"]["id"]),
        (&json!("approvals.decide"), &json!(other.user.to_string()))
    );
    assert_eq!(entry["ip"], "127.0.0.1");
}

#[tokio::test]
async fn a_form_is_taken_from_the_persons_own_page_alone() {
    let (asked, starter, other) = one().await;
    let (browser, theirs) = (Browser::of(&asked, Some(&other)), Browser::of(&asked, Some(&starter)));
    let id = approval_of(&asked).await;
    let page = browser.text(&format!("/approvals/?id={id}")).await;
    let token = field(&page, "token").to_owned();
    let with = |token: &str| [("id", id.clone()), ("token", token.to_owned()), ("action", "approve".to_owned())];
    let refused = async |browser: &Browser, origin: &str, token: &str| {
        let fields = with(token);
        let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let answer = browser.submit_from(origin, &fields).await;
        assert_eq!(answer.status(), StatusCode::FORBIDDEN);
        let text = answer.text().await.unwrap();
        assert!(text.contains("cross_site_request") || text.contains("started, retried or resumed this run"), "{text}");
    };
    refused(&browser, "https://evil.example", &token).await;
    refused(&browser, "null", &token).await;
    refused(&browser, &browser.base, "").await;
    refused(&browser, &browser.base, "AAAA").await;
    // The token of another session of the same person, and of another person.
    let again = asked.tenant.sign_in_again(&other).await;
    refused(&Browser::of(&asked, Some(&again)), &browser.base, &token).await;
    refused(&theirs, &browser.base, &token).await;
    // The starter's page has no form, and a forged form is refused.
    let shown = theirs.text(&format!("/approvals/?id={id}")).await;
    assert!(!shown.contains("name=\"token\"") && shown.contains("You cannot decide this."), "{shown}");
    let run = asked.tenant.client.get(&format!("/api/psa/workflows/runs?id={}", asked.run)).await.expect(200);
    assert_eq!(run.body["approvals"][0]["status"], "pending");
}

#[tokio::test]
async fn faults_of_a_form_are_told_on_the_page() {
    let (asked, _, other) = one().await;
    let browser = Browser::of(&asked, Some(&other));
    let id = approval_of(&asked).await;
    let page = browser.text(&format!("/approvals/?id={id}")).await;
    let token = field(&page, "token");
    let long = "x".repeat(2001);
    for (action, comment) in [("retry", "Hm"), ("", "Hm"), ("approve", long.as_str())] {
        let fields = [("id", id.as_str()), ("token", token), ("action", action), ("comment", comment)];
        let answer = browser.submit(&fields).await;
        assert_eq!(answer.status(), StatusCode::UNPROCESSABLE_ENTITY);
        let text = answer.text().await.unwrap();
        assert!(text.contains("role=\"alert\"") && text.contains(comment), "what was written stays: {text}");
    }
    assert_eq!(browser.open("/approvals/?id=apr_nonsense").await.status(), StatusCode::NOT_FOUND);
    let stranger = asked.app.tenant().await.sign_in("owner").await;
    let foreign = Browser::of(&asked, Some(&stranger)).open(&format!("/approvals/?id={id}")).await;
    assert_eq!(foreign.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_key_does_not_open_the_page() {
    let (asked, ..) = one().await;
    let nobody = Browser::of(&asked, None);
    let request = nobody.http.get(format!("{}/approvals/", nobody.base)).bearer_auth(&asked.tenant.key);
    assert!(nobody.send(request).await.text().await.unwrap().contains("/sign-in/"));
}
