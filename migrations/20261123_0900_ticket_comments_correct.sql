-- Comments can be edited, redacted and split off into a ticket of their own. The earlier text of a comment is not kept.
alter table ticket_comments add column version integer not null default 1;
alter table ticket_comments add column edited_at timestamptz;
alter table ticket_comments add column edited_by_kind text;
alter table ticket_comments add column edited_by_id uuid;
alter table ticket_comments add column redacted_at timestamptz;
alter table ticket_comments add column redacted_by_kind text;
alter table ticket_comments add column redacted_by_id uuid;
alter table ticket_comments add column split_ticket_id uuid;
-- Checked for every change; no earlier row has one.
alter table ticket_comments add constraint ticket_comments_split_ticket_exists
    foreign key (tenant_id, split_ticket_id) references tickets (tenant_id, id) not valid;

grant update (
    body, visibility, version, edited_at, edited_by_kind, edited_by_id, redacted_at, redacted_by_kind, redacted_by_id,
    split_ticket_id
) on ticket_comments to app;

-- The erasure of a person changes the text of comments, and so their version.
create or replace function app.rewrite_comments(
    _tenant uuid, _operation uuid, _ids uuid[], _old_bodies text[], _bodies text[]
) returns bigint
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
as $$
    with rewritten as (
        update ticket_comments
        set body = given.body, version = ticket_comments.version + 1
        from unnest(_ids, _old_bodies, _bodies) as given (id, old_body, body)
        where
            ticket_comments.tenant_id = _tenant
            and ticket_comments.id = given.id
            and ticket_comments.body = given.old_body
            and (select app.is_erasing(_tenant, _operation))
        returning ticket_comments.id
    )
    select case when app.is_erasing(_tenant, _operation) then (select count(*) from rewritten) end
$$;
grant update (version) on ticket_comments to app_definer;

-- An id as the API and the audit log have it: `cmt_` and the 128 bits in base 32, without i, l, o and u.
create function app.comment_name(_id uuid) returns text
language sql immutable
as $$
    select 'cmt_' || string_agg(
        substr(
            '0123456789abcdefghjkmnpqrstvwxyz',
            substring(B'00' || ('x' || replace(_id::text, '-', ''))::bit(128) from 5 * letter + 1 for 5)::bit(5)::integer + 1,
            1
        ),
        '' order by letter
    )
    from generate_series(0, 25) as letter
$$;

-- The entries of a ticket in the audit log, and those of the changes of its comments, for whoever may see the ticket. It
-- takes tenant and organizations from the transaction. Servers of the previous version call `app.ticket_history`.
create function app.ticket_changes(_ticket uuid, _resource text, _before_entry uuid, _count bigint)
returns table (
    id uuid, at timestamptz, actor_kind text, actor_id uuid, request_id text, resource_type text, before jsonb,
    after jsonb
)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
    with readable as materialized (
        select tickets.number
        from tickets
        where
            tickets.tenant_id = app.tenant()
            and tickets.id = _ticket
            and (app.sees_all() or tickets.organization_id = any (app.organizations()))
    ),
    corrected as materialized (
        select app.comment_name(ticket_comments.id) as name
        from ticket_comments
        where
            ticket_comments.tenant_id = app.tenant()
            and ticket_comments.ticket_id = _ticket
            and ticket_comments.version > 1
            and exists (select from readable)
    )
    select
        entry.id, entry.at, entry.actor_kind, entry.actor_id, entry.request_id, entry.resource_type, entry.before,
        entry.after
    from (
        (
            select own.*
            from audit_log as own
            where
                own.tenant_id = app.tenant()
                and own.resource_type = 'ticket'
                and own.resource_id = _resource
                and own.id < _before_entry
                and (own.after ->> 'number')::bigint = (select readable.number from readable)
            order by own.id desc
            limit _count
        )
        union all
        (
            select changed.*
            from audit_log as changed
            where
                changed.tenant_id = app.tenant()
                and changed.resource_type = 'ticket_comment'
                and changed.resource_id = any (array(select corrected.name from corrected))
                and changed.id < _before_entry
                and changed.before is not null
            order by changed.id desc
            limit _count
        )
    ) as entry
    order by entry.id desc
    limit _count
$$;

revoke all on function app.ticket_changes from public;
grant create on schema app to app_definer;
alter function app.ticket_changes owner to app_definer;
revoke create on schema app from app_definer;
grant execute on function app.ticket_changes to app;
