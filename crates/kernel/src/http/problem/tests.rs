//! However a request is wrong, its problem is short.

use super::*;

fn invalid(faults: impl Iterator<Item = Fault>) -> BriefProblem {
    Problem::invalid(faults.collect()).brief()
}

#[test]
fn a_problem_lists_a_hundred_faults_and_says_that_there_are_more() {
    let faults = |count: usize| (0..count).map(|i| Fault::at(format!("/{i}"), FaultCode::Invalid, "is wrong"));
    let exactly = invalid(faults(MOST_FAULTS));
    assert_eq!((exactly.errors.len(), exactly.errors_truncated), (MOST_FAULTS, false));
    let more = invalid(faults(MOST_FAULTS + 1));
    assert_eq!((more.errors.len(), more.errors_truncated), (MOST_FAULTS, true));
}

#[test]
fn a_problem_is_short_however_long_the_names_and_values_of_the_request_are() {
    let name = "\u{1}".repeat(100_000);
    let fault = |_| Fault::at(format!("/a/{name}"), FaultCode::Invalid, format!("there is no {name}"));
    let problem = invalid((0..200).map(fault));
    assert!(problem.errors_truncated && !problem.errors.is_empty());
    assert!(serde_json::to_string(&problem).unwrap().len() <= FAULTS_BYTES + 1024);
    assert_eq!(problem.errors[0].pointer, Some(format!("/a/{}…", &name[..64])));
    let parameter = Problem::parameters(
        ProblemCode::InvalidParameter,
        "A parameter is wrong.",
        vec![Fault::of(name.as_str(), FaultCode::Invalid, "is wrong")],
    );
    assert_eq!(parameter.brief().errors[0].parameter, Some(format!("{}…", &name[..64])));
    let detail = Problem::new(ProblemCode::MalformedJson, name).brief().detail;
    assert_eq!(detail.chars().count(), DETAIL_CHARS + 1);
}
