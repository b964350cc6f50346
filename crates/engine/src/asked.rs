//! The request to an effect, and its response, which names the request. Temporal's histories contain encrypted
//! responses, and anybody who reaches Temporal can complete an activity with the response to another request. The
//! interpreter must not accept it.

use crate::codec::Private;
use flow::Fault;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use uuid::Uuid;

pub(crate) type Reply<T> = Result<T, Fault>;
pub(crate) type Asked<T> = Private<(About, T)>;
pub(crate) type Answer<T> = Private<(About, Reply<T>)>;

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct About {
    /// The run; for a schedule's tick, the workflow.
    pub(crate) run: Uuid,
    /// The name of the activity.
    pub(crate) effect: String,
    /// The path of the step, if there is one.
    pub(crate) path: String,
}

/// Attempts at an unreadable request, about three minutes: during a release, a worker of the next version may read it.
const READINGS: u32 = 10;

/// The request to an activity, if it can be read.
pub(crate) enum Read<A> {
    Asked(About, A),
    /// Another worker may be able to read it.
    Later,
    Never,
}

pub(crate) fn read<A: DeserializeOwned>(asked: &Asked<A>, effect: &str, attempt: u32) -> Read<A> {
    match asked.value() {
        Ok((about, argument)) if about.effect == effect => Read::Asked(about, argument),
        _ if attempt < READINGS => Read::Later,
        _ => Read::Never,
    }
}

/// The outcome of a run is more important than the notes on its last steps: unreadable notes are left out.
pub(crate) fn at_least_its_end<A: DeserializeOwned>(finish: Asked<A>, effect: &str, attempt: u32) -> Asked<A> {
    if matches!(read(&finish, effect, attempt), Read::Never)
        && let Ok(mut asked) = finish.read::<Value>()
        && let Some(notes) = asked.pointer_mut("/1/notes")
    {
        *notes = json!([]);
        return finish.with(&asked);
    }
    finish
}

/// `None` if it is the response to another request.
pub(crate) fn answered<T: DeserializeOwned>(about: &About, tenant: Uuid, answer: &Answer<T>) -> Option<Reply<T>> {
    let (answers, reply) = answer.value().ok()?;
    (answers == *about && answer.tenant == tenant).then_some(reply)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TENANT: Uuid = Uuid::from_u128(1);

    fn about() -> About {
        About { run: Uuid::from_u128(2), effect: "close".to_owned(), path: "do/0/ask".to_owned() }
    }

    fn answer(to: &About, tenant: Uuid) -> Option<Reply<u32>> {
        answered(&about(), tenant, &Private::new(TENANT, &(to.clone(), Ok(1))))
    }

    #[test]
    fn an_answer_to_another_question_is_none() {
        assert_eq!(answer(&about(), TENANT), Some(Ok(1)));
        assert_eq!(answer(&about(), Uuid::from_u128(3)), None);
        assert_eq!(answer(&About { run: Uuid::from_u128(3), ..about() }, TENANT), None);
        assert_eq!(answer(&About { effect: "open".to_owned(), ..about() }, TENANT), None);
        assert_eq!(answer(&About { path: "do/1/ask".to_owned(), ..about() }, TENANT), None);
    }

    #[test]
    fn what_cannot_be_read_is_left_to_others_for_a_while_and_then_given_up() {
        let asked: Asked<u32> = Private::new(TENANT, &(about(), 1)).with(&json!([about(), "one"]));
        assert!(matches!(read(&asked, "close", 1), Read::Later));
        assert!(matches!(read(&asked, "close", READINGS), Read::Never));
        let asked: Asked<u32> = Private::new(TENANT, &(about(), 1));
        assert!(matches!(read(&asked, "open", READINGS), Read::Never), "it was asked of another");
        assert!(matches!(read(&asked, "close", 1), Read::Asked(_, 1)));
    }

    #[test]
    fn the_end_of_a_run_is_read_without_notes_that_cannot_be() {
        #[derive(Serialize, Deserialize)]
        struct End {
            notes: Vec<u32>,
            outcome: String,
        }
        let asked = || -> Asked<End> {
            let end = End { notes: vec![], outcome: "well".to_owned() };
            Private::new(TENANT, &(about(), end)).with(&json!([about(), {"notes": ["one"], "outcome": "well"}]))
        };
        assert!(at_least_its_end(asked(), "close", 1).value().is_err());
        let (_, end) = at_least_its_end(asked(), "close", READINGS).value().unwrap();
        assert_eq!((end.notes.len(), end.outcome.as_str()), (0, "well"));
    }
}
