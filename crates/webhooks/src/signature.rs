//! Signatures of Standard Webhooks: HMAC-SHA256 over id, time and body, with a secret that the endpoint shares.

use base64::{Engine, prelude::BASE64_STANDARD};
use jiff::Timestamp;
use rand::RngCore;
use ring::hmac::{self, HMAC_SHA256};
use secrecy::zeroize::Zeroizing;

const PREFIX: &str = "whsec_";
const BYTES: usize = 24;

/// The secret that signs an endpoint's deliveries. Never printed.
#[derive(Clone)]
pub struct SigningSecret(Zeroizing<Vec<u8>>);

impl SigningSecret {
    pub fn random() -> SigningSecret {
        let mut bytes = Zeroizing::new(vec![0; BYTES]);
        rand::rng().fill_bytes(&mut bytes);
        SigningSecret(bytes)
    }

    /// The bytes to seal.
    pub fn from_bytes(bytes: &[u8]) -> SigningSecret {
        SigningSecret(Zeroizing::new(bytes.to_vec()))
    }

    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The text for the customer, which is shown once.
    pub fn reveal(&self) -> String {
        format!("{PREFIX}{}", BASE64_STANDARD.encode(&*self.0))
    }

    /// The last characters, by which people distinguish secrets.
    pub fn hint(&self) -> String {
        let text = self.reveal();
        text[text.len() - 4..].to_owned()
    }

    /// One signature, as in the header.
    pub fn sign(&self, id: &str, seconds: i64, body: &[u8]) -> String {
        let mut mac = hmac::Context::with_key(&hmac::Key::new(HMAC_SHA256, &self.0));
        mac.update(format!("{id}.{seconds}.").as_bytes());
        mac.update(body);
        format!("v1,{}", BASE64_STANDARD.encode(mac.sign()))
    }
}

/// The secrets of an endpoint: the present one first, which has no expiry, then those in their grace period.
#[derive(Clone)]
pub struct SigningSecrets(Vec<(SigningSecret, Option<Timestamp>)>);

impl SigningSecrets {
    /// `None` if there is no secret without an expiry.
    pub fn new(all: Vec<(SigningSecret, Option<Timestamp>)>) -> Option<SigningSecrets> {
        all.iter().any(|(_, valid_until)| valid_until.is_none()).then_some(SigningSecrets(all))
    }

    /// A signature by each valid secret, separated by spaces, as the standard requires.
    pub fn sign(&self, id: &str, now: Timestamp, body: &[u8]) -> String {
        let valid = self.0.iter().filter(|(_, valid_until)| valid_until.is_none_or(|until| until > now));
        let signatures: Vec<String> = valid.map(|(secret, _)| secret.sign(id, now.as_second(), body)).collect();
        signatures.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_secret_signs_until_its_own_end() {
        let at = |second| Timestamp::from_second(second).unwrap();
        let [present, middle, first] = [1, 2, 3].map(|byte| SigningSecret::from_bytes(&[byte; 24]));
        let all = vec![(present.clone(), None), (middle.clone(), Some(at(20))), (first.clone(), Some(at(10)))];
        let secrets = SigningSecrets::new(all).unwrap();
        let by = |secrets: &[&SigningSecret], now| {
            secrets.iter().map(|secret| secret.sign("evt_1", now, b"{}")).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(secrets.sign("evt_1", at(9), b"{}"), by(&[&present, &middle, &first], 9));
        assert_eq!(secrets.sign("evt_1", at(10), b"{}"), by(&[&present, &middle], 10));
        assert_eq!(secrets.sign("evt_1", at(20), b"{}"), by(&[&present], 20));
        assert!(SigningSecrets::new(vec![(first, Some(at(10)))]).is_none(), "an endpoint always has a present secret");
    }

    /// The example of the Standard Webhooks specification.
    #[test]
    fn the_signature_is_the_one_of_the_standard() {
        let bytes = BASE64_STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let secret = SigningSecret::from_bytes(&bytes);
        assert_eq!(secret.reveal(), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        assert_eq!(secret.hint(), "LaSw");
        let signature = secret.sign("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, br#"{"test": 2432232314}"#);
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
