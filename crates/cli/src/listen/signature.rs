//! The headers of Standard Webhooks, signed with a local secret, so that a receiver verifies forwarded events as it
//! verifies deliveries.

use crate::context::{Failure, random};
use base64::{Engine, prelude::BASE64_STANDARD};
use ring::hmac::{self, HMAC_SHA256};

const PREFIX: &str = "whsec_";
const BYTES: usize = 24;

/// Shorter keys are refused by receivers' libraries, and can be guessed.
const SHORTEST: usize = 16;

/// A signing secret. It has no `Debug`, so that no log shows it.
pub struct Secret(Vec<u8>);

impl Secret {
    pub fn random() -> Result<Secret, Failure> {
        Ok(Secret(random::<BYTES>()?.to_vec()))
    }

    /// Parses `whsec_` followed by base64.
    pub fn parse(text: &str) -> Result<Secret, String> {
        let encoded = text.trim().strip_prefix(PREFIX).ok_or("a signing secret begins with whsec_")?;
        let bytes = BASE64_STANDARD.decode(encoded).map_err(|_| "a signing secret is whsec_ followed by base64")?;
        if bytes.len() < SHORTEST {
            return Err(format!("a signing secret has at least {SHORTEST} bytes"));
        }
        Ok(Secret(bytes))
    }

    /// The text that a receiver is configured with.
    pub fn reveal(&self) -> String {
        format!("{PREFIX}{}", BASE64_STANDARD.encode(&self.0))
    }

    /// The value of `webhook-signature`.
    pub fn sign(&self, id: &str, seconds: i64, body: &[u8]) -> String {
        let mut mac = hmac::Context::with_key(&hmac::Key::new(HMAC_SHA256, &self.0));
        mac.update(format!("{id}.{seconds}.").as_bytes());
        mac.update(body);
        format!("v1,{}", BASE64_STANDARD.encode(mac.sign()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the Standard Webhooks specification.
    #[test]
    fn the_signature_is_the_one_of_the_standard() {
        let secret = Secret::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let signature = secret.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, br#"{"test": 2432232314}"#);
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        assert_eq!(secret.reveal(), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    }

    #[test]
    fn a_random_secret_can_be_given_again() {
        let (first, second) = (Secret::random().unwrap(), Secret::random().unwrap());
        assert_ne!(first.reveal(), second.reveal());
        assert_eq!(Secret::parse(&first.reveal()).unwrap().reveal(), first.reveal());
    }

    #[test]
    fn a_secret_in_another_form_is_refused() {
        for wrong in ["", "whsec_", "whsec_AAAA", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_***"] {
            assert!(Secret::parse(wrong).is_err(), "{wrong}");
        }
    }
}
