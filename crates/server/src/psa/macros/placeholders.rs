//! Placeholders in the comment of a macro, such as `{{ticket.number}}`. Decisions only, without I/O.

/// A value of the ticket that the macro is applied to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placeholder {
    TicketNumber,
    TicketSubject,
    RequesterName,
}

impl Placeholder {
    fn named(name: &str) -> Option<Placeholder> {
        match name {
            "ticket.number" => Some(Placeholder::TicketNumber),
            "ticket.subject" => Some(Placeholder::TicketSubject),
            "requester.name" => Some(Placeholder::RequesterName),
            _ => None,
        }
    }
}

/// The text with the values in place of their placeholders, or the name of an unknown placeholder. Values are not searched for
/// placeholders.
pub fn fill(text: &str, value: impl Fn(Placeholder) -> String) -> Result<String, &str> {
    let (mut filled, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, behind)) = after.split_once("}}") else { break };
        let name = name.trim();
        filled.push_str(before);
        filled.push_str(&value(Placeholder::named(name).ok_or(name)?));
        rest = behind;
    }
    filled.push_str(rest);
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(text: &str) -> Result<String, &str> {
        fill(text, |value| match value {
            Placeholder::TicketNumber => "42".to_owned(),
            Placeholder::TicketSubject => "About {{ticket.number}}".to_owned(),
            Placeholder::RequesterName => String::new(),
        })
    }

    #[test]
    fn values_take_the_places_of_their_placeholders_once() {
        assert_eq!(filled("#{{ticket.number}}: {{ ticket.subject }}!").unwrap(), "#42: About {{ticket.number}}!");
        assert_eq!(filled("Hello {{requester.name}}").unwrap(), "Hello ");
        assert_eq!(filled("{ } }} {{ and nothing more").unwrap(), "{ } }} {{ and nothing more");
    }

    #[test]
    fn an_unknown_placeholder_is_named() {
        assert_eq!(filled("Hello {{requester.email}}"), Err("requester.email"));
        assert_eq!(filled("{{}}"), Err(""));
    }
}
