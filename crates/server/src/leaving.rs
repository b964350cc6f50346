//! A server that is about to stop asks its clients to close their connections.
//!
//! When the listener is closed, idle connections are closed too. A client that sends a request in this very moment would
//! lose it. So while readiness already fails and the server still serves, each response over HTTP/1 has
//! `Connection: close`: the client or the proxy opens another connection, which the load balancer passes to another server. HTTP/2 has GOAWAY for this.

use axum::{
    Router,
    extract::{Request, State},
    http::{HeaderValue, Version, header::CONNECTION},
    middleware::{self, Next},
    response::Response,
};
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

#[derive(Clone, Default)]
pub struct Leaving(Arc<AtomicBool>);

impl Leaving {
    /// From now on, responses ask for the end of their connections.
    pub fn begin(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn announced_by(&self, router: Router) -> Router {
        router.layer(middleware::from_fn_with_state(self.clone(), announce))
    }
}

async fn announce(State(leaving): State<Leaving>, request: Request, next: Next) -> Response {
    let is_http1 = request.version() < Version::HTTP_2;
    let mut response = next.run(request).await;
    if is_http1 && leaving.0.load(Ordering::Relaxed) {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    response
}
