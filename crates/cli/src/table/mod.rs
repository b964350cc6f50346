//! The table of commands: every operation of the API as a noun and a verb. It is static data, so that nothing is parsed
//! when the program starts; `generated` is made from the SDK document.

#[rustfmt::skip]
mod generated;

#[cfg(test)]
mod tests;

pub use generated::NOUNS;

/// A resource with its operations: `tenantctl tickets …`.
#[derive(Debug)]
pub struct Noun {
    pub name: &'static str,
    pub operations: &'static [Operation],
}

/// A command.
#[derive(Debug)]
pub struct Operation {
    /// Id of the operation in the API, such as `psa.tickets.list`.
    pub id: &'static str,
    pub verb: &'static str,
    /// The verb of the id, if the command has another.
    pub alias: Option<&'static str>,
    pub method: &'static str,
    /// Path with `{id}` for the object.
    pub path: &'static str,
    pub about: &'static str,
    pub description: &'static str,
    pub example: &'static str,
    pub body: Body,
    pub reply: Reply,
    /// Fields that a table of the result shows.
    pub columns: &'static [&'static str],
    pub scopes: &'static [&'static str],
    /// No credential is needed.
    pub is_public: bool,
    /// The work continues after the response, which describes it.
    pub continues: bool,
    pub flags: &'static [Flag],
}

/// The body of the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Body {
    Nothing,
    Json,
    Bytes,
}

/// The body of the response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    Nothing,
    Object,
    /// All items in `data`.
    List,
    /// A page of items in `data`.
    Page,
    Bytes,
}

/// A parameter of the operation or a field of its body.
#[derive(Debug)]
pub struct Flag {
    /// Name on the wire.
    pub name: &'static str,
    /// Name on the command line, without dashes.
    pub flag: &'static str,
    pub place: Place,
    pub kind: Kind,
    pub required: bool,
    /// `--clear` can set it to `null`.
    pub nullable: bool,
    pub help: &'static str,
}

impl Flag {
    /// The object of the operation is no flag: `api-keys revoke key_…`.
    pub fn is_positional(&self) -> bool {
        self.place == Place::Path || (self.place == Place::Query && self.name == "id" && self.required)
    }
}

/// Where the value is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Path,
    Query,
    Header,
    Body,
}

/// The type of a flag's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Text,
    Integer,
    Number,
    Switch,
    Choice(&'static [&'static str]),
    Texts,
    Integers,
    Choices(&'static [&'static str]),
    Map,
    /// `env:NAME`, `@FILE` or `-`, never the secret itself.
    Secret,
    Json,
    /// As `Secret`, for an object that contains secrets.
    SecretJson,
}

/// The noun with this name.
pub fn noun(name: &str) -> Option<&'static Noun> {
    NOUNS.iter().find(|noun| noun.name == name)
}

impl Noun {
    /// The operation with this verb, by either of its names.
    pub fn operation(&self, verb: &str) -> Option<&'static Operation> {
        self.operations
            .iter()
            .find(|one| one.verb == verb)
            .or_else(|| self.operations.iter().find(|one| one.alias == Some(verb)))
    }
}

impl Operation {
    /// A flag has this name on the command line.
    pub fn has_flag(&self, name: &str) -> bool {
        self.flags.iter().any(|flag| flag.flag == name)
    }
}
