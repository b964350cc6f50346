//! The addresses and URLs that the guard permits.

use super::*;

fn ip(text: &str) -> IpAddr {
    text.parse().unwrap()
}

fn url(text: &str) -> Url {
    Url::parse(text).unwrap()
}

#[test]
fn only_public_addresses_are_permitted() {
    let refused = [
        ("0.0.0.0", Class::Unspecified),
        ("0.1.2.3", Class::Unspecified),
        ("127.0.0.1", Class::Loopback),
        ("127.255.255.254", Class::Loopback),
        ("10.0.0.1", Class::Private),
        ("172.16.0.1", Class::Private),
        ("172.31.255.255", Class::Private),
        ("192.168.1.1", Class::Private),
        ("169.254.1.1", Class::LinkLocal),
        ("100.64.0.1", Class::Shared),
        ("100.127.255.255", Class::Shared),
        ("169.254.169.254", Class::Metadata),
        ("100.100.100.200", Class::Metadata),
        ("168.63.129.16", Class::Metadata),
        ("192.0.0.192", Class::Metadata),
        ("fd00:ec2::254", Class::Metadata),
        ("fd20:ce::254", Class::Metadata),
        ("192.0.0.1", Class::Reserved),
        ("192.0.2.1", Class::Documentation),
        ("198.51.100.7", Class::Documentation),
        ("203.0.113.9", Class::Documentation),
        ("198.18.0.1", Class::Benchmark),
        ("198.19.255.255", Class::Benchmark),
        ("192.88.99.1", Class::Tunnel),
        ("224.0.0.1", Class::Multicast),
        ("239.255.255.255", Class::Multicast),
        ("240.0.0.1", Class::Reserved),
        ("255.255.255.255", Class::Broadcast),
        ("::", Class::Unspecified),
        ("::1", Class::Loopback),
        ("fc00::1", Class::Private),
        ("fdff::1", Class::Private),
        ("fe80::1", Class::LinkLocal),
        ("febf::1", Class::LinkLocal),
        ("fec0::1", Class::Reserved),
        ("ff02::1", Class::Multicast),
        ("100::1", Class::Reserved),
        ("5f00::1", Class::Reserved),
        ("2001:db8::1", Class::Documentation),
        ("3fff::1", Class::Documentation),
        ("2001:2::1", Class::Benchmark),
        ("2001:10::1", Class::Reserved),
        // IPv4 inside IPv6
        ("::ffff:127.0.0.1", Class::Loopback),
        ("::ffff:10.0.0.1", Class::Private),
        ("::ffff:169.254.169.254", Class::Metadata),
        ("64:ff9b::7f00:1", Class::Loopback),
        ("64:ff9b::a9fe:a9fe", Class::Metadata),
        ("64:ff9b:1::7f00:1", Class::Tunnel),
        ("::7f00:1", Class::Tunnel),
        ("::808:808", Class::Tunnel),
        ("2002:7f00:1::", Class::Tunnel),
        ("2002:808:808::1", Class::Tunnel),
        ("2001:0:4136:e378:8000:63bf:80ff:fffe", Class::Tunnel),
    ];
    for (address, class) in refused {
        assert_eq!(Guard::default().check_address(ip(address)), Err(class), "{address}");
    }
    for address in [
        "1.1.1.1",
        "100.63.255.255",
        "100.128.0.0",
        "172.15.0.1",
        "172.32.0.1",
        "192.0.1.1",
        "198.20.0.1",
        "223.255.255.255",
        "::ffff:1.1.1.1",
        "64:ff9b::101:101",
        "2606:4700::1111",
        "2001:4860::8888",
        "2003::1",
    ] {
        assert_eq!(Guard::default().check_address(ip(address)), Ok(()), "{address}");
    }
}

#[test]
fn the_operator_opens_networks_but_metadata_only_by_name() {
    let nets = |list: &[&str]| list.iter().map(|net| net.parse().unwrap()).collect::<Vec<IpNet>>();
    let open = Guard { allowed: nets(&["127.0.0.0/8", "169.254.0.0/16", "fd00::/8"]), ..Guard::default() };
    assert_eq!(open.check_address(ip("127.0.0.1")), Ok(()));
    assert_eq!(open.check_address(ip("::ffff:127.0.0.1")), Ok(()));
    assert_eq!(open.check_address(ip("169.254.7.7")), Ok(()));
    assert_eq!(open.check_address(ip("169.254.169.254")), Err(Class::Metadata));
    assert_eq!(open.check_address(ip("fd00:ec2::254")), Err(Class::Metadata));
    assert_eq!(open.check_address(ip("10.0.0.1")), Err(Class::Private));

    let named = Guard { allowed: nets(&["169.254.169.254/32"]), ..Guard::default() };
    assert_eq!(named.check_address(ip("169.254.169.254")), Ok(()));

    let closed = Guard { allowed: nets(&["5.6.7.8/32"]), refused: nets(&["5.6.0.0/16"]), ..Guard::default() };
    assert_eq!(closed.check_address(ip("5.6.1.1")), Err(Class::Operator));
    assert_eq!(closed.check_address(ip("5.6.7.8")), Ok(()));
}

#[test]
fn urls_must_be_plain_https_to_a_public_place() {
    let guard = Guard::default();
    for good in [
        "https://hooks.example.com/a?b=c",
        "https://hooks.example.com:8443/",
        "https://1.1.1.1/",
        "https://[2606:4700::1111]/",
        "https://b\u{fc}cher.example/",
    ] {
        assert_eq!(guard.check_url(&url(good)), Ok(()), "{good}");
    }
    let loopback = |class| UrlFault::Address { address: ip("127.0.0.1"), class };
    for (bad, fault) in [
        ("http://hooks.example.com/", UrlFault::NotEncrypted),
        ("ftp://hooks.example.com/", UrlFault::Scheme),
        ("file:///etc/passwd", UrlFault::Scheme),
        ("gopher://hooks.example.com/", UrlFault::Scheme),
        ("javascript:alert(1)", UrlFault::Scheme),
        ("https://me@hooks.example.com/", UrlFault::UserInfo),
        ("https://:secret@hooks.example.com/", UrlFault::UserInfo),
        ("https://hooks.example.com/#top", UrlFault::Fragment),
        ("https://hooks.example.com:22/", UrlFault::Port(22)),
        ("https://hooks.example.com:6379/", UrlFault::Port(6379)),
        ("https://hooks.example.com:0/", UrlFault::Port(0)),
        ("https://localhost/", UrlFault::LocalName),
        ("https://LOCALHOST./", UrlFault::LocalName),
        ("https://a.localhost/", UrlFault::LocalName),
        // one address, spelled in the ways that parsers of URLs know
        ("https://127.0.0.1/", loopback(Class::Loopback)),
        ("https://127.1/", loopback(Class::Loopback)),
        ("https://2130706433/", loopback(Class::Loopback)),
        ("https://0x7f000001/", loopback(Class::Loopback)),
        ("https://0177.0.0.01/", loopback(Class::Loopback)),
        ("https://0x7f.1/", loopback(Class::Loopback)),
        ("https://\u{ff11}\u{ff12}\u{ff17}.0.0.1/", loopback(Class::Loopback)),
        ("https://%31%32%37.0.0.1/", loopback(Class::Loopback)),
        ("https://127.0.0.1./", loopback(Class::Loopback)),
        ("https://127\u{3002}0\u{3002}0\u{3002}1/", loopback(Class::Loopback)),
    ] {
        assert_eq!(guard.check_url(&url(bad)), Err(fault), "{bad}");
    }
    for zone in ["https://[fe80::1%25eth0]/", "https://[fe80::1%eth0]/", "https://127.0.0.1.1.1/"] {
        assert!(Url::parse(zone).is_err(), "{zone}");
    }
    let dev = Guard { allowed: vec!["127.0.0.0/8".parse().unwrap()], allow_http: true, ..Guard::default() };
    assert_eq!(dev.check_url(&url("http://localhost:9000/")), Ok(()));
    assert_eq!(dev.check_url(&url("http://127.0.0.1:9000/")), Ok(()));
}
