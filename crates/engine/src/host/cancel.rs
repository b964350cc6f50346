//! An activity or a timer that is cancelled when no step waits for it any more: when a step is overtaken, by a timeout
//! or a faster branch, dropping its future alone would leave it running.

use std::{
    future::Future,
    pin::Pin,
    task::{Context, Poll},
};
use temporalio_sdk::CancellableFuture;

pub(super) struct CancelOnDrop<F: CancellableFuture>(Pin<Box<F>>);

impl<F: CancellableFuture> CancelOnDrop<F> {
    pub(super) fn new(future: F) -> CancelOnDrop<F> {
        CancelOnDrop(Box::pin(future))
    }
}

impl<F: CancellableFuture> Future for CancelOnDrop<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
        self.0.as_mut().poll(context)
    }
}

impl<F: CancellableFuture> Drop for CancelOnDrop<F> {
    fn drop(&mut self) {
        if !self.0.is_terminated() {
            self.0.cancel();
        }
    }
}
