//! Generates the operations and types from the SDK document of the committed `openapi.json`.

use progenitor_impl::{GenerationSettings, Generator, HooksMode, InterfaceStyle, TypeImpl};
use schemars::schema::{InstanceType, SchemaObject};
use sdk_document::Version;
use std::{env, error::Error, fs, path::Path};

const CANONICAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../openapi.json");

#[expect(clippy::disallowed_methods, reason = "OUT_DIR is cargo's")]
fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={CANONICAL}");
    let canonical = serde_json::from_slice(&fs::read(CANONICAL)?)?;
    let document = sdk_document::derive(&canonical, Version::V3_0).to_string();
    // The generator knows no other media type of typed errors.
    let document = serde_json::from_str(&document.replace("application/problem+json", "application/json"))?;

    let time = SchemaObject {
        instance_type: Some(InstanceType::String.into()),
        format: Some("date-time".to_owned()),
        ..SchemaObject::default()
    };
    let mut settings = GenerationSettings::default();
    settings.with_interface(InterfaceStyle::Builder).with_hooks(HooksMode::Expected).with_conversion(
        time,
        "::jiff::Timestamp",
        [TypeImpl::Display, TypeImpl::FromStr].into_iter(),
    );
    let code = Generator::new(&settings).generate_tokens(&document)?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("operations.rs"), code.to_string())?;
    Ok(())
}
