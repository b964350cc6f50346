-- A database is a cell. These tables tell in which cell each tenant is. Every cell has a copy of the first three: one cell, the
-- home, publishes them, and the others subscribe. There are no foreign keys between them, since the rows of a copy may arrive in
-- any order.

-- The cells, each with the public URL of its servers.
create table cells (
    name text not null,
    url text not null,
    constraint cells_pkey primary key (name),
    constraint cells_name_is_plain check (name ~ '^[a-z][a-z0-9-]{0,39}$'),
    constraint cells_url_has_a_length check (length(url) between 1 and 500)
);

-- The tenants of all cells. The routing part of a tenant's keys leads to its row.
create table directory (
    routing text not null,
    tenant_id uuid not null,
    domain text not null,
    cell text not null,
    -- It grows with every change of the row.
    version bigint not null,
    changed_at timestamptz not null,
    constraint directory_pkey primary key (routing),
    constraint directory_tenant_is_unique unique (tenant_id),
    constraint directory_domain_is_unique unique (domain)
);

-- The domains whose people sign in by an identity provider of a tenant: each belongs to one tenant in all cells.
create table directory_sso_domains (
    domain text not null,
    routing text not null,
    constraint directory_sso_domains_pkey primary key (domain)
);

-- The name of this cell. Not replicated. Without a row, this is the only cell, and the directory is not used.
create table this_cell (
    "only" boolean not null default true,
    name text not null,
    constraint this_cell_pkey primary key ("only"),
    constraint this_cell_is_one check ("only")
);

alter table cells enable row level security;
alter table cells force row level security;
create policy system on cells to app_system using (true);
create policy owner on cells to current_user using (true);
grant select, insert, update, delete on cells to app_system;

alter table directory enable row level security;
alter table directory force row level security;
create policy system on directory to app_system using (true);
create policy owner on directory to current_user using (true);
grant select, insert, update, delete on directory to app_system;

alter table directory_sso_domains enable row level security;
alter table directory_sso_domains force row level security;
create policy system on directory_sso_domains to app_system using (true);
create policy owner on directory_sso_domains to current_user using (true);
grant select, insert, update, delete on directory_sso_domains to app_system;

alter table this_cell enable row level security;
alter table this_cell force row level security;
create policy system on this_cell to app_system using (true);
create policy owner on this_cell to current_user using (true);
grant select on this_cell to app_system;

-- The tenants that other cells serve. This database may have an old copy of one, or a new copy of one that is about to arrive.
create view served_elsewhere with (security_invoker = true) as
select
    directory.routing,
    directory.tenant_id,
    directory.cell,
    coalesce(cells.url, '') as url
from this_cell
join directory on directory.cell <> this_cell.name
left join cells on cells.name = directory.cell;

grant select on served_elsewhere to app_system;

-- Servers cache the keys and sessions of a tenant, and remove those of a tenant that moves. Also in a copy, where replication makes
-- the changes: so the triggers are enabled always, and the function sets the search path, which is empty there.
create function app.announce_directory() returns trigger
language plpgsql set search_path = public, pg_temp
as $$
declare
    moved uuid = coalesce(new.tenant_id, old.tenant_id);
begin
    perform pg_notify('directory', '');
    if tg_op = 'UPDATE' and old.cell = new.cell then
        return null;
    end if;
    perform pg_notify('api_keys', key_prefix)
    from api_keys
    where tenant_id = moved and revoked_at is null;
    perform pg_notify('api_keys', token_prefix)
    from sessions
    where tenant_id = moved and revoked_at is null;
    return null;
end
$$;

create trigger directory_announce after insert or update or delete on directory
for each row execute function app.announce_directory();
alter table directory enable always trigger directory_announce;

create function app.announce_directory_change() returns trigger
language plpgsql
as $$
begin
    perform pg_notify('directory', '');
    return null;
end
$$;

create trigger cells_announce after insert or update or delete on cells
for each row execute function app.announce_directory_change();
alter table cells enable always trigger cells_announce;

create trigger directory_sso_domains_announce after insert or update or delete on directory_sso_domains
for each row execute function app.announce_directory_change();
alter table directory_sso_domains enable always trigger directory_sso_domains_announce;
