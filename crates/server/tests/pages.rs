//! The pages for people: each exists, every link in them works, and nothing is loaded from elsewhere.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

use api::ProblemCode;
use reqwest::{Client, Response, StatusCode, header, redirect::Policy};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use testkit::{Database, Operation, TestApp};

/// The `Accept` header of a browser.
const BROWSER: &str = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

struct Reader {
    app: TestApp,
    http: Client,
}

impl Reader {
    async fn new() -> Reader {
        Reader::with(&[]).await
    }

    async fn with(settings: &[&str]) -> Reader {
        let database = Database::shared().await;
        let settings = database.settings_with(&[&["--address-limit", "60000/60"], settings].concat());
        let app = TestApp::start_with(database, settings).await;
        Reader { app, http: Client::builder().no_proxy().redirect(Policy::none()).build().unwrap() }
    }

    async fn ask(&self, path: &str, headers: &[(header::HeaderName, &str)]) -> Response {
        let mut request = self.http.get(format!("{}{path}", self.app.base));
        for (name, value) in headers {
            request = request.header(name, *value);
        }
        request.send().await.unwrap()
    }

    async fn open(&self, path: &str) -> Response {
        self.ask(path, &[(header::ACCEPT, BROWSER)]).await
    }

    async fn text(&self, path: &str) -> String {
        let answer = self.open(path).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        answer.text().await.unwrap()
    }
}

fn text_of<'a>(answer: &'a Response, name: &header::HeaderName) -> &'a str {
    answer.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

#[tokio::test]
async fn a_page_is_found_without_its_final_slash() {
    let reader = Reader::new().await;
    for path in [
        "/documentation",
        "/documentation/guides/webhooks",
        "/documentation/reference",
        "/documentation/problems",
        "/documentation/changelog",
        "/status",
        "/sign-in",
        "/approvals",
        "/reports",
        "/api/rate-limits",
    ] {
        let answer = reader.open(&format!("{path}?a=1")).await;
        assert_eq!(answer.status(), StatusCode::PERMANENT_REDIRECT, "{path}");
        assert_eq!(text_of(&answer, &header::LOCATION), format!("{path}/?a=1"));
    }
}

#[tokio::test]
async fn the_root_leads_to_the_documentation() {
    let reader = Reader::new().await;
    let answer = reader.open("/").await;
    assert_eq!(
        (answer.status(), text_of(&answer, &header::LOCATION)),
        (StatusCode::TEMPORARY_REDIRECT, "/documentation/")
    );
    assert!(reader.text("/documentation/").await.contains("<h1>Tenant Control</h1>"));
    assert!(reader.text("/robots.txt").await.contains("Disallow: /api/"));
}

#[tokio::test]
async fn every_problem_leads_to_a_page_about_it() {
    let reader = Reader::new().await;
    for code in ProblemCode::ALL {
        let page = reader.text(&format!("/documentation/problems/{}", code.name())).await;
        assert!(page.contains(&format!("<code>{}</code>", code.name())), "{}", code.name());
    }
    let base = reader.app.app.settings.base_url.clone();
    let problem = reader.app.client().get("/api/auth/session").await.expect(401);
    let path = problem.body["type"].as_str().unwrap().strip_prefix(&base).unwrap();
    assert!(reader.text(path).await.contains("Authentication required"));
}

#[tokio::test]
async fn who_is_lost_is_told_in_words_and_a_program_in_json() {
    let reader = Reader::new().await;
    let lost = reader.open("/documentation/problems/no_such_code").await;
    assert_eq!(lost.status(), StatusCode::NOT_FOUND);
    assert!(text_of(&lost, &header::CONTENT_TYPE).starts_with("text/html"));
    assert!(lost.headers().contains_key("x-request-id") && lost.headers().contains_key("ratelimit"));
    assert!(lost.text().await.unwrap().contains("Not found"));
    reader.app.client().get("/nowhere").await.expect(404);
    let in_the_api = reader.open("/api/nowhere").await;
    assert_eq!(text_of(&in_the_api, &header::CONTENT_TYPE), "application/problem+json");
    let posted = reader.http.post(format!("{}/documentation/", reader.app.base)).send().await.unwrap();
    assert_eq!((posted.status(), text_of(&posted, &header::ALLOW)), (StatusCode::METHOD_NOT_ALLOWED, "GET"));
}

#[tokio::test]
async fn pages_cost_what_requests_without_a_key_cost() {
    let reader = Reader::with(&["--address-limit", "2/3600"]).await;
    reader.text("/documentation/").await;
    assert_eq!(
        text_of(&reader.open("/documentation/").await, &header::HeaderName::from_static("ratelimit")),
        r#""address";r=0;t=3600"#
    );
    let refused = reader.open("/documentation/").await;
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    assert!(refused.headers().contains_key(header::RETRY_AFTER));
    assert!(refused.text().await.unwrap().contains("Too many requests"));
}

#[tokio::test]
async fn what_a_browser_has_it_need_not_load_again() {
    let reader = Reader::new().await;
    let home = reader.text("/documentation/").await;
    let stylesheet = links(&home).into_iter().find(|link| link.contains("pages.css")).unwrap();
    for (path, kept) in [("/documentation/", "no-cache"), (stylesheet.as_str(), "public, max-age=31536000, immutable")]
    {
        let first = reader.open(path).await;
        assert_eq!(text_of(&first, &header::CACHE_CONTROL), kept, "{path}");
        let again = reader.ask(path, &[(header::IF_NONE_MATCH, text_of(&first, &header::ETAG))]).await;
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{path}");
        let small = reader.ask(path, &[(header::ACCEPT_ENCODING, "br, gzip")]).await;
        assert_eq!(text_of(&small, &header::CONTENT_ENCODING), "gzip", "{path}");
        assert!(small.bytes().await.unwrap().len() < first.bytes().await.unwrap().len() / 2, "{path}");
    }
    let unversioned = reader.open("/documentation/assets/pages.css").await;
    assert_eq!(text_of(&unversioned, &header::CACHE_CONTROL), "no-cache");
}

#[tokio::test]
async fn the_changelog_is_a_page_and_json_and_a_feed() {
    let reader = Reader::new().await;
    let path = "/documentation/changelog/";
    assert!(reader.text(path).await.contains("<h1>Changelog</h1>"));
    for target in [path, "/documentation/changelog.json"] {
        let json = reader.ask(target, &[(header::ACCEPT, "application/json")]).await.text().await.unwrap();
        let json: Value = serde_json::from_str(&json).unwrap();
        assert!(json["releases"][0]["changes"][0]["entries"][0]["markdown"].is_string());
    }
    for target in [path, "/documentation/changelog.atom"] {
        let feed = reader.ask(target, &[(header::ACCEPT, "application/atom+xml")]).await;
        assert_eq!(text_of(&feed, &header::CONTENT_TYPE), "application/atom+xml; charset=utf-8");
        let feed = feed.text().await.unwrap();
        assert!(feed.starts_with("<?xml") && feed.contains("<entry>") && feed.contains("&#60;code&#62;"), "{feed}");
    }
}

#[tokio::test]
async fn limits_are_a_page_for_people() {
    let reader = Reader::new().await;
    let page = reader.text("/api/rate-limits/").await;
    assert!(page.contains("<h1>Rate limits</h1>") && page.contains("60000"));
    let program = reader.app.client().get("/api/rate-limits/").await.expect(200);
    assert_eq!(program.body["limits"][0]["quota"], 60000);
}

/// Every page that can be reached by a link from the first one.
async fn all_pages(reader: &Reader) -> BTreeMap<String, String> {
    let (mut pages, mut next) = (BTreeMap::new(), VecDeque::from(["/documentation/".to_owned()]));
    while let Some(path) = next.pop_front() {
        if pages.contains_key(&path) {
            continue;
        }
        let answer = reader.open(&path).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        let is_page = text_of(&answer, &header::CONTENT_TYPE).starts_with("text/html");
        let text = answer.text().await.unwrap();
        if is_page {
            next.extend(links(&text).into_iter().filter_map(|link| resolve(&path, &link)).map(|(path, _)| path));
        }
        pages.insert(path, if is_page { text } else { String::new() });
    }
    pages
}

/// Values of `href` and `src`.
fn links(html: &str) -> Vec<String> {
    let values = |name: &str| {
        let before = format!(" {name}=\"");
        let after = html.split(&before).skip(1);
        after.filter_map(|rest| rest.split('"').next()).map(|link| link.replace("&amp;", "&")).collect::<Vec<_>>()
    };
    [values("href"), values("src")].concat()
}

/// Path and fragment of a link to this server. Only the form of an external link is checked.
fn resolve(page: &str, link: &str) -> Option<(String, String)> {
    let (target, fragment) = link.split_once('#').unwrap_or((link, ""));
    if target.is_empty() {
        return Some((page.to_owned(), fragment.to_owned()));
    }
    if target.starts_with('/') {
        return Some((target.to_owned(), fragment.to_owned()));
    }
    let url: reqwest::Url = target.parse().unwrap_or_else(|error| panic!("{page}: {target} is no address: {error}"));
    assert!(url.scheme() == "https" && url.host_str().is_some(), "{page}: {target}");
    None
}

fn has_anchor(html: &str, fragment: &str) -> bool {
    fragment.is_empty() || html.contains(&format!(" id=\"{fragment}\""))
}

#[tokio::test]
async fn every_link_in_every_page_leads_somewhere() {
    let reader = Reader::new().await;
    let pages = all_pages(&reader).await;
    let mut seen = 0;
    for (page, html) in &pages {
        for (target, fragment) in links(html).iter().filter_map(|link| resolve(page, link)) {
            let there = pages.get(&target).unwrap_or_else(|| panic!("{page} links to {target}"));
            assert!(has_anchor(there, &fragment), "{page} links to {target}#{fragment}");
            seen += 1;
        }
    }
    for expected in ["/documentation/reference/", "/documentation/changelog/", "/api/rate-limits/", "/status/"] {
        assert!(pages.contains_key(expected), "nothing leads to {expected}");
    }
    assert!(pages.len() > 50 && seen > 500, "{} pages, {seen} links", pages.len());
}

#[tokio::test]
async fn every_operation_has_its_place_in_the_reference() {
    let reader = Reader::new().await;
    let pages = all_pages(&reader).await;
    let reference: String = pages
        .iter()
        .filter(|(path, _)| path.starts_with("/documentation/reference/"))
        .map(|(_, html)| html.as_str())
        .collect();
    for operation in Operation::all().iter().chain(&Operation::members()) {
        let id = operation.handler_id();
        assert!(has_anchor(&reference, id), "{id} is not in the reference");
        assert_eq!(reference.matches(&format!("<h2 id=\"{id}\">")).count(), 1, "{id} is shown twice");
    }
    assert!(reference.contains("<code>/api/psa/tickets/{id}</code>"), "a change is shown with the id in its path");
    assert!(reference.contains("<code>PATCH /api/psa/tickets?id=…</code>"), "the other form is noted");
    assert!(reference.contains("$TC_URL") && reference.contains("requests.post("), "there are samples of code");
}

#[tokio::test]
async fn no_page_loads_anything_from_a_foreign_host() {
    let reader = Reader::new().await;
    for (page, html) in all_pages(&reader).await {
        let loaded = html.split("<link ").skip(1).chain(html.split(" src=").skip(1));
        let addresses: BTreeSet<_> = loaded.filter_map(|rest| rest.split('>').next()).collect();
        assert!(addresses.iter().all(|tag| !tag.contains("//")), "{page}: {addresses:?}");
        assert!(!html.contains(" style=\"") && !html.contains("<script>") && !html.contains(" onclick="), "{page}");
    }
}

#[tokio::test]
async fn every_page_forbids_what_it_does_not_need() {
    let reader = Reader::new().await;
    for (page, html) in all_pages(&reader).await.iter().filter(|(_, html)| !html.is_empty()) {
        let answer = reader.open(page).await;
        let policy = text_of(&answer, &header::CONTENT_SECURITY_POLICY);
        assert!(
            policy.starts_with("default-src 'none'; ") && policy.contains("frame-ancestors 'none'"),
            "{page}: {policy}"
        );
        assert!(!policy.contains("unsafe"), "{page}: {policy}");
        assert_eq!(policy.contains("script-src"), html.contains("<script"), "{page}: {policy}");
        assert_eq!(text_of(&answer, &header::X_CONTENT_TYPE_OPTIONS), "nosniff", "{page}");
    }
}
