//! Spans of work that several processes have done one after the other, such as a run of a workflow: the process that ends
//! the work exports its span, with the id that the spans within it have named as their parent.

use super::{NAME, TRACER, TraceContext};
use jiff::Timestamp;
use opentelemetry::{
    KeyValue,
    trace::{Span as _, SpanBuilder, SpanId, Status, TraceId, Tracer as _, TracerProvider as _},
};
use opentelemetry_sdk::trace::{IdGenerator, RandomIdGenerator};
use std::{cell::Cell, time::SystemTime};

thread_local! {
    /// The id of the next span that this thread creates.
    static NEXT_ID: Cell<Option<SpanId>> = const { Cell::new(None) };
}

/// Random ids, except for the span of finished work.
#[derive(Debug, Default)]
pub(super) struct SpanIds(RandomIdGenerator);

impl IdGenerator for SpanIds {
    fn new_trace_id(&self) -> TraceId {
        self.0.new_trace_id()
    }

    fn new_span_id(&self) -> SpanId {
        NEXT_ID.take().unwrap_or_else(|| self.0.new_span_id())
    }
}

/// A span that has ended.
pub struct FinishedSpan {
    pub name: &'static str,
    pub parent: TraceContext,
    /// The context that the spans within it have as their parent.
    pub context: TraceContext,
    pub started_at: Timestamp,
    pub ended_at: Timestamp,
    pub failed: bool,
    pub attributes: Vec<(&'static str, String)>,
}

impl FinishedSpan {
    pub fn export(self) {
        let Some(provider) = TRACER.get() else { return };
        let attributes = self.attributes.into_iter().map(|(name, value)| KeyValue::new(name, value));
        let builder = SpanBuilder::from_name(self.name).with_start_time(self.started_at).with_attributes(attributes);
        NEXT_ID.set(Some(self.context.span_id()));
        let mut span = provider.tracer(NAME).build_with_context(builder, &self.parent.as_parent());
        // A provider that is being shut down creates no span, and so uses no id.
        NEXT_ID.set(None);
        if self.failed {
            span.set_status(Status::error(""));
        }
        span.end_with_timestamp(SystemTime::from(self.ended_at));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_given_id_is_used_once() {
        let (ids, given) = (SpanIds::default(), SpanId::from_bytes([7; 8]));
        NEXT_ID.set(Some(given));
        assert_eq!(ids.new_span_id(), given);
        assert_ne!(ids.new_span_id(), given);
    }
}
