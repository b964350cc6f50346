//! The copies of a comment in JSON: of the comment itself, and of the ticket that was created from it.

use crate::psa::rewrite::Rewrite;
use api::{CommentId, TicketId, ticket_comments::Comment};
use serde_json::Value;
use std::{
    collections::{BTreeSet, HashMap},
    ops::BitOr,
};

/// Shorter texts are not searched for: they would match parts of other texts.
const SHORTEST_TEXT: usize = 4;

/// Removes the text of a comment from objects that are recognised by their ids, and known texts from any text.
pub struct Copies {
    /// The field with the text, by the id of the object.
    fields: HashMap<String, &'static str>,
    texts: Vec<String>,
}

impl Copies {
    pub fn of(comment: CommentId, split: Option<TicketId>) -> Copies {
        let comment = (comment.to_string(), "body");
        let split = split.map(|id| (id.to_string(), "description"));
        Copies { fields: [comment].into_iter().chain(split).collect(), texts: vec![] }
    }

    /// Removes these texts as well, wherever they are.
    pub fn with_texts(&self, texts: &BTreeSet<String>) -> Copies {
        let texts = texts.iter().filter(|text| text.chars().count() >= SHORTEST_TEXT).cloned().collect();
        Copies { fields: self.fields.clone(), texts }
    }

    /// The ids of the objects.
    pub fn names(&self) -> Vec<String> {
        self.fields.keys().cloned().collect()
    }

    /// Adds the texts that the copies in this value have. Returns true if there is a copy.
    pub fn learn(&self, value: &Value, texts: &mut BTreeSet<String>) -> bool {
        match value {
            Value::Array(items) => items.iter().map(|item| self.learn(item, texts)).fold(false, BitOr::bitor),
            Value::Object(fields) => {
                let id = fields.get("id").and_then(Value::as_str);
                let text = id.and_then(|id| self.fields.get(id)).and_then(|field| fields.get(*field));
                let known = text.and_then(Value::as_str);
                texts.extend(known.filter(|text| !is_placeholder(text)).map(str::to_owned));
                fields.values().map(|field| self.learn(field, texts)).fold(known.is_some(), BitOr::bitor)
            }
            _ => false,
        }
    }

    /// The text without the known texts; `None` if it has none of them.
    pub fn text(&self, text: &str) -> Option<String> {
        let has_some = self.texts.iter().any(|known| text.contains(known.as_str()));
        has_some.then(|| without(text, &self.texts))
    }
}

impl Rewrite for Copies {
    fn value(&self, value: &mut Value) -> bool {
        match value {
            Value::Array(items) => items.iter_mut().map(|item| self.value(item)).fold(false, BitOr::bitor),
            Value::Object(fields) => {
                let id = fields.get("id").and_then(Value::as_str);
                let field = id.and_then(|id| self.fields.get(id)).copied();
                let removed = match field {
                    Some(field) => fields.get_mut(field).is_some_and(remove),
                    None => false,
                };
                fields.values_mut().map(|field| self.value(field)).fold(removed, BitOr::bitor)
            }
            Value::String(text) => match self.text(text) {
                Some(redacted) => {
                    *text = redacted;
                    true
                }
                None => false,
            },
            Value::Null | Value::Bool(_) | Value::Number(_) => false,
        }
    }

    fn event(&self, data: &mut Value) -> bool {
        let field = data["object"]["id"].as_str().and_then(|id| self.fields.get(id)).copied();
        // The previous values have no id.
        let previous = match (field, data.get_mut("previous")) {
            (Some(field), Some(previous)) => previous.get_mut(field).is_some_and(remove),
            _ => false,
        };
        self.value(data) || previous
    }
}

fn is_placeholder(text: &str) -> bool {
    [Comment::REDACTED, Comment::REPLACED].contains(&text)
}

/// Returns true if there was a text.
fn remove(field: &mut Value) -> bool {
    match field {
        Value::String(text) if text != Comment::REDACTED => {
            *text = Comment::REDACTED.to_owned();
            true
        }
        _ => false,
    }
}

/// The text with a placeholder for each of the sought texts. Where several of them begin, it replaces the longest.
pub fn without(text: &str, sought: &[String]) -> String {
    let (mut rest, mut redacted) = (text, String::with_capacity(text.len()));
    while let Some(letter) = rest.chars().next() {
        let found = sought.iter().filter(|sought| !sought.is_empty()).filter_map(|sought| rest.strip_prefix(&**sought));
        match found.min_by_key(|rest| rest.len()) {
            Some(after) => {
                redacted.push_str(Comment::REDACTED);
                rest = after;
            }
            None => {
                redacted.push(letter);
                rest = rest.strip_prefix(letter).unwrap_or_default();
            }
        }
    }
    redacted
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use uuid::Uuid;

    const COMMENT: CommentId = CommentId(Uuid::from_u128(1));
    const TICKET: TicketId = TicketId(Uuid::from_u128(2));

    #[test]
    fn the_longest_text_is_replaced_and_placeholders_stay_whole() {
        let sought = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        assert_eq!(without("pw: hunter2, hunter", &sought(&["hunter", "hunter2"])), "pw: [redacted], [redacted]");
        assert_eq!(without("ade", &sought(&["a", "e"])), "[redacted]d[redacted]");
        assert_eq!(without("Zoë: ü", &sought(&["ü"])), "Zoë: [redacted]");
        assert_eq!(without("nothing", &sought(&["hunter2"])), "nothing");
    }

    #[test]
    fn copies_are_recognised_by_their_ids() {
        let copies = Copies::of(COMMENT, Some(TICKET));
        let mut event = json!({
            "object": {"id": TICKET, "description": "hunter2", "subject": "hunter2"},
            "previous": {"description": "hunter1", "status": "new"},
            "comment": {"id": COMMENT, "body": "hunter2"},
            "other": {"id": "cmt_2", "body": "hunter2"}
        });
        let mut texts = BTreeSet::new();
        assert!(copies.learn(&event, &mut texts));
        assert_eq!(texts.iter().collect::<Vec<_>>(), ["hunter2"]);
        assert!(copies.event(&mut event));
        let expected = json!({
            "object": {"id": TICKET, "description": "[redacted]", "subject": "hunter2"},
            "previous": {"description": "[redacted]", "status": "new"},
            "comment": {"id": COMMENT, "body": "[redacted]"},
            "other": {"id": "cmt_2", "body": "hunter2"}
        });
        assert_eq!(event, expected);
        assert!(!copies.event(&mut event), "nothing is left");
    }

    #[test]
    fn known_texts_leave_other_texts() {
        let texts = BTreeSet::from(["hunter2".to_owned(), "a".to_owned()]);
        let copies = Copies::of(COMMENT, None).with_texts(&texts);
        let mut run = json!({"message": "They wrote: hunter2", "list": ["a", 1]});
        assert!(copies.value(&mut run));
        assert_eq!(run, json!({"message": "They wrote: [redacted]", "list": ["a", 1]}));
    }
}
