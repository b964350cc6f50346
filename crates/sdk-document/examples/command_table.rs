//! Writes the table of commands of `tenantctl` from `openapi.json`. Run it in the root of the repository; `just gen` does.

use std::{fs, io, path::Path};

fn main() -> io::Result<()> {
    let canonical = serde_json::from_str(&fs::read_to_string("openapi.json")?)?;
    let folder = Path::new("crates/cli/src/table/generated");
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    for (name, text) in sdk_document::command_table::files(&canonical) {
        fs::write(folder.join(name), text)?;
    }
    Ok(())
}
