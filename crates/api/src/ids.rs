//! Public ids such as `org_01jd…`: a prefix for the type, and a UUID v7 in Crockford's base 32 (the TypeID format).

use uuid::Uuid;

const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The value of each byte that is a digit, and `NO_DIGIT` for all others.
const VALUES: [u8; 256] = {
    let mut values = [NO_DIGIT; 256];
    let mut value = 0;
    while value < DIGITS.len() {
        values[DIGITS[value] as usize] = value as u8;
        value += 1;
    }
    values
};

const NO_DIGIT: u8 = u8::MAX;

/// The 26 digits of an id, without its prefix.
pub fn digits(id: Uuid) -> [u8; 26] {
    let n = id.as_u128();
    std::array::from_fn(|i| DIGITS[(n >> ((25 - i) * 5)) as usize & 31])
}

pub(crate) fn decode(prefix: &str, text: &str) -> Option<Uuid> {
    let digits = text.strip_prefix(prefix)?.strip_prefix('_')?.as_bytes();
    if digits.len() != 26 || digits[0] > b'7' {
        return None; // 26 digits hold 130 bits
    }
    let mut n = 0u128;
    for digit in digits {
        match VALUES[usize::from(*digit)] {
            NO_DIGIT => return None,
            value => n = (n << 5) | u128::from(value),
        }
    }
    Some(Uuid::from_u128(n))
}

/// The description of an id, from the name of its type: `Id of an API key.`
fn described(name: &str) -> String {
    let mut words = String::new();
    for letter in name.trim_end_matches("Id").chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.push(letter.to_ascii_lowercase());
    }
    for (word, written) in [("api", "API"), ("sso", "SSO"), ("sla", "SLA"), ("vm", "VM")] {
        let parts: Vec<_> = words.split(' ').map(|part| if part == word { written } else { part }).collect();
        words = parts.join(" ");
    }
    let article = if words.starts_with(['A', 'S', 'a', 'e', 'i', 'o']) { "an" } else { "a" };
    format!("Id of {article} {words}.")
}

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal),* $(,)?) => {
        /// Every prefix, with the name of its type.
        pub const PREFIXES: &[(&str, &str)] = &[$(($prefix, stringify!($name))),*];

        $(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub Uuid);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!($prefix, "_"))?;
                f.write_str(std::str::from_utf8(&digits(self.0)).unwrap_or_default())
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = &'static str;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                decode($prefix, text)
                    .map($name)
                    .ok_or(concat!("expected an id like ", $prefix, "_01h455vb4pex5vsknk084sn02q"))
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
                const KIND: &[u8] = concat!($prefix, "_").as_bytes();
                let mut text = [0; KIND.len() + 26];
                text[..KIND.len()].copy_from_slice(KIND);
                text[KIND.len()..].copy_from_slice(&digits(self.0));
                s.serialize_str(std::str::from_utf8(&text).unwrap_or_default())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(d)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                utoipa::openapi::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::String)
                    .description(Some(described(stringify!($name))))
                    .pattern(Some(concat!("^", $prefix, "_[0-7][0-9a-hjkmnp-tv-z]{25}$")))
                    .examples([serde_json::json!(concat!($prefix, "_01h455vb4pex5vsknk084sn02q"))])
                    .into()
            }
        }

        impl utoipa::ToSchema for $name {}
    )*};
}

ids! {
    TenantId = "ten",
    OrganizationId = "org",
    UserId = "usr",
    ServiceAccountId = "sva",
    SessionId = "ses",
    SsoProviderId = "sso",
    ApiKeyId = "key",
    AuditEntryId = "aud",
    EventId = "evt",
    TicketId = "tkt",
    CommentId = "cmt",
    TicketMergeId = "mrg",
    TicketLinkId = "lnk",
    TaskId = "tsk",
    AttachmentId = "att",
    ContactId = "con",
    TimeEntryId = "tme",
    BillingRunId = "bil",
    ViewId = "viw",
    MacroId = "mac",
    TeamId = "tem",
    WatcherId = "wat",
    DeviceId = "dev",
    EnrolmentId = "enr",
    HistoryEntryId = "hst",
    SlaPolicyId = "slp",
    SlaContractId = "slc",
    WebhookEndpointId = "whk",
    DeliveryId = "dlv",
    OperationId = "op",
    WorkflowId = "wf",
    WorkflowSecretId = "sec",
    RunId = "run",
    ApprovalId = "apr",
    RepositoryId = "rep",
    BackupJobId = "bkj",
    BackupCheckId = "bkc",
    BackupHostId = "bkh",
    CloudProviderId = "prv",
    CloudVmId = "vm",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_the_typeid_of_its_uuid() {
        let uuid = Uuid::from_u128(0x01890a5d_ac96_774b_bcce_b302099a8057);
        assert_eq!(OrganizationId(uuid).to_string(), "org_01h455vb4pex5vsknk084sn02q");
        assert_eq!("org_01h455vb4pex5vsknk084sn02q".parse(), Ok(OrganizationId(uuid)));
        assert_eq!(serde_json::to_string(&OrganizationId(uuid)).unwrap(), r#""org_01h455vb4pex5vsknk084sn02q""#);
    }

    #[test]
    fn an_id_is_described_by_its_type() {
        assert_eq!(described("ApiKeyId"), "Id of an API key.");
        assert_eq!(described("TicketMergeId"), "Id of a ticket merge.");
        assert_eq!(described("SlaPolicyId"), "Id of an SLA policy.");
        assert_eq!(described("UserId"), "Id of a user.");
    }

    #[test]
    fn what_is_not_an_id_of_its_kind_does_not_parse() {
        for wrong in [
            "key_01h455vb4pex5vsknk084sn02q",
            "org_81h455vb4pex5vsknk084sn02q",
            "org_01h455vb4pex5vsknk084sn02",
            "org_01H455VB4PEX5VSKNK084SN02Q",
            "org_",
            "",
        ] {
            assert!(wrong.parse::<OrganizationId>().is_err(), "{wrong}");
        }
    }
}
