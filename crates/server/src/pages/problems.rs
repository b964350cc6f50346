//! `/documentation/problems/`: the meaning of each code, and how to react. A problem's `type` is the URL of its page.

use super::markdown::{self, Text};
use api::ProblemCode;
use askama::Template;
use axum::{
    extract::Path,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use include_dir::{Dir, include_dir};
use kernel::{
    app::App,
    http::Problem,
    pages::{Frame, Html, Section},
};
use std::collections::BTreeMap;

/// A file for each code.
static FILES: Dir = include_dir!("$CARGO_MANIFEST_DIR/../../docs/problems");

#[derive(Template)]
#[template(path = "problems.html")]
struct List {
    frame: Frame,
    statuses: BTreeMap<StatusCode, Vec<ProblemCode>>,
}

pub async fn list() -> Response {
    let mut statuses = BTreeMap::<StatusCode, Vec<ProblemCode>>::new();
    for code in ProblemCode::ALL {
        let status = StatusCode::from_u16(code.status()).unwrap_or_default();
        statuses.entry(status).or_default().push(*code);
    }
    Html(List { frame: Frame::new("Problems", Section::Problems), statuses }).into_response()
}

#[derive(Template)]
#[template(path = "problem.html")]
struct Page {
    frame: Frame,
    code: ProblemCode,
    text: Text,
}

pub async fn read(app: App, Path(name): Path<String>) -> Result<Response, Problem> {
    let code = ProblemCode::ALL.iter().find(|code| code.name() == name).ok_or_else(Problem::not_found)?;
    let source = source(*code).ok_or_else(Problem::not_found)?;
    let text = markdown::render(source, "problems/", &app.settings.base_url);
    Ok(Html(Page { frame: Frame::new(code.title(), Section::Problems), code: *code, text }).into_response())
}

fn source(code: ProblemCode) -> Option<&'static str> {
    FILES.get_file(format!("{}.md", code.name()))?.contents_utf8()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(text: &str) -> api::Problem {
        let json = text.split("```json\n").nth(1).and_then(|rest| rest.split("```").next());
        serde_json::from_str(json.expect("an example")).expect("the example is a problem")
    }

    #[test]
    fn every_code_has_a_page_with_a_true_example() {
        for code in ProblemCode::ALL {
            let name = code.name();
            let text = source(*code).unwrap_or_else(|| panic!("docs/problems/{name}.md is missing"));
            assert!(text.starts_with(&format!("# {}\n", code.title())), "{name}.md begins with the code's title");
            assert!(text.contains("\n## What to do\n"), "{name}.md does not say what to do");
            let example = example(text);
            assert_eq!((example.code, example.status, example.title.as_str()), (*code, code.status(), code.title()));
            assert_eq!(example.kind, format!("{}/documentation/problems/{name}", markdown::EXAMPLE_ADDRESS));
        }
        assert_eq!(FILES.files().count(), ProblemCode::ALL.len(), "docs/problems has a page for a code that is none");
    }
}
