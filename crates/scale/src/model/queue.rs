//! The queue of events: exact order by time, then by the order in which they were added. Events of later hours wait in a
//! list for each hour, because one heap with all of the year's events takes most of the time of a simulation.

use std::{cmp::Reverse, collections::BinaryHeap};

pub const HOUR: u64 = 3600;

pub struct Queue<E> {
    /// Events of this hour.
    current: BinaryHeap<Reverse<(u64, u64, E)>>,
    later: Vec<Vec<(u64, u64, E)>>,
    hour: usize,
    added: u64,
}

impl<E: Ord> Queue<E> {
    pub fn new(hours: u64) -> Queue<E> {
        let later = (0..hours).map(|_| vec![]).collect();
        Queue { current: BinaryHeap::new(), later, hour: 0, added: 0 }
    }

    /// An event beyond the last hour never happens.
    pub fn add(&mut self, time: u64, event: E) {
        self.added += 1;
        let hour = (time / HOUR) as usize;
        if hour <= self.hour {
            self.current.push(Reverse((time, self.added, event)));
        } else if let Some(later) = self.later.get_mut(hour) {
            later.push((time, self.added, event));
        }
    }

    pub fn next(&mut self) -> Option<(u64, E)> {
        loop {
            if let Some(Reverse((time, _, event))) = self.current.pop() {
                return Some((time, event));
            }
            self.hour += 1;
            let events = std::mem::take(self.later.get_mut(self.hour)?);
            self.current.extend(events.into_iter().map(Reverse));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_returned_by_time_and_then_in_the_order_in_which_they_were_added() {
        let mut queue = Queue::new(3);
        for (time, event) in [(2 * HOUR, 'd'), (5, 'b'), (1, 'a'), (3 * HOUR, 'x'), (2 * HOUR, 'c'), (HOUR - 1, 'e')] {
            queue.add(time, event);
        }
        let order: String = std::iter::from_fn(|| queue.next()).map(|(_, event)| event).collect();
        assert_eq!(order, "abedc");
    }
}
