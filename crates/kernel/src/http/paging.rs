//! Lists by key: a cursor contains the key of the last row of a page and is bound to the filters of its request.

use super::{Json, Problem, Query, query::pairs};
use crate::app::App;
use api::{Page, ProblemCode};
use axum::{
    extract::FromRequestParts,
    http::{Uri, header, request::Parts},
    response::{IntoResponse, Response},
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use utoipa::IntoParams;
use uuid::Uuid;

pub const PAGE_SIZE: i64 = 200;
const DEFAULT: i64 = 50;
const FINGERPRINT: usize = 8;

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PagingParams {
    /// Maximum number of objects on a page.
    #[param(nullable = false, minimum = 1, maximum = 200, default = 50)]
    limit: Option<i64>,
    /// `next_cursor` of the previous page, with the same filters.
    #[param(example = "AZ3kq0L6d2uKxw", nullable = false, max_length = 2000)]
    cursor: Option<String>,
}

/// The requested page. Most lists are sorted by id, newest first.
pub struct Paging {
    uri: Uri,
    limit: i64,
    after: Option<Vec<u8>>,
}

/// The sort key of a list.
pub trait Key: Sized {
    fn bytes(&self) -> Vec<u8>;
    fn read(bytes: &[u8]) -> Option<Self>;
}

impl Key for Uuid {
    fn bytes(&self) -> Vec<u8> {
        self.as_bytes().to_vec()
    }

    fn read(bytes: &[u8]) -> Option<Uuid> {
        Uuid::from_slice(bytes).ok()
    }
}

impl Key for i64 {
    fn bytes(&self) -> Vec<u8> {
        self.to_be_bytes().to_vec()
    }

    fn read(bytes: &[u8]) -> Option<i64> {
        bytes.try_into().ok().map(i64::from_be_bytes)
    }
}

/// A position, and the id among rows of the same position.
impl Key for (i64, Uuid) {
    fn bytes(&self) -> Vec<u8> {
        [&self.0.bytes()[..], &self.1.bytes()].concat()
    }

    fn read(bytes: &[u8]) -> Option<(i64, Uuid)> {
        let (position, id) = bytes.split_at_checked(8)?;
        Some((Key::read(position)?, Key::read(id)?))
    }
}

/// A time to the microsecond, and the id among rows of the same time.
impl Key for (Timestamp, Uuid) {
    fn bytes(&self) -> Vec<u8> {
        [&self.0.as_microsecond().bytes()[..], &self.1.bytes()].concat()
    }

    fn read(bytes: &[u8]) -> Option<(Timestamp, Uuid)> {
        let (time, id) = bytes.split_at_checked(8)?;
        Some((Timestamp::from_microsecond(Key::read(time)?).ok()?, Key::read(id)?))
    }
}

impl Paging {
    /// The last id of the page before; above every id for the first page.
    pub fn before(&self) -> Result<Uuid, Problem> {
        Ok(self.after()?.unwrap_or(Uuid::max()))
    }

    /// The key of the last row of the page before; `None` for the first page.
    pub fn after<K: Key>(&self) -> Result<Option<K>, Problem> {
        self.after.as_deref().map(|bytes| K::read(bytes).ok_or_else(mismatch)).transpose()
    }

    /// True if a page was requested, by its size or its cursor.
    pub fn is_asked_for(&self) -> bool {
        pairs(&self.uri).any(|(name, _)| name == "limit" || name == "cursor")
    }

    /// True if the page has no more rows than by default.
    pub fn is_short(&self) -> bool {
        self.limit <= DEFAULT
    }

    /// The number of rows to query: one more than the page has, to know whether there is another.
    pub fn rows(&self) -> i64 {
        self.limit + 1
    }

    pub fn page<R, T, K: Key>(self, mut rows: Vec<R>, key: impl Fn(&R) -> K, to_wire: impl FnMut(R) -> T) -> Listed<T> {
        let has_more = rows.len() as i64 > self.limit;
        rows.truncate(self.limit as usize);
        let last = rows.last().filter(|_| has_more).map(key);
        let next_cursor = last.map(|key| encode(&self.uri, &key));
        let link = next_cursor.as_deref().map(|cursor| self.link(cursor));
        Listed { page: Page { data: rows.into_iter().map(to_wire).collect(), has_more, next_cursor }, link }
    }

    fn link(&self, cursor: &str) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(pairs(&self.uri).filter(|(name, _)| name != "cursor"));
        query.append_pair("cursor", cursor);
        format!("<{}?{}>; rel=\"next\"", self.uri.path(), query.finish())
    }
}

impl FromRequestParts<App> for Paging {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Paging, Problem> {
        let Query(PagingParams { limit, cursor }) = Query::from_request_parts(parts, app).await?;
        let after = cursor.map(|cursor| decode(&cursor, &parts.uri)).transpose()?;
        Ok(Paging { uri: parts.uri.clone(), limit: limit.unwrap_or(DEFAULT), after })
    }
}

/// The fingerprint of the list and its filters, in any order.
fn fingerprint(uri: &Uri) -> [u8; FINGERPRINT] {
    let mut filters: Vec<_> = pairs(uri).filter(|(name, _)| name != "limit" && name != "cursor").collect();
    filters.sort();
    let hash = Sha256::digest(serde_json::to_vec(&(uri.path(), filters)).unwrap_or_default());
    std::array::from_fn(|i| hash[i])
}

fn mismatch() -> Problem {
    Problem::new(ProblemCode::CursorMismatch, "A cursor is valid only for the list and filters that returned it.")
}

fn encode(uri: &Uri, last: &impl Key) -> String {
    BASE64_URL_SAFE_NO_PAD.encode([&fingerprint(uri)[..], &last.bytes()].concat())
}

fn decode(cursor: &str, uri: &Uri) -> Result<Vec<u8>, Problem> {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(cursor).map_err(|_| mismatch())?;
    let (made_for, last) = bytes.split_at_checked(FINGERPRINT).ok_or_else(mismatch)?;
    if made_for != fingerprint(uri) {
        return Err(mismatch());
    }
    Ok(last.to_vec())
}

/// The last key of a list that is sorted by name, whose length has no small limit.
impl Key for (String, String) {
    fn bytes(&self) -> Vec<u8> {
        [self.0.as_bytes(), b"\0", self.1.as_bytes()].concat()
    }

    fn read(bytes: &[u8]) -> Option<(String, String)> {
        let (first, second) = str::from_utf8(bytes).ok()?.split_once('\0')?;
        (!second.contains('\0')).then(|| (first.to_owned(), second.to_owned()))
    }
}

/// A page and the link to the next.
pub struct Listed<T> {
    page: Page<T>,
    link: Option<String>,
}

impl<T> Listed<Option<T>> {
    /// Without the rows that cannot be shown.
    pub fn shown(self) -> Listed<T> {
        let Page { data, has_more, next_cursor } = self.page;
        Listed { page: Page { data: data.into_iter().flatten().collect(), has_more, next_cursor }, link: self.link }
    }
}

impl<T> Listed<T> {
    /// The page as a part of a larger object.
    pub fn within<W: Serialize>(self, whole: impl FnOnce(Page<T>) -> W) -> Response {
        let mut response = Json(whole(self.page)).into_response();
        if let Some(link) = self.link.and_then(|link| link.parse().ok()) {
            response.headers_mut().insert(header::LINK, link);
        }
        response
    }
}

impl<T: Serialize> IntoResponse for Listed<T> {
    fn into_response(self) -> Response {
        self.within(|page| page)
    }
}
