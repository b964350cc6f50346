//! Writes the operations of the Rust client: `cargo run -p sdk-document --example rust_client`.

use sdk_document::{Types, rust_methods};
use std::{error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let canonical = serde_json::from_str(&fs::read_to_string(root.join("openapi.json"))?)?;
    let types = Types::read(&root.join("crates/api/src"))?;
    let folder = root.join("crates/client/src/operations");
    let files = rust_methods(&canonical, &types)?;
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for (name, text) in files {
        fs::write(folder.join(name), text)?;
    }
    Ok(())
}
