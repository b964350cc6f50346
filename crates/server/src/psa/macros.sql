--: MacroRow(description?, comment_body?, comment_visibility?, created_by_id?)

--! create_macro (description?, comment_body?, comment_visibility?, created_by_id?) : MacroRow
insert into macros (
    id, name, description, change, comment_body, comment_visibility, tasks, created_by_kind, created_by_id, created_at,
    updated_at
)
values (
    :id, :name, :description, :change, :comment_body, :comment_visibility, :tasks, :created_by_kind, :created_by_id, :now,
    :now
)
returning
    id, name, description, change, comment_body, comment_visibility, tasks, created_by_kind, created_by_id, created_at,
    updated_at, version;

--! list_macros : MacroRow
select
    id, name, description, change, comment_body, comment_visibility, tasks, created_by_kind, created_by_id, created_at,
    updated_at, version
from macros
where id < :before
order by id desc
limit :limit;

--! get_macro : MacroRow
select
    id, name, description, change, comment_body, comment_visibility, tasks, created_by_kind, created_by_id, created_at,
    updated_at, version
from macros
where id = :id;

--! macro_named
-- The other object of a conflict.
select id
from macros
where name = :name;

--! lock_macro : MacroRow
select
    id, name, description, change, comment_body, comment_visibility, tasks, created_by_kind, created_by_id, created_at,
    updated_at, version
from macros
where id = :id
for update;

--! update_macro (description?, comment_body?, comment_visibility?) : MacroRow
update macros
set
    name = :name,
    description = :description,
    change = :change,
    comment_body = :comment_body,
    comment_visibility = :comment_visibility,
    tasks = :tasks,
    updated_at = :now,
    version = version + 1
where id = :id
returning
    id, name, description, change, comment_body, comment_visibility, tasks, created_by_kind, created_by_id, created_at,
    updated_at, version;

--! delete_macro
delete from macros
where id = :id
returning id;

--! assignable_user
select id
from users
where id = :id;
