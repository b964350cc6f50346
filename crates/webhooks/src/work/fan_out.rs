//! Events become deliveries: one for each endpoint that subscribes to the event.

use super::{
    endpoint::Endpoint,
    lane::Job,
    logged::{Logged, delivery_id},
    writing::{Batch, NewDelivery},
};
use api::webhooks::WebhookOrdering;
use std::sync::Arc;

/// The position up to which a tenant's event log was turned into deliveries, and its endpoints.
#[derive(Debug)]
pub struct FanOutCursor {
    pub position: i64,
    /// The revision of the tenant's endpoints when they were read; 0 if they must be read again soon.
    pub revision: i64,
    pub endpoints: Vec<Arc<Endpoint>>,
}

impl FanOutCursor {
    /// Adds the deliveries of one event to the batch.
    pub fn fan_out(&self, logged: &Logged, batch: &mut Batch) {
        let mut body = None;
        for endpoint in self.endpoints.iter().filter(|endpoint| endpoint.wants(logged)) {
            let event = &logged.event;
            let body = body.get_or_insert_with(|| logged.body());
            let job = Job {
                id: delivery_id(event.id.0, endpoint.id),
                event_id: event.id.0,
                event_at: event.timestamp,
                kind: event.kind,
                organization: event.organization_id,
                subject_id: event.subject.id.as_str().into(),
                body: body.clone(),
                attempts: 0,
                replay: false,
                trace: logged.trace,
            };
            batch.deliveries.push(NewDelivery {
                tenant: endpoint.tenant,
                endpoint: endpoint.id,
                kind: event.kind,
                position: logged.position,
                ordered: endpoint.ordering == WebhookOrdering::PerSubject,
                job,
            });
        }
    }
}
