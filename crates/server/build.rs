//! The migrations and the texts of the pages are part of the binary: a new file must be built into it.

use std::env;

#[expect(clippy::disallowed_methods, reason = "Cargo tells a build script the target by a variable")]
fn main() {
    for folder in ["migrations", "docs/guides", "docs/problems", "examples/webhooks"] {
        println!("cargo:rerun-if-changed=../../{folder}");
    }
    // Generic code is compiled in every crate that uses it, and a third of its functions are the same bytes. The linker that
    // Rust has for this platform stores them once, and addresses to relocate as a bitmap, which glibc reads since 2.36.
    if env::var("TARGET").as_deref() == Ok("x86_64-unknown-linux-gnu") {
        for argument in ["--icf=all", "-zpack-relative-relocs"] {
            println!("cargo:rustc-link-arg-bins=-Wl,{argument}");
        }
    }
}
