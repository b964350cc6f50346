--! pending_backfills
select tenant_id, source
from search_backfills
order by tenant_id, source
limit 100;

--! count_backfills
select count(*) as tables
from search_backfills;

--! lock_backfill
-- No row: another server has it, or it is done.
select beyond
from search_backfills
where source = :source
for update skip locked;

--! backfill_entries : (last?)
select app.backfill_search(:source, :beyond, :count) as last;

--! advance_backfill
update search_backfills
set beyond = :beyond
where source = :source
returning source;

--! finish_backfill
delete from search_backfills
where source = :source
returning source;
