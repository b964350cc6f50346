--! check_entries : (last?)
select last, checked, expected, wrong
from app.check_search(:source, :beyond, :count);

--! count_entries
select count(*) as entries
from search_entries;

--! start_backfills (domain?)
insert into search_backfills (tenant_id, source)
select tenants.id, sources.name
from tenants
cross join unnest(:sources::text[]) as sources (name)
where :domain::text is null or tenants.domain = :domain
on conflict (tenant_id, source) do update set beyond = excluded.beyond
returning tenant_id;
