//! The tables of `docs/scale.md` are the output of this program, between `<!-- scale: name -->` and `<!-- end -->`.
//! `just docs` rewrites them.

use std::path::Path;

const END: &str = "<!-- end -->";

#[test]
fn the_document_contains_what_the_program_prints() {
    #[expect(clippy::disallowed_methods, reason = "a switch of this test, not a setting of the service")]
    let rewrite = std::env::var("UPDATE_DOCS").is_ok_and(|value| value == "1");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/scale.md");
    let text = std::fs::read_to_string(&path).unwrap();
    let mut current = text.clone();
    let sections = scale::sections();
    for (name, table) in &sections {
        let begin = format!("<!-- scale: {name} -->\n");
        let (before, rest) = current.split_once(&begin).unwrap_or_else(|| panic!("docs/scale.md has no {name}"));
        let (_, after) = rest.split_once(END).unwrap_or_else(|| panic!("{name} has no end"));
        current = format!("{before}{begin}{table}{END}{after}");
    }
    assert_eq!(text.matches("<!-- scale: ").count(), sections.len(), "docs/scale.md has a table that is not generated");
    if rewrite {
        std::fs::write(&path, current).unwrap();
    } else {
        assert!(current == text, "docs/scale.md is out of date: run `just docs`");
    }
}
