//! Validation against the schemas that the OpenAPI document publishes, so that all faults come at once and the
//! document cannot promise what the server does not check. The tests check answers with the same functions.

use api::{Fault, problem::FaultCode};
use jsonschema::{ValidationError, Validator, error::ValidationErrorKind as Kind};
use serde_json::{Map, Value, json};
use std::{
    any::TypeId,
    collections::HashMap,
    sync::{Arc, LazyLock, PoisonError, RwLock},
};
use utoipa::ToSchema;

/// A schema that can be asked for every fault of a value.
pub struct Schema {
    root: Value,
    validator: Validator,
}

impl Schema {
    /// `schema` may refer to `#/components/schemas/…`.
    pub fn new(schema: Value, components: &Value) -> Result<Schema, String> {
        let mut root = schema;
        root["components"] = components.clone();
        let options = jsonschema::draft202012::options().should_validate_formats(true);
        let validator = options.build(&root).map_err(|error| error.to_string())?;
        Ok(Schema { root, validator })
    }

    /// The schema of a wire type, built once.
    pub fn of<T: ToSchema + 'static>() -> Arc<Schema> {
        cached::<T>(|| {
            let mut schemas = vec![(T::name().into_owned(), T::schema())];
            T::schemas(&mut schemas);
            let all: Map<_, _> = schemas.into_iter().map(|(name, schema)| (name, json!(schema))).collect();
            let reference = json!({"$ref": format!("#/components/schemas/{}", T::name())});
            Schema::new(reference, &json!({"schemas": all})).expect("the schema of a wire type compiles")
        })
    }

    pub(super) fn property(&self, name: &str) -> Option<&Value> {
        self.root["properties"].get(name)
    }

    /// Every fault of the value, each at its own pointer.
    pub fn faults(&self, value: &Value) -> Vec<Fault> {
        if self.validator.is_valid(value) {
            return vec![];
        }
        let mut faults: Vec<_> = self.validator.iter_errors(value).flat_map(|e| self.explain(&e, value)).collect();
        faults.sort_by(|a, b| a.pointer.cmp(&b.pointer));
        faults.dedup();
        faults
    }

    fn explain(&self, error: &ValidationError<'_>, value: &Value) -> Vec<Fault> {
        let at = error.instance_path().as_str();
        match error.kind() {
            Kind::AdditionalProperties { unexpected } => {
                let known = self.known_fields(error);
                let one = |name: &String| Fault {
                    did_you_mean: did_you_mean(name, known.iter().map(String::as_str)),
                    ..Fault::at(format!("{at}/{}", escape(name)), FaultCode::UnknownField, "there is no such field")
                };
                unexpected.iter().map(one).collect()
            }
            // What takes no field at all.
            Kind::FalseSchema => {
                let fields = value.pointer(at).and_then(Value::as_object).into_iter().flat_map(|fields| fields.keys());
                let unknown =
                    |name| Fault::at(format!("{at}/{name}"), FaultCode::UnknownField, "there is no such field");
                fields.map(|name| unknown(escape(name))).collect()
            }
            Kind::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                vec![Fault::at(format!("{at}/{}", escape(name)), FaultCode::Required, "is required")]
            }
            Kind::Enum { options } => {
                let known: Vec<_> = options.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                // Of what is no text at all, the type says enough.
                let Some(wrong) = error.instance().as_str() else { return vec![] };
                let guess = did_you_mean(wrong, known.iter().copied());
                vec![Fault {
                    did_you_mean: guess,
                    ..Fault::at(at, FaultCode::Invalid, "is not one of the known values")
                }]
            }
            // What may be null is `oneOf` the thing or null: tell what the thing has against it.
            Kind::OneOfNotValid { context } | Kind::AnyOf { context } if context.len() == 2 => {
                let told = context.iter().filter(|errors| !errors.iter().any(wants_null));
                told.flatten().flat_map(|e| self.explain(e, value)).collect()
            }
            // A value that is never read back is not part of a fault either.
            _ if self.is_write_only(error) => vec![Fault::at(at, FaultCode::Invalid, error.masked().to_string())],
            _ => vec![Fault::at(at, FaultCode::Invalid, error.to_string())],
        }
    }

    /// Whether the field that was refused is only written.
    fn is_write_only(&self, error: &ValidationError<'_>) -> bool {
        let path = error.evaluation_path().as_str().to_owned();
        let field = path.rsplit_once('/').map_or("", |(field, _)| field);
        self.schema_at(field.split('/').skip(1))["writeOnly"] == true
    }

    fn schema_at<'s>(&self, mut steps: impl Iterator<Item = &'s str>) -> &Value {
        steps
            .try_fold(&self.root, |here, step| match step.parse::<usize>() {
                _ if step == "$ref" => here["$ref"].as_str().and_then(|r| self.root.pointer(&r[1..])).or(Some(here)),
                Ok(index) if here.is_array() => here.get(index),
                _ => here.get(step),
            })
            .unwrap_or(&Value::Null)
    }

    /// The fields of the object that refused one; the evaluation path passes through `$ref`s.
    fn known_fields(&self, error: &ValidationError<'_>) -> Vec<String> {
        let path = error.evaluation_path().as_str().to_owned();
        let object = self.schema_at(path.split('/').skip(1).take_while(|step| *step != "additionalProperties"));
        object["properties"].as_object().map(|fields| fields.keys().cloned().collect()).unwrap_or_default()
    }
}

fn wants_null(error: &ValidationError<'_>) -> bool {
    matches!(error.kind(), Kind::Type { .. }) && error.to_string().ends_with(r#"is not of type "null""#)
}

/// What is made once for each type.
pub(super) fn cached<T: 'static>(make: impl FnOnce() -> Schema) -> Arc<Schema> {
    static SCHEMAS: LazyLock<RwLock<HashMap<TypeId, Arc<Schema>>>> = LazyLock::new(Default::default);
    let known = SCHEMAS.read().unwrap_or_else(PoisonError::into_inner).get(&TypeId::of::<T>()).cloned();
    known.unwrap_or_else(|| {
        let schema = Arc::new(make());
        SCHEMAS.write().unwrap_or_else(PoisonError::into_inner).insert(TypeId::of::<T>(), schema.clone());
        schema
    })
}

pub fn did_you_mean<'a>(wrong: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    known
        .map(|name| (strsim::damerau_levenshtein(wrong, name), name))
        .filter(|(distance, name)| *distance <= 1 + name.len() / 4)
        .min()
        .map(|(_, name)| name.to_owned())
}

/// A field's name in a JSON pointer.
pub(super) fn escape(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
