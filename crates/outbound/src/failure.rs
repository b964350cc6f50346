//! The reason why there is no usable response: a code for programs and a sentence for people.

use crate::{
    Timings,
    guard::{Class, UrlFault},
    resolve::NameFault,
};
use std::{
    error::Error,
    fmt, io,
    net::{IpAddr, SocketAddr},
};

/// A request without a response, and its last phase.
#[derive(Debug)]
pub struct Failed {
    pub why: Why,
    /// The address of the connection.
    pub remote: Option<SocketAddr>,
    pub timings: Timings,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    Url(UrlFault),
    Name(NameFault),
    Address {
        address: IpAddr,
        class: Class,
    },
    Connect {
        remote: SocketAddr,
        reason: String,
    },
    Tls {
        reason: String,
    },
    Timeout(Phase),
    /// More headers than are allowed.
    TooLarge,
    /// Closed before the response was complete.
    Closed,
    /// Not HTTP.
    Broken {
        reason: String,
    },
}

/// The phase in which a request was waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Phase {
    #[default]
    Name,
    Connect,
    Tls,
    Answer,
    Body,
}

impl Why {
    /// A stable name for logs, metrics and records.
    pub fn code(&self) -> &'static str {
        match self {
            Why::Url(_) => "url_refused",
            Why::Name(NameFault::NotFound) => "name_not_found",
            Why::Name(NameFault::Unanswered) => "name_unanswered",
            Why::Address { .. } => "address_refused",
            Why::Connect { .. } => "connect_failed",
            Why::Tls { .. } => "tls_failed",
            Why::Timeout(_) => "timeout",
            Why::TooLarge => "answer_too_large",
            Why::Closed => "connection_closed",
            Why::Broken { .. } => "answer_broken",
        }
    }

    /// Refused by the guard: nothing was sent, and a retry fails as long as the URL and its name do not change.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Why::Url(_) | Why::Address { .. })
    }

    pub(crate) fn connect(remote: SocketAddr, error: &io::Error) -> Why {
        Why::Connect { remote, reason: error.kind().to_string() }
    }

    pub(crate) fn tls(error: &io::Error) -> Why {
        let cause = error.get_ref().and_then(|cause| cause.downcast_ref());
        Why::Tls { reason: cause.map_or_else(|| error.kind().to_string(), tls_reason) }
    }

    pub(crate) fn http(error: &hyper::Error) -> Why {
        let closed = error.is_incomplete_message() || error.is_canceled() || error.is_closed();
        match error.source().and_then(|cause| cause.downcast_ref::<io::Error>()) {
            _ if error.is_parse_too_large() => Why::TooLarge,
            _ if closed => Why::Closed,
            Some(io) if !matches!(io.kind(), io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput) => Why::Closed,
            _ => Why::Broken { reason: cause(error) },
        }
    }
}

fn tls_reason(error: &rustls::Error) -> String {
    use rustls::{CertificateError::*, Error::InvalidCertificate};
    let reason = match error {
        InvalidCertificate(UnknownIssuer) => "the certificate's issuer is not trusted",
        InvalidCertificate(Expired | ExpiredContext { .. }) => "the certificate has expired",
        InvalidCertificate(NotValidForName | NotValidForNameContext { .. }) => "the certificate is for another name",
        other => return other.to_string(),
    };
    reason.to_owned()
}

/// The innermost message. Hyper's messages contain nothing of the received data.
fn cause(error: &hyper::Error) -> String {
    error.source().map_or_else(|| error.to_string(), ToString::to_string)
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Url(fault) => fault.fmt(f),
            Why::Name(NameFault::NotFound) => f.write_str("the host name does not exist or has no address"),
            Why::Name(NameFault::Unanswered) => f.write_str("the name servers did not respond for the host name"),
            // Never contains the address: it would show a customer how names resolve internally.
            Why::Address { class, .. } => write!(f, "the host name resolves to {class}, which is not allowed"),
            Why::Connect { remote, reason } => write!(f, "cannot connect to {remote}: {reason}"),
            Why::Tls { reason } => write!(f, "the TLS connection failed: {reason}"),
            Why::Timeout(phase) => write!(f, "timed out {phase}"),
            Why::TooLarge => f.write_str("the headers of the response are too large"),
            Why::Closed => f.write_str("the connection was closed before the response was complete"),
            Why::Broken { reason } => write!(f, "the response is not valid HTTP: {reason}"),
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::Name => "resolving the host name",
            Phase::Connect => "connecting",
            Phase::Tls => "during the TLS handshake",
            Phase::Answer => "waiting for the response",
            Phase::Body => "reading the body of the response",
        })
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.why.fmt(f)
    }
}

impl Error for Failed {}
impl Error for UrlFault {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_names_the_class_of_the_address_and_not_the_address() {
        let address: IpAddr = "10.20.30.40".parse().unwrap();
        let why = Why::Address { address, class: Class::Private };
        let text = "a private address (RFC 1918, RFC 4193)";
        assert_eq!(why.to_string(), format!("the host name resolves to {text}, which is not allowed"));
        let fault = UrlFault::Address { address, class: Class::Private };
        assert_eq!(fault.to_string(), format!("the host is {text}; the URL must have a public address"));
        assert!(!Why::Url(fault).to_string().contains("10.20"));
    }
}
