//! Steps that no run can reach.

use super::{Task, Then, Work};
use crate::{Code, Invalid};

pub(super) fn unreachable(tasks: &[Task]) -> Vec<Invalid> {
    let mut invalid = vec![];
    list(tasks, "/do", &mut invalid);
    invalid
}

/// True if the code after the list can be reached. Jumps only lead forward, so one pass is enough.
fn list(tasks: &[Task], at: &str, invalid: &mut Vec<Invalid>) -> bool {
    let mut reached = vec![false; tasks.len() + 1];
    reached[0] = true;
    let mut exits = false;
    for (i, task) in tasks.iter().enumerate() {
        let here = format!("{at}/{i}/{}", task.name);
        if !reached[i] {
            invalid.push(Invalid::at(here.as_str(), Code::Invalid, "can never be reached"));
        }
        let passes = work(&task.work, &here, invalid);
        let mut ways = if task.condition.is_some() { vec![Then::Continue] } else { vec![] };
        match &task.work {
            Work::Switch(cases) => {
                ways.extend(cases.iter().map(|case| case.then));
                ways.extend(cases.iter().all(|case| case.when.is_some()).then_some(task.then));
            }
            _ if passes => ways.push(task.then),
            _ => {}
        }
        let ways = if reached[i] { ways } else { vec![] };
        for way in ways {
            match way {
                Then::Continue => reached[i + 1] = true,
                Then::To(place) => reached[place] = true,
                Then::Exit => exits = true,
                Then::End => {}
            }
        }
    }
    exits || reached[tasks.len()]
}

/// True if a task can complete.
fn work(work: &Work, at: &str, invalid: &mut Vec<Invalid>) -> bool {
    match work {
        Work::Do(tasks) => list(tasks, &format!("{at}/do"), invalid),
        Work::For { tasks, .. } => {
            list(tasks, &format!("{at}/do"), invalid);
            // The list may be empty.
            true
        }
        Work::Try { tasks, catch } => {
            let passes = list(tasks, &format!("{at}/try"), invalid);
            list(&catch.tasks, &format!("{at}/catch/do"), invalid) || passes
        }
        Work::Fork { branches, compete } => {
            let each = branches.iter().enumerate();
            let passes = each.map(|(i, branch)| {
                let at = format!("{at}/fork/branches/{i}/{}", branch.name);
                self::work(&branch.work, &at, invalid) || branch.condition.is_some()
            });
            let passes: Vec<bool> = passes.collect();
            if *compete { passes.contains(&true) } else { !passes.contains(&false) }
        }
        Work::Raise(_) => false,
        _ => true,
    }
}
