//! The migrations and the texts of the pages are part of the binary: a new file must be built into it.
fn main() {
    for folder in ["migrations", "docs/guides", "docs/problems", "examples/webhooks"] {
        println!("cargo:rerun-if-changed=../../{folder}");
    }
}
