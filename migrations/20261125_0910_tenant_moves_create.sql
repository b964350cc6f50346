-- Moves of tenants between cells (`tenant-control tenant move`). Each of the two cells has a row of its own for a move; none is
-- copied. While a move is under way, triggers on the tables of tenants, for this tenant alone, ask the row whether the tenant is
-- fenced here. The command creates the triggers and removes them: other tenants have none.
create table tenant_moves (
    tenant_id uuid not null,
    -- The way of the tenant, as this cell sees it.
    way text not null,
    -- The other cell.
    cell text not null,
    stage text not null,
    -- Until then nothing of the tenant is written here. In the cell that it leaves the fence ends by itself, in case the command is
    -- killed; when the move is decided, it is infinite. When it is lifted, that time stays here: transactions that began before it
    -- are still fenced.
    fenced_until timestamptz,
    -- Workers that deliver webhooks leave the tenant, and none takes it: they send what they own without asking again.
    yields boolean not null default false,
    started_at timestamptz not null,
    changed_at timestamptz not null,
    constraint tenant_moves_pkey primary key (tenant_id),
    constraint tenant_moves_way_is_known check (way in ('leaves', 'arrives')),
    constraint tenant_moves_stage_is_known
        check (stage in ('preparing', 'copying', 'verifying', 'fenced', 'decided', 'moved', 'aborting', 'purging'))
);

-- Written in the cell that a tenant leaves, and replicated with the tenant's rows: when a mark arrives, so has everything before
-- it.
create table tenant_move_marks (
    tenant_id uuid not null,
    mark bigint not null,
    constraint tenant_move_marks_pkey primary key (tenant_id)
);

alter table tenant_moves enable row level security;
alter table tenant_moves force row level security;
create policy system on tenant_moves for select to app_system using (true);
create policy owner on tenant_moves to current_user using (true);
create policy definer on tenant_moves for select to app_definer using (true);
grant select on tenant_moves to app_system, app_definer;

alter table tenant_move_marks enable row level security;
alter table tenant_move_marks force row level security;
create policy owner on tenant_move_marks to current_user using (true);

-- A transaction that writes holds the lock until it ends, and who fences waits for the lock: behind the fence no write is under
-- way. A request is refused. A statement of the system over many tenants leaves the tenant's rows out, and goes on with others';
-- but what it inserts for one tenant alone, such as a session, is refused as well (the triggers' argument). The time is that of the
-- transaction's start: its statements are all left out, or none. A transaction with one snapshot for all its statements could not
-- see that the tenant is fenced meanwhile, so it is refused as long as the tenant is about to move.
create function app.fence_tenant() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
as $$
begin
    perform pg_advisory_xact_lock_shared(hashtextextended('tenant_moves ' || tg_argv[0], 0));
    -- A role that migrates or operates knows what it does.
    if session_user in ('app', 'app_system') then
        if current_setting('transaction_isolation') <> 'read committed' then
            raise exception 'the tenant is being moved to another cell' using errcode = 'TC503';
        end if;
        if exists (select from tenant_moves where tenant_id = tg_argv[0]::uuid and fenced_until > now()) then
            if session_user = 'app' or (tg_op = 'INSERT' and tg_argv[1] = 'refuse') then
                raise exception 'the tenant is being moved to another cell' using errcode = 'TC503';
            end if;
            return null;
        end if;
    end if;
    if tg_op = 'DELETE' then
        return old;
    end if;
    return new;
end
$$;
revoke all on function app.fence_tenant() from public;
grant create on schema app to app_definer;
alter function app.fence_tenant() owner to app_definer;
revoke create on schema app from app_definer;
-- A partition that is made during a move gets the triggers of its table.
grant execute on function app.fence_tenant() to app_partitions;

-- A run that comes from another cell is started from what the tables hold; what the engine has of an earlier stay is terminated.
alter table engine_outbox
    drop constraint engine_outbox_kind_is_known,
    add constraint engine_outbox_kind_is_known check (kind in ('start', 'restart', 'replace', 'nudge', 'cancel')) not valid;
