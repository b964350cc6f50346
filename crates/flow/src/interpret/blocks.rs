//! Tasks with tasks in them: rounds, branches, attempts.

use super::{Frame, Stop, Walk, at, holds, step::UnderWay};
use crate::{Backoff, Catch, Fault, Host, Retry, Task, bounds};
use futures::future::{select_ok, try_join_all};
use serde_json::{Value, json};
use std::time::Duration;

/// `each`, `at`, `in`, `while` and `do` of a `for`.
type Rounds<'a> = (&'a str, &'a str, &'a Value, Option<&'a Value>, &'a [Task]);

impl<H: Host> Walk<'_, H> {
    /// One round after the other, each with the output of the one before it.
    pub(super) async fn rounds(
        &self,
        (each, at_, list, condition, tasks): Rounds<'_>,
        under: &UnderWay<'_, H>,
        frame: &mut Frame,
        input: &Value,
    ) -> Result<Value, Stop> {
        let path = &under.step.path;
        let Value::Array(items) = self.evaluate(frame, list, input, input, &under.task).await? else {
            return Err(Fault::new(Fault::VALIDATION, 422, "The value of `in` is not a list").into());
        };
        if items.len() > bounds::ITERATIONS {
            let title = format!("A `for` has more than {} iterations", bounds::ITERATIONS);
            return Err(Fault::new(Fault::TOO_MANY_ITERATIONS, 409, title).into());
        }
        let outside = frame.variables.clone();
        let mut data = input.clone();
        for (i, item) in items.into_iter().enumerate() {
            frame.variables.insert(each.to_owned(), item);
            frame.variables.insert(at_.to_owned(), json!(i));
            if let Some(condition) = condition
                && !holds(
                    &self
                        .evaluate(frame, condition, &data, &data, &under.task)
                        .await
                        .map_err(at(format!("{path}/while")))?,
                )
            {
                break;
            }
            data = self.list(tasks, &format!("{path}/for[{i}]/do"), frame, data).await?;
        }
        frame.variables = outside;
        Ok(data)
    }

    /// All branches concurrently; the first fault ends the others. Returns their outputs, in their order.
    pub(super) async fn all(
        &self,
        branches: &[Task],
        path: &str,
        frame: &mut Frame,
        input: &Value,
    ) -> Result<Value, Stop> {
        let each =
            branches.iter().enumerate().map(|(i, branch)| self.branch(branch, i, path, frame.clone(), input.clone()));
        let ended = try_join_all(each).await?;
        let (outputs, contexts): (Vec<Value>, Vec<Value>) = ended.into_iter().unzip();
        frame.context = merged(&frame.context, contexts);
        Ok(Value::Array(outputs))
    }

    /// The first branch that succeeds; the others are overtaken. If all fail, the last of their faults. A recorded
    /// winner stays, even if other branches have completed since.
    pub(super) async fn fastest(
        &self,
        branches: &[Task],
        under: &UnderWay<'_, H>,
        frame: &mut Frame,
        input: &Value,
    ) -> Result<Value, Stop> {
        let path = under.step.path.as_str();
        let known = under.winner().and_then(|winner| branches.iter().position(|branch| branch.name == winner));
        let each = branches.iter().enumerate().filter(|(i, _)| known.is_none_or(|known| known == *i));
        let each = each.map(|(i, task)| {
            let branch = self.branch(task, i, path, frame.clone(), input.clone());
            Box::pin(async move {
                match branch.await {
                    Ok(ended) => Ok((task, Ok(ended))),
                    Err(Stop::End(data)) => Ok((task, Err(Stop::End(data)))),
                    Err(Stop::Fault(fault)) => Err(fault),
                }
            })
        });
        let ((winner, ended), _) = select_ok(each).await?;
        under.won_by(&winner.name);
        let (output, context) = ended?;
        frame.context = context;
        Ok(output)
    }

    /// A branch has a context of its own, so that the result does not depend on which branch is faster.
    async fn branch(
        &self,
        branch: &Task,
        place: usize,
        path: &str,
        mut frame: Frame,
        input: Value,
    ) -> Result<(Value, Value), Stop> {
        let path = format!("{path}/fork/{place}/{}", branch.name);
        let (_, output) = Box::pin(self.task(branch, path, &mut frame, input)).await?;
        Ok((output, frame.context))
    }

    /// `try`: retries while it may, then `catch`.
    pub(super) async fn careful(
        &self,
        tasks: &[Task],
        catch: &Catch,
        under: &UnderWay<'_, H>,
        frame: &mut Frame,
        input: &Value,
    ) -> Result<Value, Stop> {
        let path = &under.step.path;
        for attempt in 1.. {
            let block = if attempt == 1 { format!("{path}/try") } else { format!("{path}/try[{attempt}]") };
            let outside = frame.variables.clone();
            let within = frame.in_try;
            frame.in_try = within || handles_calls(catch);
            let ended = self.list(tasks, &block, frame, input.clone()).await;
            frame.in_try = within;
            let fault = match ended {
                Err(Stop::Fault(fault)) => fault,
                ended => return ended,
            };
            frame.variables = outside.clone();
            frame.variables.insert(catch.variable.clone(), json!(fault));
            if !self.catches(catch, &fault, under, frame, input).await? {
                return Err(fault.into());
            }
            if let Some(retry) = &catch.retry {
                if self.asks_again(retry, attempt, under, frame, input).await? {
                    if !self.went_on(path, attempt, retry) {
                        self.host.sleep(pause(retry, attempt)).await;
                    }
                    frame.variables = outside;
                    continue;
                }
                if catch.tasks.is_empty() {
                    return Err(fault.into());
                }
            }
            let output = self.list(&catch.tasks, &format!("{path}/catch/do"), frame, input.clone()).await;
            frame.variables = outside;
            return output;
        }
        Ok(input.clone())
    }

    /// True if the pause after this attempt ended earlier: a later step is done.
    fn went_on(&self, path: &str, attempt: u32, retry: &Retry) -> bool {
        let holds = |block: String| {
            let mut from = self.done.range(block.clone()..);
            from.next().is_some_and(|(path, _)| path.starts_with(&block))
        };
        (attempt + 1..=retry.times + 1).any(|later| holds(format!("{path}/try[{later}]/")))
            || holds(format!("{path}/catch/do/"))
    }

    async fn catches(
        &self,
        catch: &Catch,
        fault: &Fault,
        under: &UnderWay<'_, H>,
        frame: &Frame,
        input: &Value,
    ) -> Result<bool, Fault> {
        let fits = catch.r#type.as_ref().is_none_or(|kind| *kind == fault.r#type)
            && catch.status.is_none_or(|status| status == fault.status);
        Ok(!self.spent.is_all()
            && fits
            && self.meant((catch.when.as_ref(), catch.except_when.as_ref()), "catch", under, frame, input).await?)
    }

    async fn asks_again(
        &self,
        retry: &Retry,
        attempt: u32,
        under: &UnderWay<'_, H>,
        frame: &Frame,
        input: &Value,
    ) -> Result<bool, Fault> {
        let conditions = (retry.when.as_ref(), retry.except_when.as_ref());
        Ok(attempt <= retry.times && self.meant(conditions, "catch/retry", under, frame, input).await?)
    }

    /// `when` and `exceptWhen`.
    async fn meant(
        &self,
        (when, except_when): (Option<&Value>, Option<&Value>),
        place: &str,
        under: &UnderWay<'_, H>,
        frame: &Frame,
        input: &Value,
    ) -> Result<bool, Fault> {
        for (condition, wanted, name) in [(when, true, "when"), (except_when, false, "exceptWhen")] {
            let Some(condition) = condition else { continue };
            let value = self.evaluate(frame, condition, input, input, &under.task).await;
            if holds(&value.map_err(at(format!("{}/{place}/{name}", under.step.path)))?) != wanted {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// True if it may catch the failure of a call: its filters are evaluated when one fails.
fn handles_calls(catch: &Catch) -> bool {
    catch.r#type.as_deref().is_none_or(|kind| kind == Fault::COMMUNICATION)
}

/// The fields that each branch changed, in the order of the branches.
fn merged(before: &Value, contexts: Vec<Value>) -> Value {
    let mut merged = before.clone();
    for context in contexts.into_iter().filter(|context| context != before) {
        match (&mut merged, context) {
            (Value::Object(fields), Value::Object(changed)) => {
                let news = changed.into_iter().filter(|(name, value)| before.get(name) != Some(value));
                fields.extend(news.collect::<Vec<_>>());
            }
            (merged, context) => *merged = context,
        }
    }
    merged
}

/// How long to wait after a failed attempt; the first is number 1.
fn pause(retry: &Retry, attempt: u32) -> Duration {
    let factor = match retry.backoff {
        Backoff::Constant => 1,
        Backoff::Linear => attempt,
        Backoff::Exponential => 1 << (attempt - 1).min(30),
    };
    retry.delay.saturating_mul(factor).min(bounds::LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_as_the_backoff_says() {
        let pauses = |backoff| {
            let retry = Retry { when: None, except_when: None, delay: Duration::from_secs(2), backoff, times: 9 };
            [1, 2, 3, 4].map(|attempt| pause(&retry, attempt).as_secs())
        };
        assert_eq!(pauses(Backoff::Constant), [2, 2, 2, 2]);
        assert_eq!(pauses(Backoff::Linear), [2, 4, 6, 8]);
        assert_eq!(pauses(Backoff::Exponential), [2, 4, 8, 16]);
    }

    #[test]
    fn what_branches_export_is_merged_in_their_order() {
        let before = json!({"a": 1, "b": 1});
        let contexts = vec![json!({"a": 2, "b": 1}), json!({"a": 1, "b": 1, "c": 3}), json!({"a": 1, "b": 5})];
        assert_eq!(merged(&before, contexts), json!({"a": 2, "b": 5, "c": 3}));
    }
}
