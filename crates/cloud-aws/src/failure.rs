//! What an error of AWS means. STS and EC2 have different names for the same reasons, and so has moto.

use api::cloud_verification::CloudFindingCode;
use aws_sdk_sts::error::{ProvideErrorMetadata, SdkError};
use cloud_boundary::Failure;
use std::error::Error;

/// The name of the error that a successful dry run returns.
pub(crate) const DRY_RUN: &str = "DryRunOperation";

/// The error of a call, as AWS names it.
pub(crate) fn code_of<E: ProvideErrorMetadata, R>(error: &SdkError<E, R>) -> Option<&str> {
    error.as_service_error().and_then(ProvideErrorMetadata::code)
}

pub(crate) fn failure<E: ProvideErrorMetadata, R>(error: &SdkError<E, R>) -> Failure {
    match (error, error.as_service_error()) {
        (_, Some(answer)) => named(answer.code().unwrap_or_default(), answer.message().unwrap_or_default()),
        (SdkError::TimeoutError(_), _) => not_reached("AWS did not respond in time."),
        (SdkError::DispatchFailure(failed), _) => {
            let connector = failed.as_connector_error();
            let cause = connector.and_then(Error::source).and_then(|cause| cause.downcast_ref::<outbound::Failed>());
            match cause {
                Some(failed) => not_reached(format!("AWS was not reached: {failed}.")),
                None => not_reached("AWS was not reached."),
            }
        }
        (SdkError::ResponseError(_), _) => {
            Failure::new(CloudFindingCode::Unclear, "The response is not a valid response of AWS.")
        }
        _ => Failure::new(CloudFindingCode::Unclear, "The request could not be sent."),
    }
}

fn not_reached(detail: impl Into<String>) -> Failure {
    Failure::new(CloudFindingCode::Unreachable, detail)
}

/// The meaning of an error of AWS by its name. The message is not passed on, except that STS reports a wrong clock in it.
fn named(code: &str, message: &str) -> Failure {
    let (code, detail) = match code {
        "SignatureDoesNotMatch" if mentions_the_clock(message) => CLOCK,
        "RequestTimeTooSkewed" | "RequestExpired" => CLOCK,
        "InvalidClientTokenId" | "InvalidAccessKeyId" | "AuthFailure" => {
            (CloudFindingCode::WrongKey, "AWS has no access key with this id, or it is not active.")
        }
        "SignatureDoesNotMatch" | "IncompleteSignature" => {
            (CloudFindingCode::WrongSecret, "The secret does not belong to the access key.")
        }
        "ExpiredToken" | "ExpiredTokenException" => {
            (CloudFindingCode::CredentialExpired, "The credentials have expired.")
        }
        "AccessDenied" | "AccessDeniedException" | "UnauthorizedOperation" => {
            (CloudFindingCode::PermissionDenied, "The credentials may not make this call.")
        }
        "OptInRequired" | "RegionDisabledException" | "PendingVerification" => {
            (CloudFindingCode::RegionNotEnabled, "The region is not enabled for the account.")
        }
        "Throttling"
        | "ThrottlingException"
        | "RequestLimitExceeded"
        | "RequestThrottled"
        | "TooManyRequestsException" => (CloudFindingCode::Throttled, "AWS throttles the calls of this account."),
        "ServiceUnavailable" | "InternalError" | "InternalFailure" | "Unavailable" => {
            (CloudFindingCode::Unreachable, "AWS reports an internal failure.")
        }
        other => return Failure::new(CloudFindingCode::Unclear, format!("AWS returned {}.", printable(other))),
    };
    Failure::new(code, detail)
}

const CLOCK: (CloudFindingCode, &str) =
    (CloudFindingCode::ClockSkew, "The clocks of this service and of AWS differ by more than five minutes.");

fn mentions_the_clock(message: &str) -> bool {
    message.contains("Signature expired") || message.contains("Signature not yet current")
}

/// The name of an error, as far as it is one: an endpoint that is not AWS can send anything.
fn printable(code: &str) -> String {
    let name: String = code.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '.').take(60).collect();
    if name.is_empty() { "an error without a name".to_owned() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_has_a_code_of_its_own() {
        for (code, message, expected) in [
            ("InvalidClientTokenId", "", CloudFindingCode::WrongKey),
            ("AuthFailure", "", CloudFindingCode::WrongKey),
            ("SignatureDoesNotMatch", "", CloudFindingCode::WrongSecret),
            ("SignatureDoesNotMatch", "Signature expired: 2026 is now earlier", CloudFindingCode::ClockSkew),
            ("RequestTimeTooSkewed", "", CloudFindingCode::ClockSkew),
            ("ExpiredToken", "", CloudFindingCode::CredentialExpired),
            ("UnauthorizedOperation", "", CloudFindingCode::PermissionDenied),
            ("AccessDenied", "", CloudFindingCode::PermissionDenied),
            ("OptInRequired", "", CloudFindingCode::RegionNotEnabled),
            ("RequestLimitExceeded", "", CloudFindingCode::Throttled),
            ("InternalError", "", CloudFindingCode::Unreachable),
            ("SomethingNew", "", CloudFindingCode::Unclear),
        ] {
            assert_eq!(named(code, message).code, expected, "{code} {message}");
        }
    }

    #[test]
    fn what_an_endpoint_sends_as_a_name_is_bounded() {
        let failure = named(&"<script>é\n".repeat(1000), "");
        assert!(failure.detail.len() < 100 && failure.detail.is_ascii(), "{}", failure.detail);
        assert_eq!(named("", "").detail, "AWS returned an error without a name.");
    }
}
