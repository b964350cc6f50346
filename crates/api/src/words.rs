//! Enumerations whose values are strings on the wire and in the database.

/// Defines an enumeration whose values are strings: on the wire, in the schema and in a row.
macro_rules! words {
    ($($(#[doc = $doc:literal])* $name:ident {
        $($(#[doc = $variant_doc:literal])* $variant:ident = $text:literal),* $(,)?
    })*) => {$(
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        pub enum $name { $($(#[doc = $variant_doc])* #[serde(rename = $text)] $variant),* }

        impl $name {
            pub const ALL: &[$name] = &[$($name::$variant),*];

            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $text),* }
            }

            /// Converts the column of a row, which a check constraint limits to these values.
            pub fn named(text: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|word| word.name() == text)
            }
        }

        // The derive would not see the words through a macro.
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                utoipa::openapi::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::String)
                    .description($crate::words::described(&[$($doc),*], [$(($text, vec![$($variant_doc),*])),*]))
                    .enum_values(Some($name::ALL.iter().map(|word| word.name())))
                    .into()
            }
        }

        impl utoipa::ToSchema for $name {}
    )*};
}

pub(crate) use words;

/// The description of an enumeration: its comment, and a list of the values that have comments of their own.
pub(crate) fn described(
    about: &[&str],
    values: impl IntoIterator<Item = (&'static str, Vec<&'static str>)>,
) -> Option<String> {
    let text = |lines: &[&str]| lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
    let values = values.into_iter().filter(|(_, lines)| !lines.is_empty());
    let values: Vec<_> = values.map(|(name, lines)| format!("- `{name}`: {}", text(&lines))).collect();
    let parts = [text(about), values.join("\n")].into_iter().filter(|part| !part.is_empty());
    Some(parts.collect::<Vec<_>>().join("\n\n")).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_enumeration_is_described_with_its_values() {
        let values = [("open", vec![]), ("held", vec![" Waiting for", " the customer."])];
        let described = described(&[" Status of a ticket."], values);
        assert_eq!(described.unwrap(), "Status of a ticket.\n\n- `held`: Waiting for the customer.");
    }
}
