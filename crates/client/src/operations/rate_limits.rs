//! Operations of the tag `rate_limits`. Generated from openapi.json by `scripts/gen`; do not edit.

use crate::{Client, Error, Request};

impl Client {
    /// Read the rate limits
    ///
    /// Returns the rate limits of the caller's key and tenant, or without a credential those of the caller's
    /// address. Every response of every operation contains the same figures in the headers `RateLimit-Policy` and
    /// `RateLimit`. `shares` are the concurrency limits of a tenant. With `Accept: text/html`, the response is a
    /// page.
    pub async fn get_rate_limits(&self) -> Result<api::rate_limit::RateLimits, Error> {
        let request = Request::get("/api/rate-limits/");
        self.send(request).await?.json()
    }
}
