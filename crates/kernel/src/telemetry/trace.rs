//! The trace of a request, which its event, the deliveries of the event and the runs of workflows continue.
//!
//! A context is kept and sent whether or not traces are exported here: customers who send `traceparent` with the sampled
//! flag find their trace id in webhooks and in the requests of workflows. Only sampled contexts are kept.

use super::is_exporting;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use opentelemetry::{
    Context,
    trace::{SpanContext, SpanId, TraceContextExt, TraceFlags, TraceId, TraceState},
};
use std::fmt;
use tokio::task_local;
use tracing::{Instrument, Span};
use tracing_opentelemetry::OpenTelemetrySpanExt;

const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

task_local! {
    /// The context that the work of this task continues. It counts where no span has been created.
    static CONTINUED: TraceContext;
}

/// A sampled span of a trace, as in a `traceparent` header (W3C Trace Context).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TraceContext {
    trace_id: u128,
    span_id: u64,
}

impl TraceContext {
    /// `None` if one of the ids is zero, which is not valid.
    fn new(trace_id: u128, span_id: u64) -> Option<TraceContext> {
        (trace_id != 0 && span_id != 0).then_some(TraceContext { trace_id, span_id })
    }

    /// The context of the work that is being done: the current span or, without one, the context that it continues.
    pub fn current() -> Option<TraceContext> {
        let exported = is_exporting().then(Span::current).and_then(|span| TraceContext::of(&span));
        exported.or_else(|| CONTINUED.try_get().ok())
    }

    /// The context of a span. `None` if it is not exported.
    pub fn of(span: &Span) -> Option<TraceContext> {
        if !is_exporting() {
            return None;
        }
        let context = span.context();
        let span = context.span();
        let ids = Some(span.span_context()).filter(|span| span.trace_flags().is_sampled())?;
        let (trace_id, span_id) = (ids.trace_id().to_bytes(), ids.span_id().to_bytes());
        TraceContext::new(u128::from_be_bytes(trace_id), u64::from_be_bytes(span_id))
    }

    /// The context that the caller of a request has sent.
    pub fn sent(headers: &HeaderMap) -> Option<TraceContext> {
        let mut values = headers.get_all(TRACEPARENT).iter();
        let value = values.next().filter(|_| values.next().is_none())?;
        TraceContext::parse(value.to_str().ok()?)
    }

    /// Version 00 exactly as specified, and sampled.
    fn parse(text: &str) -> Option<TraceContext> {
        let mut parts = text.split('-');
        let (version, trace_id, span_id, flags) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        if version != "00" || parts.next().is_some() || hexadecimal(flags, 2)? & 1 == 0 {
            return None;
        }
        TraceContext::new(hexadecimal(trace_id, 32)?, u64::try_from(hexadecimal(span_id, 16)?).ok()?)
    }

    /// As stored in a row: the id of the trace, and that of the span.
    pub fn to_bytes(self) -> Vec<u8> {
        [&self.trace_id.to_be_bytes()[..], &self.span_id.to_be_bytes()].concat()
    }

    /// From a row. A value of another length, of a later version perhaps, is no context.
    pub fn stored(bytes: Option<&[u8]>) -> Option<TraceContext> {
        let (trace_id, span_id) = bytes?.split_first_chunk()?;
        TraceContext::new(u128::from_be_bytes(*trace_id), u64::from_be_bytes(span_id.try_into().ok()?))
    }

    /// Another span of the same trace.
    pub fn with_span(self, span_id: u64) -> TraceContext {
        TraceContext { span_id: if span_id == 0 { self.span_id } else { span_id }, ..self }
    }

    pub(super) fn span_id(self) -> SpanId {
        SpanId::from_bytes(self.span_id.to_be_bytes())
    }

    /// As the parent of spans.
    pub(super) fn as_parent(self) -> Context {
        let trace_id = TraceId::from_bytes(self.trace_id.to_be_bytes());
        let span = SpanContext::new(trace_id, self.span_id(), TraceFlags::SAMPLED, true, TraceState::default());
        Context::new().with_remote_span_context(span)
    }

    /// Adds the context of the current work to a request, unless the request has one already.
    pub fn send_with(headers: &mut HeaderMap) {
        if let Some(context) = TraceContext::current()
            && let Ok(value) = HeaderValue::try_from(context.to_string())
        {
            headers.entry(TRACEPARENT).or_insert(value);
        }
    }

    /// Does work that continues this context, without a span of its own.
    pub async fn scope<T>(context: Option<TraceContext>, work: impl Future<Output = T>) -> T {
        match context {
            Some(context) => CONTINUED.scope(context, work).await,
            None => work.await,
        }
    }

    /// Does work that continues this context, in a span if traces are exported. Without a context there is no span either:
    /// the request was not sampled.
    pub async fn continued<T>(
        context: Option<TraceContext>,
        span: impl FnOnce() -> Span,
        work: impl Future<Output = T>,
    ) -> T {
        let span = match context {
            Some(context) if is_exporting() => {
                let span = span();
                let _ = span.set_parent(context.as_parent());
                span
            }
            _ => Span::none(),
        };
        TraceContext::scope(context, work.instrument(span)).await
    }
}

/// As in a `traceparent` header.
impl fmt::Display for TraceContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "00-{:032x}-{:016x}-01", self.trace_id, self.span_id)
    }
}

/// A number of exactly this many lowercase digits.
fn hexadecimal(text: &str, digits: usize) -> Option<u128> {
    let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    let is_number = text.len() == digits && text.bytes().all(is_digit);
    is_number.then(|| u128::from_str_radix(text, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SENT: &str = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

    #[test]
    fn a_sampled_context_is_read_and_written_as_it_was_sent() {
        let context = TraceContext::parse(SENT).unwrap();
        assert_eq!(context.to_string(), SENT);
        assert_eq!(context.to_bytes().len(), 24);
        assert_eq!(TraceContext::stored(Some(&context.to_bytes())), Some(context));
        let other = context.with_span(1).to_string();
        assert_eq!(other, "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000001-01");
    }

    #[test]
    fn nothing_else_is_a_context() {
        for wrong in [
            "",
            "00",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00",
            "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
            "00-+bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1",
            "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
            "00-4bf92f3577b34da6a3ce929d0e0e473-00f067aa0ba902b7-01",
        ] {
            assert_eq!(TraceContext::parse(wrong), None, "{wrong}");
        }
        assert_eq!(TraceContext::stored(Some(&[1; 23])), None);
        assert_eq!(TraceContext::stored(Some(&[0; 24])), None);
        assert_eq!(TraceContext::stored(None), None);
        let mut headers = HeaderMap::new();
        headers.append(TRACEPARENT, HeaderValue::from_static(SENT));
        assert_eq!(TraceContext::sent(&headers), TraceContext::parse(SENT));
        headers.append(TRACEPARENT, HeaderValue::from_static(SENT));
        assert_eq!(TraceContext::sent(&headers), None, "a header that was sent twice");
    }

    #[tokio::test]
    async fn work_sends_the_context_that_it_continues_unless_the_request_has_one() {
        let sent = async |context| {
            let mut headers = HeaderMap::new();
            TraceContext::continued(context, || unreachable!("nothing is exported"), async {
                TraceContext::send_with(&mut headers);
            })
            .await;
            headers.get(TRACEPARENT).map(|value| value.to_str().unwrap().to_owned())
        };
        assert_eq!(sent(TraceContext::parse(SENT)).await.as_deref(), Some(SENT));
        assert_eq!(sent(None).await, None);

        let mut headers = HeaderMap::new();
        headers.insert(TRACEPARENT, HeaderValue::from_static("of the customer"));
        let send = async { TraceContext::send_with(&mut headers) };
        TraceContext::scope(TraceContext::parse(SENT), send).await;
        assert_eq!(headers[TRACEPARENT], "of the customer");
    }
}
