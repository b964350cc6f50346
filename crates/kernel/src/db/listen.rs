//! Receives PostgreSQL's notifications, and detects a lost connection.

use super::Target;
use crate::supervisor::progress;
use std::time::Duration;
use tokio::time::{sleep, timeout};
use tokio_postgres::AsyncMessage;

/// The interval at which the connection must respond, within the same time, or it is considered lost. Twice this time is
/// how long a revoked key can work after the connection was lost silently: well within the second that we promise.
const HEARTBEAT: Duration = Duration::from_millis(300);

pub enum ListenEvent<'a> {
    /// Every notification arrives from now on.
    Listening,
    Notification(&'a str),
    /// All notifications so far have arrived.
    StillListening,
}

pub(super) async fn listen(target: &Target, channel: &str, on_event: impl Fn(ListenEvent<'_>)) -> anyhow::Result<()> {
    let (client, mut messages) = target.connect().await?;
    client.batch_execute(&format!("SET application_name = 'listen {channel}'; LISTEN {channel}")).await?;
    on_event(ListenEvent::Listening);

    let hear = async {
        while let Some(message) = messages.recv().await {
            if let AsyncMessage::Notification(notification) = message {
                on_event(ListenEvent::Notification(notification.payload()));
            }
        }
        anyhow::Ok(())
    };
    let heartbeat = async {
        loop {
            sleep(HEARTBEAT).await;
            timeout(HEARTBEAT, client.batch_execute("")).await??;
            progress::report();
            on_event(ListenEvent::StillListening);
        }
    };
    tokio::select! {
        ended = hear => ended,
        lost = heartbeat => lost,
    }
}
