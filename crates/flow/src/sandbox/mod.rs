//! The evaluation of expressions: in child processes that limit themselves and are replaced when they misbehave, so
//! that a hostile expression harms only its own run.
//!
//! A request and its response are a line of JSON each, on the child's standard input and output.

mod filter;
mod jq;
mod pool;
mod serve;

pub use serve::{confine, serve};

use crate::{
    Fault, Scope,
    bounds::{DATA_BYTES, too_deep},
    run::size_of,
    template,
};
use pool::{Broken, Pool};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{
    collections::{BTreeMap, btree_map::Entry},
    path::PathBuf,
};

/// A small pool of child processes. One owner has a third of them at most, so that others get their turn.
#[derive(Debug)]
pub struct Sandbox(Pool);

/// An expression and the names of the variables that it may use, without the `$`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expression {
    /// Its JSON pointer in the definition.
    pub pointer: String,
    pub text: String,
    pub variables: Vec<String>,
}

/// How the processes that evaluate expressions are confined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Confinement {
    /// By limits of memory, time and files, and by a filter of system calls: no network, no files, no new processes.
    Filtered,
    /// By the limits alone, and why.
    LimitsOnly(String),
}

#[derive(Serialize, Deserialize)]
enum Question {
    Fill { scope: Scope, templates: Vec<Value> },
    Check(Expression),
}

#[derive(Serialize, Deserialize)]
enum Answer {
    /// The child has started. `unconfined` is the reason why it may make every system call, if the kernel refused the
    /// filter.
    Ready {
        unconfined: Option<String>,
    },
    Values(Vec<Value>),
    /// The expression failed, with this message.
    Wrong(String),
    TooLarge,
    TooDeep,
}

impl Sandbox {
    /// `program` with `arguments` must call [`serve`]. No process is started before the first question; at most `size`
    /// processes are.
    pub fn new(program: impl Into<PathBuf>, arguments: &[&str], size: usize) -> Sandbox {
        Sandbox(Pool::new(program.into(), arguments, size))
    }

    /// Starts a child and returns how it is confined: the kernel may refuse the filter of system calls.
    pub async fn confinement(&self) -> Result<Confinement, Fault> {
        let unconfined = self.0.unconfined().await.ok_or_else(broken)?;
        Ok(unconfined.map_or(Confinement::Filtered, Confinement::LimitsOnly))
    }

    /// The value of a template. `owner` is the caller: requests of the same owner share its places.
    pub async fn fill(&self, owner: u128, scope: &Scope, template: &Value) -> Result<Value, Fault> {
        let values = self.fill_all(owner, scope, std::slice::from_ref(template)).await?;
        Ok(values.into_iter().next().unwrap_or_default())
    }

    /// The values of templates, in one round. One limit applies to all of them together.
    pub async fn fill_all(&self, owner: u128, scope: &Scope, templates: &[Value]) -> Result<Vec<Value>, Fault> {
        let plain: Option<Vec<Value>> =
            templates.iter().map(|template| template::fill_plainly(template, scope)).collect();
        if let Some(values) = plain {
            let fits = values.iter().map(size_of).sum::<usize>() <= DATA_BYTES;
            return if fits { Ok(values) } else { Err(too_large()) };
        }
        let question = Question::Fill { scope: scope.clone(), templates: templates.to_vec() };
        match self.0.ask(owner, &question).await {
            Ok(Answer::Values(values)) if values.len() == templates.len() => Ok(values),
            Ok(Answer::Wrong(why)) => {
                Err(Fault::new(Fault::EXPRESSION, 400, "An expression could not be evaluated").detail(why))
            }
            Ok(Answer::TooLarge) => Err(too_large()),
            Ok(Answer::TooDeep) => Err(too_deep()),
            Err(Broken::Costly(why)) => Err(Fault::new(Fault::EXPRESSION_LIMIT, 400, why)),
            Ok(Answer::Values(_) | Answer::Ready { .. }) | Err(Broken::Unavailable) => Err(broken()),
        }
    }

    /// The errors of expressions, for each that is wrong; nothing is evaluated. It ends early if several are too
    /// expensive even to parse.
    pub async fn check(&self, owner: u128, expressions: &[Expression]) -> Result<Vec<(Expression, String)>, Fault> {
        let (mut found, mut costly) = (BTreeMap::new(), 0);
        for expression in expressions {
            let Entry::Vacant(new) = found.entry((&expression.text, &expression.variables)) else { continue };
            new.insert(match self.0.ask(owner, &Question::Check(expression.clone())).await {
                Ok(Answer::Values(_)) => None,
                Ok(Answer::Wrong(why)) => Some(why),
                Ok(Answer::Ready { .. } | Answer::TooLarge | Answer::TooDeep) | Err(Broken::Unavailable) => {
                    return Err(broken());
                }
                Err(Broken::Costly(why)) => {
                    costly += 1;
                    Some(why.to_owned())
                }
            });
            if costly >= MOST_COSTLY {
                break;
            }
        }
        let why = |one: &Expression| found.get(&(&one.text, &one.variables)).cloned().flatten();
        Ok(expressions.iter().filter_map(|one| Some((one.clone(), why(one)?))).collect())
    }
}

const MOST_COSTLY: usize = 3;

fn too_large() -> Fault {
    Fault::new(Fault::EXPRESSION_LIMIT, 400, "An expression returned more than 256 KiB")
}

fn broken() -> Fault {
    Fault::new(Fault::RUNTIME, 503, "Expressions cannot be evaluated at the moment").retryable()
}
