//! The client against a server on this machine.

mod operations;
mod server;

use crate::{Body, Client, Error, Follow, Request};
use futures::{StreamExt, TryStreamExt};
use serde_json::{Value, json};
use server::{Answer, Server, body, header, json as answer, ok, stream};
use std::{
    pin::pin,
    time::{Duration, Instant},
};

const PATH: &str = "/api/psa/tickets";

fn client(server: &Server) -> Client {
    Client::builder(&server.url).key("tc_live_secret").build().unwrap()
}

#[tokio::test]
async fn a_write_whose_response_is_lost_is_sent_again_with_the_same_key() {
    let server = Server::start(vec![Answer::Lost, answer("503 Service Unavailable", "", "{}"), ok("{}")]).await;
    client(&server).send(Request::post(PATH).json(&json!({"subject": "x"})).unwrap()).await.unwrap();
    let requests = server.requests();
    assert_eq!(requests.len(), 3);
    let keys: Vec<_> = requests.iter().map(|request| header(request, "idempotency-key").unwrap()).collect();
    assert!(keys[0].len() == 36 && keys.iter().all(|key| *key == keys[0]), "{keys:?}");
    assert!(requests.iter().all(|request| body(request) == r#"{"subject":"x"}"#));
    assert_eq!(header(&requests[0], "authorization"), Some("Bearer tc_live_secret"));
    assert_eq!(header(&requests[0], "content-type"), Some("application/json"));
}

#[tokio::test]
async fn a_read_has_no_idempotency_key_and_a_given_key_is_kept() {
    let server = Server::start(vec![ok("{}"), ok("{}")]).await;
    let client = client(&server);
    client.send(Request::get(PATH)).await.unwrap();
    client.send(Request::put(PATH).text_header("idempotency-key", Some("mine")).unwrap()).await.unwrap();
    let requests = server.requests();
    assert_eq!(header(&requests[0], "idempotency-key"), None);
    assert_eq!(header(&requests[1], "idempotency-key"), Some("mine"));
}

#[tokio::test]
async fn a_request_is_sent_again_after_the_time_that_the_service_names() {
    let server =
        Server::start(vec![answer("429 Too Many Requests", "retry-after: 1\r\n", "{}"), ok(r#"{"a":1}"#)]).await;
    let begun = Instant::now();
    let response = client(&server).send(Request::get(PATH)).await.unwrap();
    assert!(begun.elapsed() >= Duration::from_secs(1));
    assert_eq!(response.json::<Value>().unwrap(), json!({"a": 1}));
}

#[tokio::test]
async fn a_conflict_is_sent_again_only_if_the_first_request_is_in_progress() {
    let in_flight = answer("409 Conflict", "retry-after: 0\r\n", r#"{"code":"request_in_flight"}"#);
    let taken = answer("409 Conflict", "", r#"{"code":"name_taken"}"#);
    let server = Server::start(vec![in_flight, taken]).await;
    let error = client(&server).send(Request::post(PATH)).await.unwrap_err();
    assert_eq!(error.code(), Some("name_taken"));
    assert_eq!(server.requests().len(), 2);
}

#[tokio::test]
async fn a_wait_of_more_than_30_seconds_is_for_the_caller_to_decide() {
    let server = Server::start(vec![answer("429 Too Many Requests", "retry-after: 31\r\n", "{}")]).await;
    let error = client(&server).send(Request::get(PATH)).await.unwrap_err();
    assert_eq!(error.problem().unwrap().retry_after, Some(Duration::from_secs(31)));
}

#[tokio::test]
async fn retries_end_with_the_last_error() {
    let server = Server::start(vec![Answer::Lost, answer("503 Service Unavailable", "", "{}")]).await;
    let client = Client::builder(&server.url).retries(1).build().unwrap();
    let error = client.send(Request::get(PATH)).await.unwrap_err();
    assert_eq!(error.problem().unwrap().status, 503);
    // Nothing listens any more.
    let error = client.send(Request::get(PATH)).await.unwrap_err();
    assert!(matches!(error, Error::Connect { .. } | Error::Lost { .. }), "{error:?}");
}

#[tokio::test]
async fn a_server_that_does_not_respond_is_a_timeout() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let client = Client::builder(&url).retries(0).timeout(Duration::from_millis(50)).build().unwrap();
    let error = client.send(Request::get(PATH)).await.unwrap_err();
    assert!(matches!(error, Error::Timeout { .. }), "{error:?}");
}

#[tokio::test]
async fn a_problem_has_its_code_its_fields_and_the_id_of_the_request() {
    let problem = r#"{"type":"/documentation/problems/insufficient_scope","title":"Insufficient scope","status":403,
        "detail":"The key lacks tickets:write.","code":"insufficient_scope","request_id":"req_1",
        "required_scopes":["tickets:write"]}"#;
    let server = Server::start(vec![answer("403 Forbidden", "", problem)]).await;
    let Err(Error::Problem(problem)) = client(&server).send(Request::get(PATH)).await else { panic!("no problem") };
    assert_eq!((problem.status, problem.code.as_str()), (403, "insufficient_scope"));
    assert_eq!(problem.detail.as_deref(), Some("The key lacks tickets:write."));
    assert_eq!(problem.request_id.as_deref(), Some("req_1"));
    assert_eq!(problem.body["required_scopes"][0], "tickets:write");
    assert_eq!(problem.typed().unwrap().code, api::ProblemCode::InsufficientScope);
}

#[tokio::test]
async fn a_response_of_a_proxy_is_a_problem_with_its_text() {
    let page = "HTTP/1.1 413 Payload Too Large\r\nx-request-id: p-1\r\nconnection: close\r\n\r\n<h1>Too large</h1>";
    let server = Server::start(vec![Answer::Text(page.to_owned())]).await;
    let error = client(&server).stream(Request::post(PATH)).await.unwrap_err();
    assert_eq!(error.to_string(), "413 unknown: <h1>Too large</h1>");
    assert_eq!(error.problem().unwrap().request_id.as_deref(), Some("p-1"));
}

#[tokio::test]
async fn a_response_of_another_type_is_kept_in_the_error() {
    let server = Server::start(vec![ok(r#"{"data":[{"status":"brand_new"}]}"#)]).await;
    #[derive(Debug, serde::Deserialize)]
    struct Listed {
        #[expect(dead_code, reason = "only its type is tested")]
        data: Vec<Item>,
    }
    #[derive(Debug, serde::Deserialize)]
    struct Item {
        #[expect(dead_code, reason = "only its type is tested")]
        status: api::tickets::TicketStatus,
    }
    let response = client(&server).send(Request::get(PATH)).await.unwrap();
    let Err(Error::Decode { path, response, .. }) = response.json::<Listed>() else { panic!("it was decoded") };
    assert_eq!(path, "data[0].status");
    assert_eq!(response.json::<Value>().unwrap()["data"][0]["status"], "brand_new");
}

#[tokio::test]
async fn a_list_is_read_page_by_page() {
    let first = ok(r#"{"data":[1,2],"has_more":true,"next_cursor":"c/1","total":3}"#);
    let second = ok(r#"{"data":[3],"has_more":false,"next_cursor":null}"#);
    let server = Server::start(vec![first, second]).await;
    let client = client(&server);
    let pages: Vec<_> = client.pages(Request::get(PATH).query("limit", 2)).try_collect().await.unwrap();
    assert_eq!(pages.iter().map(|page| page.items.len()).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(pages[0].other["total"], 3);
    let lines: Vec<_> = server.requests().iter().map(|request| request.lines().next().unwrap().to_owned()).collect();
    assert_eq!(lines[0], "GET /api/psa/tickets?limit=2 HTTP/1.1");
    assert_eq!(lines[1], "GET /api/psa/tickets?limit=2&cursor=c%2F1 HTTP/1.1");
}

#[tokio::test]
async fn a_stream_of_events_continues_after_the_last_event() {
    let first = stream("id: evt_0\nretry: 1\n\nid: evt_1\nevent: x\ndata: {\"n\":1}\n\nid: evt_2\ndata: {\"n\":");
    let second = stream("id: evt_1\nretry: 1\n\n:\n\nid: evt_2\ndata: {\"n\":2}\n\n");
    let unavailable = answer("503 Service Unavailable", "", "{}");
    let gone = answer("410 Gone", "", r#"{"code":"event_gone"}"#);
    let server = Server::start(vec![first, Answer::Lost, unavailable, second, gone]).await;
    let client = client(&server);
    let follow = Follow { types: vec!["ticket.*".to_owned(), "x".to_owned()], ..Follow::default() };
    let mut events = pin!(client.events(follow));
    for n in 1..=2 {
        let message = events.next().await.unwrap().unwrap();
        assert_eq!((message.id, &message.event["n"]), (format!("evt_{n}"), &json!(n)));
    }
    assert_eq!(events.next().await.unwrap().unwrap_err().code(), Some("event_gone"));
    let requests = server.requests();
    let last: Vec<_> = requests.iter().map(|request| header(request, "last-event-id")).collect();
    assert_eq!(last, [None, Some("evt_1"), Some("evt_1"), Some("evt_1"), Some("evt_2")]);
    assert!(requests[0].starts_with("GET /api/events?type=ticket.*%2Cx HTTP/1.1"), "{}", requests[0]);
    assert_eq!(header(&requests[0], "accept"), Some("text/event-stream"));
}

#[tokio::test]
async fn a_stream_that_never_opened_ends_with_an_error() {
    let client = Client::builder("http://127.0.0.1:1").retries(0).build().unwrap();
    let mut events = pin!(client.events(Follow::default()));
    assert!(matches!(events.next().await, Some(Err(Error::Connect { .. }))));
}

#[tokio::test]
async fn a_file_is_sent_again_from_its_beginning() {
    let path = std::env::temp_dir().join(format!("client-{}.txt", std::process::id()));
    std::fs::write(&path, "the content").unwrap();
    let server = Server::start(vec![Answer::Lost, ok("{}")]).await;
    let content = Body::File { content_type: "application/octet-stream".to_owned(), path: path.clone() };
    client(&server).send(Request::post("/api/psa/attachments").body(content)).await.unwrap();
    std::fs::remove_file(&path).unwrap();
    for request in server.requests() {
        assert_eq!((body(&request), header(&request, "content-length")), ("the content", Some("11")));
    }
}

#[test]
fn a_url_is_that_of_a_service() {
    for wrong in ["api.example.com", "ftp://example.com", "https://example.com/?a=1", "https://u:p@example.com", ""] {
        assert!(matches!(Client::builder(wrong).build(), Err(Error::Request(_))), "{wrong}");
    }
    let client = Client::builder("http://example.com/behind/").build().unwrap();
    let url = Request::get("/api/x?a=1").query("b", "ü &").url(client.url()).unwrap();
    assert_eq!(url.as_str(), "http://example.com/behind/api/x?a=1&b=%C3%BC+%26");
    assert!(Request::get("api/x").url(client.url()).is_err());
}

#[test]
fn debug_output_contains_no_secret() {
    let builder = Client::builder("http://example.com").key("tc_live_secret");
    let request = Request::post(PATH).json(&json!({"secret": "tc_live_secret"})).unwrap();
    let text = format!("{builder:?} {:?} {request:?}", builder.clone().build().unwrap());
    assert!(!text.contains("tc_live_secret"), "{text}");
}
