//! Retries: requests are sent again if their response is lost, or if the service is busy.

use crate::Client;
use progenitor_client::{ClientHooks, ClientInfo, OperationInfo};
use reqwest::{
    Method, Request, Response, StatusCode,
    header::{HeaderMap, HeaderValue, RETRY_AFTER},
};
use std::time::Duration;

const IDEMPOTENCY_KEY: &str = "idempotency-key";
const MOST: u32 = 4;
const FIRST_DELAY: Duration = Duration::from_millis(250);
const LONGEST_DELAY: Duration = Duration::from_secs(30);

impl ClientHooks<()> for Client {
    async fn exec(&self, mut request: Request, _: &OperationInfo) -> reqwest::Result<Response> {
        add_idempotency_key(&mut request);
        let mut attempt = 0;
        loop {
            // A stream cannot be sent twice.
            let again = request.try_clone().filter(|_| attempt < MOST);
            let result = self.client().execute(request).await;
            let delay = match &result {
                Ok(response) => delay_after(response.status(), response.headers(), attempt),
                Err(error) if error.is_builder() => None,
                Err(_) => Some(back_off(attempt)),
            };
            let (Some(next), Some(delay)) = (again, delay) else { return result };
            tokio::time::sleep(delay).await;
            request = next;
            attempt += 1;
        }
    }
}

/// A write that is sent again with the same key is not executed again. DELETE needs none.
fn add_idempotency_key(request: &mut Request) {
    let is_write = [Method::POST, Method::PUT, Method::PATCH].contains(request.method());
    if is_write && !request.headers().contains_key(IDEMPOTENCY_KEY) {
        let key = format!("{:032x}", rand::random::<u128>());
        if let Ok(key) = HeaderValue::try_from(key) {
            request.headers_mut().insert(IDEMPOTENCY_KEY, key);
        }
    }
}

/// How long to wait before the request is sent again; `None` if it is not.
fn delay_after(status: StatusCode, headers: &HeaderMap, attempt: u32) -> Option<Duration> {
    let asked = headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok()).map(Duration::from_secs);
    match status.as_u16() {
        429 | 502 | 503 | 504 => {}
        // The first request, whose response was lost, is still in progress.
        409 if asked.is_some() => {}
        _ => return None,
    }
    match asked {
        // Waiting longer than this is for the caller to decide.
        Some(asked) => (asked <= LONGEST_DELAY).then_some(asked),
        None => Some(back_off(attempt)),
    }
}

fn back_off(attempt: u32) -> Duration {
    let longest = LONGEST_DELAY.min(FIRST_DELAY * 2_u32.saturating_pow(attempt));
    longest.mul_f64(rand::random_range(0.5..1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::TcpListener,
    };

    /// The head of a request, in lower case.
    async fn head(stream: &mut tokio::net::TcpStream) -> String {
        let (mut text, mut buffer) = (String::new(), [0; 4096]);
        while !text.contains("\r\n\r\n") {
            let read = stream.read(&mut buffer).await.unwrap();
            text += &String::from_utf8_lossy(&buffer[..read]).to_lowercase();
        }
        text
    }

    fn key_of(head: &str) -> String {
        head.lines().find(|line| line.starts_with(IDEMPOTENCY_KEY)).unwrap().to_owned()
    }

    #[tokio::test]
    async fn a_request_whose_response_is_lost_is_sent_again_with_the_same_key() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = crate::connect(&format!("http://{}", listener.local_addr().unwrap()), "tck_test").unwrap();
        let served = tokio::spawn(async move {
            let (mut first, _) = listener.accept().await.unwrap();
            let lost = key_of(&head(&mut first).await);
            drop(first);
            let (mut second, _) = listener.accept().await.unwrap();
            let repeated = key_of(&head(&mut second).await);
            let body = r#"{"type": "/p", "title": "T", "status": 409, "detail": "D", "code": "name_taken", "request_id": "r"}"#;
            let head = "HTTP/1.1 409 Conflict\r\ncontent-type: application/problem+json\r\nconnection: close";
            let response = format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len());
            second.write_all(response.as_bytes()).await.unwrap();
            (lost, repeated)
        });
        let body = crate::types::NewOrganization::builder().name("Initech");
        let refused = client.create_organization().body(body).send().await.unwrap_err();
        let (lost, repeated) = served.await.unwrap();
        assert_eq!(lost, repeated);
        let crate::Error::ErrorResponse(problem) = refused else { panic!("{refused}") };
        assert_eq!((problem.status(), problem.code.to_string()), (StatusCode::CONFLICT, "name_taken".to_owned()));
    }

    #[test]
    fn a_request_waits_as_long_as_the_service_asks_unless_it_is_too_long() {
        let headers = |seconds: &str| HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::try_from(seconds).unwrap())]);
        let delay = |status, headers: &HeaderMap| delay_after(StatusCode::from_u16(status).unwrap(), headers, 0);
        assert_eq!(delay(503, &headers("2")), Some(Duration::from_secs(2)));
        assert_eq!(delay(429, &headers("3600")), None);
        assert_eq!(delay(409, &headers("1")), Some(Duration::from_secs(1)));
        assert_eq!(delay(409, &HeaderMap::new()), None);
        assert_eq!(delay(404, &headers("1")), None);
        assert!(delay(502, &HeaderMap::new()).is_some_and(|delay| delay <= FIRST_DELAY));
    }
}
