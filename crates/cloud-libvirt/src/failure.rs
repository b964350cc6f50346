//! What an error of libvirt means.

use api::cloud_verification::CloudFindingCode;
use cloud_boundary::Failure;
use virt::{
    connect::Connect,
    error::{Error, ErrorDomain, ErrorNumber},
};

/// The longest message of libvirt that is passed on.
const LONGEST: usize = 200;

pub(crate) fn failure(error: &Error) -> Failure {
    let code = match error.code() {
        ErrorNumber::AuthFailed | ErrorNumber::AuthCancelled | ErrorNumber::AuthUnavailable => {
            let detail = "The host refuses this service. The operator has to give it access.";
            return Failure::new(CloudFindingCode::ServiceIdentityMissing, detail);
        }
        ErrorNumber::OperationDenied | ErrorNumber::AccessDenied => CloudFindingCode::PermissionDenied,
        ErrorNumber::NoConnect | ErrorNumber::UnknownHost | ErrorNumber::Rpc | ErrorNumber::GnutlsError => {
            CloudFindingCode::Unreachable
        }
        _ if is_transport(error.domain()) => CloudFindingCode::Unreachable,
        _ => CloudFindingCode::Unclear,
    };
    let prefix = match code {
        CloudFindingCode::Unreachable => "The host was not reached",
        CloudFindingCode::PermissionDenied => "The host does not allow this",
        _ => "The host returned an error",
    };
    Failure::new(code, format!("{prefix}: {}.", without_paths(error.message())))
}

/// True if the connection broke, so that the host may have done what it was asked for.
pub(crate) fn is_lost(conn: &Connect, error: &Error) -> bool {
    error.code() == ErrorNumber::Rpc || is_transport(error.domain()) || !conn.is_alive().unwrap_or(false)
}

/// True if the host does not have the domain, volume, pool or network.
pub(crate) fn is_absent(error: &Error) -> bool {
    matches!(
        error.code(),
        ErrorNumber::NoDomain | ErrorNumber::NoStorageVolume | ErrorNumber::NoStoragePool | ErrorNumber::NoNetwork
    )
}

/// What is there, or `None`.
pub(crate) fn present<T>(found: Result<T, Error>) -> Result<Option<T>, Error> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if is_absent(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

fn is_transport(domain: ErrorDomain) -> bool {
    matches!(domain, ErrorDomain::Rpc | ErrorDomain::Remote | ErrorDomain::Streams)
}

/// A message for customers: bounded, printable, and without paths of the operator's host.
fn without_paths(message: &str) -> String {
    let printable = message.chars().map(|c| if c.is_control() { ' ' } else { c });
    let printable: String = printable.take(LONGEST * 2).collect();
    let word = |word: &str| if word.contains('/') { "…".to_owned() } else { word.to_owned() };
    let words: Vec<String> = printable.split_whitespace().map(word).collect();
    words.join(" ").chars().take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_shows_no_paths_and_is_bounded() {
        assert_eq!(
            without_paths("Cannot access storage file '/var/lib/x.img' (as uid:64055):\nNo such file"),
            "Cannot access storage file … (as uid:64055): No such file"
        );
        assert!(without_paths(&"long ".repeat(1000)).chars().count() <= LONGEST);
    }
}
