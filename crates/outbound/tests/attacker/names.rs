//! Names that resolve to internal addresses, at once or later. No request may reach the listener.

use crate::{
    client, open, post, post_within,
    server::{Act, OK, Server},
};
use outbound::{Class, Guard, NameFault, Why};
use std::{net::IpAddr, time::Duration};
use testdns::Nameserver;

fn ip(text: &str) -> IpAddr {
    text.parse().unwrap()
}

#[tokio::test]
async fn a_name_that_leads_inside_is_refused_and_nothing_is_connected_to() {
    let dns = Nameserver::start().await.unwrap();
    let listener = Server::start(Act::Say(OK.to_vec())).await;
    let client = client(Guard { allow_http: true, ..Guard::default() }, &[dns.address()]);
    for (name, address, class) in [
        ("loopback", "127.0.0.1", Class::Loopback),
        ("loopback6", "::1", Class::Loopback),
        ("any", "0.0.0.0", Class::Unspecified),
        ("any6", "::", Class::Unspecified),
        ("private-10", "10.1.2.3", Class::Private),
        ("private-172", "172.20.0.1", Class::Private),
        ("private-192", "192.168.0.1", Class::Private),
        ("link-local", "169.254.3.4", Class::LinkLocal),
        ("link-local6", "fe80::1", Class::LinkLocal),
        ("cgnat", "100.64.1.1", Class::Shared),
        ("ula", "fd12:3456::1", Class::Private),
        ("metadata", "169.254.169.254", Class::Metadata),
        ("metadata6", "fd00:ec2::254", Class::Metadata),
        ("metadata-azure", "168.63.129.16", Class::Metadata),
        ("mapped", "::ffff:127.0.0.1", Class::Loopback),
        ("mapped-metadata", "::ffff:169.254.169.254", Class::Metadata),
        ("compatible", "::127.0.0.1", Class::Tunnel),
        ("nat64", "64:ff9b::7f00:1", Class::Loopback),
        ("6to4", "2002:7f00:1::1", Class::Tunnel),
        ("teredo", "2001:0:4136:e378:8000:63bf:80ff:fffe", Class::Tunnel),
        ("multicast", "224.0.0.1", Class::Multicast),
        ("broadcast", "255.255.255.255", Class::Broadcast),
    ] {
        let name = format!("{name}.attacker.example");
        dns.set(&name, &[ip(address)]);
        let failed = post(&client, &format!("http://{name}:{}/", listener.address.port())).await.unwrap_err();
        assert_eq!(failed.why, Why::Address { address: ip(address), class }, "{name}");
        assert!(failed.why.is_refusal());
        assert_eq!(failed.remote, None);
        // The same by https, where a certificate would have to be shown first.
        let failed = post(&client, &format!("https://{name}:{}/", listener.address.port())).await.unwrap_err();
        assert_eq!(failed.why.code(), "address_refused", "{name}");
    }
    assert_eq!(listener.connections(), 0);
}

#[tokio::test]
async fn one_address_inside_refuses_a_name_with_others_outside() {
    let dns = Nameserver::start().await.unwrap();
    dns.set("both.attacker.example", &[ip("1.1.1.1"), ip("10.0.0.1")]);
    dns.set("both6.attacker.example", &[ip("1.1.1.1"), ip("fe80::1")]);
    let client = client(Guard::default(), &[dns.address()]);
    let failed = post(&client, "https://both.attacker.example/").await.unwrap_err();
    assert_eq!(failed.why, Why::Address { address: ip("10.0.0.1"), class: Class::Private });
    let failed = post(&client, "https://both6.attacker.example/").await.unwrap_err();
    assert_eq!(failed.why, Why::Address { address: ip("fe80::1"), class: Class::LinkLocal });
}

/// 127.0.0.1 counts as external here, and 127.0.0.2 as internal.
fn half_open() -> Guard {
    Guard { allowed: vec!["127.0.0.1/32".parse().unwrap()], allow_http: true, ..Guard::default() }
}

#[tokio::test]
async fn a_name_that_changes_between_check_and_connection_is_looked_up_once() {
    let dns = Nameserver::start().await.unwrap();
    let listener = Server::start(Act::Say(OK.to_vec())).await;
    let (outside, inside) = (ip("127.0.0.1"), ip("127.0.0.2"));
    dns.change("rebind.attacker.example", &[&[outside], &[inside]]);
    let client = client(half_open(), &[dns.address()]);
    let url = format!("http://rebind.attacker.example:{}/", listener.address.port());

    let answer = post(&client, &url).await.unwrap();
    assert_eq!(answer.remote.ip(), outside);
    assert_eq!(dns.lookups("rebind.attacker.example"), 1);
    assert_eq!(listener.connections(), 1);
}

#[tokio::test]
async fn a_name_that_changes_between_requests_is_refused_when_a_new_connection_is_needed() {
    let dns = Nameserver::start().await.unwrap();
    let closing = b"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";
    let listener = Server::start(Act::Once(closing.to_vec())).await;
    let (outside, inside) = (ip("127.0.0.1"), ip("127.0.0.2"));
    dns.change("later.attacker.example", &[&[outside], &[inside]]);
    let client = client(half_open(), &[dns.address()]);
    let url = format!("http://later.attacker.example:{}/", listener.address.port());

    post(&client, &url).await.unwrap();
    let failed = post(&client, &url).await.unwrap_err();
    assert_eq!(failed.why, Why::Address { address: inside, class: Class::Loopback });
    assert_eq!(listener.connections(), 1);
}

#[tokio::test]
async fn literals_are_checked_as_names_are() {
    let listener = Server::start(Act::Say(OK.to_vec())).await;
    let client = client(Guard { allow_http: true, ..Guard::default() }, &[]);
    let port = listener.address.port();
    for host in
        ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "[::1]", "[::ffff:7f00:1]", "localhost"]
    {
        let failed = post(&client, &format!("http://{host}:{port}/")).await.unwrap_err();
        assert_eq!(failed.why.code(), "url_refused", "{host}");
    }
    assert_eq!(listener.connections(), 0);
}

#[tokio::test]
async fn names_without_an_answer_say_whether_they_exist() {
    let dns = Nameserver::start().await.unwrap();
    dns.set("empty.attacker.example", &[]);
    let client_of_dns = client(Guard::default(), &[dns.address()]);
    for host in ["nowhere.attacker.example", "empty.attacker.example", "intranet"] {
        let failed = post(&client_of_dns, &format!("https://{host}/")).await.unwrap_err();
        assert_eq!(failed.why, Why::Name(NameFault::NotFound), "{host}");
    }
    let deaf = std::net::UdpSocket::bind("127.0.0.1:0").unwrap();
    let client = client(open(), &[deaf.local_addr().unwrap()]);
    let failed = post_within(&client, "https://hooks.example/", Duration::from_millis(300)).await.unwrap_err();
    assert_eq!(failed.why, Why::Timeout(outbound::Phase::Name));
}

#[tokio::test]
async fn texts_of_a_name_are_read() {
    let dns = Nameserver::start().await.unwrap();
    dns.set_texts("_proof.acme.example", &["tenant-control=abc", "other"]);
    let client = client(Guard::default(), &[dns.address()]);
    let mut texts = client.resolver().texts("_proof.acme.example").await.unwrap();
    texts.sort();
    assert_eq!(texts, ["other", "tenant-control=abc"]);
    assert_eq!(client.resolver().texts("nowhere.example").await, Err(NameFault::NotFound));
}
