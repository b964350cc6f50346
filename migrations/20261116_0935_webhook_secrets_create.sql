-- The secrets that deliveries to an endpoint are signed with. The one without an end is the present one; each earlier one
-- signs too until its own end, and is deleted by the next rotation after it.
create table webhook_secrets (
    tenant_id uuid not null default app.tenant(),
    endpoint_id uuid not null,
    id uuid not null,
    -- Sealed for the place where the secret was kept before: webhook_endpoints.secret_sealed. That is how the rows below
    -- could be copied as they were.
    secret_sealed bytea not null,
    issued_at timestamptz not null,
    valid_until timestamptz,
    constraint webhook_secrets_pkey primary key (tenant_id, id),
    constraint webhook_secrets_endpoint_exists foreign key (tenant_id, endpoint_id)
        references webhook_endpoints (tenant_id, id)
);

create unique index webhook_secrets_present on webhook_secrets (tenant_id, endpoint_id) where valid_until is null;
create index webhook_secrets_by_end on webhook_secrets (tenant_id, endpoint_id, valid_until);

alter table webhook_secrets enable row level security;
alter table webhook_secrets force row level security;
create policy tenant on webhook_secrets to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or endpoint_id = any (array(select id from webhook_endpoints)))
);
create policy system on webhook_secrets to app_system using (true);
create policy owner on webhook_secrets to current_user using (true);

grant select, insert, update (valid_until), delete on webhook_secrets to app;
grant select on webhook_secrets to app_system;
select app.sealed_column('webhook_secrets', 'secret_sealed');

-- The first secret of an endpoint has the endpoint's id, because it was sealed for it. What is in grace at this moment
-- stays in previous_secret_sealed until it ends.
insert into webhook_secrets (tenant_id, endpoint_id, id, secret_sealed, issued_at)
select tenant_id, id, id, secret_sealed, created_at
from webhook_endpoints
where secret_sealed is not null;

-- The version before may run beside this one during an upgrade: what it writes into webhook_endpoints is carried over. An
-- endpoint that this version creates or rotates has no secret there, and waits for a worker of this version.
create function app.carry_over_webhook_secret() returns trigger
language plpgsql
as $$
begin
    update webhook_secrets
    set valid_until = coalesce(new.previous_secret_until, now())
    where tenant_id = new.tenant_id and endpoint_id = new.id and id <> new.id and valid_until is null;
    delete from webhook_secrets
    where tenant_id = new.tenant_id and id = new.id;
    insert into webhook_secrets (tenant_id, endpoint_id, id, secret_sealed, issued_at)
    values (new.tenant_id, new.id, new.id, new.secret_sealed, new.updated_at);
    return null;
end
$$;

create trigger webhook_endpoints_carry_over_new after insert on webhook_endpoints
for each row when (new.secret_sealed is not null)
execute function app.carry_over_webhook_secret();

-- Sealing anew with another data key leaves the version as it is, and is done for both tables.
create trigger webhook_endpoints_carry_over after update of secret_sealed on webhook_endpoints
for each row when (
    new.secret_sealed is not null
    and new.secret_sealed is distinct from old.secret_sealed
    and new.version is distinct from old.version
)
execute function app.carry_over_webhook_secret();

-- Until when an earlier secret of an endpoint signs, the last of them.
create function app.webhook_grace_until(endpoint uuid) returns timestamptz
language sql stable
as $$
    select max(valid_until)
    from webhook_secrets
    where tenant_id = app.tenant() and endpoint_id = endpoint
$$;
