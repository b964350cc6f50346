//! Reads the statements of a migration, and decides by their words what they may break.

/// The fault of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The release before may need what is removed or restricted.
    Contracts,
    /// It executes a text that is not read here.
    Unread,
    /// Writers wait until it is done.
    Locks,
}

/// The statements that may break something.
pub fn faults(sql: &str) -> Vec<(Fault, String)> {
    let statements = statements(sql);
    let file = File { statements: &statements };
    statements.iter().filter_map(|statement| Some((file.fault(statement)?, statement.clone()))).collect()
}

struct File<'a> {
    statements: &'a [String],
}

impl File<'_> {
    fn fault(&self, statement: &str) -> Option<Fault> {
        let words: Vec<&str> = statement.split(' ').collect();
        let contracts = match words[0] {
            "execute" => return Some(Fault::Unread),
            "drop" => !self.replaces(&words),
            "alter" if words.get(1) == Some(&"table") => self.alters(statement),
            "alter" => matches!(words.get(1), Some(&("type" | "domain" | "policy"))) || removes_name(statement),
            "revoke" => !self.creates_any(statement) && !self.grants(statement),
            "delete" | "truncate" => true,
            "create" if statement.starts_with("create unique index") => !self.is_free(on(&words), statement),
            "create" if statement.starts_with("create policy") => {
                statement.contains(" as restrictive") && !self.is_new(on(&words))
            }
            _ => false,
        };
        if contracts {
            return Some(Fault::Contracts);
        }
        let index = statement.starts_with("create index ") || statement.starts_with("create unique index ");
        let blocks = index && !statement.contains(" concurrently ") && !self.is_new(on(&words));
        (words[0] == "lock" || blocks || self.reads_table(statement)).then_some(Fault::Locks)
    }

    /// An action that reads or rewrites a table that the file does not create, while nobody else can use the table.
    fn reads_table(&self, statement: &str) -> bool {
        let Some((table, actions)) = altered(statement) else { return false };
        let reads = |action: &&str| {
            let volatile = ["gen_random_uuid(", "clock_timestamp(", "random("];
            let stored = action.contains(" generated always as ") && action.contains(" stored");
            let computed = volatile.iter().any(|function| action.contains(function));
            let checked = action.starts_with("add constraint ") && !action.contains(" not valid");
            stored || (action.starts_with("add column ") && computed) || (checked && !self.is_free(Some(table), action))
        };
        !self.is_new(Some(table)) && actions.iter().any(|action| reads(&&**action))
    }

    /// `drop policy`, `drop trigger` and `drop index` of one that the same file creates for the same table.
    fn replaces(&self, words: &[&str]) -> bool {
        let kind = words.get(1).copied().unwrap_or_default();
        let name = words.iter().skip(2).find(|word| !["concurrently", "if", "exists"].contains(*word));
        let (Some(name), table) = (name, on(words)) else { return false };
        let creates = |other: &String| {
            let words: Vec<&str> = other.split(' ').collect();
            let same_table = kind == "index" || on(&words) == table;
            words[0] == "create" && words.contains(&kind) && words.contains(name) && same_table
        };
        ["policy", "trigger", "index"].contains(&kind) && self.statements.iter().any(creates)
    }

    /// An action on a table that the file does not create removes or restricts something.
    fn alters(&self, statement: &str) -> bool {
        let Some((table, actions)) = altered(statement) else { return false };
        !self.is_new(Some(table)) && actions.iter().any(|action| self.restricts(table, action))
    }

    fn restricts(&self, table: &str, action: &str) -> bool {
        let words: Vec<&str> = action.split(' ').collect();
        match words.as_slice() {
            ["drop", "constraint", name, ..] => !self.mentions(&format!("add constraint {name} ")),
            ["add", "constraint", name, ..] => {
                !self.mentions(&format!("drop constraint {name}")) && !self.is_free(Some(table), action)
            }
            ["drop" | "rename" | "detach", ..]
            | ["set", "schema", ..]
            | ["enable" | "force", "row", ..]
            | ["add", "check" | "unique" | "primary" | "foreign" | "exclude", ..] => true,
            ["add", ..] => {
                action.contains(" not null") && !action.contains(" default ") && !action.contains(" generated ")
            }
            ["alter", "column", _, change @ ..] | ["alter", _, change @ ..] => {
                matches!(change, ["type" | "drop", ..] | ["set", "not" | "data", ..])
            }
            _ => false,
        }
    }

    fn mentions(&self, text: &str) -> bool {
        self.statements.iter().any(|statement| format!("{statement} ").contains(text))
    }

    /// The file creates this table.
    fn is_new(&self, table: Option<&str>) -> bool {
        let Some(table) = table else { return false };
        self.statements.iter().filter_map(|statement| statement.strip_prefix("create table ")).any(|rest| {
            let rest = rest.strip_prefix("if not exists ").unwrap_or(rest);
            bare(rest.split(' ').next().unwrap_or_default()) == bare(table)
        })
    }

    /// A constraint or an index of a new table, or one that holds as long as a column that the file adds is null.
    fn is_free(&self, table: Option<&str>, text: &str) -> bool {
        let Some(table) = table else { return false };
        let is_name = |one: char| one.is_ascii_alphanumeric() || one == '_';
        let named: Vec<&str> = text.split(|one: char| !is_name(one)).collect();
        let tests_for_null = text.contains(" check (") && text.contains(" null");
        self.is_new(Some(table))
            || (!tests_for_null && self.new_columns(table).iter().any(|column| named.contains(column)))
    }

    /// The columns that the file adds to this table.
    fn new_columns(&self, table: &str) -> Vec<&str> {
        let mut columns = vec![];
        for (name, actions) in self.statements.iter().filter_map(|statement| altered(statement)) {
            let added = actions.iter().filter_map(|action| action.strip_prefix("add column "));
            let names = added.filter_map(|column| {
                let column = column.strip_prefix("if not exists ").unwrap_or(column);
                column.split(' ').next()
            });
            if bare(name) == bare(table) {
                columns.extend(names);
            }
        }
        columns
    }

    /// The file gives the right that it takes away.
    fn grants(&self, revoked: &str) -> bool {
        let granted = revoked.replacen("revoke ", "grant ", 1).replacen(" from ", " to ", 1);
        self.statements.contains(&granted)
    }

    /// The statement is about a function or a table of this file.
    fn creates_any(&self, statement: &str) -> bool {
        let named = |other: &String| {
            let mut words = other.split([' ', '(']).skip_while(|word| !["function", "table"].contains(word)).skip(1);
            words.next().is_some_and(|name| statement.contains(&format!(" {name}")))
        };
        self.statements.iter().filter(|other| other.starts_with("create ")).any(named)
    }
}

/// The table of `alter table`, and what is done to it.
fn altered(statement: &str) -> Option<(&str, Vec<&str>)> {
    let mut rest = statement.strip_prefix("alter table ")?;
    for fill in ["if exists ", "only "] {
        rest = rest.strip_prefix(fill).unwrap_or(rest);
    }
    let (table, actions) = rest.split_once(' ')?;
    Some((table, split_outside_parentheses(actions)))
}

/// A table without its schema, and without the columns that follow it.
fn bare(table: &str) -> &str {
    table.trim_start_matches("public.").split('(').next().unwrap_or_default()
}

/// Other objects than tables lose the name that the release before knows.
fn removes_name(statement: &str) -> bool {
    statement.contains(" rename ") || statement.contains(" set schema ")
}

/// The table after `on`.
fn on<'a>(words: &[&'a str]) -> Option<&'a str> {
    words.iter().skip_while(|word| **word != "on").skip(1).find(|word| **word != "only").copied()
}

fn split_outside_parentheses(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (vec![], 0, 0);
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

/// The statements, in lower case, with single spaces, without comments and texts. Those of a `do` are taken out of it; the
/// bodies of functions are not read.
pub fn statements(sql: &str) -> Vec<String> {
    let (mut found, mut now, mut rest) = (vec![], String::new(), sql);
    while let Some(next) = rest.chars().next() {
        let tag = dollar_tag(rest);
        if rest.starts_with("--") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if rest.starts_with("/*") {
            rest = rest.split_once("*/").map_or("", |(_, after)| after);
        } else if let Some(tag) = tag {
            let (body, after) = rest[tag.len()..].split_once(tag).unwrap_or((&rest[tag.len()..], ""));
            if now.split_whitespace().next() == Some("do") {
                found.extend(statements(body).iter().filter_map(|statement| from_verb(statement)));
            }
            now.push_str("''");
            rest = after;
        } else if next == '\'' {
            now.push_str("''");
            rest = rest[1..].split_once('\'').map_or("", |(_, after)| after);
        } else if next == ';' {
            found.push(std::mem::take(&mut now));
            rest = &rest[1..];
        } else {
            now.extend(next.to_lowercase());
            rest = &rest[next.len_utf8()..];
        }
    }
    found.push(now);
    let spaced = found.iter().map(|statement| statement.split_whitespace().collect::<Vec<_>>().join(" "));
    spaced.filter(|statement| !statement.is_empty()).collect()
}

/// `$$`, or `$name$`.
fn dollar_tag(text: &str) -> Option<&str> {
    let end = text.strip_prefix('$')?.find('$')?;
    let is_name = text[1..=end].chars().all(|one| one.is_ascii_alphabetic() || one == '_');
    is_name.then(|| &text[..end + 2])
}

/// The statement without the words of PL/pgSQL before it.
fn from_verb(statement: &str) -> Option<String> {
    let words: Vec<&str> = statement.split(' ').collect();
    let verbs = ["alter", "create", "delete", "drop", "execute", "grant", "lock", "revoke", "truncate"];
    let first = words.iter().position(|word| verbs.contains(word))?;
    Some(words[first..].join(" "))
}
