//! The position of a ticket in its list, which is the cursor of a page.

use jiff::Timestamp;
use kernel::http::Key;
use uuid::Uuid;

/// The end of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The part of the list; 0 in a list that has only one.
    pub part: u8,
    /// The sort key, if it is a time other than that of the creation; else the epoch.
    pub at: Timestamp,
    pub id: Uuid,
}

/// Lists by creation and by change have the cursors that earlier versions of the service made: an id, or a time and an id.
impl Key for Place {
    fn bytes(&self) -> Vec<u8> {
        match self.part {
            0 if self.at == Timestamp::UNIX_EPOCH => self.id.bytes(),
            0 => (self.at, self.id).bytes(),
            part => [&[part][..], &(self.at, self.id).bytes()].concat(),
        }
    }

    fn read(bytes: &[u8]) -> Option<Place> {
        let timed = |part, bytes: &[u8]| <(Timestamp, Uuid)>::read(bytes).map(|(at, id)| Place { part, at, id });
        match bytes.len() {
            16 => Uuid::read(bytes).map(|id| Place { part: 0, at: Timestamp::UNIX_EPOCH, id }),
            24 => timed(0, bytes),
            25 => timed(bytes[0], &bytes[1..]),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_survives_a_cursor() {
        let at = Timestamp::from_microsecond(1_800_000_000_000_001).unwrap();
        for (part, at, length) in
            [(0, Timestamp::UNIX_EPOCH, 16), (0, at, 24), (2, Timestamp::UNIX_EPOCH, 25), (4, at, 25)]
        {
            let place = Place { part, at, id: Uuid::from_u128(7) };
            assert_eq!((Place::read(&place.bytes()), place.bytes().len()), (Some(place), length));
        }
        assert_eq!(Place::read(b"short"), None);
        assert_eq!(Place::read(&[0x7f; 24]), None);
    }
}
