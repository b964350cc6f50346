//! Durations as people write them: `90s`, `10m`, `1h30m`, `250ms`, or a number of seconds.

use std::time::Duration;

pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("{text:?} is not a duration; write for example 90s, 10m, 1h30m or 2d");
    let mut rest = text.trim();
    if rest.is_empty() {
        return Err(wrong());
    }
    if let Ok(seconds) = rest.parse::<u32>() {
        return Ok(Duration::from_secs(seconds.into()));
    }
    let mut total = Duration::ZERO;
    while !rest.is_empty() {
        let digits = rest.find(|sign: char| !sign.is_ascii_digit()).ok_or_else(wrong)?;
        let number: u32 = rest[..digits].parse().map_err(|_| wrong())?;
        rest = &rest[digits..];
        let letters = rest.find(|sign: char| sign.is_ascii_digit()).unwrap_or(rest.len());
        let unit = unit(&rest[..letters]).ok_or_else(wrong)?;
        total = unit.checked_mul(number).and_then(|more| total.checked_add(more)).ok_or_else(wrong)?;
        rest = &rest[letters..];
    }
    Ok(total)
}

fn unit(name: &str) -> Option<Duration> {
    Some(match name {
        "ms" => Duration::from_millis(1),
        "s" => Duration::from_secs(1),
        "m" | "min" => Duration::from_secs(60),
        "h" => Duration::from_secs(3_600),
        "d" => Duration::from_secs(86_400),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_as_people_write_them() {
        let read =
            [("90s", 90), ("10m", 600), ("1h30m", 5_400), ("2d", 172_800), ("45", 45), (" 5min ", 300), ("0", 0)];
        for (text, seconds) in read {
            assert_eq!(duration(text), Ok(Duration::from_secs(seconds)), "{text}");
        }
        assert_eq!(duration("250ms"), Ok(Duration::from_millis(250)));
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "m", "10x", "1.5h", "-5s", "10m 5s", "99999999999d", "4294967295d4294967295d99999999999d"] {
            assert!(duration(text).is_err(), "{text}");
        }
    }
}
