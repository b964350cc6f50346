//! Contacts: creation, lists, changes, merges, deletion.

use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Answer, TestApp, TestTenant};

const CONTACTS: &str = "/api/psa/contacts";
const TICKETS: &str = "/api/psa/tickets";

fn one(id: &str) -> String {
    format!("{CONTACTS}?id={id}")
}

fn names(list: &Answer) -> Vec<&str> {
    list.body["data"].as_array().unwrap().iter().map(|contact| contact["name"].as_str().unwrap()).collect()
}

async fn contact(tenant: &TestTenant, new: Value) -> Value {
    tenant.client.post(CONTACTS, new).await.expect(201).body
}

async fn events(tenant: &TestTenant, id: &Value) -> Vec<(String, Value)> {
    let log = format!("/api/events?subject_id={}&sort=timestamp", id.as_str().unwrap());
    let events = tenant.client.get(&log).await.expect(200).body["data"].as_array().unwrap().clone();
    events.into_iter().map(|event| (event["type"].as_str().unwrap().to_owned(), event["data"].clone())).collect()
}

#[tokio::test]
async fn a_contact_is_created_read_changed_and_deleted() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let organization = tenant.organization("Initech").await;
    let full = json!({"name": "Milton Waddams", "emails": ["milton@initech.example", "Milton@Initech.example", "m@x.example"],
        "phones": ["+49 30 123456"], "title": "Collator", "external_ref": {"system": "halopsa", "id": "4711"},
        "custom_fields": {"desk": "basement"}, "vip": true});
    let created = tenant.client.post(CONTACTS, full).await.expect(201);
    assert_eq!(created.body["organization_id"], json!(organization), "the only one there is");
    assert_eq!(created.body["emails"], json!(["milton@initech.example", "m@x.example"]));
    assert_eq!((&created.body["status"], &created.body["vip"]), (&json!("active"), &json!(true)));
    let target = one(&created.id());
    assert_eq!(tenant.client.get(&target).await.expect(200).body, created.body);

    let change = json!({"title": null, "phones": [], "status": "inactive"});
    let changed = tenant.client.put(&target, change).await.expect(200);
    assert_eq!(changed.header("etag"), "\"v2\"");
    let mut expected = created.body.clone();
    expected["title"] = Value::Null;
    expected["phones"] = json!([]);
    expected["status"] = json!("inactive");
    expected["version"] = json!(2);
    expected["updated_at"] = changed.body["updated_at"].clone();
    assert_eq!(changed.body, expected, "what was not named is as it was");

    let told = events(&tenant, &created.body["id"]).await;
    let previous = json!({"title": "Collator", "phones": ["+49 30 123456"], "status": "active"});
    assert_eq!((told[1].0.as_str(), &told[1].1["previous"]), ("contact.updated", &previous));

    tenant.client.delete(&target).await.expect(204);
    assert_eq!(tenant.client.get(&target).await.problem(), "404 not_found");
    let kinds: Vec<_> = events(&tenant, &created.body["id"]).await.into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, ["contact.created", "contact.updated", "contact.deleted"]);
}

#[tokio::test]
async fn contacts_are_found_by_organization_address_and_external_reference() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (one, two) = (tenant.organization("One").await, tenant.organization("Two").await);
    let unsaid = tenant.client.post(CONTACTS, json!({"name": "Nowhere"})).await;
    assert_eq!(
        (unsaid.problem().as_str(), &unsaid.body["errors"][0]["pointer"]),
        ("422 invalid_request", &json!("/organization_id"))
    );
    contact(&tenant, json!({"name": "Milton", "organization_id": one, "emails": ["m@x.example", "Milton@X.example"]}))
        .await;
    contact(&tenant, json!({"name": "Bill", "organization_id": one, "external_ref": {"system": "s", "id": "7"}})).await;
    contact(&tenant, json!({"name": "Milton too", "organization_id": two, "emails": ["m@x.example"]})).await;

    let list = async |query: &str| tenant.client.get(&format!("{CONTACTS}{query}")).await;
    assert_eq!(names(&list("").await), ["Milton too", "Bill", "Milton"]);
    assert_eq!(names(&list(&format!("?organization_id={one}")).await), ["Bill", "Milton"]);
    assert_eq!(names(&list("?email=M@x.example").await), ["Milton too", "Milton"]);
    assert_eq!(names(&list("?email=milton@x.example").await), ["Milton"]);
    assert_eq!(names(&list(&format!("?email=m@x.example&organization_id={two}")).await), ["Milton too"]);
    assert_eq!(names(&list("?external_system=s&external_id=7").await), ["Bill"]);
    assert_eq!(list("?external_system=s").await.problem(), "400 unsupported_combination");
    assert_eq!(
        list("?external_system=s&external_id=7&email=m@x.example").await.problem(),
        "400 unsupported_combination"
    );

    let restricted = json!({"name": "two", "scopes": ["contacts:*", "events:read"], "organization_ids": [two]});
    let restricted = tenant.key_of(restricted).await;
    assert_eq!(names(&restricted.get(CONTACTS).await), ["Milton too"]);
    assert_eq!(names(&restricted.get(&format!("{CONTACTS}?email=m@x.example")).await), ["Milton too"]);
    assert!(names(&restricted.get(&format!("{CONTACTS}?organization_id={one}")).await).is_empty());
    let there = restricted.post(CONTACTS, json!({"name": "x", "organization_id": one})).await;
    assert_eq!(there.problem(), "403 organization_restricted");
    let here = json!({"name": "Milton", "emails": ["milton@x.example"]});
    restricted.post(CONTACTS, here).await.expect(201); // nobody learns which addresses another customer has
    let imported = json!({"name": "William", "external_ref": {"system": "s", "id": "7"}});
    restricted.post(CONTACTS, imported.clone()).await.expect(201); // nor which people it has imported
    assert_eq!(restricted.post(CONTACTS, imported).await.problem(), "409 external_ref_taken");
    assert_eq!(names(&list("?external_system=s&external_id=7").await), ["William", "Bill"]);
}

#[tokio::test]
async fn an_address_belongs_to_one_contact_of_a_customer() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let first = contact(&tenant, json!({"name": "Milton", "emails": ["m@x.example"]})).await;
    let again = json!({"name": "Milton", "emails": ["M@X.example"]});
    assert_eq!(tenant.client.post(CONTACTS, again).await.problem(), "409 email_taken");
    let second = contact(&tenant, json!({"name": "Milton"})).await;
    let target = one(second["id"].as_str().unwrap());
    assert_eq!(tenant.client.put(&target, json!({"emails": ["m@x.example"]})).await.problem(), "409 email_taken");
    tenant.client.put(&one(first["id"].as_str().unwrap()), json!({"emails": []})).await.expect(200);
    tenant.client.put(&target, json!({"emails": ["m@x.example"]})).await.expect(200);

    let new = |name: &str| json!({"name": name, "external_ref": {"system": "s", "id": "1"}});
    contact(&tenant, new("a")).await;
    assert_eq!(tenant.client.post(CONTACTS, new("b")).await.problem(), "409 external_ref_taken");
    let wrong = tenant.client.post(CONTACTS, json!({"name": "x", "emails": ["no address"]})).await;
    assert_eq!(wrong.body["errors"][0]["pointer"], "/emails/0");
}

#[tokio::test]
async fn a_duplicate_is_merged_with_all_that_is_its_own() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (here, there) = (tenant.organization("Here").await, tenant.organization("There").await);
    let kept = contact(&tenant, json!({"name": "Milton", "organization_id": here, "emails": ["m@x.example"]})).await;
    let duplicate =
        json!({"name": "M. Waddams", "organization_id": here, "emails": ["milton@x.example"], "title": "Collator"});
    let duplicate = contact(&tenant, duplicate).await;
    let stranger = contact(&tenant, json!({"name": "Bill", "organization_id": there})).await;
    let ticket = json!({"subject": "Stapler", "organization_id": here, "requester": {"id": duplicate["id"]}});
    let ticket = tenant.client.post(TICKETS, ticket).await.expect(201);
    let comments = format!("{TICKETS}/comments?ticket_id={}", ticket.id());
    let said = json!({"body": "It is mine.", "author": {"id": duplicate["id"]}});
    tenant.client.post(&comments, said).await.expect(201);
    let before = tenant.client.get(&format!("{TICKETS}?id={}", ticket.id())).await.expect(200);

    let target = one(kept["id"].as_str().unwrap());
    for (from, code) in [
        (&kept["id"], "invalid"),
        (&stranger["id"], "invalid"),
        (&json!("con_01h455vb4pex5vsknk084sn02q"), "not_found"),
    ] {
        let refused = tenant.client.put(&target, json!({"merge_from": from})).await;
        let error = &refused.body["errors"][0];
        assert_eq!((&error["pointer"], &error["code"]), (&json!("/merge_from"), &json!(code)));
    }
    let merged = tenant.client.put(&target, json!({"merge_from": duplicate["id"], "vip": true})).await.expect(200);
    assert_eq!(merged.body["emails"], json!(["m@x.example", "milton@x.example"]));
    assert_eq!((&merged.body["name"], &merged.body["title"]), (&json!("Milton"), &json!("Collator")));
    assert_eq!((&merged.body["vip"], &merged.body["version"]), (&json!(true), &json!(2)));
    assert_eq!(tenant.client.get(&one(duplicate["id"].as_str().unwrap())).await.problem(), "404 not_found");

    let after = tenant.client.get(&format!("{TICKETS}?id={}", ticket.id())).await.expect(200);
    let requester = json!({"id": kept["id"], "name": "Milton", "email": "m@x.example"});
    assert_eq!(after.body["requester"], requester);
    assert_eq!(after.header("etag"), before.header("etag"), "nobody has changed the ticket");
    let found =
        tenant.client.get(&format!("{TICKETS}?requester_id={}", kept["id"].as_str().unwrap())).await.expect(200);
    assert_eq!(found.body["data"], json!([after.body]));
    let said = tenant.client.get(&comments).await.expect(200);
    assert_eq!(said.body["data"][0]["author"], json!({"type": "contact", "id": kept["id"], "name": "Milton"}));

    let told = events(&tenant, &kept["id"]).await;
    let (kind, data) = told.iter().find(|(kind, _)| kind == "contact.merged").unwrap();
    assert_eq!((kind.as_str(), &data["merged"], &data["object"]), ("contact.merged", &duplicate, &merged.body));
    assert!(told.iter().any(|(kind, _)| kind == "contact.updated"));
    assert_eq!(events(&tenant, &duplicate["id"]).await[1].0, "contact.deleted");
}

#[tokio::test]
async fn a_contact_that_is_in_use_is_not_deleted() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let organization = tenant.organization("Initech").await;
    let milton = contact(&tenant, json!({"name": "Milton"})).await;
    let target = one(milton["id"].as_str().unwrap());
    let kept = tenant.client.delete(&format!("/api/rmm/organizations?id={organization}")).await;
    assert_eq!(kept.problem(), "409 organization_in_use");

    let ticket = json!({"subject": "Stapler", "requester": {"id": milton["id"]}});
    let ticket = tenant.client.post(TICKETS, ticket).await.expect(201);
    assert_eq!(tenant.client.delete(&target).await.problem(), "409 contact_in_use");
    let patch = format!("{TICKETS}?id={}", ticket.id());
    let cleared = tenant.client.send(Method::PATCH, &patch, Some(json!({"requester": null}))).await.expect(200);
    assert_eq!(cleared.body["requester"], Value::Null);
    tenant.client.delete(&target).await.expect(204);
}
