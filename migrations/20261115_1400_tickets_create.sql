-- A tenant's tickets are numbered without gaps: the row is locked from the taking of a number to the commit.
create table ticket_counters (
    tenant_id uuid not null default app.tenant(),
    last_number bigint not null,
    constraint ticket_counters_pkey primary key (tenant_id),
    constraint ticket_counters_tenant_exists foreign key (tenant_id) references tenants (id)
)
with (fillfactor = 50);

alter table ticket_counters enable row level security;
alter table ticket_counters force row level security;
create policy tenant on ticket_counters to app using (tenant_id = (select app.tenant()));
create policy owner on ticket_counters to current_user using (true);
grant select, insert, update on ticket_counters to app;

create table tickets (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    number bigint not null,
    subject text not null,
    description text,
    type text not null,
    status text not null,
    priority text not null,
    source text not null,
    organization_id uuid,
    requester_name text,
    requester_email text,
    assignee_id uuid,
    tags text[] not null,
    device_ids uuid[] not null,
    custom_fields jsonb not null,
    external_system text,
    external_id text,
    dedup_key text,
    dedup_count integer,
    dedup_first_at timestamptz,
    dedup_last_at timestamptz,
    resolution_code text,
    resolution_notes text,
    comments integer not null default 0,
    created_by_kind text not null,
    created_by_id uuid,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    resolved_at timestamptz,
    closed_at timestamptz,
    -- When a resolved ticket closes by itself.
    closes_at timestamptz,
    -- The service levels' stopwatches: business seconds used up to an instant; `due_at` is when one that runs will have
    -- used a second too many. `sla_version` has the settings they are counted by, 0 for the defaults.
    sla_version integer not null default 0,
    response_elapsed_seconds bigint not null default 0,
    response_counted_until timestamptz not null default now(),
    response_running boolean not null default true,
    response_stopped_at timestamptz,
    response_breached_at timestamptz,
    response_due_at timestamptz,
    resolution_elapsed_seconds bigint not null default 0,
    resolution_counted_until timestamptz not null default now(),
    resolution_running boolean not null default true,
    resolution_stopped_at timestamptz,
    resolution_breached_at timestamptz,
    resolution_due_at timestamptz,
    version integer not null default 1,
    constraint tickets_pkey primary key (tenant_id, id),
    constraint tickets_tenant_exists foreign key (tenant_id) references tenants (id),
    constraint tickets_organization_exists foreign key (tenant_id, organization_id)
        references organizations (tenant_id, id),
    constraint tickets_number_is_unique unique (tenant_id, number),
    constraint tickets_external_ref_is_unique unique (tenant_id, external_system, external_id),
    constraint tickets_external_ref_is_whole check ((external_system is null) = (external_id is null)),
    constraint tickets_type_is_known check (
        type in ('incident', 'request', 'problem', 'change', 'question', 'alert', 'task')
    ),
    constraint tickets_status_is_known check (
        status in (
            'new', 'open', 'pending_customer', 'pending_vendor', 'scheduled', 'resolved', 'closed', 'canceled', 'merged'
        )
    ),
    constraint tickets_priority_is_known check (priority in ('p1', 'p2', 'p3', 'p4')),
    constraint tickets_source_is_known check (source in ('api', 'email', 'portal', 'alert', 'workflow')),
    constraint tickets_subject_has_a_length check (length(subject) between 1 and 300)
);

-- One unresolved ticket for a dedup_key, whatever races.
create unique index tickets_dedup_key_is_unique on tickets (tenant_id, dedup_key)
where dedup_key is not null and status not in ('resolved', 'closed', 'canceled', 'merged');

-- A list is in one of these orders: by status and priority, of all or of one customer; of one customer; or by the last
-- change. What a policy reads is included: otherwise PostgreSQL prefers another index that has it, and sorts.
create index tickets_by_status on tickets (tenant_id, status, priority, id) include (organization_id);
create index tickets_of_organization on tickets (tenant_id, organization_id, id);
create index tickets_by_organization on tickets (tenant_id, organization_id, status, priority, id);
create index tickets_by_change on tickets (tenant_id, updated_at, id);
create index tickets_by_organization_and_change on tickets (tenant_id, organization_id, updated_at, id);
create index tickets_to_close on tickets (closes_at) where closes_at is not null;
create index tickets_response_due on tickets (response_due_at) where response_due_at is not null;
create index tickets_resolution_due on tickets (resolution_due_at) where resolution_due_at is not null;
create index tickets_by_sla_version on tickets (tenant_id, sla_version)
where status not in ('resolved', 'closed', 'canceled', 'merged');

alter table tickets enable row level security;
alter table tickets force row level security;
create policy tenant on tickets to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
create policy system on tickets for select to app_system using (true);
create policy owner on tickets to current_user using (true);
grant select, insert, update on tickets to app;
grant select on tickets to app_system;

-- What else tickets are found by (an assignee, a tag, a device, …): a row for each ticket and label, with what lists are
-- narrowed by, so that every list is a walk along one index. Behind row security an index on an array would not be used.
create table ticket_labels (
    tenant_id uuid not null default app.tenant(),
    label text collate "C" not null,
    ticket_id uuid not null,
    organization_id uuid,
    status text not null,
    priority text not null,
    constraint ticket_labels_pkey primary key (tenant_id, ticket_id, label),
    constraint ticket_labels_ticket_exists foreign key (tenant_id, ticket_id) references tickets (tenant_id, id)
        on delete cascade
);

create index ticket_labels_by_status on ticket_labels (tenant_id, label, status, priority, ticket_id)
    include (organization_id);
create index ticket_labels_by_organization
    on ticket_labels (tenant_id, label, organization_id, status, priority, ticket_id);

alter table ticket_labels enable row level security;
alter table ticket_labels force row level security;
create policy tenant on ticket_labels to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
create policy owner on ticket_labels to current_user using (true);
grant select, insert, update, delete on ticket_labels to app;

create function app.ticket_labels_of(ticket tickets) returns text[]
language sql immutable
as $$
    select array_remove(
        array[
            'type:' || ticket.type,
            'source:' || ticket.source,
            'assignee:' || coalesce(ticket.assignee_id::text, 'none'),
            'external:' || ticket.external_system,
            'dedup:' || ticket.dedup_key
        ]
        || array(select distinct 'tag:' || tag from unnest(ticket.tags) as tag)
        || array(select distinct 'device:' || device from unnest(ticket.device_ids) as device),
        null
    )
$$;

create function app.label_ticket() returns trigger
language plpgsql
as $$
declare
    labels text[] := app.ticket_labels_of(new);
begin
    if tg_op = 'UPDATE' then
        if labels is not distinct from app.ticket_labels_of(old) then
            if (new.organization_id, new.status, new.priority)
                is distinct from (old.organization_id, old.status, old.priority)
            then
                update ticket_labels
                set organization_id = new.organization_id, status = new.status, priority = new.priority
                where tenant_id = new.tenant_id and ticket_id = new.id;
            end if;
            return null;
        end if;
        delete from ticket_labels where tenant_id = new.tenant_id and ticket_id = new.id;
    end if;
    insert into ticket_labels (tenant_id, label, ticket_id, organization_id, status, priority)
    select new.tenant_id, label, new.id, new.organization_id, new.status, new.priority
    from unnest(labels) as label;
    return null;
end
$$;

create trigger tickets_are_labelled
after insert or update on tickets
for each row execute function app.label_ticket();

-- Each list has an index with all of its conditions and its order. PostgreSQL expects few rows behind row security, and
-- would rather collect and sort them, which is wrong for a large tenant.
alter role app set enable_bitmapscan = off;

-- What a ticket's subject is searched by. Only the function below reads it.
create table ticket_words (
    tenant_id uuid not null default app.tenant(),
    ticket_id uuid not null,
    words tsvector not null,
    constraint ticket_words_pkey primary key (tenant_id, ticket_id),
    constraint ticket_words_ticket_exists foreign key (tenant_id, ticket_id) references tickets (tenant_id, id)
        on delete cascade
);

create index ticket_words_by_word on ticket_words using gin (words);

alter table ticket_words enable row level security;
alter table ticket_words force row level security;
create policy tenant on ticket_words to app using (tenant_id = (select app.tenant()));
create policy system on ticket_words for select to app_system using (true);
create policy owner on ticket_words to current_user using (true);
grant select, insert, update on ticket_words to app;
grant select on ticket_words to app_system;

-- Of tenant 7 and customer 9, 'Printer on fire' → '7zprinter' '7t01939zprinter' … '7o9'. Everything begins with the
-- tenant, so that one index holds all tenants apart. Each word is there twice: by itself, and with the three days in
-- which the ticket was made (the first digits of its id).
create function app.ticket_words_of(ticket tickets) returns tsvector
language sql immutable
as $$
    with words as (
        select distinct word
        from unnest(regexp_split_to_array(lower(ticket.subject), '[^[:alnum:]]+')) as word
        where word <> ''
        limit 200
    )
    select array_to_tsvector(array_remove(
        array(select replace(ticket.tenant_id::text, '-', '') || 'z' || word from words)
        || array(
            select replace(ticket.tenant_id::text, '-', '') || 't' || left(ticket.id::text, 5) || 'z' || word from words
        )
        || (replace(ticket.tenant_id::text, '-', '') || 'o' || replace(ticket.organization_id::text, '-', '')),
        null
    ))
$$;

create function app.word_ticket() returns trigger
language plpgsql
as $$
begin
    if tg_op = 'UPDATE' then
        if (new.subject, new.organization_id) is not distinct from (old.subject, old.organization_id) then
            return null;
        end if;
    end if;
    insert into ticket_words (tenant_id, ticket_id, words)
    values (new.tenant_id, new.id, app.ticket_words_of(new))
    on conflict (tenant_id, ticket_id) do update set words = excluded.words;
    return null;
end
$$;

create trigger tickets_are_worded
after insert or update on tickets
for each row execute function app.word_ticket();

-- The tickets whose subjects hold all of these words, the last of which may be unfinished; newest first. It runs as
-- app_system, because behind a policy `@@` cannot use its index, takes tenant and organizations from the transaction,
-- and answers ids alone.
--
-- The index knows no order. So the last three days are searched, then the last 25, then all: a word that comes up often
-- fills a page from a few days, and of a word that does not there are not many in all.
create function app.find_tickets(phrase text, before uuid, count bigint) returns setof uuid
language plpgsql stable security definer
set search_path = public, pg_temp
set enable_bitmapscan = on
set enable_seqscan = off
set max_parallel_workers_per_gather = 0
as $$
declare
    tenant text := replace(app.tenant()::text, '-', '');
    newest uuid;
    last_days integer;
    days integer;
    terms text[];
    customers text := '';
    sought tsquery;
    found_ids uuid[];
begin
    select array_agg(quote_literal('@' || word) || case when n = all_words then ':*' else '' end)
    into terms
    from (
        select word, row_number() over () as n, count(*) over () as all_words
        from (
            select word from regexp_split_to_table(lower(phrase), '[^[:alnum:]]+') as word where word <> '' limit 20
        ) as words
    ) as asked;
    select id into newest from tickets
    where tenant_id = app.tenant() and id < before
    order by id desc
    limit 1;
    if terms is null or newest is null then
        return;
    end if;
    if not app.sees_all() then
        select ' & (' || string_agg(quote_literal(tenant || 'o' || replace(id::text, '-', '')), ' | ') || ')'
        into customers
        from unnest(app.organizations()) as id;
    end if;
    last_days := ('x000' || left(newest::text, 5))::bit(32)::integer;
    foreach days in array array[1, 8, null] loop
        if days is null then
            sought := replace(array_to_string(terms, ' & '), '@', tenant || 'z') || customers;
        else
            select '(' || string_agg(
                replace(array_to_string(terms, ' & '), '@', tenant || 't' || lpad(to_hex(day), 5, '0') || 'z'), ' | '
            ) || ')' || customers
            into sought
            from generate_series(last_days - days + 1, last_days) as day;
        end if;
        with hits as materialized (
            select tenant_id, ticket_id from ticket_words where words @@ sought
        )
        select array_agg(ticket_id) into found_ids
        from (
            select ticket_id from hits
            where tenant_id = app.tenant() and ticket_id < before
            order by ticket_id desc
            limit count
        ) as page;
        if days is null or cardinality(found_ids) >= count then
            return query select unnest(found_ids);
            return;
        end if;
    end loop;
end
$$;

grant create on schema app to app_system;
alter function app.find_tickets owner to app_system;
revoke create on schema app from app_system;
revoke all on function app.find_tickets(text, uuid, bigint) from public;
grant execute on function app.find_tickets(text, uuid, bigint) to app;

create table ticket_comments (
    tenant_id uuid not null default app.tenant(),
    id uuid not null,
    ticket_id uuid not null,
    organization_id uuid,
    body text not null,
    visibility text not null,
    created_by_kind text not null,
    created_by_id uuid,
    created_at timestamptz not null,
    constraint ticket_comments_pkey primary key (tenant_id, ticket_id, id),
    constraint ticket_comments_ticket_exists foreign key (tenant_id, ticket_id) references tickets (tenant_id, id),
    constraint ticket_comments_visibility_is_known check (visibility in ('public', 'internal')),
    constraint ticket_comments_id_is_unique unique (tenant_id, id)
);

alter table ticket_comments enable row level security;
alter table ticket_comments force row level security;
create policy tenant on ticket_comments to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
create policy owner on ticket_comments to current_user using (true);
grant select, insert on ticket_comments to app;

-- A change of customer takes the comments along.
grant update (organization_id) on ticket_comments to app;

-- The tenant's settings for service levels; a change makes a new version, and tickets know the one they are counted by.
create table sla_versions (
    tenant_id uuid not null default app.tenant(),
    version integer not null,
    settings jsonb not null,
    created_at timestamptz not null,
    constraint sla_versions_pkey primary key (tenant_id, version),
    constraint sla_versions_tenant_exists foreign key (tenant_id) references tenants (id)
);

-- Tickets are measured anew after a change: recent versions are looked for all the time.
create index sla_versions_by_age on sla_versions (created_at);

alter table sla_versions enable row level security;
alter table sla_versions force row level security;
create policy read on sla_versions for select to app using (tenant_id = (select app.tenant()));
-- They are the whole tenant's: who is restricted to some organizations may not change them.
create policy change on sla_versions for insert to app with check (
    tenant_id = (select app.tenant()) and (select app.sees_all())
);
create policy system on sla_versions for select to app_system using (true);
create policy owner on sla_versions to current_user using (true);
grant select, insert on sla_versions to app;
grant select on sla_versions to app_system;

-- Every column of a ticket that the service reads, under the caller's own policies.
create view ticket_rows with (security_invoker = true) as
select
    id, number, subject, description, type, status, priority, source, organization_id, requester_name, requester_email,
    assignee_id, tags, device_ids, custom_fields, external_system, external_id, dedup_key, dedup_count, dedup_first_at,
    dedup_last_at, resolution_code, resolution_notes, comments, created_by_kind, created_by_id, created_at, updated_at,
    resolved_at, closed_at, closes_at, sla_version, response_elapsed_seconds, response_counted_until, response_running,
    response_stopped_at, response_breached_at, response_due_at, resolution_elapsed_seconds, resolution_counted_until,
    resolution_running, resolution_stopped_at, resolution_breached_at, resolution_due_at, version
from tickets;
grant select on ticket_rows to app;

-- A ticket's entries of the audit log, for whoever may see the ticket. It runs as app_system, takes tenant and
-- organizations from the transaction, and answers nothing of other tickets.
create policy system on audit_log for select to app_system using (true);
grant select on audit_log to app_system;

create function app.ticket_history(ticket uuid, resource text, before_entry uuid, count bigint)
returns table (
    id uuid, at timestamptz, actor_kind text, actor_id uuid, request_id text, before jsonb, after jsonb
)
language sql stable security definer set search_path = public, pg_temp
as $$
    select entry.id, entry.at, entry.actor_kind, entry.actor_id, entry.request_id, entry.before, entry.after
    from audit_log as entry
    where
        entry.tenant_id = app.tenant()
        and entry.resource_type = 'ticket'
        and entry.resource_id = resource
        and entry.id < before_entry
        and exists (
            select
            from tickets
            where
                tickets.tenant_id = app.tenant()
                and tickets.id = ticket
                and tickets.number = (entry.after ->> 'number')::bigint
                and (app.sees_all() or tickets.organization_id = any (app.organizations()))
        )
    order by entry.id desc
    limit count
$$;

grant create on schema app to app_system;
alter function app.ticket_history owner to app_system;
revoke create on schema app from app_system;
revoke all on function app.ticket_history(uuid, text, uuid, bigint) from public;
grant execute on function app.ticket_history(uuid, text, uuid, bigint) to app;
