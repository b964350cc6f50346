//! Validation against the schemas of the OpenAPI document, so that all faults are reported at once and the document
//! cannot promise what the server does not check. The tests check responses with the same functions.

use super::problem::MOST_FAULTS;
use api::{Fault, problem::FaultCode};
use flow::{bounds::SHOWN_CHARS, did_you_mean, escape, message, shortened, shown_pointer, unknown_value};
use jsonschema::{ValidationError, Validator, error::ValidationErrorKind as Kind};
use serde_json::{Map, Value, json};
use std::{
    any::TypeId,
    collections::HashMap,
    sync::{Arc, LazyLock, PoisonError, RwLock},
};
use utoipa::ToSchema;

/// The number of items of a list that are checked. No published list may have more than 1000.
const MOST_ITEMS: usize = 1_001;

/// A schema that reports every fault of a value.
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

    /// Every fault of the value, each at its own pointer; not many more than a problem can contain.
    pub fn faults(&self, value: &Value) -> Vec<Fault> {
        if self.validator.is_valid(value) {
            return vec![];
        }
        // The validator lists all faults before it returns one, so it gets a value of limited width.
        let narrow = narrowed(value);
        let errors = self.validator.iter_errors(&narrow);
        let mut faults: Vec<_> = errors.flat_map(|e| self.explain(&e, &narrow)).take(MOST_FAULTS + 1).collect();
        if let (true, Err(first)) = (faults.is_empty(), self.validator.validate(value)) {
            faults = self.explain(&first, value);
        }
        faults.sort_by(|a, b| a.pointer.cmp(&b.pointer));
        faults.dedup();
        faults
    }

    fn explain(&self, error: &ValidationError<'_>, value: &Value) -> Vec<Fault> {
        let instance_path = error.instance_path().as_str();
        let at = shown_pointer(instance_path);
        let unknown = |name: &str, known: &[String]| Fault {
            did_you_mean: did_you_mean(name, known.iter().map(String::as_str)),
            ..Fault::at(format!("{at}/{}", escape(name)), FaultCode::UnknownField, "unknown field")
        };
        match error.kind() {
            Kind::AdditionalProperties { unexpected } => {
                let known = self.known_fields(error);
                unexpected.iter().take(MOST_FAULTS + 1).map(|name| unknown(name, &known)).collect()
            }
            // A schema that accepts no field.
            Kind::FalseSchema => {
                let fields = value.pointer(instance_path).and_then(Value::as_object).into_iter();
                fields.flat_map(|fields| fields.keys()).take(MOST_FAULTS + 1).map(|name| unknown(name, &[])).collect()
            }
            Kind::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                vec![Fault::at(format!("{at}/{}", escape(name)), FaultCode::Required, "is required")]
            }
            Kind::Enum { options } => {
                let known: Vec<_> = options.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                // For a value that is not a text, the fault of its type is sufficient.
                let Some(wrong) = error.instance().as_str() else { return vec![] };
                let guess = did_you_mean(wrong, known.iter().copied());
                let detail = unknown_value(known.into_iter());
                vec![Fault { did_you_mean: guess, ..Fault::at(at, FaultCode::Invalid, detail) }]
            }
            Kind::OneOfNotValid { context } | Kind::AnyOf { context } => self.explain_forms(context, error, value),
            Kind::Pattern { pattern } if id_prefix(pattern).is_some() => {
                let wrong = error.instance().as_str().map(|text| Value::from(shortened(text, SHOWN_CHARS)));
                let (wrong, prefix) = (wrong.unwrap_or_default(), id_prefix(pattern).unwrap_or_default());
                vec![Fault::at(at, FaultCode::Invalid, format!("{wrong} is not an id of the form {prefix}_…"))]
            }
            // The value of a write-only field is not part of a fault either.
            _ if self.is_write_only(error) => vec![Fault::at(at, FaultCode::Invalid, error.masked().to_string())],
            // A regular expression is understood sooner with an example.
            Kind::Pattern { .. } => match self.field_of(error)["examples"][0].as_str() {
                Some(example) => {
                    vec![Fault::at(at, FaultCode::Invalid, format!("{}, for example {example:?}", message(error)))]
                }
                None => vec![Fault::at(at, FaultCode::Invalid, message(error))],
            },
            _ => vec![Fault::at(at, FaultCode::Invalid, message(error))],
        }
    }

    /// The value may have one of several forms: the faults of the form that it has, rather than those of all forms. A nullable
    /// value is null or has the other form.
    fn explain_forms(
        &self,
        forms: &[Vec<ValidationError<'_>>],
        error: &ValidationError<'_>,
        value: &Value,
    ) -> Vec<Fault> {
        let here = error.instance_path().as_str();
        let forms: Vec<_> = forms.iter().filter(|faults| !faults.iter().any(wants_null)).collect();
        let is_here = |fault: &&ValidationError<'_>| fault.instance_path().as_str() == here;
        let missing = |fault: &ValidationError<'_>| match fault.kind() {
            Kind::Required { property } => property.as_str().map(str::to_owned),
            _ => None,
        };
        // A value of another type, or without a field that the form requires, has another form.
        let fits = |faults: &&&Vec<ValidationError<'_>>| {
            !faults
                .iter()
                .filter(is_here)
                .any(|fault| matches!(fault.kind(), Kind::Type { .. } | Kind::Required { .. }))
        };
        let fewest = forms.iter().filter(fits).map(|faults| faults.len()).min();
        let fitting: Vec<_> =
            forms.iter().filter(fits).filter(|faults| Some(faults.len()) == fewest).copied().collect();
        let told = if fitting.is_empty() { forms } else { fitting };
        let names: Vec<String> =
            told.iter().flat_map(|faults| faults.iter().filter(is_here).filter_map(missing)).collect();
        if let (true, Some(sent)) = (told.len() > 1 && names.len() >= told.len(), error.instance().as_object()) {
            let near = |name: &String| did_you_mean(name, names.iter().map(String::as_str));
            let detail = format!("must have one of the fields {}", names.join(", "));
            let did_you_mean = sent.keys().take(MOST_FAULTS).find_map(near);
            return vec![Fault { did_you_mean, ..Fault::at(shown_pointer(here), FaultCode::Required, detail) }];
        }
        told.into_iter().flatten().flat_map(|fault| self.explain(fault, value)).collect()
    }

    /// True if the refused field is write-only.
    fn is_write_only(&self, error: &ValidationError<'_>) -> bool {
        self.field_of(error)["writeOnly"] == true
    }

    /// The schema of the refused field.
    fn field_of(&self, error: &ValidationError<'_>) -> &Value {
        let path = error.evaluation_path().as_str().to_owned();
        let field = path.rsplit_once('/').map_or("", |(field, _)| field);
        self.schema_at(field.split('/').skip(1))
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

/// The prefix of the ids that a pattern describes, if it describes ids.
fn id_prefix(pattern: &str) -> Option<&str> {
    let prefix = pattern.strip_prefix('^')?.strip_suffix("_[0-7][0-9a-hjkmnp-tv-z]{25}$")?;
    prefix.chars().all(|c| c.is_ascii_lowercase()).then_some(prefix)
}

fn wants_null(error: &ValidationError<'_>) -> bool {
    matches!(error.kind(), Kind::Type { .. }) && error.masked().to_string().ends_with(r#"is not of type "null""#)
}

/// A value that is built once for each type.
pub(super) fn cached<T: 'static>(make: impl FnOnce() -> Schema) -> Arc<Schema> {
    static SCHEMAS: LazyLock<RwLock<HashMap<TypeId, Arc<Schema>>>> = LazyLock::new(Default::default);
    let known = SCHEMAS.read().unwrap_or_else(PoisonError::into_inner).get(&TypeId::of::<T>()).cloned();
    known.unwrap_or_else(|| {
        let schema = Arc::new(make());
        SCHEMAS.write().unwrap_or_else(PoisonError::into_inner).insert(TypeId::of::<T>(), schema.clone());
        schema
    })
}

/// The value with the beginnings of long lists. The published limit of every list is below that length.
fn narrowed(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().take(MOST_ITEMS).map(narrowed).collect(),
        Value::Object(fields) => fields.iter().map(|(name, field)| (name.clone(), narrowed(field))).collect(),
        value => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema() -> Schema {
        let fields = json!({"list": {"type": "array", "maxItems": 100, "items": {"type": "integer"}}, "name": {"type": "string"}});
        let object = json!({"type": "object", "additionalProperties": false, "properties": fields});
        Schema::new(object, &json!({})).unwrap()
    }

    #[test]
    fn faults_are_no_more_than_can_be_shown_and_repeat_little_of_the_value() {
        let many: Map<_, _> = (0..40_000).map(|i| (format!("unknown{i}"), json!(1))).collect();
        assert_eq!(schema().faults(&json!(many)).len(), MOST_FAULTS + 1);
        let long = json!({"x".repeat(1000): 1, "list": vec!["y".repeat(100); 30_000], "name": ["z".repeat(100_000)]});
        let faults = schema().faults(&long);
        assert_eq!(faults.len(), MOST_FAULTS + 1);
        assert!(json!(faults).to_string().len() < 30_000);
    }

    #[test]
    fn a_fault_far_down_in_a_long_list_is_found() {
        let object = json!({"type": "array", "items": {"type": "integer"}});
        let mut list = vec![json!(1); 5_000];
        list[4_000] = json!("no integer");
        let faults = Schema::new(object, &json!({})).unwrap().faults(&json!(list));
        assert_eq!(faults[0].pointer.as_deref(), Some("/4000"));
    }

    #[test]
    fn a_list_that_is_too_long_is_told_by_its_bound_alone() {
        let faults = schema().faults(&json!({"list": vec![1; 101]}));
        assert_eq!(faults, [Fault::at("/list", FaultCode::Invalid, "the list has more than 100 items")]);
    }

    #[test]
    fn a_value_of_one_of_several_forms_has_the_faults_of_its_own_form() {
        let create = json!({"type": "object", "required": ["create"], "properties": {"create": schema().root}});
        let update = json!({"type": "object", "required": ["update"], "properties": {"update": {"type": "string"}}});
        let schema = Schema::new(json!({"type": "array", "items": {"oneOf": [create, update]}}), &json!({})).unwrap();
        let faults = schema.faults(&json!([{"create": {"name": 7}}, {"update": 7}, {"updte": "x"}]));
        assert_eq!(faults[0].pointer.as_deref(), Some("/0/create/name"));
        assert_eq!(faults[1].pointer.as_deref(), Some("/1/update"));
        let unknown = Fault::at("/2", FaultCode::Required, "must have one of the fields create, update");
        assert_eq!(faults[2], Fault { did_you_mean: Some("update".to_owned()), ..unknown });
        assert_eq!(faults.len(), 3);
    }

    #[test]
    fn unknown_values_and_ids_of_another_kind_are_explained() {
        let fields = json!({"status": {"type": "string", "enum": ["open", "closed"]},
            "id": {"type": "string", "pattern": "^org_[0-7][0-9a-hjkmnp-tv-z]{25}$"}});
        let schema = Schema::new(json!({"type": "object", "properties": fields}), &json!({})).unwrap();
        let faults = schema.faults(&json!({"id": "tkt_1", "status": "opne"}));
        assert_eq!(faults[0].detail, "\"tkt_1\" is not an id of the form org_…");
        assert_eq!(faults[1].detail, "is not one of the known values: open, closed");
        assert_eq!(faults[1].did_you_mean.as_deref(), Some("open"));
    }

    #[test]
    fn long_names_get_no_suggestion() {
        let near = |name: &str| schema().faults(&json!({name: 1}))[0].did_you_mean.clone();
        assert_eq!(near("nmae").as_deref(), Some("name"));
        assert_eq!(near(&"name".repeat(200)), None);
    }
}
