//! `/reports/` in a browser: a month of the tenant or of a customer, with the figures of the API.

use jiff::Timestamp;
use reqwest::{Response, StatusCode, header, redirect::Policy};
use serde_json::{Value, json};
use testkit::{SignedIn, TestApp, TestTenant};

const TICKETS: &str = "/api/psa/tickets";

/// A browser, which follows no redirect.
struct Browser {
    http: reqwest::Client,
    base: String,
    cookie: Option<String>,
}

impl Browser {
    fn of(app: &TestApp, person: Option<&SignedIn>) -> Browser {
        let http = reqwest::Client::builder().no_proxy().redirect(Policy::none()).build().unwrap();
        Browser { http, base: app.base.clone(), cookie: person.map(|person| format!("tc_session={}", person.token)) }
    }

    async fn open(&self, path: &str) -> Response {
        let mut request = self.http.get(format!("{}{path}", self.base)).header(header::ACCEPT, "text/html");
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        request.send().await.unwrap()
    }

    async fn text(&self, path: &str) -> String {
        let answer = self.open(path).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        answer.text().await.unwrap()
    }
}

async fn ticket(tenant: &TestTenant, organization: &str, priority: &str) {
    let new = json!({"subject": "Printer on fire", "organization_id": organization, "priority": priority});
    tenant.client.post(TICKETS, new).await.expect(201);
}

/// Counts in the past, as tickets would have left them.
async fn counted(app: &TestApp, tenant: &TestTenant, measure: &str, at: &str, count: i64) {
    let (at, dimensions): (Timestamp, _) = (at.parse().unwrap(), ["p1", "incident", "api"].map(str::to_owned).to_vec());
    let sql = "insert into metric_changes (tenant_id, measure, at, dimensions, count) values ($1, $2, $3, $4, $5)";
    app.database.root().await.execute(sql, &[&tenant.id.0, &measure, &at, &dimensions, &count]).await.unwrap();
}

/// The cells of a row of the key figures.
fn row(page: &str, name: &str) -> Vec<String> {
    let (_, rest) =
        page.split_once(&format!("<th scope=\"row\">{name}</th>")).unwrap_or_else(|| panic!("{name}: {page}"));
    let row = rest.split("</tr>").next().unwrap();
    row.split("<td>").skip(1).map(|cell| cell.split('<').next().unwrap().to_owned()).collect()
}

fn heading(page: &str) -> &str {
    page.split_once("<h1>").unwrap().1.split("</h1>").next().unwrap()
}

/// The addresses of a page that lead to the API.
fn links(page: &str) -> Vec<String> {
    let found = page.split("href=\"/api/analytics/").skip(1).map(|rest| rest.split('"').next().unwrap());
    found.map(|link| format!("/api/analytics/{}", link.replace("&#38;", "&").replace("&amp;", "&"))).collect()
}

#[tokio::test]
async fn without_a_session_a_report_leads_to_signing_in_and_back() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let nobody = Browser::of(&app, None);
    let page = nobody.text("/reports/?month=2026-10").await;
    assert!(page.contains("action=\"/sign-in/\"") && page.contains("value=\"/reports/?month=2026-10\""), "{page}");
    assert!(!page.contains("Key figures"));
    let request = nobody.http.get(format!("{}/reports/", nobody.base)).bearer_auth(&tenant.key);
    let with_key = request.send().await.unwrap().text().await.unwrap();
    assert!(with_key.contains("/sign-in/"), "a key does not open the page");
    assert!(nobody.open("/reports").await.status().is_redirection());
    let posted = nobody.http.post(format!("{}/reports/", nobody.base)).send().await.unwrap();
    assert_eq!(posted.status(), StatusCode::METHOD_NOT_ALLOWED);
}

#[tokio::test]
async fn a_report_has_the_figures_of_the_api() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (mine, other) = (tenant.organization("Initech").await, tenant.organization("Globex").await);
    for (organization, priority) in [(&mine, "p1"), (&mine, "p2"), (&other, "p1"), (&other, "p3"), (&mine, "p1")] {
        ticket(&tenant, organization, priority).await;
    }
    let person = tenant.sign_in("viewer").await;
    let browser = Browser::of(&app, Some(&person));
    let answer = browser.open("/reports/?time_zone=Europe/Vienna").await;
    assert_eq!(answer.headers().get(header::CACHE_CONTROL).unwrap(), "no-store");
    let page = answer.text().await.unwrap();
    assert!(page.contains("Time zone: Europe/Vienna.") && page.contains("figures until now"), "{page}");
    assert!(!page.contains("<script") && !page.contains(" style="), "{page}");
    let links = links(&page);
    assert_eq!(links.len(), 14, "{links:#?}");
    for link in &links {
        let file = browser.open(link).await;
        let kind = file.headers().get(header::CONTENT_TYPE).unwrap().to_str().unwrap().to_owned();
        let expected = if link.contains("format=svg") { "image/svg+xml" } else { "text/csv" };
        assert!(file.status() == StatusCode::OK && kind.starts_with(expected), "{link}: {} {kind}", file.status());
    }
    let figures = person.client.get(&links[0].replace("format=csv", "format=json")).await.expect(200).body;
    assert_eq!(figures["totals"]["tickets.created"]["value"], json!(5));
    assert_eq!((row(&page, "Tickets created")[0].as_str(), row(&page, "Tickets resolved")[0].as_str()), ("5", "0"));
    assert_eq!((row(&page, "Open tickets at the end")[0].as_str(), row(&page, "API requests").len()), ("5", 2));
    assert_eq!(row(&page, "Resolution, median")[0], "no data");
    // The last day of the table is today.
    let today =
        figures["series"][0]["points"].as_array().unwrap().iter().rev().find(|point| point["value"] != Value::Null);
    assert_eq!(today.unwrap()["value"], 5);
    assert!(page.contains("<td>5 (incomplete)</td><td>0 (incomplete)</td>"), "{page}");
}

#[tokio::test]
async fn the_report_of_a_customer_has_only_its_figures() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (mine, other) = (tenant.organization("Initech").await, tenant.organization("<b>Globex</b> & \"Sons\"").await);
    for organization in [&mine, &other, &other] {
        ticket(&tenant, organization, "p1").await;
    }
    let person = tenant.sign_in("viewer").await;
    let browser = Browser::of(&app, Some(&person));
    let page = browser.text(&format!("/reports/?organization_id={mine}")).await;
    assert!(heading(&page).starts_with("Initech, "), "{}", heading(&page));
    assert_eq!(
        (row(&page, "Tickets created")[0].as_str(), row(&page, "Open tickets at the end")[0].as_str()),
        ("1", "1")
    );
    assert!(page.contains(&format!("<option value=\"{mine}\" selected>Initech</option>")), "{page}");
    assert!(!page.contains("API requests") && !page.contains("Workflow runs"), "they belong to no customer");
    assert!(links(&page).iter().all(|link| link.contains(&format!("organization_id={mine}"))));

    let hostile = browser.text(&format!("/reports/?organization_id={other}")).await;
    assert!(heading(&hostile).starts_with("&#60;b&#62;Globex"), "{}", heading(&hostile));
    assert!(!hostile.contains("<b>") && row(&hostile, "Tickets created")[0] == "2");

    let stranger = app.tenant().await.sign_in("owner").await;
    let foreign = Browser::of(&app, Some(&stranger));
    for path in [format!("/reports/?organization_id={mine}"), "/reports/?organization_id=org_nonsense".to_owned()] {
        assert_eq!(foreign.open(&path).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(row(&foreign.text("/reports/").await, "Tickets created")[0], "0");
}

#[tokio::test]
async fn a_month_that_is_over_is_compared_with_the_month_before() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let browser = Browser::of(&app, Some(&tenant.sign_in("owner").await));
    // The last quarter of September in Vienna is one of October in Tokyo.
    for (at, count) in [("2026-09-02T10:00Z", 2), ("2026-09-30T21:45Z", 2), ("2026-10-31T22:45Z", 5)] {
        counted(&app, &tenant, "tickets.created", at, count).await;
        counted(&app, &tenant, "tickets.resolved", at, count).await;
    }
    counted(&app, &tenant, "tickets.sla_met", "2026-09-02T10:00Z", 3).await;
    counted(&app, &tenant, "tickets.sla_met", "2026-10-31T22:45Z", 4).await;
    let page = browser.text("/reports/?month=2026-10&time_zone=europe/vienna").await;
    assert!(heading(&page).ends_with(", October 2026"), "{}", heading(&page));
    assert_eq!(row(&page, "Tickets created"), ["5", "4", "+25 %"]);
    assert_eq!(row(&page, "Tickets resolved within the SLA"), ["80 %", "75 %", "+5 points"]);
    assert!(page.contains("month=2026-09&#38;time_zone=Europe%2FVienna") && !page.contains("not over"), "{page}");
    let tokyo = browser.text("/reports/?month=2026-10&time_zone=Asia/Tokyo").await;
    assert_eq!(row(&tokyo, "Tickets created"), ["2", "2", "unchanged"]);
}

#[tokio::test]
async fn what_cannot_be_shown_is_said_on_the_page() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let browser = Browser::of(&app, Some(&tenant.sign_in("owner").await));
    for (query, expected) in [
        ("month=2026-13", "“2026-13” is not a month. Enter a year and a month, such as "),
        ("month=2999-01", "There is no report of 2999-01. Enter a month from 2001-01 to "),
        ("month=%3Cscript%3E", "“&#60;script&#62;” is not a month."),
        ("time_zone=Europe/Viena", "Did you mean Europe/Vienna?"),
    ] {
        let answer = browser.open(&format!("/reports/?{query}")).await;
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST, "{query}");
        let page = answer.text().await.unwrap();
        assert!(page.contains("role=\"alert\"") && page.contains(expected), "{page}");
        assert!(page.contains("name=\"month\"") && !page.contains("<script>"), "the form is still there: {page}");
    }
    let technician = Browser::of(&app, Some(&tenant.sign_in("technician").await)).open("/reports/").await;
    assert_eq!(technician.status(), StatusCode::FORBIDDEN);
    let page = technician.text().await.unwrap();
    assert!(page.contains("insufficient_scope") && page.contains("analytics:read"), "{page}");
}
