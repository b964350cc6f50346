//! The other object of a conflict, such as the organization that has a name already. It is looked up after the request has
//! failed, so other requests pay nothing for it, and with the caller's rights: an object that the caller cannot read is not
//! named.

use super::Problem;
use crate::{
    app::App,
    db::{Identity, Tenant},
};
use api::{ProblemCode, Resource, problem::ConflictingObject};
use futures::future::BoxFuture;
use std::{
    fmt::Display,
    future::Future,
    sync::{Mutex, OnceLock, PoisonError},
};

type Found = Result<Option<ConflictingObject>, tokio_postgres::Error>;
type Lookup = Box<dyn FnOnce(Tenant) -> BoxFuture<'static, Found> + Send>;

#[derive(Default)]
pub(super) struct Conflict {
    lookup: Mutex<Option<Lookup>>,
    object: OnceLock<ConflictingObject>,
}

impl Conflict {
    pub fn object(&self) -> Option<ConflictingObject> {
        self.object.get().cloned()
    }
}

impl Problem {
    /// Names an object that the caller can read.
    #[must_use]
    pub fn conflicting_with<T: Resource>(self, id: impl Display) -> Problem {
        let _ = self.0.conflict.object.set(object::<T>(id));
        self
    }

    /// Names the object whose id `lookup` returns, if the problem has this code.
    #[must_use]
    pub fn looking_up<T, I, F>(self, code: ProblemCode, lookup: impl FnOnce(Tenant) -> F + Send + 'static) -> Problem
    where
        T: Resource + 'static,
        I: Display + 'static,
        F: Future<Output = Result<Option<I>, tokio_postgres::Error>> + Send + 'static,
    {
        if self.code() == code {
            let lookup = move |db: Tenant| -> BoxFuture<'static, Found> {
                let found = lookup(db);
                Box::pin(async move { found.await.map(|id| id.map(|id| object::<T>(id))) })
            };
            *self.0.conflict.lookup.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(lookup));
        }
        self
    }

    /// Looks the object up. If that fails, the problem does not name it.
    pub(in crate::http) async fn look_up(&self, app: &App, caller: &impl AsRef<Identity>) {
        let lookup = self.0.conflict.lookup.lock().unwrap_or_else(PoisonError::into_inner).take();
        let Some(lookup) = lookup else { return };
        let Ok(db) = app.db.tenant(caller).await else { return };
        if let Ok(Some(found)) = lookup(db).await {
            let _ = self.0.conflict.object.set(found);
        }
    }
}

fn object<T: Resource>(id: impl Display) -> ConflictingObject {
    ConflictingObject { kind: T::TYPE.to_owned(), id: id.to_string() }
}
