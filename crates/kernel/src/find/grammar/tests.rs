//! The meaning of queries.

use super::*;
use crate::find::asked::IdentifierValue;
use serde_json::json;
use uuid::Uuid;

fn read(q: &str) -> Parsed {
    parse(q, None).ok().unwrap_or_else(|| panic!("{q} is refused"))
}

fn is_refused(q: &str) -> bool {
    parse(q, None).is_err()
}

#[test]
fn words_phrases_and_exclusions() {
    let Parsed { asked, .. } = read(r#"printer "on fire" -toner -"out of paper" "open"#);
    let words: Vec<_> = asked.words.iter().map(|word| (word.text.as_str(), word.exact)).collect();
    assert_eq!(words, [("printer", false), ("on fire", true), ("open", true)]);
    assert_eq!(asked.without, ["toner"]);
    let phrases: Vec<_> = asked.phrases.iter().map(|phrase| (phrase.text.as_str(), phrase.not)).collect();
    assert_eq!(phrases, [("on fire", false), ("out of paper", true), ("open", false)]);
    assert_eq!(asked.text, "printer on fire open");
    assert_eq!(read("  ").asked, Asked::default());
    assert_eq!(read("-").asked.words[0].text, "-");
}

#[test]
fn identifiers_are_words_with_keys() {
    let keys = |q: &str| read(q).asked.words[0].keys.clone();
    assert_eq!(keys("00:1b:21"), ["00:1b:21", "001b21"]);
    assert_eq!(keys("fe80::1"), ["fe80::1", "fe801"]);
    assert_eq!(keys("#1042"), ["#1042"]);
    assert_eq!(keys("\"+49 30 123456\""), ["+4930123456", "4930123456"]);
    assert!(read("\"+49 30 123456\"").asked.phrases.is_empty());
    let serial = read("serial:640-HP");
    assert_eq!(serial.asked.identifiers[0].value, IdentifierValue::Prefix("640hp".into()));
    assert_eq!(serial.asked.words[0].keys, ["640hp"], "nothing else leads to it");
    assert_eq!(read("laptop mac:9df8").asked.words.len(), 1);
    assert_eq!(read("ip:10.0.0.0/24").asked.words[0].keys, ["10.0.0."]);
}

#[test]
fn qualifiers_become_filters() {
    let parsed = read("type:ticket,device -type:device status:unresolved priority:p1,p2 -tag:VIP assignee:none");
    assert_eq!(parsed.types, Some(vec![SearchType::Ticket, SearchType::Device]));
    assert_eq!(parsed.without_types, [SearchType::Device]);
    let unresolved =
        ["status:new", "status:open", "status:pending_customer", "status:pending_vendor", "status:scheduled"];
    let labels = json!([unresolved, ["priority:p1", "priority:p2"], ["assignee:none"]]);
    assert_eq!(json!(parsed.asked.labels), labels);
    assert_eq!(parsed.asked.without_labels, ["tag:vip"]);
    assert_eq!(read("os:Linux").asked.labels, [["os:linux"]]);
    let os = read("os:\"Windows 11\"").asked;
    assert_eq!((os.phrases[0].field, os.words[0].text.as_str()), (Some("os"), "Windows 11"));

    let (one, two) = (OrganizationId(Uuid::max()), OrganizationId(Uuid::nil()));
    assert_eq!(read(&format!("org:{one}")).asked.organization_ids, Some(vec![one.0]));
    assert_eq!(read(&format!("org:{one} org:{two}")).asked.organization_ids, Some(vec![]));
    assert_eq!(read("org:\"Init ech\"").asked.organization_names, ["Init ech"]);
    let me = parse("assignee:me", Some(UserId(Uuid::max()))).ok().unwrap();
    assert_eq!(me.asked.labels, [[format!("assignee:{}", Uuid::max())]]);
    let days = read("created:2026-11-01..2026-11-02 seen:<2026-01-01").asked;
    assert_eq!(
        json!(days.created),
        json!({"created_since": "2026-11-01T00:00:00Z", "created_until": "2026-11-03T00:00:00Z"})
    );
    assert_eq!(json!(days.seen), json!({"seen_until": "2026-01-01T00:00:00Z"}));
    let both = read("updated:>2026-11-01 updated:<2026-11-05 updated:>=2026-01-01").asked.updated;
    assert_eq!(json!(both), json!({"updated_since": "2026-11-02T00:00:00Z", "updated_until": "2026-11-05T00:00:00Z"}));
}

#[test]
fn what_has_no_meaning_is_refused() {
    for q in [
        "colour:red",
        "https://initech.example",
        "type:printer",
        "status:opne",
        "priority:high",
        "assignee:milton",
        "assignee:me",
        "created:yesterday",
        "ip:printer",
        "mac:xyz",
        "serial:--",
        "type:",
        "tag:,",
        "-status:,",
        "created:>0000-01-01",
        "-serial:640",
        "-org:initech",
    ] {
        assert!(is_refused(q), "{q}");
    }
    assert!(is_refused(&"word ".repeat(21)) && !is_refused(&"word ".repeat(20)));
    assert!(!is_refused("\"https://initech.example\""));
}
