use serde_json::{Value, json};
use std::collections::HashSet;
use testkit::TestApp;

const ORGANIZATIONS: &str = "/api/rmm/organizations";

fn one(id: &str) -> String {
    format!("{ORGANIZATIONS}?id={id}")
}

#[tokio::test]
async fn an_organization_is_created_read_changed_and_deleted() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    let full = json!({"name": "Initech", "notes": "Ring twice.", "domains": ["initech.example"], "tags": ["gold"],
        "contact": {"name": "Milton", "email": "milton@initech.example"},
        "external_ref": {"system": "halopsa", "id": "4711"}, "custom_fields": {"contract": {"number": 12.5}}});
    let created = client.post(ORGANIZATIONS, full).await.expect(201);
    let read = client.get(&one(&created.id())).await.expect(200);
    assert_eq!(read.body, created.body);

    let change = json!({"notes": null, "contact": {"name": "Bill", "phone": "1"}, "tags": []});
    let changed = client.put(&one(&created.id()), change).await.expect(200);
    assert_eq!(changed.header("etag"), "\"v2\"");
    let mut expected = created.body.clone();
    expected["notes"] = Value::Null;
    expected["contact"] = json!({"name": "Bill", "email": null, "phone": "1"});
    expected["tags"] = json!([]);
    expected["version"] = json!(2);
    expected["updated_at"] = changed.body["updated_at"].clone();
    assert_eq!(changed.body, expected, "what was not named is as it was");

    client.delete(&one(&created.id())).await.expect(204);
    assert_eq!(client.get(&one(&created.id())).await.problem(), "404 not_found");
    assert_eq!(client.delete(&one(&created.id())).await.problem(), "404 not_found");
}

#[tokio::test]
async fn names_and_external_references_are_unique_within_a_tenant_only() {
    let app = TestApp::start().await;
    let (client, other) = (app.tenant().await.client, app.tenant().await.client);
    let new = |name: &str| json!({"name": name, "external_ref": {"system": "s", "id": "1"}});
    client.post(ORGANIZATIONS, new("Initech")).await.expect(201);
    other.post(ORGANIZATIONS, new("Initech")).await.expect(201);
    assert_eq!(client.post(ORGANIZATIONS, json!({"name": "Initech"})).await.problem(), "409 name_taken");
    assert_eq!(client.post(ORGANIZATIONS, new("Initrode")).await.problem(), "409 external_ref_taken");
    let id = client.post(ORGANIZATIONS, json!({"name": "Initrode"})).await.id();
    assert_eq!(client.put(&one(&id), json!({"name": "Initech"})).await.problem(), "409 name_taken");
}

#[tokio::test]
async fn every_organization_is_on_exactly_one_page() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for n in 0..7 {
        tenant.organization(&format!("organization {n}")).await;
    }
    let (mut seen, mut target) = (vec![], format!("{ORGANIZATIONS}?limit=3&name_prefix=organization"));
    loop {
        let page = tenant.client.get(&target).await.expect(200);
        seen.extend(page.body["data"].as_array().unwrap().iter().map(|o| o["name"].as_str().unwrap().to_owned()));
        let link = page.header("link").to_owned();
        assert_eq!(page.body["has_more"].as_bool().unwrap(), !link.is_empty());
        assert_eq!(page.body["next_cursor"].is_null(), link.is_empty());
        match link.strip_prefix('<').and_then(|link| link.strip_suffix(">; rel=\"next\"")) {
            Some(next) => target = next.to_owned(),
            None => break,
        }
    }
    let newest_first: Vec<_> = (0..7).rev().map(|n| format!("organization {n}")).collect();
    assert_eq!(seen, newest_first);
}

#[tokio::test]
async fn a_cursor_belongs_to_its_list_and_filters() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    for name in ["a", "b"] {
        tenant.organization(name).await;
    }
    let page = tenant.client.get(&format!("{ORGANIZATIONS}?limit=1")).await.expect(200);
    let cursor = page.body["next_cursor"].as_str().unwrap();
    tenant.client.get(&format!("{ORGANIZATIONS}?limit=2&cursor={cursor}")).await.expect(200);
    for wrong in [
        format!("{ORGANIZATIONS}?tag=x&cursor={cursor}"),
        format!("/api/admin/api-keys?cursor={cursor}"),
        format!("{ORGANIZATIONS}?cursor=nonsense"),
        format!("{ORGANIZATIONS}?cursor="),
    ] {
        assert_eq!(tenant.client.get(&wrong).await.problem(), "400 cursor_mismatch", "{wrong}");
    }
}

#[tokio::test]
async fn organizations_are_found_by_name_tag_and_external_reference() {
    let app = TestApp::start().await;
    let client = app.tenant().await.client;
    for (name, tag, id) in [("Initech", "gold", "1"), ("Initrode", "silver", "2"), ("Umbrella", "gold", "3")] {
        let new = json!({"name": name, "tags": [tag], "external_ref": {"system": "halo", "id": id}});
        client.post(ORGANIZATIONS, new).await.expect(201);
    }
    for (query, expected) in [
        ("name_prefix=Init", vec!["Initrode", "Initech"]),
        ("name_prefix=init", vec![]),
        ("tag=gold", vec!["Umbrella", "Initech"]),
        ("external_system=halo&external_id=2", vec!["Initrode"]),
        ("external_system=other", vec![]),
    ] {
        let list = client.get(&format!("{ORGANIZATIONS}?{query}")).await.expect(200);
        let names: Vec<_> = list.body["data"].as_array().unwrap().iter().map(|o| o["name"].as_str().unwrap()).collect();
        assert_eq!(names, expected, "{query}");
    }
}

#[tokio::test]
async fn a_restricted_key_sees_changes_and_makes_no_others() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (mine, other) = (tenant.organization("mine").await, tenant.organization("other").await);
    let new = json!({"name": "restricted", "scopes": ["organizations:*"], "organization_ids": [mine]});
    let restricted = tenant.key_of(new).await;

    let seen = restricted.get(ORGANIZATIONS).await.expect(200);
    let seen: HashSet<_> = seen.body["data"].as_array().unwrap().iter().map(|o| o["id"].as_str().unwrap()).collect();
    assert_eq!(seen, HashSet::from([mine.as_str()]));
    restricted.put(&one(&mine), json!({"notes": "hello"})).await.expect(200);
    for answer in [
        restricted.get(&one(&other)).await,
        restricted.put(&one(&other), json!({"notes": "hello"})).await,
        restricted.delete(&one(&other)).await,
    ] {
        assert_eq!(answer.problem(), "404 not_found");
    }
    let created = restricted.post(ORGANIZATIONS, json!({"name": "a third"})).await;
    assert_eq!(created.problem(), "403 organization_restricted");
}

#[tokio::test]
async fn an_organization_that_a_live_key_is_restricted_to_stays() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let id = tenant.organization("needed").await;
    let new = json!({"name": "k", "scopes": ["search:read"], "organization_ids": [id]});
    let key = tenant.client.post("/api/admin/api-keys", new).await.expect(201).id();
    assert_eq!(tenant.client.delete(&one(&id)).await.problem(), "409 organization_in_use");
    tenant.client.delete(&format!("/api/admin/api-keys?id={key}")).await.expect(204);
    tenant.client.delete(&one(&id)).await.expect(204);
}

#[tokio::test]
async fn of_writers_who_read_the_same_version_one_wins() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let id = tenant.organization("contended").await;
    for round in 1..=3 {
        let client = tenant.client.with_header("if-match", &format!("\"v{round}\""));
        let writes = (0..20).map(|n| {
            let (client, target) = (client.clone(), one(&id));
            async move { client.put(&target, json!({"notes": format!("writer {n}")})).await }
        });
        let answers = futures::future::join_all(writes).await;
        assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
        assert!(answers.iter().filter(|a| a.status != 200).all(|a| a.problem() == "412 version_mismatch"));
    }
}
