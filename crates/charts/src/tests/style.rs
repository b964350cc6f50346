//! The stylesheet: its hash, and the contrast of its colours.

use crate::{STYLESHEET, STYLESHEET_HASH};
use base64::{Engine, engine::general_purpose::STANDARD};
use sha2::{Digest, Sha256};

const DARK: &str = "@media screen and (prefers-color-scheme: dark) {";

#[test]
fn the_hash_is_that_of_the_stylesheet() {
    let hash = STANDARD.encode(Sha256::digest(STYLESHEET));
    assert_eq!(STYLESHEET_HASH, format!("'sha256-{hash}'"));
}

#[test]
fn the_stylesheet_can_stand_in_a_style_element() {
    assert!(!STYLESHEET.contains(['<', '&', '\r']) && !STYLESHEET.contains("]]>") && !STYLESHEET.contains("url("));
}

/// The value of a property of a rule; the dark scheme changes only what differs.
fn colour(dark: bool, selector: &str, property: &str) -> [f64; 3] {
    let (light, over) = STYLESHEET.split_once(DARK).unwrap();
    let find = |css: &str| {
        let rules = css.lines().filter_map(|line| line.split_once(" { "));
        let own = rules.filter(|(names, _)| names.split(", ").any(|name| name == selector));
        let values = own.flat_map(|(_, body)| body.trim_end_matches([' ', '}']).split(';')).map(str::trim);
        values.filter_map(|value| value.strip_prefix(&format!("{property}: ")).map(str::to_owned)).next_back()
    };
    let text = if dark { find(over).or_else(|| find(light)) } else { find(light) };
    let text = text.unwrap_or_else(|| panic!("{selector} has no {property}"));
    [1, 3, 5].map(|at| f64::from(u8::from_str_radix(&text[at..at + 2], 16).unwrap()) / 255.0)
}

/// As in WCAG 2.
fn contrast(one: [f64; 3], other: [f64; 3]) -> f64 {
    let linear = |part: f64| if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) };
    let light = |[red, green, blue]: [f64; 3]| 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    let (one, other) = (light(one), light(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

#[test]
fn text_and_marks_have_contrast_in_both_schemes() {
    for dark in [false, true] {
        let page = colour(dark, ".chart-page", "fill");
        for text in [".chart text", ".chart .chart-soft"] {
            assert!(contrast(colour(dark, text, "fill"), page) >= 4.5, "{text}, dark: {dark}");
        }
        for series in 0..8 {
            let found = contrast(colour(dark, &format!(".chart-c{series}"), "color"), page);
            assert!(found >= 3.0, "{series}, dark: {dark}: {found:.2}");
        }
        for (mark, property) in [
            (".chart-axis", "stroke"),
            (".chart-frame", "stroke"),
            (".chart-cell-partial", "stroke"),
            (".chart-plain", "color"),
        ] {
            assert!(contrast(colour(dark, mark, property), page) >= 3.0, "{mark}, dark: {dark}");
        }
        for step in 0..crate::heat::STEPS {
            let text = if step < 4 { ".chart text".to_owned() } else { format!(".chart .chart-h{step} text") };
            let cell = colour(dark, &format!(".chart-h{step} rect"), "fill");
            let found = contrast(colour(dark, &text, "fill"), cell);
            assert!(found >= 4.5, "step {step}, dark: {dark}: {found:.2}");
        }
    }
}
