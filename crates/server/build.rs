//! The migrations are part of the binary: a new file must be built into it.
fn main() {
    println!("cargo:rerun-if-changed=../../migrations");
}
