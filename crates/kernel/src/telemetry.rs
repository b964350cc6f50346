//! Logs, traces and metrics.

mod finished;
mod trace;

use crate::{
    family::Families,
    http::RequestId,
    settings::{LogFormat, Telemetry},
};
use axum::{
    extract::Request,
    http::{HeaderName, StatusCode},
};
use finished::SpanIds;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use opentelemetry::{
    Context, global,
    propagation::Extractor,
    trace::{SpanContext, TraceContextExt, TraceState, TracerProvider},
};
use opentelemetry_otlp::{SpanExporter, WithExportConfig};
use opentelemetry_sdk::{Resource, propagation::TraceContextPropagator, trace::SdkTracerProvider};
use std::sync::OnceLock;
use tracing::{Level, Span, field::Empty};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::{
    EnvFilter, Layer,
    filter::{FilterExt, Targets, filter_fn},
    layer::{Filter, SubscriberExt},
    util::SubscriberInitExt,
};

pub use finished::FinishedSpan;
pub use trace::TraceContext;

/// The name of the service, and of its tracer.
const NAME: &str = "tenant-control";

static TRACER: OnceLock<SdkTracerProvider> = OnceLock::new();

/// Sends the remaining traces when dropped.
pub struct Guard;

impl Drop for Guard {
    fn drop(&mut self) {
        if let Some(tracer) = TRACER.get() {
            let _ = tracer.shutdown();
        }
    }
}

/// Logs go to standard error: standard output is for the output of a command.
pub fn start(settings: &Telemetry, families: &Families) -> anyhow::Result<Guard> {
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let lines = match settings.log_format {
        LogFormat::Json => lines.json().flatten_event(true).with_current_span(false).with_span_list(false).boxed(),
        LogFormat::Text => lines.with_target(false).boxed(),
    };
    let traces = settings.otlp_endpoint.as_deref().map(tracer).transpose()?;
    let traces = traces.map(|tracer| tracing_opentelemetry::layer().with_tracer(tracer.tracer(NAME)));
    let filter = line_filter(&settings.log)?;
    let crates = families.iter().map(|family| family.name).chain(["kernel", "tenant_control"]);
    // Lines within a span are not exported: they contain addresses, paths and causes, which belong to the log alone.
    let spans = filter_fn(|line| !line.is_event()).with_max_level_hint(Level::INFO);
    let ours = Targets::new().with_targets(crates.map(|name| (name, Level::INFO))).and(spans);
    let layers = tracing_subscriber::registry().with(lines.with_filter(filter));
    layers.with(traces.map(|traces| traces.with_filter(ours))).try_init()?;
    Ok(Guard)
}

/// The lines that are logged. The driver logs the parameters of statements, and the AWS SDK requests and responses, which
/// contain keys: no setting enables that.
fn line_filter<S: 'static>(log: &str) -> anyhow::Result<impl Filter<S> + use<S>> {
    let discreet = filter_fn(|line| !is_talkative(line.target()) || *line.level() <= Level::WARN);
    // Without the hint, the lines of all levels would be evaluated by the filter, instead of being skipped by their level.
    Ok(log.parse::<EnvFilter>()?.and(discreet.with_max_level_hint(Level::TRACE)))
}

/// True for the crates whose detailed lines contain data of customers.
fn is_talkative(target: &str) -> bool {
    ["tokio_postgres", "aws_"].iter().any(|talkative| target.starts_with(talkative))
}

fn tracer(endpoint: &str) -> anyhow::Result<&'static SdkTracerProvider> {
    let endpoint = format!("{}/v1/traces", endpoint.trim_end_matches('/'));
    let exporter = SpanExporter::builder().with_http().with_endpoint(endpoint).build()?;
    let provider = SdkTracerProvider::builder()
        .with_batch_exporter(exporter)
        .with_id_generator(SpanIds::default())
        .with_resource(Resource::builder().with_service_name(NAME).build())
        .build();
    global::set_text_map_propagator(TraceContextPropagator::new());
    Ok(TRACER.get_or_init(|| provider))
}

/// True if a collector receives the traces of this process.
pub fn is_exporting() -> bool {
    TRACER.get().is_some()
}

/// The span of a change that the service makes on its own. It begins a trace, unless it is part of other work.
pub fn change_span(operation: &'static str, request_id: &str) -> Span {
    if !is_exporting() {
        return Span::none();
    }
    tracing::info_span!("change", otel.name = operation, request_id)
}

/// The span of a request, a child of the caller's `traceparent`. Without a collector, no span is created.
pub fn request_span(request: &Request, request_id: &RequestId, route: Option<&str>) -> Span {
    if !is_exporting() {
        return Span::none();
    }
    let name = route.unwrap_or("unknown");
    let span = tracing::info_span!("request", otel.name = name, otel.kind = "server", %request_id,
        http.response.status_code = Empty, otel.status_code = Empty);
    let parent = global::get_text_map_propagator(|propagator| propagator.extract(&Headers(request)));
    let parent = parent.span().span_context().clone();
    // `tracestate` may contain anything, and is dropped.
    let parent = SpanContext::new(parent.trace_id(), parent.span_id(), parent.trace_flags(), true, TraceState::NONE);
    let _ = span.set_parent(Context::new().with_remote_span_context(parent));
    span
}

/// Adds the status of the response to the span of its request, in which it is called.
pub fn record_response(status: StatusCode) {
    if !is_exporting() {
        return;
    }
    let span = Span::current();
    span.record("http.response.status_code", status.as_u16());
    if status.is_server_error() {
        span.record("otel.status_code", "ERROR");
    }
}

struct Headers<'a>(&'a Request);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.headers().get(key).and_then(|value| value.to_str().ok())
    }

    fn keys(&self) -> Vec<&str> {
        self.0.headers().keys().map(HeaderName::as_str).collect()
    }
}

const SECONDS: &[f64] = &[0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0];

/// The metrics of this process, in Prometheus' text format.
pub fn metrics() -> anyhow::Result<PrometheusHandle> {
    let recorder = PrometheusBuilder::new().set_buckets(SECONDS)?;
    Ok(recorder.install_recorder()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tracing_subscriber::{Registry, filter::LevelFilter};

    #[test]
    fn lines_below_the_level_of_the_log_are_skipped_by_their_level() {
        let level = |log: &str| line_filter::<Registry>(log).unwrap().max_level_hint();
        assert_eq!(level("warn"), Some(LevelFilter::WARN));
        assert_eq!(level("info,kernel=debug"), Some(LevelFilter::DEBUG));
    }
}
