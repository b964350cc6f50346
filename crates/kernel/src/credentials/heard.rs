//! Whether every server has heard of a change: the server that made it asks all listeners, and counts their answers. The
//! question follows the change on the same channel, so a listener has handled the change before it answers.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};
use tokio::sync::watch;

/// A notification of the channel.
#[derive(Debug, PartialEq, Eq)]
pub enum Notice<'a> {
    /// The key or session with this prefix has changed.
    Changed(&'a str),
    Question(u64),
    Answer(u64),
}

impl Notice<'_> {
    pub fn parse(text: &str) -> Notice<'_> {
        let number = |text: &str| text.parse().ok();
        match (text.strip_prefix('?').and_then(number), text.strip_prefix('!').and_then(number)) {
            (Some(question), _) => Notice::Question(question),
            (_, Some(answer)) => Notice::Answer(answer),
            _ => Notice::Changed(text),
        }
    }
}

/// The questions of this server that are not answered by all.
#[derive(Default)]
pub struct Questions(Mutex<HashMap<u64, watch::Sender<i64>>>);

/// Forgotten when dropped.
pub struct Question<'a> {
    pub number: u64,
    answers: watch::Receiver<i64>,
    all: &'a Questions,
}

impl Questions {
    pub fn ask(&self) -> Question<'_> {
        let (sender, answers) = watch::channel(0);
        let number = rand::random();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(number, sender);
        Question { number, answers, all: self }
    }

    pub fn answered(&self, number: u64) {
        if let Some(sender) = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(&number) {
            sender.send_modify(|answers| *answers += 1);
        }
    }
}

impl Question<'_> {
    pub async fn answered_by(&mut self, listeners: i64) {
        // It fails only without a sender, which is there until this is dropped.
        let _ = self.answers.wait_for(|answers| *answers >= listeners).await;
    }
}

impl Drop for Question<'_> {
    fn drop(&mut self) {
        self.all.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;

    #[test]
    fn questions_and_answers_are_told_from_prefixes() {
        assert_eq!(Notice::parse("abcd"), Notice::Changed("abcd"));
        assert_eq!(Notice::parse("?7"), Notice::Question(7));
        assert_eq!(Notice::parse("!18446744073709551615"), Notice::Answer(u64::MAX));
        assert_eq!(Notice::parse("?x"), Notice::Changed("?x"));
    }

    #[tokio::test]
    async fn a_question_waits_for_all_answers_and_is_forgotten() {
        let questions = Questions::default();
        let mut question = questions.ask();
        let number = question.number;
        questions.answered(number);
        questions.answered(number ^ 1);
        assert!(question.answered_by(2).now_or_never().is_none());
        questions.answered(number);
        assert!(question.answered_by(2).now_or_never().is_some());
        drop(question);
        assert!(questions.0.lock().unwrap().is_empty());
    }
}
