--: ViewRow(sort?, created_by_id?)

--! create_view (sort?, created_by_id?) : ViewRow
insert into saved_views (id, name, filter, sort, columns, created_by_kind, created_by_id, created_at, updated_at)
values (:id, :name, :filter, :sort, :columns, :created_by_kind, :created_by_id, :now, :now)
returning id, name, filter, sort, columns, created_by_kind, created_by_id, created_at, updated_at, version;

--! list_views : ViewRow
select id, name, filter, sort, columns, created_by_kind, created_by_id, created_at, updated_at, version
from saved_views
where id < :before
order by id desc
limit :limit;

--! get_view : ViewRow
select id, name, filter, sort, columns, created_by_kind, created_by_id, created_at, updated_at, version
from saved_views
where id = :id;

--! views_by_ids : ViewRow
select id, name, filter, sort, columns, created_by_kind, created_by_id, created_at, updated_at, version
from saved_views
where id = any (:ids)
order by id desc;

--! view_named
-- The other object of a conflict.
select id
from saved_views
where name = :name;

--! lock_view : ViewRow
select id, name, filter, sort, columns, created_by_kind, created_by_id, created_at, updated_at, version
from saved_views
where id = :id
for update;

--! update_view (sort?) : ViewRow
update saved_views
set
    name = :name,
    filter = :filter,
    sort = :sort,
    columns = :columns,
    updated_at = :now,
    version = version + 1
where id = :id
returning id, name, filter, sort, columns, created_by_kind, created_by_id, created_at, updated_at, version;

--! delete_view
delete from saved_views
where id = :id
returning id;
