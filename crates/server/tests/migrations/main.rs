//! The program of a release works with the schema of the next one: migrations expand the schema, and what they remove or
//! restrict was not used by the release before. Only then can servers be replaced one by one, and rolled back.
//!
//! A file that removes or restricts something has a line `-- contract: 0.2.0 tickets.old_name`, with the release whose code
//! does not use it any more. That release must exist, so the file is part of a later one. A file that executes texts, which
//! this test does not read, has a line `-- expand: …` with what they do. A file that blocks the writes to a table that
//! exists has a line `-- locks: …` with the reason why that takes no time.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on stops where it is")]

mod reading;

use reading::{Fault, faults, statements};
use std::path::Path;
use tenant_control::operate::migrate::OUTSIDE;

/// The last migration of release 0.1.0, and how many that release has. Nobody has run an older one.
const BASELINE: &str = "20261124_1000_events_trace.sql";
const BASELINE_COUNT: usize = 92;

const CONTRACT: &str = "-- contract: ";
const EXPAND: &str = "-- expand: ";
const LOCKS: &str = "-- locks: ";

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
        "alter table sites add column a text, add constraint c check (length(name) < 5)",
        "alter table sites add column a text; alter table sites add constraint c check ((a is null) = (name is null))",
        "alter table sites add column a text; create unique index concurrently i on sites (tenant_id, name)",
        "alter table places add column a text; alter table sites add constraint c check (length(a) < 5)",
        "grant select on sites to app; revoke insert on sites from app",
    ] {
        assert!(faults(sql).iter().any(|(fault, _)| *fault == Fault::Contracts), "{sql}");
    }
    for sql in [
        "create index sites_by_name on sites (name)",
        "create index i on only public.sites (name)",
        "lock sites",
        "alter table sites add column words tsvector not null generated always as (to_tsvector('simple', name)) stored",
        "alter table sites add column token uuid default gen_random_uuid()",
        "alter table sites drop constraint c, add constraint c check (kind in ('a', 'b', 'c'))",
    ] {
        assert!(faults(sql).iter().any(|(fault, _)| *fault == Fault::Locks), "{sql}");
    }
    let executed = faults("do $$ begin execute 'alter table sites drop column name'; end $$");
    assert_eq!(executed, [(Fault::Unread, "execute ''".to_owned())]);
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
        "alter table sites drop constraint c, add constraint c check (kind in ('a', 'b', 'c')) not valid",
        "alter table sites alter column name set default 'x'",
        "drop trigger t on sites; create trigger t after insert on sites for each row execute function app.f()",
        "create or replace function app.f() returns trigger language plpgsql as $$ begin delete from sites; end $$;
         revoke all on function app.f() from public; grant execute on function app.f() to app",
        "grant select, insert, update, delete on sites to app",
        "grant create on schema app to app_definer; revoke create on schema app from app_definer",
        "alter table sites add column a uuid;
         alter table sites add constraint c foreign key (tenant_id, a) references places (tenant_id, id)
             on delete set null (a)",
        "alter table sites add column a text, add constraint c check (length(a) < 5)",
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
    let executes = "do $$ begin execute 'drop table sites'; end $$;";
    assert!(refused(executes));
    assert!(!refused(&format!("-- expand: policies of the new tables\n{executes}")));
    assert!(refused(&format!("-- expand: policies of the new tables\n{executes} drop table sites;")));
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
    let given = |reason: &str| !reason.trim().is_empty();
    let (expands, locks) = (mark(EXPAND).is_some_and(given), mark(LOCKS).is_some_and(given));
    let mut refused = outside(sql);
    for (fault, statement) in faults(sql) {
        let start: String = statement.chars().take(80).collect();
        match fault {
            Fault::Contracts if !contract => refused.push(format!(
                "`{start}` may break the release before: it needs a line `{CONTRACT}VERSION WHAT`, with the release in \
                 CHANGELOG.md whose code does not use it any more"
            )),
            Fault::Unread if !expands && !contract => refused.push(format!(
                "`{start}` is not read by this test: execute no text, or add a line `{EXPAND}WHAT IT DOES`"
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
    for (number, statement) in statements.iter().enumerate() {
        let repeatable = match statement.strip_prefix("create").and_then(|rest| rest.split_once(" index concurrently "))
        {
            Some((_, rest)) => {
                let name = rest.split(' ').next().unwrap_or_default();
                statements[..number].contains(&format!("drop index concurrently if exists {name}"))
            }
            None => statement.starts_with("drop index concurrently if exists "),
        };
        if !repeatable {
            wrong.push(format!("`{statement}` cannot be repeated, or can run in a transaction"));
        }
    }
    wrong
}
