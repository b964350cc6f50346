//! The size of a message to Temporal, which accepts 4 MB. The results of sixteen branches can be larger.

use std::cell::Cell;

const MESSAGE_BYTES: usize = 1_500_000;

/// The bytes of the present message. The length of the history would be more precise, but differs on replay.
#[derive(Default)]
pub(super) struct MessageSize(Cell<usize>);

impl MessageSize {
    pub(super) fn has_room_for(&self, bytes: usize) -> bool {
        self.0.get() + bytes <= MESSAGE_BYTES
    }

    pub(super) fn begin_next(&self) {
        self.0.set(0);
    }

    pub(super) fn add(&self, bytes: usize) {
        self.0.set(self.0.get() + bytes);
    }

    /// Returns bytes that were added before and not needed.
    pub(super) fn correct(&self, added: usize, needed: usize) {
        self.0.set((self.0.get() + needed).saturating_sub(added));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_holds_no_more_than_its_bytes() {
        let size = MessageSize::default();
        assert!(size.has_room_for(MESSAGE_BYTES) && !size.has_room_for(MESSAGE_BYTES + 1));
        size.add(MESSAGE_BYTES);
        assert!(!size.has_room_for(1));
        size.correct(MESSAGE_BYTES, 10);
        assert!(size.has_room_for(MESSAGE_BYTES - 10) && !size.has_room_for(MESSAGE_BYTES - 9));
        size.begin_next();
        assert!(size.has_room_for(MESSAGE_BYTES));
    }
}
