//! Numbers of figures on the wire.

use super::*;
use serde_json::json;

#[test]
fn a_count_is_a_whole_number_and_the_unknown_is_null() {
    let total = |value, previous| AnalyticsTotal { value, previous, change_ratio: None, unit: AnalyticsUnit::Count };
    let shown = |total: AnalyticsTotal| serde_json::to_value(total).unwrap();
    assert_eq!(shown(total(Some(12.0), None))["value"], json!(12));
    assert_eq!(
        shown(total(Some(0.5), Some(0.0))),
        json!({"value": 0.5, "previous": 0, "change_ratio": null, "unit": "count"})
    );
    assert_eq!(serde_json::to_string(&total(Some(3.0), None)).unwrap().split(',').next(), Some(r#"{"value":3"#));
}
