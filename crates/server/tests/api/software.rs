use crate::device_rows::insert_device;
use serde_json::{Value, json};
use testkit::TestApp;

const SOFTWARE: &str = "/api/rmm/software";

#[tokio::test]
async fn titles_have_their_versions_and_the_devices_that_have_them() {
    let app = TestApp::start().await;
    let tenant = app.tenant().await;
    let (one, two) = (tenant.organization("One").await, tenant.organization("Two").await);
    insert_device(&app, &tenant, &one, json!({"name": "a", "software": [["openssl", "3.0"], ["Bash", "5.2"]]})).await;
    insert_device(&app, &tenant, &one, json!({"name": "b", "software": [["openssl", "3.0"], ["openssl", "1.1"]]}))
        .await;
    insert_device(&app, &tenant, &two, json!({"name": "c", "software": [["openssl", "1.1"], ["zsh", ""]]})).await;

    let all = tenant.client.get(SOFTWARE).await.expect(200);
    let openssl = json!({"name": "openssl", "publisher": null, "device_count": 3, "version_count": 2, "versions": [
        {"version": "1.1", "device_count": 2}, {"version": "3.0", "device_count": 2}]});
    let bash = json!({"name": "Bash", "publisher": null, "device_count": 1, "version_count": 1,
        "versions": [{"version": "5.2", "device_count": 1}]});
    let zsh = json!({"name": "zsh", "publisher": null, "device_count": 1, "version_count": 1,
        "versions": [{"version": null, "device_count": 1}]});
    assert_eq!(all.body["data"], json!([bash, openssl, zsh]));
    let prefix = tenant.client.get(&format!("{SOFTWARE}?name_prefix=OPEN")).await.expect(200);
    assert_eq!(prefix.body["data"], json!([openssl]));
    let of_two = tenant.client.get(&format!("{SOFTWARE}?organization_id={two}")).await.expect(200);
    let counts = |body: &Value| -> Vec<(String, i64)> {
        let titles = body["data"].as_array().unwrap().iter();
        titles.map(|t| (t["name"].as_str().unwrap().to_owned(), t["device_count"].as_i64().unwrap())).collect()
    };
    assert_eq!(counts(&of_two.body), [("openssl".to_owned(), 1), ("zsh".to_owned(), 1)]);

    let first = tenant.client.get(&format!("{SOFTWARE}?limit=2")).await.expect(200);
    let cursor = first.body["next_cursor"].as_str().unwrap();
    let second = tenant.client.get(&format!("{SOFTWARE}?limit=2&cursor={cursor}")).await.expect(200);
    assert_eq!((second.body["data"].clone(), &second.body["has_more"]), (json!([zsh]), &json!(false)));

    let restricted = tenant.key_of(json!({"name": "two", "scopes": ["assets:read"], "organization_ids": [two]})).await;
    let seen = restricted.get(SOFTWARE).await.expect(200);
    assert_eq!(
        counts(&seen.body),
        [("openssl".to_owned(), 1), ("zsh".to_owned(), 1)],
        "and neither Bash nor openssl 3.0"
    );
    assert_eq!(seen.body["data"][0]["version_count"], 1);
    let another = restricted.get(&format!("{SOFTWARE}?organization_id={one}")).await.expect(200);
    assert_eq!(another.body["data"], json!([]));
}
