use api::Role;
use kernel::{clock::Clock, limits::Policy};
use serde_json::json;
use tenant_control::operate::{
    plans::{self, Plan},
    tenants, users,
};
use testkit::TestApp;

const LOG: &str = "/api/admin/audit-log";

#[tokio::test]
async fn it_tells_who_changed_what_and_from_what_to_what() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let id = tenant.organization("Initech").await;
    tenant.client.put(&format!("/api/rmm/organizations?id={id}"), json!({"notes": "Ring twice."})).await.expect(200);
    let log = tenant.client.get(&format!("{LOG}?resource_id={id}")).await.expect(200);
    let operations: Vec<_> = log.body["data"].as_array().unwrap().iter().map(|entry| &entry["operation"]).collect();
    assert_eq!(operations, ["rmm.organizations.update", "rmm.organizations.create"]);
    let change = &log.body["data"][0];
    assert_eq!((&change["before"]["notes"], &change["after"]["notes"]), (&json!(null), &json!("Ring twice.")));
    assert_eq!(change["resource"], json!({"type": "organization", "id": id}));
    let one = tenant.client.get(&format!("{LOG}?id={}", change["id"].as_str().unwrap())).await.expect(200);
    assert_eq!(&one.body, change);
}

#[tokio::test]
async fn it_is_filtered_by_actor_operation_and_time() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    tenant.organization("a").await;
    let key = tenant.client.post("/api/admin/api-keys", json!({"name": "k", "scopes": ["organizations:*"]})).await;
    let other = tenant.client.with_key(key.body["key"].as_str().unwrap());
    let between = key.body["created_at"].as_str().unwrap().to_owned();
    other.post("/api/rmm/organizations", json!({"name": "b"})).await.expect(201);
    for (query, expected) in [
        (format!("actor_id={}", key.id()), 1),
        ("operation=rmm.organizations.create".to_owned(), 2),
        ("resource_type=api_key".to_owned(), 2),
        ("resource_type=api_key&actor_type=api_key".to_owned(), 1),
        (format!("since={between}"), 2),
        (format!("until={between}&actor_type=api_key"), 1),
        ("request_id=nobody".to_owned(), 0),
    ] {
        let log = tenant.client.get(&format!("{LOG}?{query}")).await.expect(200);
        assert_eq!(log.body["data"].as_array().unwrap().len(), expected, "{query}");
    }
}

#[tokio::test]
async fn a_restricted_key_leaves_its_trace_and_reads_none() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let id = tenant.organization("a").await;
    let new = json!({"name": "k", "scopes": ["*"], "organization_ids": [id]});
    let restricted = tenant.key_of(new).await;
    restricted.put(&format!("/api/rmm/organizations?id={id}"), json!({"notes": "x"})).await.expect(200);
    assert_eq!(restricted.get(LOG).await.expect(200).body["data"], json!([]));
    let log = tenant.client.get(&format!("{LOG}?operation=rmm.organizations.update")).await.expect(200);
    assert_eq!(log.body["data"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn the_applications_role_can_only_add_to_it() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    tenant.organization("a").await;
    let client = app.database.connect("app").await.unwrap();
    for change in ["update audit_log set operation = 'x'", "delete from audit_log", "truncate audit_log"] {
        client.batch_execute(&format!("begin; set local app.tenant_id = '{}'", tenant.id.0)).await.unwrap();
        let error = client.batch_execute(change).await.unwrap_err();
        assert_eq!(error.code().unwrap().code(), "42501", "{change}");
        client.batch_execute("rollback").await.unwrap();
    }
}

#[tokio::test]
async fn it_holds_no_secret() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let new = json!({"name": "k", "scopes": ["*"]});
    let created = tenant.client.with_header("idempotency-key", "k1").post("/api/admin/api-keys", new).await.expect(201);
    let text = created.body["key"].as_str().unwrap();
    let secret = text.rsplit('_').next().unwrap();
    let root = app.database.root().await;
    for table in ["audit_log", "idempotency_keys", "api_keys"] {
        let sql = format!("select count(*) from {table} t where t::text like '%' || $1 || '%'");
        let count: i64 = root.query_one(&sql, &[&secret]).await.unwrap().get(0);
        assert_eq!(count, 0, "{table} holds the secret");
    }
}

#[tokio::test]
async fn it_is_filtered_by_any_actor() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let session = tenant.client.get("/api/auth/session").await.expect(200).body;
    let domain = session["tenant"]["domain"].as_str().unwrap().to_owned();
    let new = users::NewUser { tenant: domain, email: "ada@acme.example".into(), role: Role::Admin, name: None };
    let user = users::create(&app.app.db, Clock::System, new).await.unwrap();
    tenant.organization("by the key").await;
    let root = app.database.root().await;
    let by_others = "insert into audit_log (tenant_id, id, at, actor_kind, actor_id, ip, request_id, operation,
            resource_type, resource_id)
        select $1, gen_random_uuid(), now(), kind, id, '', 'planted', 'rmm.organizations.create', 'organization', 'x'
        from (values ('user', $2::uuid), ('system', null)) as actor (kind, id)";
    root.execute(by_others, &[&tenant.id.0, &user.0]).await.unwrap();
    for (query, expected) in [
        (format!("actor_id={}", tenant.key_id), vec!["api_key"]),
        (format!("actor_id={user}"), vec!["user"]),
        ("actor_id=sva_01h455vb4pex5vsknk084sn02q".to_owned(), vec![]),
        ("actor_type=user".to_owned(), vec!["user"]),
        (format!("actor_type=user&actor_id={user}"), vec!["user"]),
        ("actor_type=system".to_owned(), vec!["system"]),
        ("actor_type=operator".to_owned(), vec!["operator"; 3]),
        ("actor_type=service_account".to_owned(), vec![]),
        ("actor_type=operator&operation=operator.user.create".to_owned(), vec!["operator"]),
    ] {
        let log = tenant.client.get(&format!("{LOG}?{query}")).await.expect(200);
        let actors: Vec<_> = log.body["data"].as_array().unwrap().iter().map(|entry| &entry["actor"]["type"]).collect();
        assert_eq!(actors, expected, "{query}");
    }
    let apart = tenant.client.get(&format!("{LOG}?actor_type=user&actor_id={}", tenant.key_id)).await;
    assert_eq!(apart.problem(), "400 unsupported_combination");
    let other = tenant.client.get(&format!("{LOG}?actor_id=org_01h455vb4pex5vsknk084sn02q")).await;
    assert_eq!(other.problem(), "400 invalid_parameter");
}

#[tokio::test]
async fn all_that_is_found_is_streamed_as_csv_or_lines_of_json() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let root = app.database.root().await;
    // More than one page, and one entry that would be a formula.
    let many =
        "insert into audit_log (tenant_id, id, at, actor_kind, ip, request_id, operation, resource_type, resource_id)
        select $1, gen_random_uuid(), now(), 'system', '', case n when 1 then '=1+1' else 'many' end, 'test.many',
            'thing', n::text
        from generate_series(1, 1201) as n";
    root.execute(many, &[&tenant.id.0]).await.unwrap();
    let lines = tenant.client.get(&format!("{LOG}?operation=test.many&format=ndjson")).await.expect(200);
    assert_eq!(lines.header("content-type"), "application/x-ndjson");
    let all: Vec<serde_json::Value> =
        lines.body.as_str().unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(all.len(), 1201);
    let mut ids: Vec<_> = all.iter().map(|entry| entry["id"].as_str().unwrap()).collect();
    assert!(ids.is_sorted_by(|one, next| one > next), "newest first, each once");
    ids.dedup();
    assert_eq!(ids.len(), 1201);

    let csv = tenant.client.get(&format!("{LOG}?operation=test.many&format=csv")).await.expect(200);
    assert_eq!(csv.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(csv.header("content-disposition"), "attachment; filename=\"audit-log.csv\"");
    let text = csv.body.as_str().unwrap();
    assert!(text.starts_with("id,created_at,actor_type,actor_id,actor_detail,ip,request_id,operation,"));
    assert_eq!(text.lines().count(), 1202);
    assert!(text.contains(",'=1+1,") && !text.contains(",=1+1,"), "a formula is text");

    let paged = tenant.client.get(&format!("{LOG}?format=csv&limit=10")).await;
    assert_eq!(paged.problem(), "400 unsupported_combination");
    let restricted =
        tenant.key_of(json!({"name": "k", "scopes": ["*"], "organization_ids": [tenant.organization("a").await]}));
    assert_eq!(restricted.await.get(&format!("{LOG}?format=ndjson")).await.expect(200).body, json!(null));
}

#[tokio::test]
async fn what_the_operator_does_is_in_the_log_of_each_tenant_that_it_touches() {
    let app = TestApp::start().await;
    let (tenant, other) = (app.tenant().await, app.tenant().await);
    let db = &app.app.db;
    let domain = tenant.client.get("/api/auth/session").await.body["tenant"]["domain"].as_str().unwrap().to_owned();
    tenants::create_key(db, Clock::System, &domain).await.unwrap();
    let new =
        users::NewUser { tenant: domain.clone(), email: "ada@acme.example".into(), role: Role::Viewer, name: None };
    users::create(db, Clock::System, new).await.unwrap();
    let policy: Policy = "7000/60".parse().unwrap();
    let name = format!("plan-{}", tenant.id.0.simple());
    plans::set(db, Clock::System, Plan { name: name.clone(), key: policy, tenant: policy }).await.unwrap();
    plans::put(db, Clock::System, &domain, &name).await.unwrap();
    let more: Policy = "8000/60".parse().unwrap();
    plans::set(db, Clock::System, Plan { name: name.clone(), key: more, tenant: more }).await.unwrap();

    let log = tenant.client.get(&format!("{LOG}?actor_type=operator")).await.expect(200).body;
    let entries = log["data"].as_array().unwrap();
    let did: Vec<_> = entries.iter().map(|entry| (&entry["operation"], &entry["resource"]["type"])).collect();
    let expected = [
        ("operator.plan.set", "plan"),
        ("operator.plan.put", "tenant"),
        ("operator.user.create", "user"),
        ("operator.tenant.key", "api_key"),
        ("operator.tenant.create", "api_key"),
        ("operator.tenant.create", "tenant"),
    ];
    assert_eq!(did.len(), expected.len(), "{did:?}");
    for ((operation, kind), entry) in expected.iter().zip(&did) {
        assert_eq!((entry.0, entry.1), (&json!(operation), &json!(kind)), "{did:?}");
    }
    assert_eq!(entries[1]["before"], json!({"plan": "standard"}));
    assert_eq!(entries[0]["after"], json!({"key": "8000/60", "tenant": "8000/60"}));
    for entry in entries {
        assert_eq!(entry["actor"], json!({"type": "operator", "id": null}));
        assert!(entry["actor_detail"].as_str().is_some_and(|who| !who.is_empty()), "{entry}");
        assert!(entry["request_id"].as_str().unwrap().starts_with("cli_"));
    }
    // A plan that another tenant does not have adds no entry to its log.
    let elsewhere = other.client.get(&format!("{LOG}?actor_type=operator")).await.expect(200).body;
    assert_eq!(elsewhere["data"].as_array().unwrap().len(), 2, "its own creation");
    // A failed command adds no entry.
    assert!(plans::put(db, Clock::System, &domain, "nonsense").await.is_err());
    let after = tenant.client.get(&format!("{LOG}?actor_type=operator")).await.expect(200).body;
    assert_eq!(after["data"].as_array().unwrap().len(), expected.len());
}

#[tokio::test]
async fn the_systems_role_adds_the_operators_rows_alone() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let system = app.database.connect("app_system").await.unwrap();
    let forged =
        "insert into audit_log (tenant_id, id, at, actor_kind, ip, request_id, operation, resource_type, resource_id)
        values ($1, gen_random_uuid(), now(), 'user', '', '', '', '', '')";
    assert_eq!(system.execute(forged, &[&tenant.id.0]).await.unwrap_err().code().unwrap().code(), "42501");
    for change in ["update audit_log set operation = 'x'", "delete from audit_log"] {
        assert_eq!(system.batch_execute(change).await.unwrap_err().code().unwrap().code(), "42501", "{change}");
    }
}
