-- Every secret that a key was ever given, with who caused it: whoever creates or rotates a key has held it. Rows are never
-- deleted. The one without an end is the present secret; each earlier one works until its own end.
create table api_key_secrets (
    tenant_id uuid not null default app.tenant(),
    key_id uuid not null,
    id uuid not null,
    secret_hash bytea not null,
    issued_by_kind text not null,
    issued_by_id uuid,
    issued_at timestamptz not null,
    valid_until timestamptz,
    constraint api_key_secrets_pkey primary key (tenant_id, key_id, id),
    constraint api_key_secrets_key_exists foreign key (tenant_id, key_id) references api_keys (tenant_id, id)
        on update cascade,
    constraint api_key_secrets_are_told_apart unique (tenant_id, key_id, secret_hash),
    constraint api_key_secrets_issuer_is_known check (issued_by_kind in ('api_key', 'user', 'operator'))
);

create unique index api_key_secrets_present on api_key_secrets (tenant_id, key_id) where valid_until is null;
create index api_key_secrets_by_end on api_key_secrets (tenant_id, key_id, valid_until);

alter table api_key_secrets enable row level security;
alter table api_key_secrets force row level security;
-- Whoever sees a key sees its secrets' rows; the hashes are for the look-up of credentials alone.
create policy tenant on api_key_secrets to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or key_id = any (array(select id from api_keys)))
);
create policy system on api_key_secrets to app_system using (true);
create policy owner on api_key_secrets to current_user using (true);

grant select (tenant_id, key_id, id, issued_by_kind, issued_by_id, issued_at, valid_until), insert, update (valid_until)
on api_key_secrets to app;
grant select, insert, update (valid_until) on api_key_secrets to app_system;

-- Who rotated a key stands in the audit log: a change of the last characters is a rotation. The present secret is of the
-- last rotation, the one before it of the rotation before, and the first of the key's creator.
with rotations as (
    select
        api_keys.tenant_id, api_keys.id as key_id, audit_log.actor_kind, audit_log.actor_id, audit_log.at,
        row_number() over (partition by api_keys.tenant_id, api_keys.id order by audit_log.id desc) as back
    from audit_log
    join api_keys
        on api_keys.tenant_id = audit_log.tenant_id and api_keys.key_prefix = audit_log.after ->> 'key_prefix'
    where
        audit_log.operation = 'admin.api_keys.update'
        and audit_log.before ->> 'key_last4' is distinct from audit_log.after ->> 'key_last4'
),
secrets as (
    select tenant_id, id as key_id, secret_hash, null::timestamptz as valid_until, 1 as back
    from api_keys
    union all
    select tenant_id, id, previous_secret_hash, grace_until, 2
    from api_keys
    where previous_secret_hash is not null
)
insert into api_key_secrets (
    tenant_id, key_id, id, secret_hash, issued_by_kind, issued_by_id, issued_at, valid_until
)
select
    secrets.tenant_id, secrets.key_id, gen_random_uuid(), secrets.secret_hash,
    coalesce(rotations.actor_kind, api_keys.created_by_kind),
    case when rotations.actor_kind is null then api_keys.created_by_id else rotations.actor_id end,
    coalesce(rotations.at, api_keys.created_at),
    secrets.valid_until
from secrets
join api_keys on api_keys.tenant_id = secrets.tenant_id and api_keys.id = secrets.key_id
left join rotations
    on rotations.tenant_id = secrets.tenant_id
    and rotations.key_id = secrets.key_id
    and rotations.back = secrets.back;

-- The columns in api_keys are of the version before, which may run beside this one during an upgrade. Until a later
-- migration drops them, each side's writes are carried over to the other.
alter table api_keys alter column secret_hash drop not null;
grant update (secret_hash, previous_secret_hash, grace_until) on api_keys to app_system;

-- Called after the secret that was present before was given its end.
create function app.carry_over_secret_to_key() returns trigger
language plpgsql
as $$
declare
    end_of_previous timestamptz := (
        select valid_until
        from api_key_secrets
        where tenant_id = new.tenant_id and key_id = new.key_id and id <> new.id
        order by issued_at desc, id desc
        limit 1
    );
begin
    update api_keys
    set
        previous_secret_hash = case when end_of_previous is null then null else secret_hash end,
        grace_until = case when secret_hash is null then null else end_of_previous end,
        secret_hash = new.secret_hash
    where tenant_id = new.tenant_id and id = new.key_id;
    return null;
end
$$;

create trigger api_key_secrets_carry_over after insert on api_key_secrets
for each row when (new.valid_until is null and pg_trigger_depth() = 0)
execute function app.carry_over_secret_to_key();

-- The version before does not say who rotates, so the key's creator stands for it.
create function app.carry_over_key_to_secret() returns trigger
language plpgsql
as $$
begin
    update api_key_secrets
    set valid_until = coalesce(new.grace_until, now())
    where tenant_id = new.tenant_id and key_id = new.id and valid_until is null;
    insert into api_key_secrets (tenant_id, key_id, id, secret_hash, issued_by_kind, issued_by_id, issued_at)
    values (
        new.tenant_id, new.id, gen_random_uuid(), new.secret_hash, new.created_by_kind, new.created_by_id, new.updated_at
    );
    return null;
end
$$;

create trigger api_keys_carry_over_new after insert on api_keys
for each row when (new.secret_hash is not null and pg_trigger_depth() = 0)
execute function app.carry_over_key_to_secret();

create trigger api_keys_carry_over after update of secret_hash on api_keys
for each row when (
    new.secret_hash is not null and new.secret_hash is distinct from old.secret_hash and pg_trigger_depth() = 0
)
execute function app.carry_over_key_to_secret();
