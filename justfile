# The commands for developers and CI. `just` lists them.

set dotenv-load
set positional-arguments

[private]
default:
    @just --list --unsorted

# Start a local PostgreSQL, Redis and Temporal in var/ and write their addresses to .env
up:
    scripts/up

# Stop the local servers
down:
    scripts/postgres stop "$PWD/var/postgres"
    scripts/redis stop "$PWD/var/redis"
    scripts/temporal stop "$PWD/var/temporal"

# Migrate the database and serve on http://127.0.0.1:8080, with readable logs
dev *args:
    cargo run --bin tenant-control -- dev "$@"

# The operator's command line, for instance `just tc tenant list`
tc *args:
    @cargo run --quiet --bin tenant-control -- "$@"

# Format, lints, licences, generated files
check: check-files
    cargo clippy --workspace --all-targets --quiet -- -D warnings

# Format, licences, generated files, the published document: all checks that compile nothing
check-files: lint-openapi
    cargo fmt --all --check
    cargo deny --log-level error check bans licenses sources
    scripts/gen --check

# Redocly's rules for openapi.json; redocly.yaml has the exceptions and their reasons
lint-openapi:
    scripts/redocly lint openapi.json

# Known vulnerabilities of what we depend on; asks the advisory database
audit:
    cargo deny check advisories

# All tests, against servers that the test setup starts itself
test *args:
    cargo nextest run --workspace "$@"

# Regenerate what is generated: queries from SQL, openapi.json from the code, the Rust client's operations
gen:
    scripts/gen

# Record the examples of the document again: a request and a response of every operation
examples:
    UPDATE_EXAMPLES=1 cargo nextest run --workspace \
        -E 'binary(examples) & test(every_example_is_what_the_server_returns_today)'
    scripts/gen

# Rewrite the tables in docs/ that are generated from the code
docs:
    UPDATE_DOCS=1 cargo nextest run --workspace -E 'binary(documents)'

# The costs of units of work, the needs of a cell, and a year of 20 cells: the tables of docs/scale.md
scale:
    @cargo run --quiet --release --package scale

# Execute a page of the documentation in a copy of the repository, for instance `just walk docs/add-an-endpoint.md`
walk page:
    scripts/walk "$1"

# Execute the commands of guides against the server at TC_URL, for instance `just guides docs/guides/time.md` (with KEY)
guides *pages:
    scripts/guides "$@"

# Record histories of workflows again, for the test that replays them
record-histories:
    cargo nextest run --workspace --run-ignored only -E 'package(engine) & test(record)'

# Everything that must hold before a change goes in
verify: check drills-short test

# One drill, for instance `just drill isolation`; `just drill` lists them
drill *args: _release
    @"${CARGO_TARGET_DIR:-target}/release/drill" "$@"

# Every drill in its short form, on the build that the tests use
drills-short: _dev
    "${CARGO_TARGET_DIR:-target}/debug/drill" all --short

# Some drills in their short form, for instance `just drill-short isolation contract`
drill-short *names: _dev
    for name in "$@"; do "${CARGO_TARGET_DIR:-target}/debug/drill" "$name" --short || exit 1; done

# The artefacts of a release in target/artefacts, with checksums; closes the changelog's section
release:
    scripts/release

# How fast reads are, beside PostgreSQL's own benchmark
bench: (drill "bench-read")

# Property tests of the running server from its published document
contract: (drill "contract")

# Compare openapi.json with the one that was merged last: changes that break clients must be in the changelog
breaking-change: (drill-short "breaking-change")

_release:
    cargo build --release --workspace --quiet

_dev:
    cargo build --workspace --all-targets --quiet
