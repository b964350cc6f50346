-- Sign-ins under way, from the redirect to the provider to its answer. Taken once, by deleting it.
create table sso_attempts (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    provider_id uuid not null,
    state_hash bytea not null,
    -- Of the cookie of the browser that began it; null when a command line did, which proves itself by its challenge.
    browser_hash bytea,
    nonce text not null,
    -- Of no use without the code that the provider sends and the client's secret.
    pkce_verifier text not null,
    return_to text not null,
    code_challenge text,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    constraint sso_attempts_pkey primary key (tenant_id, id),
    constraint sso_attempts_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint sso_attempts_state_is_unique unique (state_hash),
    constraint sso_attempts_are_bound check ((browser_hash is null) <> (code_challenge is null))
);

create index sso_attempts_by_expiry on sso_attempts (expires_at);

alter table sso_attempts enable row level security;
alter table sso_attempts force row level security;
create policy tenant on sso_attempts to app using (tenant_id = (select app.tenant()));
create policy system on sso_attempts to app_system using (true);
create policy owner on sso_attempts to current_user using (true);

grant select, insert on sso_attempts to app;
grant select, delete on sso_attempts to app_system;

-- What a command line gets at the end of a sign-in, to be exchanged once for a session.
create table sso_codes (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    user_id uuid not null,
    code_hash bytea not null,
    code_challenge text not null,
    expires_at timestamptz not null,
    constraint sso_codes_pkey primary key (tenant_id, id),
    constraint sso_codes_user_exists foreign key (tenant_id, user_id) references users (tenant_id, id),
    constraint sso_codes_hash_is_unique unique (code_hash)
);

create index sso_codes_by_expiry on sso_codes (expires_at);

alter table sso_codes enable row level security;
alter table sso_codes force row level security;
create policy tenant on sso_codes to app using (tenant_id = (select app.tenant()));
create policy system on sso_codes to app_system using (true);
create policy owner on sso_codes to current_user using (true);

grant select, insert on sso_codes to app;
grant select, delete on sso_codes to app_system;
