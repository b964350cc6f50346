//! Lists, `{"data": […], "has_more": true, "next_cursor": "…"}`, and the response of a GET with or without `?id=`.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{
        ArrayBuilder, ObjectBuilder, OneOfBuilder, Ref, RefOr, Schema,
        schema::{SchemaType, Type},
    },
};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Page<T> {
    pub data: Vec<T>,
    pub has_more: bool,
    pub next_cursor: Option<String>,
}

impl<T: ToSchema> PartialSchema for Page<T> {
    fn schema() -> RefOr<Schema> {
        let text = ObjectBuilder::new().schema_type(SchemaType::from_iter([Type::String, Type::Null])).description(
            Some("Send it as `cursor` with the same filters to get the next page; `null` on the last page."),
        );
        let objects =
            ArrayBuilder::new().items(Ref::from_schema_name(T::name())).description(Some("Objects of this page."));
        let has_more =
            ObjectBuilder::new().schema_type(Type::Boolean).description(Some("`true` if there is another page."));
        ObjectBuilder::new()
            .description(Some("A page of a list."))
            .property("data", objects)
            .required("data")
            .property("has_more", has_more)
            .required("has_more")
            .property("next_cursor", text)
            .required("next_cursor")
            .into()
    }
}

impl<T: ToSchema> ToSchema for Page<T> {
    fn name() -> Cow<'static, str> {
        format!("{}Page", T::name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((T::name().into(), T::schema()));
        T::schemas(schemas);
    }
}

/// `GET ?id=` returns a single object, `GET` a page of objects.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(untagged)]
pub enum OneOrPage<T> {
    Page(Page<T>),
    One(T),
}

impl<T: ToSchema> PartialSchema for OneOrPage<T> {
    fn schema() -> RefOr<Schema> {
        OneOfBuilder::new()
            .description(Some("With `id`, a single object; without it, a page of objects."))
            .item(Ref::from_schema_name(T::name()))
            .item(Ref::from_schema_name(Page::<T>::name()))
            .into()
    }
}

impl<T: ToSchema> ToSchema for OneOrPage<T> {
    fn name() -> Cow<'static, str> {
        format!("{}OrPage", T::name()).into()
    }

    fn schemas(schemas: &mut Vec<(String, RefOr<Schema>)>) {
        schemas.push((Page::<T>::name().into(), Page::<T>::schema()));
        Page::<T>::schemas(schemas);
    }
}
