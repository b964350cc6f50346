//! Messages to the engine. They are written with the change that they follow from, and sent by `work/relay.rs`.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageKind {
    Start,
    /// A run that the engine has lost is started again.
    Restart,
    /// A step has news to look at.
    Nudge,
    Cancel,
}

impl MessageKind {
    pub fn name(self) -> &'static str {
        match self {
            MessageKind::Start => "start",
            MessageKind::Restart => "restart",
            MessageKind::Nudge => "nudge",
            MessageKind::Cancel => "cancel",
        }
    }

    /// The table has a check on the names, so that there are no others.
    pub fn named(name: &str) -> MessageKind {
        let others = [MessageKind::Restart, MessageKind::Nudge, MessageKind::Cancel];
        others.into_iter().find(|kind| kind.name() == name).unwrap_or(MessageKind::Start)
    }
}
