//! The flags of `listen`.

use super::signature::Secret;
use crate::{
    context::{Failure, note, now},
    flags::{option, switch},
    values,
    wait::duration,
};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use jiff::{SignedDuration, Timestamp};
use std::time::Duration;
use url::Url;

const EXAMPLES: &str = "Examples:
  tenantctl listen --since 1h --for 2s
  tenantctl listen --forward-to http://localhost:3000/hook --types 'ticket.*' --for 2s

Without --for and --count, it listens until Ctrl-C. The position is kept: the same command continues after the last \
event that was forwarded.";

pub fn command() -> Command {
    Command::new("listen")
        .about("Show events as they happen, and forward them to a local receiver")
        .long_about(
            "Follows the event log and prints a line for each event: time, type, id, and with --forward-to the status of \
            the target and the milliseconds that it took. Events are forwarded one after the other, signed like webhooks. \
            A target that fails is tried again; an event that it refuses is printed as failed. If the target cannot be \
            reached, the command ends, and continues with the same event when it is started again.\n\n\
            All forwarded events are compared with the log. Ctrl-C ends the command and prints the result.",
        )
        .after_help(EXAMPLES)
        .arg(option("forward-to", "URL", "Send each event to this URL").value_parser(value_parser!(Url)))
        .arg(
            option("types", "TYPES", "Types of events, separated by commas; ticket.* for all of a kind")
                .value_delimiter(',')
                .action(ArgAction::Append),
        )
        .arg(
            option("since", "TIME", "Begin with the events since this time (RFC 3339, or 1h for an hour ago)")
                .value_parser(since),
        )
        .arg(switch("from-now", "Begin with new events, also if there is a stored position").conflicts_with("since"))
        .arg(secret_option())
        .arg(switch("print-json", "Print each event as JSON on a line of standard output"))
        .arg(option("count", "NUMBER", "End after this many events").value_parser(value_parser!(u64).range(1..)))
        .arg(option("for", "DURATION", "End after this time, such as 10m").value_parser(duration))
        .arg(
            option("retries", "NUMBER", "Number of times that an event is sent again if the target fails")
                .value_parser(value_parser!(u32).range(0..=20))
                .default_value("5"),
        )
        .arg(
            option("forward-timeout", "DURATION", "Time within which the target has to respond")
                .value_parser(duration)
                .default_value("15s"),
        )
        .arg(switch("stop-on-failure", "End when the target refuses an event, and continue with it the next time"))
}

/// The signing secret of forwarded events.
pub fn secret_option() -> Arg {
    option("secret", "env:NAME|@FILE|-", "Signing secret (whsec_…); without it, one is made and printed")
}

/// Where a listener begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Begin {
    /// At the stored position, or with new events if there is none.
    Stored,
    Now,
    Since(Timestamp),
}

pub struct Options {
    pub forward_to: Option<Url>,
    pub types: Vec<String>,
    pub begin: Begin,
    pub print_json: bool,
    pub count: Option<u64>,
    pub longest: Option<Duration>,
    pub retries: u32,
    pub forward_timeout: Duration,
    pub stop_on_failure: bool,
}

impl Options {
    pub fn read(matches: &ArgMatches) -> Options {
        let begin = match matches.get_one::<Timestamp>("since") {
            Some(since) => Begin::Since(*since),
            None if matches.get_flag("from-now") => Begin::Now,
            None => Begin::Stored,
        };
        let types = matches.get_many::<String>("types").into_iter().flatten();
        let mut types: Vec<String> = types.map(|kind| kind.trim().to_owned()).filter(|kind| !kind.is_empty()).collect();
        types.sort_unstable();
        types.dedup();
        Options {
            forward_to: matches.get_one::<Url>("forward-to").cloned(),
            types,
            begin,
            print_json: matches.get_flag("print-json"),
            count: matches.get_one("count").copied(),
            longest: matches.get_one("for").copied(),
            retries: matches.get_one("retries").copied().unwrap_or(5),
            forward_timeout: matches.get_one("forward-timeout").copied().unwrap_or(Duration::from_secs(15)),
            stop_on_failure: matches.get_flag("stop-on-failure"),
        }
    }
}

/// The secret of `--secret`; `None` if one has to be made.
pub fn secret(matches: &ArgMatches) -> Result<Option<Secret>, Failure> {
    let Some(from) = matches.get_one::<String>("secret") else { return Ok(None) };
    let text = values::secret("secret", from)?;
    Secret::parse(&text).map(Some).map_err(|error| Failure::Usage(format!("--secret: {error}")))
}

/// A new secret is printed: the receiver is configured with it.
pub fn secret_or_new(given: Option<Secret>) -> Result<Secret, Failure> {
    if let Some(secret) = given {
        return Ok(secret);
    }
    let secret = Secret::random()?;
    note(format!("signing secret: {}", secret.reveal()));
    Ok(secret)
}

/// A time, or how long ago it was.
fn since(text: &str) -> Result<Timestamp, String> {
    since_at(text, now())
}

fn since_at(text: &str, now: Timestamp) -> Result<Timestamp, String> {
    if let Ok(time) = text.parse() {
        return Ok(time);
    }
    let ago = duration(text).ok().and_then(|ago| SignedDuration::try_from(ago).ok());
    let wrong = || format!("{text:?} is not a time; write 2026-11-15T09:30:00Z, or 1h for an hour ago");
    ago.and_then(|ago| now.checked_sub(ago).ok()).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(arguments: &[&str]) -> ArgMatches {
        command().try_get_matches_from([&["listen"], arguments].concat()).unwrap()
    }

    #[test]
    fn a_time_can_be_given_as_long_ago() {
        let now: Timestamp = "2026-11-15T09:30:00Z".parse().unwrap();
        assert_eq!(since_at("1h30m", now).unwrap().to_string(), "2026-11-15T08:00:00Z");
        assert_eq!(since_at("2026-11-01T00:00:00+01:00", now).unwrap().to_string(), "2026-10-31T23:00:00Z");
        assert!(since_at("yesterday", now).is_err());
    }

    #[test]
    fn types_are_separated_by_commas_or_repeated() {
        let options = Options::read(&matches(&["--types", "ticket.*, device.created", "--types", "ticket.*"]));
        assert_eq!(options.types, ["device.created", "ticket.*"]);
        assert_eq!(options.begin, Begin::Stored);
    }

    #[test]
    fn a_secret_on_the_command_line_is_refused_and_not_repeated() {
        let given = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        let refused = secret(&matches(&["--secret", given])).err().unwrap().to_string();
        assert!(refused.contains("env:NAME") && !refused.contains(given), "{refused}");
    }

    #[test]
    fn a_secret_is_read_from_a_file() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n").unwrap();
        let read = secret(&matches(&["--secret", &format!("@{}", file.path().display())])).ok().flatten().unwrap();
        assert_eq!(read.reveal(), "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        assert!(secret(&matches(&[])).ok().unwrap().is_none());
    }
}
