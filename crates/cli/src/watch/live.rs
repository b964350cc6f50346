//! The live view: it is redrawn on standard error, and reads keys.

use super::{Watch, view};
use crate::context::{Failure, now};
use crossterm::{
    event::{Event, EventStream, KeyCode, KeyEventKind, KeyModifiers},
    terminal::{disable_raw_mode, enable_raw_mode},
};
use futures::StreamExt;
use serde_json::Value;
use std::io::{self, Write};

pub async fn watch(watch: &Watch<'_>) -> Result<Value, Failure> {
    let mut run = watch.read().await?;
    let mut message = None;
    let mut screen = Screen::open()?;
    let mut keys = EventStream::new();
    loop {
        screen.draw(&view::lines(&run, now(), message.as_deref(), watch.context.terminal.width))?;
        if watch.is_over(&run) {
            return Ok(run);
        }
        watch.check_time()?;
        tokio::select! {
            next = watch.read() => run = next?,
            event = keys.next() => match key(event.as_ref()) {
                Key::Leave => return Err(watch.leave()),
                Key::Decide(action) => {
                    let decided = watch.decide(action).await;
                    message = Some(decided.unwrap_or_else(|failure| failure.to_string()));
                    run = watch.read().await?;
                }
                Key::Other => {}
            },
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Key {
    Decide(&'static str),
    Leave,
    Other,
}

/// A terminal that is gone cannot be asked: then the view is left.
fn key(event: Option<&io::Result<Event>>) -> Key {
    let Some(Ok(event)) = event else { return Key::Leave };
    let Event::Key(event) = event else { return Key::Other };
    if event.kind != KeyEventKind::Press {
        return Key::Other;
    }
    match event.code {
        KeyCode::Char('c') if event.modifiers.contains(KeyModifiers::CONTROL) => Key::Leave,
        KeyCode::Char('a') => Key::Decide("approve"),
        KeyCode::Char('r') => Key::Decide("reject"),
        KeyCode::Char('q') | KeyCode::Esc => Key::Leave,
        _ => Key::Other,
    }
}

/// Standard error in raw mode, until it is dropped.
struct Screen {
    drawn: usize,
}

impl Screen {
    fn open() -> io::Result<Screen> {
        enable_raw_mode()?;
        Ok(Screen { drawn: 0 })
    }

    /// Replaces the lines that were drawn before.
    fn draw(&mut self, lines: &[String]) -> io::Result<()> {
        let mut stderr = io::stderr().lock();
        if self.drawn > 0 {
            write!(stderr, "\x1b[{}A\r\x1b[J", self.drawn)?;
        }
        for line in lines {
            write!(stderr, "{line}\r\n")?;
        }
        self.drawn = lines.len();
        stderr.flush()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = disable_raw_mode();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crossterm::event::KeyEvent;

    fn pressed(code: KeyCode, modifiers: KeyModifiers) -> Key {
        key(Some(&Ok(Event::Key(KeyEvent::new(code, modifiers)))))
    }

    #[test]
    fn keys_decide_and_leave() {
        assert_eq!(pressed(KeyCode::Char('a'), KeyModifiers::NONE), Key::Decide("approve"));
        assert_eq!(pressed(KeyCode::Char('r'), KeyModifiers::NONE), Key::Decide("reject"));
        assert_eq!(pressed(KeyCode::Char('c'), KeyModifiers::CONTROL), Key::Leave);
        assert_eq!(pressed(KeyCode::Char('c'), KeyModifiers::NONE), Key::Other);
        assert_eq!(key(None), Key::Leave);
    }
}
