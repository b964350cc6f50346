//! The share of a worker that one tenant may use at once. Temporal distributes tasks fairly, but does not know how long
//! they take: a tenant whose calls hang would eventually hold all slots.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};
use uuid::Uuid;

#[derive(Debug, Clone)]
pub(crate) struct Places {
    most: usize,
    taken: Arc<Mutex<HashMap<Uuid, usize>>>,
}

impl Places {
    /// One tenant may use a third.
    pub(crate) fn of(all: usize) -> Places {
        Places { most: (all / 3).max(1), taken: Arc::default() }
    }

    pub(crate) fn take(&self, tenant: Uuid) -> Option<Place> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let mine = taken.entry(tenant).or_default();
        if *mine >= self.most {
            return None;
        }
        *mine += 1;
        Some(Place { tenant, places: self.clone() })
    }
}

/// Released when dropped.
#[derive(Debug)]
pub(crate) struct Place {
    tenant: Uuid,
    places: Places,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken.lock().unwrap_or_else(PoisonError::into_inner);
        match taken.get_mut(&self.tenant) {
            Some(mine) if *mine > 1 => *mine -= 1,
            _ => drop(taken.remove(&self.tenant)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tenant_has_a_third_of_the_places_and_others_have_theirs() {
        let (places, one, other) = (Places::of(7), Uuid::from_u128(1), Uuid::from_u128(2));
        let first = places.take(one).unwrap();
        let _second = places.take(one).unwrap();
        assert!(places.take(one).is_none());
        assert!(places.take(other).is_some());
        drop(first);
        assert!(places.take(one).is_some());
        assert_eq!(places.taken.lock().unwrap().len(), 1);
    }
}
