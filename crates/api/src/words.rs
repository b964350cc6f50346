//! Enumerations whose values are strings on the wire and in the database.

/// Defines an enumeration whose values are strings: on the wire, in the schema and in a row.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        pub enum $name { $($(#[$variant_doc])* #[serde(rename = $text)] $variant),* }

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
                    .enum_values(Some($name::ALL.iter().map(|word| word.name())))
                    .into()
            }
        }

        impl utoipa::ToSchema for $name {}
    )*};
}

pub(crate) use words;
