//! Which hosts the operator's file offers, and to whom.

use super::*;
use secrecy::SecretString;

/// The hash of "hunter2hunter2hunter2".
fn hash(secret: &str) -> String {
    Sha256::digest(secret).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn file(endpoint: &str, more: &str) -> String {
    let hash = hash("hunter2hunter2hunter2");
    format!(
        r#"{{"as_of": "2026-11-01", "currency": "EUR", "sizes": {{"small": {{"vcpus": 1, "memory_mib": 512, "monthly": "5.00"}}}},
        "hosts": {{"{endpoint}": {{"secrets_sha256": ["{hash}"], "images": "images", "disks": "disks" {more}}}}}}}"#
    )
}

fn access(endpoint: &str, secret: &str) -> Access {
    Access {
        regions: vec!["local".to_owned()],
        account_id: None,
        endpoint: endpoint.parse().ok(),
        credential: Credential::HostSecret { secret: SecretString::from(secret) },
    }
}

#[test]
fn a_host_is_opened_by_its_secret_only() {
    let hosts = Hosts::parse(&file("qemu:///system", "")).unwrap();
    let code = |endpoint, secret| hosts.open(&access(endpoint, secret)).map(drop).map_err(|failure| failure.code);
    assert_eq!(code("qemu:///system", "hunter2hunter2hunter2"), Ok(()));
    assert_eq!(code("qemu:///system", "hunter3hunter3hunter3"), Err(CloudFindingCode::WrongSecret));
    assert_eq!(code("qemu:///session", "hunter2hunter2hunter2"), Err(CloudFindingCode::PermissionDenied));
}

#[test]
fn what_a_customer_names_never_has_parameters() {
    let hosts = Hosts::parse(&file("qemu:///system", r#", "connect": "qemu:///system?socket=/run/s""#)).unwrap();
    let has = |endpoint: &str| hosts.has(&endpoint.parse().unwrap());
    assert!(has("qemu:///system"));
    for other in [
        "qemu:///system?command=/bin/sh",
        "qemu:///system?socket=/run/s",
        "qemu+ext:///system?command=/bin/sh",
        "qemu://root@localhost/system",
        "qemu:///system#x",
        "qemu:///session",
    ] {
        assert!(!has(other), "{other}");
    }
    for wrong in ["qemu:///system?command=sh", "qemu+ext:///system", "xen:///system", "qemu://me@host/system", "host"] {
        assert!(Hosts::parse(&file(wrong, "")).is_err(), "{wrong}");
    }
}

#[test]
fn a_file_that_could_not_mean_what_it_says_is_refused() {
    for more in [
        r#", "networks": ["a b"]"#,
        r#", "networks": ["../x"]"#,
        r#", "domain_type": "xen""#,
        r#", "unknown": 1"#,
        r#", "connect": "a\u0000b""#,
    ] {
        assert!(Hosts::parse(&file("qemu:///system", more)).is_err(), "{more}");
    }
    let same = file("qemu:///system", "").replace(r#""disks": "disks""#, r#""disks": "images""#);
    assert!(Hosts::parse(&same).unwrap_err().contains("same pool"));
    for (from, to) in
        [("5.00", "0.00"), ("5.00", "5"), ("512", "0"), (r#""vcpus": 1"#, r#""vcpus": 0"#), ("EUR", "eur")]
    {
        assert!(Hosts::parse(&file("qemu:///system", "").replace(from, to)).is_err(), "{to}");
    }
    let short = file("qemu:///system", "").replace(&hash("hunter2hunter2hunter2"), "abc");
    assert!(Hosts::parse(&short).is_err());
}

#[test]
fn a_price_is_the_operators() {
    let hosts = Hosts::parse(&file("qemu:///system", "")).unwrap();
    assert_eq!(hosts.price("small").map(|price| price.monthly), Some("5.00".to_owned()));
    assert_eq!(hosts.price("large"), None);
}
