//! Acknowledgements of changes: the server that changes a credential sends a request on the channel of the changes, and counts
//! the listeners that acknowledge it. Notifications arrive in order, so a listener has handled the change by then.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
};
use tokio::sync::watch;

/// A notification of the channel.
#[derive(Debug, PartialEq, Eq)]
pub enum Notification<'a> {
    /// The key or session with this prefix has changed.
    Changed(&'a str),
    /// A server asks for an acknowledgement of the changes so far.
    Request(u64),
    Acknowledgement(u64),
}

impl Notification<'_> {
    pub fn parse(text: &str) -> Notification<'_> {
        let number = |mark: char| text.strip_prefix(mark)?.parse().ok();
        match (number('?'), number('!')) {
            (Some(request), _) => Notification::Request(request),
            (_, Some(request)) => Notification::Acknowledgement(request),
            _ => Notification::Changed(text),
        }
    }
}

/// The pending requests of this server, each with the number of its acknowledgements.
#[derive(Default)]
pub struct Requests(Mutex<HashMap<u64, watch::Sender<i64>>>);

/// A pending request, until it is dropped.
pub struct Request<'a> {
    pub number: u64,
    acknowledged: watch::Receiver<i64>,
    all: &'a Requests,
}

impl Requests {
    pub fn begin(&self) -> Request<'_> {
        let (sender, acknowledged) = watch::channel(0);
        let number = rand::random();
        self.pending().insert(number, sender);
        Request { number, acknowledged, all: self }
    }

    pub fn acknowledge(&self, number: u64) {
        if let Some(sender) = self.pending().get(&number) {
            sender.send_modify(|count| *count += 1);
        }
    }

    fn pending(&self) -> MutexGuard<'_, HashMap<u64, watch::Sender<i64>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Request<'_> {
    pub async fn acknowledged_by(&mut self, listeners: i64) {
        // The wait fails only without a sender, and the sender exists until the request is dropped.
        let _ = self.acknowledged.wait_for(|count| *count >= listeners).await;
    }
}

impl Drop for Request<'_> {
    fn drop(&mut self) {
        self.all.pending().remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt;

    #[test]
    fn requests_and_acknowledgements_are_told_from_prefixes() {
        assert_eq!(Notification::parse("abcd"), Notification::Changed("abcd"));
        assert_eq!(Notification::parse("?7"), Notification::Request(7));
        assert_eq!(Notification::parse("!18446744073709551615"), Notification::Acknowledgement(u64::MAX));
        assert_eq!(Notification::parse("?x"), Notification::Changed("?x"));
    }

    #[tokio::test]
    async fn a_request_waits_for_all_acknowledgements_and_is_forgotten() {
        let requests = Requests::default();
        let mut request = requests.begin();
        let number = request.number;
        requests.acknowledge(number);
        requests.acknowledge(number ^ 1);
        assert!(request.acknowledged_by(2).now_or_never().is_none());
        requests.acknowledge(number);
        assert!(request.acknowledged_by(2).now_or_never().is_some());
        drop(request);
        assert!(requests.pending().is_empty());
    }
}
