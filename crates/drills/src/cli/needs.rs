//! The needs of an example beyond the members that it names, and the examples that cannot succeed here.

/// A profile that the example names.
const PROFILE: &str =
    "tenantctl login --server \"$TENANTCTL_URL\" --profile staging --key-stdin --insecure-storage <key.txt";

/// Changes the endpoint of the example to a receiver of the drill. A new URL must come with new header values or none,
/// because stored ones are sent to no other origin.
const RECEIVES: &str = "echo '{\"url\": \"http://localhost:3000/hook\", \"headers\": {}}' | \
    tenantctl webhooks update whk_01h455vb4pex5vsknk084sn02q --from-file -";

/// The folders of the completions. In bash, an array begins with 0.
const FOLDERS: &str =
    "mkdir -p functions ~/.local/share/bash-completion/completions ~/.config/fish/completions; fpath=(. functions)";

#[derive(Debug, Clone, Copy)]
pub enum Need {
    /// A line of a shell that runs first.
    Before(&'static str),
    /// A statement that runs first. `$tenant` is the tenant.
    Statement(&'static str),
    /// More words of the command.
    Words(&'static str),
    /// No credential in the environment.
    NoKey,
    /// The session of a person instead of a key.
    Session,
    /// It ends with this documented exit code, for this reason.
    Ends(i32, &'static str),
    /// Its output is not JSON, for this reason.
    NoJson(&'static str),
}

/// The needs, by the beginning of the example.
const NEEDS: &[(&str, Need)] = &[
    ("tenantctl completions", Need::Before(FOLDERS)),
    ("tenantctl completions", Need::NoJson("it is a script of a shell")),
    ("tenantctl man", Need::NoJson("it writes manual pages")),
    ("tenantctl attachments download", Need::NoJson("it is the content of a file")),
    // There is no keyring; cli-secrets tests that login refuses without this flag.
    ("tenantctl login", Need::Words("--insecure-storage")),
    (
        "tenantctl login --server https://api.example.com --domain",
        Need::Ends(4, "the domain has no identity provider; sso-browser signs in with one"),
    ),
    ("tenantctl logout", Need::Before(PROFILE)),
    ("tenantctl logout", Need::NoKey),
    ("tenantctl profiles", Need::Before(PROFILE)),
    ("tenantctl plan -f config/ --detailed-exitcode", Need::Before("tenantctl apply -f config/ --yes")),
    ("tenantctl trigger ticket.created --webhook", Need::Before(RECEIVES)),
    ("tenantctl session end", Need::Session),
    ("tenantctl analytics platform", Need::Ends(3, "only the tenant of the operator may read it")),
    ("tenantctl sign-in begin", Need::Ends(4, "the domain has no identity provider; sso-browser signs in with one")),
    ("tenantctl sign-in exchange", Need::Ends(6, "the code belongs to no sign-in; sso-browser exchanges a real one")),
    // No engine and no worker runs here.
    (
        "tenantctl runs watch",
        Need::Statement("update workflow_runs set status = 'succeeded', ended_at = now() where tenant_id = '$tenant'"),
    ),
    (
        "tenantctl wait",
        Need::Statement("update operations set status = 'succeeded', finished_at = now() where tenant_id = '$tenant'"),
    ),
];

pub fn of(example: &str) -> impl Iterator<Item = Need> {
    NEEDS.iter().filter(move |(begin, _)| example.starts_with(*begin)).map(|(_, need)| *need)
}

/// The reason why the example is not called with `--json`, if there is one.
pub fn without_json(example: &str) -> Option<&'static str> {
    of(example).find_map(|need| if let Need::NoJson(reason) = need { Some(reason) } else { None })
}

/// The entries that belong to none of these examples.
pub fn unused(examples: &[&str]) -> Vec<&'static str> {
    let is_used = |begin: &str| examples.iter().any(|example| example.starts_with(begin));
    NEEDS.iter().map(|(begin, _)| *begin).filter(|begin| !is_used(begin)).collect()
}
