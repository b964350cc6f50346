use crate::device_rows::insert_device;
use calamine::{Data, Reader, Xlsx};
use serde_json::{Value, json};
use std::{collections::BTreeSet, io::Cursor};
use testkit::{Answer, TestApp, TestTenant};

const REPORT: &str = "/api/rmm/reports/asset-inventory";

/// The time this many hours ago.
fn ago(hours: i64) -> String {
    (kernel::clock::Clock::System.now() - jiff::SignedDuration::from_hours(hours)).to_string()
}

fn names(answer: &Answer) -> Vec<String> {
    let rows = answer.body["data"].as_array().unwrap();
    rows.iter().map(|row| row["name"].as_str().unwrap_or("gone").to_owned()).collect()
}

async fn found(tenant: &TestTenant, query: &str) -> BTreeSet<String> {
    let answer = tenant.client.get(&format!("{REPORT}?{query}")).await.expect(200);
    let names: Vec<_> = names(&answer);
    let found: BTreeSet<_> = names.iter().cloned().collect();
    assert_eq!(names.len(), found.len(), "each device once: {query}");
    let count = answer.body["report"]["row_count"].as_i64().unwrap();
    assert_eq!(count as usize, found.len(), "the count is that of the rows: {query}");
    found
}

/// Four devices of two customers; every filter matches only some of them.
struct Office {
    app: TestApp,
    tenant: TestTenant,
    one: String,
    two: String,
}

async fn office() -> Office {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (one, two) = (tenant.organization("One").await, tenant.organization("Two").await);
    let devices = [
        (
            &one,
            json!({"name": "Anna", "type": "laptop", "os_family": "windows", "manufacturer": "Dell Inc.",
            "model": "Latitude 5440", "serial": "ANNA-1", "tags": ["vip"], "last_seen_at": ago(1),
            "last_user": "ines", "software": [["Firefox", "128"], ["7-Zip", "24"]], "memory_bytes": 17_179_869_184_i64,
            "updated_at": ago(2), "custom_fields": {"room": 12}}),
        ),
        (
            &one,
            json!({"name": "bert", "type": "server", "os_family": "linux", "manufacturer": "dell inc.",
            "model": "PowerEdge R650", "macs": ["00:1b:21:3c:9d:f8"], "last_seen_at": ago(50),
            "software": [["firefox", "115"]], "identity_conflict": true, "updated_at": ago(30)}),
        ),
        (
            &two,
            json!({"name": "Carl", "type": "server", "os_family": "linux", "manufacturer": "HPE",
            "model": "ProLiant DL360", "tags": ["vip", "rack-7"], "last_seen_at": ago(24 * 40), "stale_since": ago(240),
            "software": [["nginx", "1.22"]], "updated_at": ago(240)}),
        ),
        (
            &two,
            json!({"name": "Dora", "type": "printer", "manufacturer": "HP", "model": "M404",
            "retired_at": ago(24 * 10), "updated_at": ago(24 * 60), "asset_tag": "=1+1"}),
        ),
    ];
    for (organization, device) in devices {
        insert_device(&app, &tenant, organization, device).await;
    }
    Office { app, tenant, one, two }
}

/// A filter and the first letters of the matching devices.
fn filters(office: &Office) -> Vec<(String, &'static str)> {
    let filter = |text: &str, found| (text.to_owned(), found);
    vec![
        (format!("organization_id={}", office.one), "Ab"),
        (format!("organization_id={},{}", office.one, office.two), "AbCD"),
        filter("type=server", "bC"),
        filter("type=laptop,printer", "AD"),
        filter("os_family=linux", "bC"),
        filter("status=online", "A"),
        filter("status=offline,stale", "bC"),
        filter("status=retired", "D"),
        (format!("last_seen_since={}", ago(72)), "Ab"),
        (format!("last_seen_until={}", ago(24)), "bC"),
        filter("stale_days=30", "C"),
        filter("stale_days=2", "bC"),
        filter("tag=vip", "AC"),
        filter("manufacturer=DELL%20Inc.", "Ab"),
        filter("model=m404", "D"),
        filter("software=FIREFOX", "Ab"),
        filter("missing_software=Firefox", "C"),
        filter("backup=unprotected", "AbCD"),
        filter("backup=protected", ""),
        filter("identity_conflict=true", "b"),
        filter("identity_conflict=false", "ACD"),
        (format!("updated_since={}", ago(24)), "A"),
        (format!("updated_since={}", ago(24 * 20)), "AbC"),
        filter("q=anna", "A"),
        filter("q=3C:9D", "b"),
        filter("q=INES", "A"),
        filter("q=dell%20-poweredge", "A"),
        filter("q=tag:vip%20os:linux", "C"),
        filter("q=type:ticket%20anna", ""),
        filter("q=nothing%20of%20this", ""),
    ]
}

#[tokio::test]
async fn each_filter_and_each_pair_of_filters_finds_what_it_names() {
    let office = office().await;
    let of = |letters: &str| -> BTreeSet<String> {
        ["Anna", "bert", "Carl", "Dora"].iter().filter(|n| letters.contains(&n[..1])).map(|n| (*n).to_owned()).collect()
    };
    let filters = filters(&office);
    assert_eq!(found(&office.tenant, "").await, of("AbCD"));
    for (place, (one, of_one)) in filters.iter().enumerate() {
        assert_eq!(found(&office.tenant, one).await, of(of_one), "{one}");
        for (other, of_other) in &filters[place + 1..] {
            // A parameter must not be repeated.
            if one.split('=').next() == other.split('=').next() {
                continue;
            }
            let both = of(of_one).intersection(&of(of_other)).cloned().collect();
            assert_eq!(found(&office.tenant, &format!("{one}&{other}")).await, both, "{one}&{other}");
        }
    }
}

#[tokio::test]
async fn all_filters_together_find_the_one_device_that_matches_them() {
    let office = office().await;
    let all = format!(
        "organization_id={}&type=laptop&os_family=windows&status=online&last_seen_since={}&last_seen_until={}&tag=vip\
        &manufacturer=dell%20inc.&model=latitude%205440&software=7-zip&missing_software=nginx&backup=unprotected\
        &identity_conflict=false&updated_since={}&q=anna",
        office.one,
        ago(3),
        ago(0),
        ago(24)
    );
    assert_eq!(found(&office.tenant, &all).await, BTreeSet::from(["Anna".to_owned()]));
    let answer = office.tenant.client.get(&format!("{REPORT}?{all}")).await.expect(200);
    assert_eq!(answer.body["report"]["filters"]["model"], "latitude 5440");
    assert_eq!(answer.body["report"]["filters"].as_object().unwrap().len(), 15);
}

#[tokio::test]
async fn every_order_is_kept_from_page_to_page() {
    let office = office().await;
    for (sort, order) in [
        ("name", ["Anna", "bert", "Carl", "Dora"]),
        ("-name", ["Dora", "Carl", "bert", "Anna"]),
        ("updated_at", ["Dora", "Carl", "bert", "Anna"]),
        ("-updated_at", ["Anna", "bert", "Carl", "Dora"]),
        ("last_seen_at", ["Dora", "Carl", "bert", "Anna"]),
        ("-last_seen_at", ["Anna", "bert", "Carl", "Dora"]),
    ] {
        let mut target = format!("{REPORT}?sort={sort}&limit=1");
        let mut seen = vec![];
        loop {
            let answer = office.tenant.client.get(&target).await.expect(200);
            seen.extend(names(&answer));
            let first = seen.len() == 1;
            assert_eq!(answer.body["report"]["row_count"], if first { json!(4) } else { Value::Null }, "{sort}");
            assert_eq!(answer.body.get("summary").is_some(), first);
            let Some(cursor) = answer.body["next_cursor"].as_str() else { break };
            target = format!("{REPORT}?sort={sort}&limit=1&cursor={cursor}");
        }
        assert_eq!(seen, order, "{sort}");
    }
    let page = office.tenant.client.get(&format!("{REPORT}?sort=name&limit=1")).await.expect(200);
    let cursor = page.body["next_cursor"].as_str().unwrap();
    let other = office.tenant.client.get(&format!("{REPORT}?sort=-name&cursor={cursor}")).await;
    assert_eq!(other.problem(), "400 cursor_mismatch");
    let oldest = office.tenant.client.get(&format!("{REPORT}?sort=created_at")).await.expect(200);
    let newest = office.tenant.client.get(REPORT).await.expect(200);
    assert!(names(&oldest).iter().eq(names(&newest).iter().rev()));
}

#[tokio::test]
async fn the_summary_and_the_groups_count_all_that_matches() {
    let office = office().await;
    let answer = office.tenant.client.get(&format!("{REPORT}?limit=1&group_by=manufacturer")).await.expect(200);
    let summary = json!({
        "total": 4, "by_type": {"laptop": 1, "printer": 1, "server": 2},
        "by_os": {"linux": 2, "unknown": 1, "windows": 1},
        "by_status": {"offline": 1, "online": 1, "retired": 1, "stale": 1},
        "stale": 1, "without_backup": 4, "identity_conflicts": 1,
    });
    assert_eq!(answer.body["summary"], summary);
    assert_eq!(answer.body["groups"]["by"], "manufacturer");
    assert_eq!(answer.body["groups"]["data"].as_array().unwrap().len(), 4);
    let of = |by: &'static str| {
        let tenant = &office.tenant;
        async move {
            let answer =
                tenant.client.get(&format!("{REPORT}?group_by={by}&summary=false&type=server")).await.expect(200);
            assert!(answer.body.get("summary").is_none() && answer.body["report"]["row_count"].is_null());
            answer.body["groups"]["data"].clone()
        }
    };
    let servers = json!([{"value": "server", "total": 2, "stale": 1, "identity_conflicts": 1}]);
    assert_eq!(of("type").await, servers);
    assert_eq!(of("os_family").await[0]["value"], "linux");
    assert_eq!(of("status").await.as_array().unwrap().len(), 2);
    assert_eq!(of("os_name").await[0]["value"], Value::Null);
    let customers = of("organization_id").await;
    assert!([&office.one, &office.two].map(|id| json!(id)).contains(&customers[0]["value"]));
    let nothing = office.tenant.client.get(&format!("{REPORT}?backup=protected&group_by=model")).await.expect(200);
    assert_eq!((&nothing.body["summary"]["total"], &nothing.body["groups"]["data"]), (&json!(0), &json!([])));
}

#[tokio::test]
async fn a_row_has_the_fields_and_lists_that_are_asked_for() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let organization = tenant.organization("Initech").await;
    let device = json!({
        "name": "srv", "hostname": "srv", "type": "server", "os_family": "linux", "os_name": "Debian", "last_seen_at": ago(1),
        "software": [["openssl", "3.0"], ["bash", "5.2"]], "agent_id": "srv-1", "agent_kind": "glpi",
        "enrolled_organization_id": testkit::uuid_of(&organization),
        "disks": [{"name": "sda", "model": "Disk", "serial": null, "interface": null, "size_bytes": 1000}],
        "volumes": [{"name": "/", "label": null, "filesystem": "ext4", "size_bytes": 9000, "free_bytes": null, "encrypted": null}],
        "networks": [{"name": "eth0", "mac": "00:1b:21:3c:9d:f8", "addresses": ["10.0.0.1"], "virtual_interface": false}],
        "cpu": {"model": "Xeon", "manufacturer": null, "sockets": 1, "cores": 8, "threads": 16, "speed_mhz": null},
    });
    let id = insert_device(&app, &tenant, &organization, device).await;
    let row =
        async |query: &str| tenant.client.get(&format!("{REPORT}?{query}")).await.expect(200).body["data"][0].clone();
    assert_eq!(
        row("fields=name,os").await,
        json!({"id": id, "name": "srv", "os": {
        "family": "linux", "name": "Debian", "version": null, "arch": null, "build": null}})
    );
    let all = row("").await;
    assert_eq!((&all["organization_id"], &all["organization_name"]), (&json!(organization), &json!("Initech")));
    assert_eq!(
        (&all["status"], &all["agent"]["type"], &all["cpu"]["cores"]),
        (&json!("online"), &json!("glpi"), &json!(8))
    );
    assert_eq!(all["backup"], json!({"protected": false, "last_success_at": null}));
    assert!(["disks", "volumes", "networks", "software", "deleted_at"].iter().all(|list| all.get(list).is_none()));
    let lists = row("fields=name&include=software,disks,networks").await;
    assert_eq!(lists["software"][0], json!({"name": "bash", "publisher": null, "version": "5.2"}));
    assert_eq!((&lists["disks"][0]["size_bytes"], &lists["volumes"][0]["free_bytes"]), (&json!(1000), &json!(4096)));
    assert_eq!(lists["networks"][0]["addresses"], json!(["10.0.0.1"]));
}

#[tokio::test]
async fn csv_and_ndjson_contain_every_row_with_formulas_defused_and_numbers_as_numbers() {
    let office = office().await;
    let csv = office.tenant.client.get(&format!("{REPORT}?format=csv&sort=name")).await.expect(200);
    assert_eq!(csv.header("content-disposition"), "attachment; filename=\"asset-inventory.csv\"");
    let text = csv.body.as_str().unwrap();
    let lines: Vec<_> = text.split("\r\n").filter(|line| !line.is_empty()).collect();
    assert_eq!(lines.len(), 5, "{text}");
    let columns: Vec<_> = lines[0].split(',').collect();
    let cell = |line: &str, name: &str| {
        let place = columns.iter().position(|column| *column == name).unwrap();
        line.split(',').nth(place).unwrap().to_owned()
    };
    assert_eq!((cell(lines[1], "name"), cell(lines[1], "memory_bytes")), ("Anna".into(), "17179869184".into()));
    assert_eq!(cell(lines[4], "asset_tag"), "'=1+1");
    let ndjson = office.tenant.client.get(&format!("{REPORT}?format=ndjson&sort=name&type=server")).await.expect(200);
    let rows: Vec<Value> =
        ndjson.body.as_str().unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.iter().map(|row| &row["name"]).collect::<Vec<_>>(), ["bert", "Carl"]);
    assert_eq!(rows[0]["organization_name"], "One");
    let nothing =
        office.tenant.client.get(&format!("{REPORT}?format=csv&backup=protected&fields=name")).await.expect(200);
    assert_eq!(nothing.body, "id,name\r\n");
}

#[tokio::test]
async fn a_spreadsheet_opens_with_text_as_text_and_numbers_as_numbers() {
    let office = office().await;
    let query = "format=xlsx&sort=name&include=software&fields=name,identifiers,memory_bytes,last_seen_at";
    let (kind, bytes) = office.tenant.client.download(&format!("{REPORT}?{query}")).await;
    assert_eq!(kind, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet");
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes)).unwrap();
    let sheet = book.worksheet_range("Sheet1").unwrap();
    let rows: Vec<_> = sheet.rows().collect();
    assert_eq!(rows.len(), 5);
    let column =
        |name: &str| rows[0].iter().position(|title| matches!(title, Data::String(text) if text == name)).unwrap();
    assert_eq!(rows[1][column("name")], Data::String("Anna".to_owned()));
    assert_eq!(rows[1][column("memory_bytes")], Data::Float(17_179_869_184.0));
    assert_eq!(rows[4][column("asset_tag")], Data::String("=1+1".to_owned()));
    assert!(matches!(rows[1][column("last_seen_at")], Data::DateTime(_)), "{:?}", rows[1]);
    assert_eq!(rows[1][column("software")], Data::String("7-Zip 24\nFirefox 128".to_owned()));
    assert!(book.worksheet_formula("Sheet1").unwrap().is_empty(), "nothing is a formula");
}

#[tokio::test]
async fn a_mirror_learns_of_devices_that_are_deleted_or_move_away() {
    let office = office().await;
    let Office { app, tenant, one, two } = &office;
    let moved = insert_device(app, tenant, one, json!({"name": "Emil"})).await;
    let deleted = insert_device(app, tenant, one, json!({"name": "Fritz"})).await;
    let since = ago(0);
    tenant.client.put(&format!("/api/rmm/devices?id={moved}"), json!({"organization_id": two})).await.expect(200);
    tenant.client.delete(&format!("/api/rmm/devices?id={deleted}")).await.expect(204);
    let of = |query: String| async move {
        let answer =
            tenant.client.get(&format!("{REPORT}?updated_since={since}{query}", since = ago(1))).await.expect(200);
        let rows = answer.body["data"].as_array().unwrap().clone();
        rows.into_iter()
            .map(|row| (row["id"].as_str().unwrap().to_owned(), row["deleted_at"].is_string()))
            .collect::<Vec<_>>()
    };
    // For everyone: one was moved and still exists, the other is gone.
    assert_eq!(of(String::new()).await, [(moved.clone(), false), (deleted.clone(), true)]);
    // For the first customer, both are gone.
    assert_eq!(of(format!("&organization_id={one}")).await, [(moved.clone(), true), (deleted.clone(), true)]);
    assert_eq!(of(format!("&organization_id={two}")).await, [(moved.clone(), false)]);
    assert_eq!(of("&sort=-updated_at&type=phone".to_owned()).await, [(deleted.clone(), true)]);
    let page = tenant.client.get(&format!("{REPORT}?updated_since={}&limit=1", ago(1))).await.expect(200);
    let cursor = page.body["next_cursor"].as_str().unwrap();
    let next = tenant.client.get(&format!("{REPORT}?updated_since={}&limit=1&cursor={cursor}", ago(1))).await;
    assert_eq!(next.problem(), "400 cursor_mismatch", "the time has passed: it is another filter");
    let csv = tenant.client.get(&format!("{REPORT}?updated_since={since}&format=csv&fields=name")).await.expect(200);
    let lines: Vec<_> = csv.body.as_str().unwrap().lines().map(str::to_owned).collect();
    assert_eq!((lines[0].as_str(), lines.len()), ("id,name,deleted_at", 3));
    assert!(lines[2].starts_with(&format!("{deleted},,")), "{lines:?}");
    let early = tenant.client.get(&format!("{REPORT}?updated_since={}", ago(24 * 91))).await;
    assert_eq!(early.problem(), "400 invalid_parameter");
}

#[tokio::test]
async fn a_key_of_one_customer_reads_nothing_of_another() {
    let office = office().await;
    let Office { app, tenant, one, two } = &office;
    let restricted = tenant.key_of(json!({"name": "one", "scopes": ["assets:read"], "organization_ids": [one]})).await;
    let answer = restricted.get(&format!("{REPORT}?sort=name&group_by=organization_id")).await.expect(200);
    assert_eq!((names(&answer), &answer.body["report"]["row_count"]), (vec!["Anna".into(), "bert".into()], &json!(2)));
    assert_eq!(answer.body["groups"]["data"].as_array().unwrap().len(), 1);
    for query in [format!("organization_id={two}"), "software=nginx".to_owned(), "q=carl".to_owned()] {
        let answer = restricted.get(&format!("{REPORT}?{query}")).await.expect(200);
        assert_eq!((names(&answer), &answer.body["summary"]["total"]), (vec![], &json!(0)), "{query}");
    }
    let csv = restricted.get(&format!("{REPORT}?format=csv")).await.expect(200);
    assert_eq!(csv.body.as_str().unwrap().lines().count(), 3);
    let stranger = app.tenant().await;
    assert_eq!(found(&stranger, "").await, BTreeSet::new());
    assert_eq!(found(&stranger, &format!("organization_id={one}")).await, BTreeSet::new());
    let unfit = tenant.key_with(&["devices:read"]).await.get(REPORT).await;
    assert_eq!(unfit.problem(), "403 insufficient_scope");
}

#[tokio::test]
async fn what_does_not_go_together_is_refused() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for (query, problem) in [
        ("format=csv&limit=5".to_owned(), "400 unsupported_combination"),
        ("format=xlsx&group_by=type".to_owned(), "400 unsupported_combination"),
        ("format=ndjson&summary=true".to_owned(), "400 unsupported_combination"),
        ("format=csv&sort=last_seen_at".to_owned(), "400 unsupported_combination"),
        (format!("updated_since={}&sort=name", ago(1)), "400 unsupported_combination"),
        ("status=asleep".to_owned(), "400 invalid_parameter"),
        ("fields=secrets".to_owned(), "400 invalid_parameter"),
        ("stale_days=0".to_owned(), "400 invalid_parameter"),
        ("organization_id=tkt_01h455vb4pex5vsknk084sn02q".to_owned(), "400 invalid_parameter"),
        ("manufacturer=a&manufacturer=b".to_owned(), "400 invalid_parameter"),
        ("vendor=x".to_owned(), "400 unknown_parameter"),
        ("format=pdf".to_owned(), "400 invalid_parameter"),
    ] {
        assert_eq!(tenant.client.get(&format!("{REPORT}?{query}")).await.problem(), problem, "{query}");
    }
}
