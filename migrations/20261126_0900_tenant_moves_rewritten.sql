-- Events are seldom changed after they were written. So behind its fence, a move compares only those that are new since the two
-- cells had a common state, which an index finds, unless a trigger has noted here that older ones were changed.
alter table tenant_moves add column rewritten boolean not null default false;

create policy definer_notes on tenant_moves for update to app_definer using (true);
grant update (rewritten) on tenant_moves to app_definer;

create function app.note_rewrite() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
    update tenant_moves set rewritten = true where tenant_id = tg_argv[0]::uuid and not rewritten;
    return null;
end
$$;
revoke all on function app.note_rewrite() from public;
grant create on schema app to app_definer;
alter function app.note_rewrite() owner to app_definer;
revoke create on schema app from app_definer;
-- A partition that is made during a move gets the triggers of its table.
grant execute on function app.note_rewrite() to app_partitions;
