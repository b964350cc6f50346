//! Signatures of requests to S3 (AWS Signature Version 4).

use crate::{hash::hex, hash::sha256, http::Request};
use jiff::{Timestamp, tz::TimeZone};
use outbound::header::{self, HeaderName, HeaderValue};
use ring::hmac::{HMAC_SHA256, Key, sign as mac};

pub struct Signer {
    pub region: String,
    pub access_key_id: String,
    pub secret_access_key: String,
}

impl Signer {
    /// Adds the headers of the signature. All other headers are part of it.
    pub fn sign(&self, request: &mut Request, now: Timestamp) {
        let now = now.to_zoned(TimeZone::UTC);
        let (date, time) = (now.strftime("%Y%m%d").to_string(), now.strftime("%Y%m%dT%H%M%SZ").to_string());
        let body = sha256(&request.body);
        set(request, HeaderName::from_static("x-amz-date"), &time);
        set(request, HeaderName::from_static("x-amz-content-sha256"), &body);
        let (names, canonical) = canonical(request, &body);
        let scope = format!("{date}/{}/s3/aws4_request", self.region);
        let text = format!("AWS4-HMAC-SHA256\n{time}\n{scope}\n{}", sha256(canonical.as_bytes()));
        let mut key = hmac(format!("AWS4{}", self.secret_access_key).as_bytes(), &date);
        for part in [self.region.as_str(), "s3", "aws4_request", &text] {
            key = hmac(&key, part);
        }
        let signature = hex(&key);
        let id = &self.access_key_id;
        let value = format!("AWS4-HMAC-SHA256 Credential={id}/{scope}, SignedHeaders={names}, Signature={signature}");
        set(request, header::AUTHORIZATION, &value);
    }
}

/// The names of the signed headers, and the canonical form of the request.
fn canonical(request: &Request, body: &str) -> (String, String) {
    let url = &request.url;
    let host = match url.port() {
        Some(port) => format!("{}:{port}", url.host_str().unwrap_or_default()),
        None => url.host_str().unwrap_or_default().to_owned(),
    };
    let mut headers = vec![("host".to_owned(), host)];
    for (name, value) in &request.headers {
        headers.push((name.as_str().to_owned(), value.to_str().unwrap_or_default().trim().to_owned()));
    }
    headers.sort();
    let names: Vec<&str> = headers.iter().map(|(name, _)| name.as_str()).collect();
    let names = names.join(";");
    let lines: String = headers.iter().map(|(name, value)| format!("{name}:{value}\n")).collect();
    let mut query: Vec<(String, String)> =
        url.query_pairs().map(|(name, value)| (encode(&name), encode(&value))).collect();
    query.sort();
    let query: Vec<String> = query.into_iter().map(|(name, value)| format!("{name}={value}")).collect();
    let form = format!("{}\n{}\n{}\n{lines}\n{names}\n{body}", request.method, url.path(), query.join("&"));
    (names, form)
}

/// Everything but letters, digits and `-._~` in percent notation.
pub fn encode(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => encoded.push(char::from(byte)),
            other => encoded.push_str(&format!("%{other:02X}")),
        }
    }
    encoded
}

fn hmac(key: &[u8], text: &str) -> Vec<u8> {
    mac(&Key::new(HMAC_SHA256, key), text.as_bytes()).as_ref().to_vec()
}

fn set(request: &mut Request, name: HeaderName, value: &str) {
    if let Ok(mut value) = HeaderValue::from_str(value) {
        value.set_sensitive(name == header::AUTHORIZATION);
        request.headers.insert(name, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outbound::Method;

    /// The example of the documentation of Amazon S3: "GET Object".
    #[test]
    fn the_published_example_has_the_published_signature() {
        let signer = Signer {
            region: "us-east-1".to_owned(),
            access_key_id: "AKIAIOSFODNN7EXAMPLE".to_owned(),
            secret_access_key: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY".to_owned(),
        };
        let url = "https://examplebucket.s3.amazonaws.com/test.txt".parse().unwrap();
        let mut request = Request::new(Method::GET, url, 0);
        request.headers.insert(header::RANGE, HeaderValue::from_static("bytes=0-9"));
        signer.sign(&mut request, "2013-05-24T00:00:00Z".parse().unwrap());
        let authorization = request.headers[header::AUTHORIZATION].to_str().unwrap();
        let signature = "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41";
        assert!(authorization.ends_with(signature), "{authorization}");
    }

    #[test]
    fn queries_are_encoded_as_the_signature_needs_it() {
        assert_eq!(encode("a/b c~d+"), "a%2Fb%20c~d%2B");
    }
}
