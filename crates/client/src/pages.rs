//! Lists: page by page, or all objects of all pages.

use crate::{Client, Error, Request};
use futures::{
    Stream, TryStreamExt,
    stream::{self, try_unfold},
};
use serde_json::{Map, Value};

/// The largest `limit` that lists accept.
pub const LARGEST_PAGE: u64 = 200;

/// A page of a list, of any type.
#[derive(Clone, Debug, Default)]
pub struct Page {
    pub items: Vec<Value>,
    /// `None` on the last page.
    pub next_cursor: Option<String>,
    /// Fields of the response beside the items, such as totals.
    pub other: Map<String, Value>,
}

/// Where a list is continued.
enum Position {
    Start,
    After(String),
    End,
}

impl Client {
    /// The pages of a list. The request is that of the first one.
    pub fn pages(&self, request: Request) -> impl Stream<Item = Result<Page, Error>> + Send + '_ {
        try_unfold((self, request, Position::Start), |(client, request, position)| async move {
            let request_of_page = match position {
                Position::Start => request.clone(),
                Position::After(cursor) => with_cursor(&request, &cursor),
                Position::End => return Ok(None),
            };
            let page = page_of(client.send(request_of_page).await?.json()?);
            let position = page.next_cursor.clone().map_or(Position::End, Position::After);
            Ok::<_, Error>(Some((page, (client, request, position))))
        })
    }
}

fn with_cursor(request: &Request, cursor: &str) -> Request {
    let mut request = request.clone();
    request.query.retain(|(name, _)| name != "cursor");
    request.query("cursor", cursor)
}

fn page_of(body: Value) -> Page {
    let Value::Object(mut fields) = body else { return Page { items: vec![body], ..Page::default() } };
    // A list with `id` returns the object.
    if !fields.get("data").is_some_and(Value::is_array) || !fields.contains_key("has_more") {
        return Page { items: vec![Value::Object(fields)], ..Page::default() };
    }
    let Some(Value::Array(items)) = fields.remove("data") else { return Page::default() };
    let has_more = fields.remove("has_more") == Some(Value::Bool(true));
    let next_cursor = fields.remove("next_cursor").and_then(|cursor| cursor.as_str().map(str::to_owned));
    Page { items, next_cursor: next_cursor.filter(|_| has_more), other: fields }
}

/// All objects of a list, page by page. The function returns the page after a cursor:
///
/// ```no_run
/// # use client::{Client, Error, operations::ListTickets, paginate};
/// # async fn list(client: Client) -> Result<(), Error> {
/// use futures::TryStreamExt;
/// let tickets = paginate(|cursor| client.list_tickets(ListTickets { cursor, ..ListTickets::default() }));
/// let tickets: Vec<_> = tickets.try_collect().await?;
/// # Ok(())
/// # }
/// ```
pub fn paginate<T, F>(page_after: impl FnMut(Option<String>) -> F) -> impl Stream<Item = Result<T, Error>>
where
    F: Future<Output = Result<api::Page<T>, Error>>,
{
    let pages = try_unfold((page_after, Position::Start), |(mut page_after, position)| async move {
        let page = match position {
            Position::Start => page_after(None).await?,
            Position::After(cursor) => page_after(Some(cursor)).await?,
            Position::End => return Ok(None),
        };
        let position = page.next_cursor.filter(|_| page.has_more).map_or(Position::End, Position::After);
        Ok::<_, Error>(Some((stream::iter(page.data.into_iter().map(Ok::<T, Error>)), (page_after, position))))
    });
    pages.try_flatten()
}
