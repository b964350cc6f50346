//! Messages to the engine. They are written in the transaction of their change, and sent by `work/relay.rs`.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageKind {
    Start,
    /// Restarts a run that the engine has lost.
    Restart,
    /// Starts a run that has come from another cell. What the engine still has of an earlier stay is terminated.
    Replace,
    /// Notifies a waiting step.
    Nudge,
    Cancel,
}

impl MessageKind {
    pub fn name(self) -> &'static str {
        match self {
            MessageKind::Start => "start",
            MessageKind::Restart => "restart",
            MessageKind::Replace => "replace",
            MessageKind::Nudge => "nudge",
            MessageKind::Cancel => "cancel",
        }
    }

    /// A check constraint of the table permits only these names.
    pub fn named(name: &str) -> MessageKind {
        let others = [MessageKind::Restart, MessageKind::Replace, MessageKind::Nudge, MessageKind::Cancel];
        others.into_iter().find(|kind| kind.name() == name).unwrap_or(MessageKind::Start)
    }
}
