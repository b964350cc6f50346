//! The program of a release works with the schema of the next one: migrations expand the schema, and what they remove or
//! restrict was not used by the release before. Only then can servers be replaced one by one, and rolled back.
//!
//! A file that removes or restricts something has a line `-- contract: 0.2.0 tickets.old_name`, with the release whose code
//! does not use it any more. That release must exist, so the file is part of a later one. A file that blocks the writes to
//! a table that exists has a line `-- locks: …` with the reason why that takes no time.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

use std::path::Path;
use tenant_control::operate::migrate::OUTSIDE;

/// The last migration of release 0.1.0, and how many that release has. Nobody has run an older one.
const BASELINE: &str = "20261124_0900_totals_by_hour.sql";
const BASELINE_COUNT: usize = 91;

const CONTRACT: &str = "-- contract: ";
const LOCKS: &str = "-- locks: ";

/// What a statement may break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// The release before may need what is removed or restricted.
    Contracts,
    /// Writers wait until it is done.
    Locks,
}

#[test]
fn migrations_after_the_first_release_let_the_release_before_go_on() {
    let mut wrong = vec![];
    for (name, sql) in migrations().iter().filter(|(name, _)| name.as_str() > BASELINE) {
        wrong.extend(refusals(sql, &changelog()).into_iter().map(|refusal| format!("{name}: {refusal}")));
    }
    assert!(wrong.is_empty(), "docs/add-an-endpoint.md explains the rules:\n{}", wrong.join("\n"));
}

/// A file with an earlier date would not be tested.
#[test]
fn new_migrations_have_a_later_date_than_those_of_the_first_release() {
    let before: Vec<_> = migrations().into_iter().filter(|(name, _)| name.as_str() <= BASELINE).collect();
    assert_eq!(before.len(), BASELINE_COUNT, "date a new migration after {BASELINE}");
}

#[test]
fn what_removes_or_restricts_is_seen() {
    for sql in [
        "drop table sites",
        "drop table if exists sites; create table sites (id uuid)",
        "drop function app.f(uuid)",
        "drop view v; create view v as select 1",
        "drop index sites_by_name",
        "drop policy tenant on sites",
        "alter table sites drop column name",
        "alter table sites drop name",
        "alter table only public.sites add column a text, drop column name",
        "alter table sites drop constraint sites_name_is_unique",
        "alter table sites rename to places",
        "alter table sites rename column name to title",
        "alter table sites alter column name type varchar(10)",
        "alter table sites alter name set data type text",
        "ALTER TABLE sites\n    ALTER COLUMN name SET NOT NULL",
        "alter table sites alter column name drop not null",
        "alter table sites alter column name drop default",
        "alter table sites add column region text not null",
        "alter table sites add region text not null",
        "alter table sites add constraint sites_name_is_short check (length(name) < 5)",
        "alter table sites add constraint sites_name_is_short check (length(name) < 5) not valid",
        "alter table sites add unique (name)",
        "alter table sites enable row level security",
        "alter table sites set schema old",
        "alter type mood add value 'sad'",
        "alter index sites_by_name rename to sites_named",
        "alter policy tenant on sites using (false)",
        "create unique index sites_by_name on sites (tenant_id, name)",
        "create unique index concurrently sites_by_name on sites (tenant_id, name)",
        "create policy extra on sites as restrictive to app using (false)",
        "revoke select on sites from app",
        "truncate sites",
        "delete from sites where name is null",
        "do $$ begin if true then alter table sites drop column name; end if; end $$",
        "do $$ begin execute 'alter table sites drop column name'; end $$",
    ] {
        assert!(faults(sql).iter().any(|(fault, _)| *fault == Fault::Contracts), "{sql}");
    }
    for sql in
        ["create index sites_by_name on sites (name)", "create index i on only public.sites (name)", "lock sites"]
    {
        assert!(faults(sql).iter().any(|(fault, _)| *fault == Fault::Locks), "{sql}");
    }
    let dropped = migrations().into_iter().find(|(name, _)| name.ends_with("_ticket_words_drop.sql")).unwrap();
    assert_eq!(faults(&dropped.1).len(), 5, "{:?}", faults(&dropped.1));
}

#[test]
fn what_expands_is_accepted() {
    for sql in [
        "create table sites (id uuid not null, name text); create unique index i on sites (name);
         alter table sites enable row level security; create policy tenant on sites using (true)",
        "alter table sites add column region text",
        "alter table sites add column region text constraint region_is_short check (length(region) < 5)",
        "alter table sites add column tier text not null default 'a', add column at timestamptz",
        "alter table sites add column words tsvector not null generated always as (to_tsvector('simple', name)) stored",
        "alter table sites drop constraint c, add constraint c check (kind in ('a', 'b', 'c'))",
        "alter table sites alter column name set default 'x'",
        "drop trigger t on sites; create trigger t after insert on sites for each row execute function app.f()",
        "create or replace function app.f() returns trigger language plpgsql as $$ begin delete from sites; end $$;
         revoke all on function app.f() from public; grant execute on function app.f() to app",
        "grant select, insert, update, delete on sites to app",
        "update sites set region = 'drop table sites'; -- drop table sites",
        "/* drop table sites; */ comment on table sites is 'truncate sites'",
        "drop index concurrently if exists i; create index concurrently i on sites (name)",
    ] {
        assert!(faults(sql).is_empty(), "{sql}: {:?}", faults(sql));
    }
}

#[test]
fn marks_have_a_release_and_a_reason() {
    let changelog = "# Changelog\n\n## Unreleased - 2027-01-01\n\n## 0.2.0 - 2026-12-24\n";
    let refused = |sql: &str| !refusals(sql, changelog).is_empty();
    assert!(refused("drop table sites;"));
    assert!(refused("-- locks: it is empty\ndrop table sites;"));
    assert!(refused("-- contract: sites\ndrop table sites;"));
    assert!(refused("-- contract: 0.2.0\ndrop table sites;"));
    assert!(refused("-- contract: 0.3.0 sites\ndrop table sites;"), "the release does not exist");
    assert!(!refused("-- contract: 0.2.0 sites\ndrop table sites;"));
    assert!(refused("create index i on sites (name);"));
    assert!(refused("-- locks: \ncreate index i on sites (name);"));
    assert!(!refused("-- locks: one row for each tenant\ncreate index i on sites (name);"));
}

#[test]
fn a_file_outside_a_transaction_can_be_repeated() {
    let create = "create index concurrently i on sites (name);\n";
    let drop = "drop index concurrently if exists i;\n";
    assert!(refusals(&format!("{OUTSIDE}\n{drop}{create}"), "").is_empty());
    assert!(!refusals(&format!("{OUTSIDE}\n{create}"), "").is_empty(), "an invalid index may exist");
    assert!(!refusals(&format!("{drop}{create}"), "").is_empty(), "it cannot run in a transaction");
    assert!(!refusals(&format!("{OUTSIDE}\n{drop}{create}alter table sites add column a text;\n"), "").is_empty());
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

fn changelog() -> String {
    std::fs::read_to_string(root().join("CHANGELOG.md")).unwrap()
}

/// The names and texts of all files.
fn migrations() -> Vec<(String, String)> {
    let files = std::fs::read_dir(root().join("migrations")).unwrap().map(|entry| entry.unwrap().path());
    let named = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    files.map(|path| (named(&path), std::fs::read_to_string(&path).unwrap())).collect()
}

/// Why a file is not accepted.
fn refusals(sql: &str, changelog: &str) -> Vec<String> {
    let mark = |mark: &str| sql.lines().find_map(|line| line.strip_prefix(mark));
    let contract = mark(CONTRACT).is_some_and(|text| is_contract(text, changelog));
    let locks = mark(LOCKS).is_some_and(|reason| !reason.trim().is_empty());
    let mut refused = outside(sql);
    for (fault, statement) in faults(sql) {
        let start: String = statement.chars().take(80).collect();
        match fault {
            Fault::Contracts if !contract => refused.push(format!(
                "`{start}` may break the release before: it needs a line `{CONTRACT}VERSION WHAT`, with the release in \
                 CHANGELOG.md whose code does not use it any more"
            )),
            Fault::Locks if !locks => refused.push(format!(
                "`{start}` blocks writers: create the index concurrently, or add a line `{LOCKS}REASON`"
            )),
            _ => {}
        }
    }
    refused
}

/// Names a release that exists, and what it does not use any more.
fn is_contract(text: &str, changelog: &str) -> bool {
    let Some((release, what)) = text.trim().split_once(' ') else { return false };
    !what.trim().is_empty() && changelog.lines().any(|line| line.starts_with(&format!("## {release} ")))
}

/// A file outside a transaction has statements that need it, and can be repeated after each of them.
fn outside(sql: &str) -> Vec<String> {
    let statements = statements(sql);
    let concurrent = |statement: &&String| statement.contains(" index concurrently ");
    if sql.lines().next() != Some(OUTSIDE) {
        let wrong = statements.iter().filter(concurrent);
        return wrong.map(|statement| format!("`{statement}` needs `{OUTSIDE}` as the first line")).collect();
    }
    let mut wrong = vec![];
    for statement in &statements {
        let repeatable = match statement.strip_prefix("create").and_then(|rest| rest.split_once(" index concurrently "))
        {
            Some((_, rest)) => {
                let name = rest.split(' ').next().unwrap_or_default();
                statements.contains(&format!("drop index concurrently if exists {name}"))
            }
            None => statement.starts_with("drop index concurrently if exists "),
        };
        if !repeatable {
            wrong.push(format!("`{statement}` cannot be repeated, or can run in a transaction"));
        }
    }
    wrong
}

/// The statements that may break something.
fn faults(sql: &str) -> Vec<(Fault, String)> {
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
            "drop" => !self.replaces(&words),
            "alter" if words.get(1) == Some(&"table") => self.alters(&words),
            "alter" => matches!(words.get(1), Some(&("type" | "domain" | "policy"))) || removes_name(statement),
            "revoke" => !self.creates_any(statement),
            "delete" | "truncate" | "execute" => true,
            "create" if statement.starts_with("create unique index") => !self.is_new(after(&words, "on")),
            "create" if statement.starts_with("create policy") => {
                statement.contains(" as restrictive") && !self.is_new(after(&words, "on"))
            }
            _ => false,
        };
        let blocks = statement.starts_with("create index ") && !statement.contains(" concurrently ");
        let locks = words[0] == "lock" || (blocks && !self.is_new(after(&words, "on")));
        if contracts {
            return Some(Fault::Contracts);
        }
        locks.then_some(Fault::Locks)
    }

    /// `drop policy`, `drop trigger` and `drop index` of one that the same file creates.
    fn replaces(&self, words: &[&str]) -> bool {
        let kind = words.get(1).copied().unwrap_or_default();
        let fill = ["concurrently", "if", "exists"];
        let name = words.iter().skip(2).find(|word| !fill.contains(*word)).copied().unwrap_or_default();
        let creates = |other: &String| {
            let words: Vec<&str> = other.split(' ').collect();
            words[0] == "create" && words.contains(&kind) && words.contains(&name)
        };
        ["policy", "trigger", "index"].contains(&kind) && self.statements.iter().any(creates)
    }

    /// An action on a table that the file does not create removes or restricts something.
    fn alters(&self, words: &[&str]) -> bool {
        let fill = ["if", "exists", "only"];
        let at = words.iter().skip(2).position(|word| !fill.contains(word)).map_or(words.len(), |at| at + 2);
        if self.is_new(words.get(at).copied()) {
            return false;
        }
        let actions = words.get(at + 1..).unwrap_or_default().join(" ");
        split_outside_parentheses(&actions).iter().any(|action| self.restricts(action))
    }

    fn restricts(&self, action: &str) -> bool {
        let words: Vec<&str> = action.split(' ').collect();
        match words.as_slice() {
            ["drop", "constraint", name, ..] => !self.mentions(&format!("add constraint {name} ")),
            ["add", "constraint", name, ..] => !self.mentions(&format!("drop constraint {name}")),
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
        let bare = |name: &str| name.trim_start_matches("public.").split('(').next().unwrap_or_default().to_owned();
        self.statements.iter().filter_map(|statement| statement.strip_prefix("create table ")).any(|rest| {
            let rest = rest.strip_prefix("if not exists ").unwrap_or(rest);
            bare(rest.split(' ').next().unwrap_or_default()) == bare(table)
        })
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

/// Other objects than tables lose the name that the release before knows.
fn removes_name(statement: &str) -> bool {
    statement.contains(" rename ") || statement.contains(" set schema ")
}

/// The table after `on`.
fn after<'a>(words: &[&'a str], keyword: &str) -> Option<&'a str> {
    words.iter().skip_while(|word| **word != keyword).skip(1).find(|word| **word != "only").copied()
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
fn statements(sql: &str) -> Vec<String> {
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
