//! The event log on the status page.

use jiff::tz::TimeZone;
use kernel::{
    app::App,
    db::{Error, Reason},
    status::{Found, Part, State, StatusPart},
    supervisor::Process,
};
use queries::queries::events::status::{event_lag, takes_events};

pub const EVENTS: StatusPart = StatusPart {
    part: Part { name: "events", title: "Event log", about: "Records events for streams and webhooks." },
    process: Process::Serve,
    probe: |app| Box::pin(probe(app)),
};

/// An event goes to the partition of its day, which is created days ahead.
async fn probe(app: &App) -> Result<Found, Error> {
    let system = app.db.system(Reason::Health).await?;
    let today = app.clock.now().to_zoned(TimeZone::UTC).date();
    if !takes_events().bind(&*system, &today).one().await? {
        return Ok(Found::state(State::Down));
    }
    Ok(Found::behind(event_lag().bind(&*system).one().await?))
}
