//! `/api/search`: the request, and what is found as the caller may see it.
//!
//! Types that the caller's scopes do not open are not searched; which they are is said. Tenant and customers are not
//! arguments: the database takes them from the transaction.

use super::typos;
use anyhow::Context;
use api::{
    OrganizationId, Scope,
    search::{
        SearchAnswer, SearchEntry, SearchFacet, SearchFacets, SearchFuzzy, SearchMatch, SearchOrganization,
        SearchQuery, SearchType,
    },
};
use axum::response::Response;
use jiff::Timestamp;
use kernel::{
    app::App,
    db::Tenant,
    family::Searchable,
    find::{
        asked::Asked,
        grammar::{self, Parsed},
        index_failed, refuse_hidden_names,
    },
    http::{Caller, Key, Paging, PagingParams, Problem, Query},
};
use queries::queries::search::search::{near_words, search, visible_words};
use serde::Deserialize;
use serde_json::json;
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};
use tokio::time::{Instant, sleep_until};
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

/// How long the search of a misspelt word takes at least, for callers who are restricted to some customers.
const CORRECTION: Duration = Duration::from_millis(25);

/// If fewer entries than this are found, words with typos are looked for as well.
const TOO_FEW: i64 = 3;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read))
}

/// Search
///
/// Returns the devices, tickets, contacts, users, organizations and workflows that match `q`, the best matches first: equal
/// identifiers, equal titles, parts of identifiers, words of the title, other words, similar words; among equally good
/// ones, the newest first. An object is found as soon as the request that wrote it has returned. The guide "Find
/// everything" explains `q` with examples.
#[utoipa::path(get, path = "/api/search", operation_id = "search.find", tag = "Search",
    params(SearchQuery, PagingParams),
    security(("api_key" = [Scope::SearchRead])), responses((status = 200, body = SearchAnswer)))]
async fn read(app: App, caller: Caller, Query(query): Query<SearchQuery>, paging: Paging) -> Result<Response, Problem> {
    let after: Option<Place> = paging.after()?;
    let mut parsed = grammar::parse(query.q.as_deref().unwrap_or_default(), caller.user())?;
    if let Some(id) = query.organization_id {
        parsed.within(id);
    }
    let known = app.families.searchable();
    let scopes = caller.rights().scopes();
    let (open, hidden): (Vec<_>, Vec<_>) =
        known.iter().copied().partition(|searchable| scopes.contains(searchable.scope.into()));
    let names_organizations = scopes.contains(Scope::OrganizationsRead.into());
    refuse_hidden_names(&parsed, &caller)?;
    let types: Vec<_> = open.iter().map(|open| open.kind).filter(|kind| wanted(*kind, &parsed, &query)).collect();
    let asked = Asked {
        all_types: types.len() == known.len(),
        types,
        after_tier: after.as_ref().map(|place| place.tier),
        after_id: after.as_ref().map(|place| place.id),
        limit: paging.rows(),
        ..parsed.asked
    };
    let corrected_at = Instant::now() + CORRECTION;
    let db = app.db.tenant(&caller).await?;
    let (found, is_corrected) = find(&db, asked, query.fuzzy.unwrap_or(SearchFuzzy::Auto)).await?;
    drop(db);
    // The vocabulary is the tenant's: the duration would reveal to restricted callers whether another customer has a
    // similar word.
    if is_corrected && caller.organizations().is_some() {
        sleep_until(corrected_at).await;
    }
    let Found { data, truncated, complete, types, .. } = found;
    let page = paging.page(data, |hit| hit.place, |hit| to_wire(hit, &open, names_organizations)).shown();
    Ok(page.within(|page| SearchAnswer {
        data: page.data,
        has_more: page.has_more,
        next_cursor: page.next_cursor,
        facets: facets(&types, truncated),
        hidden_types: hidden.iter().map(|hidden| hidden.kind).collect(),
        truncated,
        index_complete: complete,
    }))
}

fn wanted(kind: SearchType, parsed: &Parsed, query: &SearchQuery) -> bool {
    let listed = |types: Option<&Vec<SearchType>>| types.is_none_or(|types| types.contains(&kind));
    listed(query.kind.as_ref()) && listed(parsed.types.as_ref()) && !parsed.without_types.contains(&kind)
}

/// Searches, and again with similar words if little is found. The second value is true if such words were looked for.
async fn find(db: &Tenant, mut asked: Asked, fuzzy: SearchFuzzy) -> Result<(Found, bool), Problem> {
    let found = ask(db, &asked).await?;
    let words = found.misspelt(&asked);
    if fuzzy == SearchFuzzy::Off || found.found >= TOO_FEW || words.is_empty() {
        return Ok((found, false));
    }
    let variants: BTreeSet<_> =
        words.iter().flat_map(|(_, word)| typos::variants(word, typos::tolerated(word))).collect();
    let variants: Vec<_> = variants.into_iter().collect();
    let vocabulary: Vec<String> = near_words().bind(db, &variants).all().await.map_err(index_failed)?;
    let similar = typos::similar(words.iter().map(|(_, word)| word.as_str()), &vocabulary);
    if similar.is_empty() {
        return Ok((found, true));
    }
    let types: Vec<_> = asked.types.iter().map(|kind| kind.name()).collect();
    let visible = visible_words().bind(db, &similar, &types).one().await.map_err(index_failed)?;
    for (place, word) in words {
        asked.words[place].near = typos::near(&word, &visible);
    }
    if asked.words.iter().all(|word| word.near.is_empty()) {
        return Ok((found, true));
    }
    Ok((ask(db, &asked).await?, true))
}

async fn ask(db: &Tenant, asked: &Asked) -> Result<Found, Problem> {
    let answer = search().bind(db, &json!(asked)).one().await.map_err(index_failed)?;
    serde_json::from_value(answer).context("the answer of app.search").map_err(Problem::internal)
}

/// What `app.search` returns.
#[derive(Debug, Deserialize)]
struct Found {
    data: Vec<Hit>,
    /// Entries on all pages.
    found: i64,
    truncated: bool,
    complete: bool,
    /// How many there are of each type.
    types: BTreeMap<String, i64>,
    /// What each of the words consists of, without case and accents.
    words: Vec<Vec<String>>,
}

impl Found {
    /// The words that may have typos, with their place among those that were asked for.
    fn misspelt(&self, asked: &Asked) -> Vec<(usize, String)> {
        let pairs = asked.words.iter().zip(&self.words).enumerate();
        let single = pairs.filter_map(|(place, (word, tokens))| match tokens.as_slice() {
            [token] if !word.exact && word.near.is_empty() => Some((place, token.clone())),
            _ => None,
        });
        single.filter(|(_, token)| typos::tolerated(token) > 0).collect()
    }
}

#[derive(Debug, Deserialize)]
struct Hit {
    #[serde(rename = "type")]
    kind: SearchType,
    #[serde(flatten)]
    place: Place,
    title: String,
    subtitle: Option<String>,
    organization_id: Option<Uuid>,
    organization_name: Option<String>,
    updated_at: Timestamp,
    matches: Vec<SearchMatch>,
}

/// The order of results: the quality of the match, and the newest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
struct Place {
    tier: i64,
    id: Uuid,
}

impl Key for Place {
    fn bytes(&self) -> Vec<u8> {
        [self.tier.bytes(), self.id.bytes()].concat()
    }

    fn read(bytes: &[u8]) -> Option<Place> {
        let (tier, id) = bytes.split_at_checked(8)?;
        let place = Place { tier: Key::read(tier)?, id: Key::read(id)? };
        (0..=9).contains(&place.tier).then_some(place)
    }
}

/// `None` for a type that the caller may not see, which is not asked for either.
fn to_wire(hit: Hit, open: &[&Searchable], names_organizations: bool) -> Option<SearchEntry> {
    let searchable = open.iter().find(|searchable| searchable.kind == hit.kind)?;
    let own = hit.organization_id.filter(|_| hit.kind != SearchType::Organization);
    let name = hit.organization_name.filter(|_| names_organizations);
    Some(SearchEntry {
        kind: hit.kind,
        id: (searchable.id)(hit.place.id),
        title: hit.title,
        subtitle: hit.subtitle,
        organization: own.map(|id| SearchOrganization { id: OrganizationId(id), name }),
        score: score(hit.place.tier),
        matches: hit.matches,
        updated_at: hit.updated_at,
    })
}

/// The tiers of `app.search`, from an equal identifier to none at all.
fn score(tier: i64) -> f64 {
    let scores = [1.0, 0.95, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3];
    usize::try_from(tier).ok().and_then(|tier| scores.get(tier)).copied().unwrap_or_default()
}

fn facets(types: &BTreeMap<String, i64>, truncated: bool) -> SearchFacets {
    let facet = |(name, count): (&String, &i64)| {
        Some(SearchFacet { value: SearchType::named(name)?, count: *count, truncated })
    };
    SearchFacets { kind: types.iter().filter_map(facet).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kernel::find::asked::Word;

    #[test]
    fn a_place_survives_in_a_cursor() {
        let place = Place { tier: 7, id: Uuid::max() };
        assert_eq!(Place::read(&place.bytes()), Some(place));
        assert_eq!(Place::read(b"short"), None);
        assert_eq!(Place::read(&Place { tier: 10, ..place }.bytes()), None);
    }

    #[test]
    fn better_matches_score_higher() {
        let scores: Vec<_> = (0..=9).map(score).collect();
        assert!(scores.windows(2).all(|pair| pair[0] >= pair[1]), "{scores:?}");
        assert_eq!((score(0), score(9)), (1.0, 0.0));
    }

    #[test]
    fn only_single_words_without_digits_are_misspelt() {
        let words = ["printre", "PC-0041", "on fire", "fan", "Wadams-Smith"];
        let asked = words.map(|text| Word { text: text.to_owned(), exact: text.contains(' '), ..Word::default() });
        let asked = Asked { words: asked.to_vec(), ..Asked::default() };
        let tokens = json!([["printre"], ["pc", "0041"], ["on", "fire"], ["fan"], ["wadams", "smith"]]);
        let found = json!({"data": [], "found": 0, "truncated": false, "complete": true, "types": {}, "words": tokens});
        let found: Found = serde_json::from_value(found).unwrap();
        assert_eq!(found.misspelt(&asked), [(0, "printre".to_owned())]);
    }
}
