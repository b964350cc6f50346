//! Hostile queries. `NAME` stands for a parameter that the operation knows.

use super::Input;

/// About as many bytes as the first line of a request can have.
const LINE: usize = 60_000;

/// Characters that are repeated to form a value or a name.
const LETTERS: [(&str, &str); 12] = [
    ("letters", "x"),
    ("percent escapes", "%41"),
    ("NULs", "%00"),
    ("bytes that are not UTF-8", "%ff"),
    ("commas", ","),
    ("brackets", "%5B"),
    ("plus signs", "+"),
    ("invalid percent escapes", "%"),
    ("emoji", "%F0%9F%92%A3"),
    ("digits", "9"),
    ("quotes", "%22"),
    ("control characters", "%01"),
];

/// Values of any parameter, and of the limit.
const VALUES: [&str; 23] = [
    "1e999999",
    "-1",
    "0",
    "99999999999999999999999",
    "NaN",
    "null",
    "true",
    "[]",
    "{}",
    "1,2,3",
    "",
    "%",
    "%4",
    "%zz",
    "%00",
    "%c0%80",
    "%ed%a0%80",
    "../../etc/passwd",
    "'%20or%201=1%20--",
    "${.}",
    "\\",
    "%0d%0aX:%20y",
    "*",
];

/// Queries that are sent as they are.
const WHOLE: [&str; 17] = [
    "limit=200&cursor=AAAA",
    "cursor=%ff",
    "dry_run=maybe",
    "dry_run=true&dry_run=true",
    "id=tkt_01h455vb4pex5vsknk084sn02q&limit=0",
    "since=0001-01-01T00:00:00Z",
    "since=9999-12-31T23:59:59Z&until=0000-01-01T00:00:00Z",
    "wait=99999999",
    "wait=-1",
    "version=99999999999",
    "format=../x",
    "sort=;drop",
    "?",
    "#",
    "a[b]=c",
    "a%5Bb%5D=c",
    "a;b=c",
];

pub fn all() -> Vec<Input> {
    let many = |count: usize, one: &dyn Fn(usize) -> String| (0..count).map(one).collect::<Vec<_>>().join("&");
    let mut queries: Vec<(String, Vec<u8>)> = vec![];
    let mut add = |name: &str, query: String| queries.push((name.to_owned(), query.into_bytes()));
    add("1,000 unknown parameters", many(1_000, &|i| format!("unknown{i}=1")));
    add("many unknown parameters", many(LINE / 4, &|_| "a=1".to_owned()));
    add("nothing but &", "&".repeat(LINE));
    add("nothing but =", "=".repeat(LINE));
    add("names without values", many(LINE / 2, &|_| "x".to_owned()));
    add("names that are compared", many(800, &|i| format!("{:_<60}{i:x}=1", "organization_id_limit_cursor")));
    add("the same parameter often", many(LINE / 8, &|_| "NAME=1".to_owned()));
    add("the same parameter twice", "NAME=1&NAME=1".to_owned());
    add("id twice", "id=a&id=b".to_owned());
    for (kind, letter) in LETTERS {
        for bytes in [70, 2_000, LINE] {
            let text = letter.repeat(bytes / letter.len());
            add(&format!("{bytes} bytes of {kind} as a value"), format!("NAME={text}"));
            add(&format!("{bytes} bytes of {kind} as a name"), format!("{text}=1"));
        }
        let text = letter.repeat(LINE / letter.len());
        add(&format!("a long cursor of {kind}"), format!("cursor={text}"));
        add(&format!("a long id of {kind}"), format!("id={text}"));
        add(&format!("a long search for {kind}"), format!("q={text}"));
    }
    let digits = "9".repeat(400);
    for value in VALUES.into_iter().chain([digits.as_str()]) {
        add(&format!("the value {}", &value[..value.len().min(30)]), format!("NAME={value}"));
        add(&format!("the limit {}", &value[..value.len().min(30)]), format!("limit={value}"));
    }
    for query in WHOLE {
        add(query, query.to_owned());
    }
    add("a list of many", format!("NAME={}", "a,".repeat(LINE / 2)));
    add("a list of statuses", format!("status={}", "open,".repeat(LINE / 5)));
    add("longer than a line may be", format!("NAME={}", "x".repeat(200_000)));
    queries.push(("raw bytes".to_owned(), b"NAME=\xff\xfe".to_vec()));
    queries.push(("raw control characters".to_owned(), b"NAME=\x01\x02".to_vec()));
    queries.push(("a space".to_owned(), b"NAME=a b".to_vec()));
    queries.into_iter().map(|(name, query)| Input::query(&name, query)).collect()
}

/// Headers with hostile values, sent with an otherwise valid request.
pub fn headers() -> Vec<Input> {
    let long = "x".repeat(8_000);
    let etags = vec!["\"v1\""; 1_500].join(", ");
    let headers = [
        format!("If-Match: {long}"),
        format!("If-Match: {etags}"),
        "If-Match: \"v99999999999999999999\"".to_owned(),
        format!("Idempotency-Key: {long}"),
        "Idempotency-Key: \u{e9}".to_owned(),
        format!("X-Request-Id: {long}"),
        format!("Cookie: tc_session={long}"),
        format!("Cookie: {}", "tc_session=; ".repeat(600)),
        format!("Accept: {}", "a/b,".repeat(2_000)),
        format!("Accept: {long}"),
        format!("Last-Event-ID: {long}"),
        format!("If-None-Match: {etags}"),
        format!("Prefer: wait={long}"),
        "Prefer: wait=999999999999999999".to_owned(),
        format!("Origin: {long}"),
        format!("traceparent: {long}"),
        format!("X-Forwarded-For: {}", "1.2.3.4, ".repeat(800)),
        format!("Accept-Encoding: {}", "gzip;q=0.1,".repeat(700)),
    ];
    headers.into_iter().map(|header| Input::header_alone(&header)).collect()
}
