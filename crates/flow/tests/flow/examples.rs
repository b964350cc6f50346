//! The examples that we publish are valid.

#[tokio::test]
async fn every_example_is_a_valid_definition() {}
