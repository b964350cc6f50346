-- The keys that seal tenants' secrets, wrapped by a master key that is not in the database. The role app has no right
-- to them: whoever gets at that role gets sealed values and nothing to open them with.
create table data_keys (
    tenant_id uuid not null,
    id uuid not null,
    wrapped bytea not null,
    -- The master key: file:… or kms:….
    wrapped_by text not null,
    created_at timestamptz not null,
    -- Since when it seals nothing any more. It still opens what it has sealed.
    retired_at timestamptz,
    constraint data_keys_pkey primary key (tenant_id, id),
    constraint data_keys_tenant_exists foreign key (tenant_id) references tenants (id)
);

-- A tenant has one key that seals. Two servers that make the first at once get the same.
create unique index data_keys_in_use on data_keys (tenant_id) where retired_at is null;

alter table data_keys enable row level security;
alter table data_keys force row level security;
create policy system on data_keys to app_system using (true);
create policy owner on data_keys to current_user using (true);

grant select, insert, update (wrapped, wrapped_by, retired_at), delete on data_keys to app_system;

-- The data key that a sealed value names: crates/seal says how it is laid out.
create function app.data_key_of(sealed bytea) returns uuid
language sql immutable parallel safe
as $$ select encode(substring(sealed from 2 for 16), 'hex')::uuid $$;

-- What a migration calls for each sealed column, after it has made the table: `select app.sealed_column('t', 'c_sealed');`.
-- A generated column c_key_id then names the data key, which cannot be deleted as long as it is named; the role
-- app_system may seal the column anew, with another key. The table needs tenant_id, id and a policy for app_system.
create function app.sealed_column(sealed_table text, sealed_column text) returns void
language plpgsql
as $$
declare
    key_column text := replace(sealed_column, '_sealed', '_key_id');
begin
    execute format(
        'alter table %1$I
            add column %3$I uuid generated always as (app.data_key_of(%2$I)) stored,
            add constraint %4$I foreign key (tenant_id, %3$I) references data_keys (tenant_id, id)',
        sealed_table, sealed_column, key_column, format('%s_%s_exists', sealed_table, replace(key_column, '_id', ''))
    );
    execute format(
        'grant select (tenant_id, id, %2$I, %3$I), update (%2$I) on %1$I to app_system',
        sealed_table, sealed_column, key_column
    );
end
$$;
