//! No slow or external call is made while a task holds a database connection: a customer's server, a nameserver, the
//! sandbox or a key service would decide how long other tenants wait for that connection.
//!
//! The database's doors call [`hold`] for each connection that they lend; the outbound client, the sandbox, the key service
//! and the doors themselves call [`refuse`] before they wait. A build with debug assertions, which tests run, panics when
//! the task holds a connection. A release build does nothing here.

use std::future::Future;

/// A connection that the task holds, until this is dropped.
#[must_use]
#[derive(Debug)]
pub struct Held {
    #[cfg(debug_assertions)]
    holder: counted::Holder,
}

/// The running task holds one connection more.
pub fn hold() -> Held {
    Held {
        #[cfg(debug_assertions)]
        holder: counted::Holder::raise(),
    }
}

/// Panics in a build with debug assertions if the running task holds a connection. `what` names the call that follows,
/// such as "a customer's server is called".
pub fn refuse(what: &str) {
    #[cfg(debug_assertions)]
    assert!(!counted::is_held(), "{what} while the task holds a database connection");
    #[cfg(not(debug_assertions))]
    let _ = what;
}

/// A future that is counted separately, for futures that run concurrently in one task.
pub fn apart<F: Future>(future: F) -> impl Future<Output = F::Output> {
    #[cfg(debug_assertions)]
    return counted::apart(future);
    #[cfg(not(debug_assertions))]
    return future;
}

#[cfg(debug_assertions)]
mod counted {
    use std::{
        collections::HashMap,
        future::Future,
        sync::{
            LazyLock, Mutex, MutexGuard, PoisonError,
            atomic::{AtomicU64, Ordering},
        },
        thread::{self, ThreadId},
    };
    use tokio::task::{self, Id};

    /// The holder of connections: a task; a future that is counted separately within a task; or, outside of tasks, a
    /// thread.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum Holder {
        Task(Id),
        Apart(u64),
        Thread(ThreadId),
    }

    tokio::task_local! {
        static APART: u64;
    }

    static NEXT: AtomicU64 = AtomicU64::new(0);
    static CONNECTIONS: LazyLock<Mutex<HashMap<Holder, usize>>> = LazyLock::new(Mutex::default);

    fn connections() -> MutexGuard<'static, HashMap<Holder, usize>> {
        CONNECTIONS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    impl Holder {
        fn current() -> Holder {
            let apart = APART.try_with(|apart| Holder::Apart(*apart)).ok();
            let task = || task::try_id().map(Holder::Task);
            apart.or_else(task).unwrap_or_else(|| Holder::Thread(thread::current().id()))
        }

        pub fn raise() -> Holder {
            let holder = Holder::current();
            *connections().entry(holder).or_default() += 1;
            holder
        }

        fn lower(self) {
            let mut connections = connections();
            if let Some(count) = connections.get_mut(&self) {
                *count -= 1;
                if *count == 0 {
                    connections.remove(&self);
                }
            }
        }
    }

    impl Drop for super::Held {
        fn drop(&mut self) {
            self.holder.lower();
        }
    }

    pub fn is_held() -> bool {
        connections().contains_key(&Holder::current())
    }

    pub fn apart<F: Future>(future: F) -> impl Future<Output = F::Output> {
        APART.scope(NEXT.fetch_add(1, Ordering::Relaxed), future)
    }
}

#[cfg(all(test, debug_assertions))]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_task_that_holds_a_connection_is_refused_until_it_gives_it_back() {
        let task = tokio::spawn(async {
            let connection = hold();
            let other = tokio::spawn(async { refuse("another task waits") });
            other.await.expect("another task is free to wait");
            drop(connection);
            refuse("it waits after it gave the connection back");
            let _connection = hold();
            refuse("it waits");
        });
        let panic = task.await.expect_err("it holds a connection").into_panic();
        assert_eq!(
            panic.downcast_ref::<String>().map(String::as_str),
            Some("it waits while the task holds a database connection")
        );
    }

    #[tokio::test]
    async fn a_connection_that_another_task_drops_is_given_back() {
        let connection = hold();
        tokio::spawn(async move { drop(connection) }).await.expect("no panic");
        refuse("the first task waits");
    }

    #[tokio::test]
    async fn what_runs_side_by_side_in_a_task_is_counted_apart() {
        let holds = apart(async {
            let _connection = hold();
            tokio::task::yield_now().await;
        });
        let waits = apart(async { refuse("a neighbour waits") });
        let mut holds = std::pin::pin!(holds);
        let first = std::future::poll_fn(|cx| std::task::Poll::Ready(holds.as_mut().poll(cx).is_pending())).await;
        assert!(first, "it holds its connection now");
        waits.await;
        holds.await;
    }
}
