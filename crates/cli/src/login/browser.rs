//! The sign-in with a browser (RFC 8252): the browser returns a one-time code to a loopback address, and the code is
//! exchanged for a session.

use crate::context::{Failure, note, random};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use client::{Client, Request};
use ring::digest::{SHA256, digest};
use serde_json::{Value, json};
use std::{
    process::{Command, Stdio},
    time::Duration,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    time::timeout,
};
use url::Url;

/// How long a person has to sign in.
const LONGEST: Duration = Duration::from_secs(300);
const LONGEST_REQUEST: Duration = Duration::from_secs(5);
const MOST_BYTES: usize = 16 * 1024;

const PAGE: &str = "<!doctype html><title>tenantctl</title><p>You are signed in. You can close this window.</p>";
const REFUSED: &str = "<!doctype html><title>tenantctl</title><p>The sign-in failed. See the terminal.</p>";

/// Signs in and returns the token of the session.
pub async fn sign_in(client: &Client, domain: &str, open: bool) -> Result<String, Failure> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let return_to = format!("http://127.0.0.1:{}/callback", listener.local_addr()?.port());
    let verifier = URL_SAFE_NO_PAD.encode(random::<32>()?);
    let challenge = URL_SAFE_NO_PAD.encode(digest(&SHA256, verifier.as_bytes()));
    let start = json!({"domain": domain, "return_to": return_to, "code_challenge": challenge});
    let started: Value = client.send(Request::post("/api/auth/sso").json(&start)?).await?.json()?;
    let address = started["authorization_url"].as_str().unwrap_or_default();
    note(format!("open this address in your browser:\n{address}"));
    if open {
        open_browser(address);
    }
    let code = timeout(LONGEST, receive_code(&listener)).await;
    let code = code.map_err(|_| Failure::Timeout("nobody has signed in within 5 minutes".to_owned()))??;
    let exchange = json!({"code": code, "code_verifier": verifier});
    let session: Value = client.send(Request::post("/api/auth/sso/token").json(&exchange)?).await?.json()?;
    let token = session["token"].as_str().map(str::to_owned);
    token.ok_or_else(|| Failure::Unexpected("the response has no token".to_owned()))
}

/// The address has no secret: the code that it leads to is worthless without the verifier.
fn open_browser(address: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    if !address.starts_with("https://") && !address.starts_with("http://") {
        return;
    }
    let started =
        Command::new(program).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if started.is_err() {
        note("no browser could be opened: open the address yourself");
    }
}

/// Waits for the request that has the code. Browsers also request icons.
async fn receive_code(listener: &TcpListener) -> Result<String, Failure> {
    loop {
        let (mut stream, _) = listener.accept().await?;
        let Ok(Ok(target)) = timeout(LONGEST_REQUEST, target(&mut stream)).await else { continue };
        match code_of(&target) {
            Callback::Code(code) => {
                respond(&mut stream, "200 OK", PAGE).await;
                return Ok(code);
            }
            Callback::Refused(why) => {
                respond(&mut stream, "200 OK", REFUSED).await;
                return Err(Failure::SignedOut(format!("the sign-in failed: {why}")));
            }
            Callback::Other => respond(&mut stream, "404 Not Found", REFUSED).await,
        }
    }
}

/// The target of a request: the second word of its first line.
async fn target(stream: &mut TcpStream) -> std::io::Result<String> {
    let mut bytes = vec![];
    let mut piece = [0; 2048];
    while !bytes.windows(4).any(|end| end == b"\r\n\r\n") && bytes.len() < MOST_BYTES {
        let number = stream.read(&mut piece).await?;
        if number == 0 {
            break;
        }
        bytes.extend_from_slice(&piece[..number]);
    }
    let text = String::from_utf8_lossy(&bytes);
    let mut words = text.lines().next().unwrap_or_default().split(' ');
    Ok(words.nth(1).unwrap_or_default().to_owned())
}

#[derive(Debug, PartialEq, Eq)]
enum Callback {
    Code(String),
    Refused(String),
    Other,
}

fn code_of(target: &str) -> Callback {
    let Ok(url) = Url::parse(&format!("http://127.0.0.1{target}")) else { return Callback::Other };
    if url.path() != "/callback" {
        return Callback::Other;
    }
    let parameter = |name: &str| url.query_pairs().find(|(one, _)| one == name).map(|(_, value)| value.into_owned());
    match (parameter("code"), parameter("error")) {
        (Some(code), _) => Callback::Code(code),
        (None, Some(error)) => Callback::Refused(error),
        (None, None) => Callback::Other,
    }
}

/// A browser that has gone away is no failure.
async fn respond(stream: &mut TcpStream, status: &str, page: &str) {
    let head = format!("HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}", page.len());
    let text = format!("{head}\r\nConnection: close\r\nReferrer-Policy: no-referrer\r\n\r\n{page}");
    let _ = stream.write_all(text.as_bytes()).await;
    let _ = stream.shutdown().await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_callback_has_a_code() {
        assert_eq!(code_of("/callback?code=a%2Fb"), Callback::Code("a/b".to_owned()));
        assert_eq!(code_of("/callback?error=denied"), Callback::Refused("denied".to_owned()));
        assert_eq!(code_of("/favicon.ico?code=x"), Callback::Other);
    }
}
