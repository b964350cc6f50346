//! In-memory state of families, such as caches. It is stored by its type and created on first use.

use std::{
    any::{Any, TypeId},
    collections::HashMap,
    sync::{Arc, PoisonError, RwLock},
};

#[derive(Default)]
pub struct State(RwLock<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl State {
    pub fn get<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        self.get_or(T::default)
    }

    /// Two concurrent callers may both create it; one result is kept.
    pub fn get_or<T: Send + Sync + 'static>(&self, make: impl FnOnce() -> T) -> Arc<T> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner).get(&TypeId::of::<T>()).cloned();
        let any = known.unwrap_or_else(|| {
            let made = Arc::new(make());
            self.0.write().unwrap_or_else(PoisonError::into_inner).entry(TypeId::of::<T>()).or_insert(made).clone()
        });
        any.downcast().expect("what is stored under a type is of that type")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn state_is_made_once_for_each_type() {
        let state = State::default();
        state.get::<AtomicUsize>().fetch_add(3, Ordering::Relaxed);
        assert_eq!(state.get::<AtomicUsize>().load(Ordering::Relaxed), 3);
        assert_eq!(*state.get_or(|| "other".to_owned()), "other");
        assert_eq!(*state.get::<String>(), "other");
    }
}
