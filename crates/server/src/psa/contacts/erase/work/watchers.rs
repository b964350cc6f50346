//! Removes the person from the watchers of a ticket: as a contact, and by all addresses that the person ever had.

use super::{Erasure, count};
use api::{Resource, ids::WatcherId, operations::OperationStep, ticket_watchers::TicketWatcher};
use kernel::{app::App, http::Problem};
use queries::queries::psa::work::contact_erasure::{erase_watchers, watchers_to_erase};
use uuid::Uuid;

impl Erasure {
    pub(super) async fn watchers(
        &self,
        app: &App,
        steps: &mut Vec<OperationStep>,
        ticket: Uuid,
    ) -> Result<(), Problem> {
        let addresses = self.known.emails();
        let ids = {
            let db = self.db(app).await?;
            watchers_to_erase().bind(&db, &ticket, &self.ids, &addresses).all().await?
        };
        if ids.is_empty() {
            return Ok(());
        }
        let names: Vec<String> = ids.iter().map(|id| WatcherId(*id).to_string()).collect();
        let entries = self.audit_entries(app, TicketWatcher::TYPE, &names).await?;
        count(steps, "audit_entries", entries);
        let change = self.begin(app).await?;
        let erased = erase_watchers().bind(&*change, &ids).all().await?;
        change.done().await?;
        count(steps, "watchers", erased.len() as i64);
        Ok(())
    }
}
