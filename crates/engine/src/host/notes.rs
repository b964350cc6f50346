//! Notes on steps without effects. They wait until an effect carries them to the server.

use flow::{Fault, Kind, Record};
use std::{cell::RefCell, collections::VecDeque};

/// How many bytes of notes wait for the next effect; more are sent separately, in batches.
const WAITING_BYTES: usize = 256 * 1024;
/// The size of a batch; a batch contains one note more than fits.
const BATCH_BYTES: usize = 1024 * 1024;
/// Above this size, notes are kept without the outputs of their steps.
const OUTPUTS_BYTES: usize = 4 * 1024 * 1024;

#[derive(Default)]
pub(super) struct Notes(RefCell<Queue>);

#[derive(Default)]
struct Queue {
    notes: VecDeque<Note>,
    /// The size of all notes together.
    bytes: usize,
}

struct Note {
    record: Record,
    bytes: usize,
}

impl Notes {
    pub(super) fn add(&self, mut record: Record) {
        let mut queue = self.0.borrow_mut();
        if queue.bytes > OUTPUTS_BYTES {
            // The winning branch of a fork is a decision, and small.
            record.output = record.output.filter(|_| record.step.kind == Kind::Fork);
            record.error = record.error.map(|fault| Fault { detail: None, ..fault });
        }
        let bytes = serde_json::to_vec(&record).map_or(0, |json| json.len());
        queue.bytes += bytes;
        queue.notes.push_back(Note { record, bytes });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.borrow().notes.is_empty()
    }

    /// True if there are too many to wait for the next effect.
    pub(super) fn are_many(&self) -> bool {
        self.0.borrow().bytes > WAITING_BYTES
    }

    /// Takes the oldest notes, up to the size of a batch.
    pub(super) fn take_batch(&self) -> Batch<'_> {
        let mut queue = self.0.borrow_mut();
        let (mut notes, mut bytes) = (VecDeque::new(), 0);
        while bytes < BATCH_BYTES
            && let Some(note) = queue.notes.pop_front()
        {
            bytes += note.bytes;
            notes.push_back(note);
        }
        queue.bytes -= bytes;
        Batch { queue: &self.0, notes, bytes }
    }
}

/// Notes on their way with an effect. A batch that is dropped goes back to the front of the queue, because its effect may
/// never have begun; the server writes notes twice without harm.
pub(super) struct Batch<'a> {
    queue: &'a RefCell<Queue>,
    notes: VecDeque<Note>,
    bytes: usize,
}

impl Batch<'_> {
    pub(super) fn records(&self) -> Vec<Record> {
        self.notes.iter().map(|note| note.record.clone()).collect()
    }

    pub(super) fn delivered(mut self) {
        (self.notes, self.bytes) = (VecDeque::new(), 0);
    }
}

impl Drop for Batch<'_> {
    fn drop(&mut self) {
        let mut queue = self.queue.borrow_mut();
        queue.bytes += self.bytes;
        self.notes.append(&mut queue.notes);
        queue.notes = std::mem::take(&mut self.notes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flow::{Status, Step};
    use serde_json::{Value, json};

    fn record(number: usize, kind: Kind, output: Value) -> Record {
        let step = Step { path: format!("do/{number}"), name: "n".to_owned(), kind };
        Record { step, status: Status::Succeeded, output: Some(output), error: None }
    }

    fn paths(notes: &Notes) -> Vec<String> {
        notes.take_batch().records().into_iter().map(|record| record.step.path).collect()
    }

    #[test]
    fn notes_that_were_not_delivered_go_before_those_that_came_meanwhile() {
        let notes = Notes::default();
        notes.add(record(0, Kind::Set, json!(1)));
        notes.add(record(1, Kind::Set, json!(1)));
        let lost = notes.take_batch();
        notes.add(record(2, Kind::Set, json!(1)));
        drop(lost);
        assert_eq!(paths(&notes), ["do/0", "do/1", "do/2"]);

        notes.take_batch().delivered();
        assert!(notes.is_empty() && notes.0.borrow().bytes == 0);
    }

    #[test]
    fn many_notes_are_sent_in_batches() {
        let notes = Notes::default();
        let large = json!("x".repeat(WAITING_BYTES));
        (0..6).for_each(|number| notes.add(record(number, Kind::Set, large.clone())));
        assert!(notes.are_many());
        let first = notes.take_batch();
        assert_eq!(first.records().len(), 4, "the fourth fills the batch");
        first.delivered();
        assert!(notes.are_many());
        notes.take_batch().delivered();
        assert!(notes.is_empty() && !notes.are_many());
    }

    #[test]
    fn outputs_are_left_out_when_too_much_has_come_together_but_not_who_won_a_fork() {
        let notes = Notes::default();
        notes.add(record(0, Kind::Set, json!("x".repeat(OUTPUTS_BYTES))));
        notes.add(record(1, Kind::Set, json!(1)));
        notes.add(record(2, Kind::Fork, json!("left")));
        notes.take_batch().delivered();
        let outputs: Vec<_> = notes.take_batch().records().into_iter().map(|record| record.output).collect();
        assert_eq!(outputs, [None, Some(json!("left"))]);
    }
}
