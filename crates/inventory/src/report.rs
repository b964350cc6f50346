//! `/api/rmm/reports/asset-inventory`: the devices that match any combination of filters, with counts over all of them, as
//! pages of JSON or as a whole in NDJSON, CSV or XLSX.

mod export;
mod rows;
mod wanted;

use api::{
    OrganizationId, Scope,
    assets::{AssetGroup, AssetGroupBy, AssetGroups, AssetQuery, AssetReport, AssetReportHead, AssetSummary},
};
use axum::response::Response;
use kernel::{
    app::App,
    db::Tenant,
    http::{Caller, Credential, Paging, PagingParams, Problem, Query, export::export},
};
use queries::{
    client::Params,
    queries::inventory::report::{self as sql, Counted, Group},
};
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;
use wanted::{Place, Wanted, filtered, parameters};

/// Groups that a report lists at most.
const MOST_GROUPS: usize = 500;

pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read))
}

/// Read the asset inventory
///
/// Returns the devices that match all filters, with counts over all of them. `format=ndjson`, `csv` and `xlsx` stream
/// every matching device. In CSV and XLSX, a text that a spreadsheet could execute as a formula is escaped; numbers
/// stay numbers.
///
/// To keep a copy up to date, read everything once and then call with `updated_since`, the highest `updated_at` or
/// `deleted_at` of the copy. `last_seen_at` alone does not make a device changed.
#[utoipa::path(get, path = "/api/rmm/reports/asset-inventory", operation_id = "rmm.reports.asset_inventory",
    tag = "Reports", params(AssetQuery, PagingParams),
    extensions(("x-problems" = json!([api::ProblemCode::UnsupportedCombination]))),
    security(("api_key" = [Scope::AssetsRead])), responses((status = 200, content(
        (AssetReport = "application/json"), (String = "application/x-ndjson"), (String = "text/csv"),
        (String = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")))))]
async fn read(
    app: App,
    caller: Caller,
    credential: Option<Credential>,
    Query(query): Query<AssetQuery>,
    paging: Paging,
) -> Result<Response, Problem> {
    let now = app.clock.now();
    let filters = parameters(&query);
    let (summary, group_by) = (query.summary, query.group_by);
    let (mut wanted, format) = Wanted::new(query, &caller, now)?;
    if format.is_some() {
        wanted.refuse_pages(&paging, group_by.is_some() || summary.is_some())?;
    }
    let after: Option<Place> = paging.after()?;
    let db = app.db.tenant(&caller).await?.planned_anew();
    wanted.search(&db).await?;
    if let Some(format) = format {
        drop(db);
        return export(app, caller, credential, wanted, format);
    }
    let is_counted = summary.unwrap_or(after.is_none());
    let rows = wanted.rows(&db, after, paging.rows()).await?;
    let software = wanted.software(&db, &rows).await?;
    let summary = if is_counted { Some(wanted.summary(&db).await?) } else { None };
    let groups = match group_by {
        Some(by) => Some(wanted.groups(&db, by).await?),
        None => None,
    };
    drop(db);
    let row_count = summary.as_ref().map(|summary| summary.total);
    let report = AssetReportHead { generated_at: now, filters, row_count };
    let page = paging.page(rows, rows::Found::place, |found| wanted.to_wire(found, &software));
    Ok(page.within(|page| AssetReport {
        report,
        summary,
        groups,
        data: page.data,
        has_more: page.has_more,
        next_cursor: page.next_cursor,
    }))
}

impl Wanted {
    async fn summary(&self, db: &Tenant) -> Result<AssetSummary, Problem> {
        let counted = sql::summarize().params(db, &filtered!(SummarizeParams, self, {})).all().await?;
        Ok(summary(counted))
    }

    async fn groups(&self, db: &Tenant, by: AssetGroupBy) -> Result<AssetGroups, Problem> {
        let limit = MOST_GROUPS as i64 + 1;
        let params = filtered!(CountGroupsParams, self, { group_by: by.name(), limit });
        let mut groups = sql::count_groups().params(db, &params).all().await?;
        let has_more = groups.len() > MOST_GROUPS;
        groups.truncate(MOST_GROUPS);
        let data = groups.into_iter().map(|group| to_group(by, group)).collect();
        Ok(AssetGroups { by, data, has_more })
    }
}

/// Each row counts all devices, or those with one value of one column.
fn summary(counted: Vec<Counted>) -> AssetSummary {
    let mut summary = AssetSummary::default();
    for row in counted {
        let (map, value) = match row.level {
            3 => (&mut summary.by_type, row.r#type),
            5 => (&mut summary.by_os, row.os_family),
            6 => (&mut summary.by_status, row.status),
            _ => {
                summary.total = row.total;
                summary.stale = row.stale;
                summary.identity_conflicts = row.identity_conflicts;
                summary.without_backup = row.without_backup;
                continue;
            }
        };
        map.insert(value.unwrap_or_default(), row.total);
    }
    summary
}

fn to_group(by: AssetGroupBy, group: Group) -> AssetGroup {
    let as_id = |text: String| Uuid::try_parse(&text).map_or(text, |id| OrganizationId(id).to_string());
    let value = match by {
        AssetGroupBy::Organization => group.value.map(as_id),
        _ => group.value,
    };
    AssetGroup { value, total: group.total, stale: group.stale, identity_conflicts: group.identity_conflicts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_sorted_into_the_summary() {
        let row = |level, kind: Option<&str>, total| Counted {
            level,
            r#type: kind.map(str::to_owned),
            os_family: None,
            status: None,
            total,
            stale: 1,
            identity_conflicts: 2,
            without_backup: total,
        };
        let summary = summary(vec![row(7, None, 9), row(3, Some("laptop"), 5), row(3, Some("server"), 4)]);
        assert_eq!((summary.total, summary.stale, summary.identity_conflicts, summary.without_backup), (9, 1, 2, 9));
        assert_eq!(summary.by_type.into_iter().collect::<Vec<_>>(), [("laptop".into(), 5), ("server".into(), 4)]);
    }
}
