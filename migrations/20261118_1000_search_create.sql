-- The search index: what can be found of every device, ticket, contact, …, written by a trigger in the transaction that
-- writes the thing itself. An entry has one row, and a ticket one more for each of its comments (`part`), so that a comment
-- does not write the ticket's words again.
--
-- `terms` is what the index finds: words and identifiers, each with its tenant in front, so that one GIN index holds all
-- tenants apart. Neither table refers to the tenant: the row that an entry is of does, and a word has up to 29 rows.
-- Everything that changes often (status, time of change) is in columns without an index (HOT).
create table search_entries (
    tenant_id uuid not null default app.tenant(),
    type text collate "C" not null,
    id uuid not null,
    -- Nil for the thing itself.
    part uuid not null,
    -- For a customer, its own id.
    organization_id uuid,
    title text not null,
    subtitle text,
    -- In normal form, with their kind: 'mac:001b213c9df8'.
    identifiers text[] not null,
    -- What qualifiers compare: 'status:open', 'tag:vip'.
    labels text[] not null,
    -- The searched texts, by the name of their field.
    texts jsonb not null,
    terms tsvector not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    constraint search_entries_pkey primary key (tenant_id, type, id, part)
)
with (fillfactor = 85);

-- New rows wait in a list that every search reads through: it stays short.
create index search_entries_by_term on search_entries using gin (terms) with (gin_pending_list_limit = 512);

-- The distinct words of a tenant's entries, for typos. `variant` is the beginning of the word (seven letters) without up to
-- two of its letters: a misspelt word has a variant in common with the right one.
create table search_vocabulary (
    tenant_id uuid not null default app.tenant(),
    variant text collate "C" not null,
    word text collate "C" not null,
    -- The process of PostgreSQL that wrote it. Two transactions may add a word at the same time, and neither waits for
    -- the other: a unique word would make requests wait, and deadlock.
    writer integer not null default pg_backend_pid(),
    constraint search_vocabulary_pkey primary key (tenant_id, variant, word, writer)
);

create index search_vocabulary_by_word on search_vocabulary (tenant_id, word);

-- Tables whose rows are still to be indexed, and how far that has come. A table that is done has no row.
create table search_backfills (
    tenant_id uuid not null default app.tenant(),
    source text collate "C" not null,
    beyond uuid not null default '00000000-0000-0000-0000-000000000000',
    constraint search_backfills_pkey primary key (tenant_id, source),
    constraint search_backfills_tenant_exists foreign key (tenant_id) references tenants (id)
);

alter table search_entries enable row level security;
alter table search_entries force row level security;
-- For the backfill and the check, which run for a whole tenant. Requests write by a trigger, and read by `app.search` and the
-- functions of lists.
create policy tenant on search_entries to app using (
    tenant_id = (select app.tenant())
    and ((select app.sees_all()) or organization_id = any ((select app.organizations())::uuid[]))
);
create policy definer on search_entries to app_definer using (true);
create policy system on search_entries for select to app_system using (true);
create policy owner on search_entries to current_user using (true);
grant select, insert, update, delete on search_entries to app, app_definer;
-- For the removal of words that no entry has any more.
grant select (tenant_id, terms) on search_entries to app_system;

alter table search_vocabulary enable row level security;
alter table search_vocabulary force row level security;
create policy tenant on search_vocabulary to app using (tenant_id = (select app.tenant()));
create policy definer on search_vocabulary to app_definer using (true);
create policy system on search_vocabulary to app_system using (true);
create policy owner on search_vocabulary to current_user using (true);
grant select, insert on search_vocabulary to app, app_definer;
grant select, delete on search_vocabulary to app_system;

alter table search_backfills enable row level security;
alter table search_backfills force row level security;
create policy tenant on search_backfills to app using (tenant_id = (select app.tenant()));
create policy definer on search_backfills for select to app_definer using (true);
create policy system on search_backfills to app_system using (true);
create policy owner on search_backfills to current_user using (true);
grant select, update, delete on search_backfills to app;
grant select on search_backfills to app_definer;
grant select, insert, update on search_backfills to app_system;

-- Functions with queries are in PL/pgSQL: it keeps their plans for the whole session, while a function in SQL is parsed and
-- planned again by every statement that calls it, which took milliseconds for each entry. Those that are called first set
-- `plan_cache_mode`, because a query over an array would otherwise be planned again for every array, and `enable_seqscan`,
-- because a plan that was made for an empty table is kept while the table grows.

-- In front of every term. Two tenants could share it; every search compares the tenant itself, too.
create function app.search_owner(tenant uuid) returns text
language sql immutable parallel safe
as $$ select right(replace(tenant::text, '-', ''), 8) $$;

-- Without regard to case and accents.
create function app.search_fold(content text) returns text
language plpgsql immutable parallel safe
as $$
begin
    if octet_length(content) = length(content) then
        return lower(content);
    end if;
    content := regexp_replace(normalize(lower(content), NFKD), '[\u0300-\u036f]', '', 'g');
    -- Letters that are not a letter and an accent; capitals too, because `lower` may know those of ASCII alone.
    content := translate(content, 'øØłŁđĐı', 'oollddi');
    return lower(replace(replace(replace(content, 'ß', 'ss'), 'æ', 'ae'), 'Æ', 'ae'));
end
$$;

-- The words of a text in their order, whatever the locale of the database: everything that is neither a space nor
-- punctuation. An address or a version (10.0.0.7) is one word.
create function app.search_tokens(content text) returns text[]
language plpgsql immutable parallel safe
as $$
begin
    return (
        select array(
            select left(matched[1], 64)
            from regexp_matches(
                app.search_fold(content),
                '[0-9]+(?:\.[0-9]+)+|[^\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+',
                'g'
            ) as matched
        )
    );
end
$$;

-- Letters and digits alone: how serial numbers and the like are compared.
create function app.search_key(content text) returns text
language sql immutable parallel safe
as $$ select regexp_replace(lower(content), '[^a-z0-9]', '', 'g') $$;

-- What identifiers are found by. A MAC address is also found from each of its octets on, and a phone number from each of its
-- digits on, so that a part of it is the beginning of one of these.
create function app.search_keys(identifiers text[]) returns text[]
language plpgsql immutable parallel safe
as $$
declare
    keys text[] := '{}';
    identifier text;
    kind text;
    value text;
begin
    foreach identifier in array identifiers loop
        kind := split_part(identifier, ':', 1);
        value := left(substr(identifier, strpos(identifier, ':') + 1), 200);
        if value = '' or value ~ '[''\\\s]' then
            continue;
        end if;
        keys := keys || value;
        if kind = 'mac' then
            for start in 3..length(value) - 3 by 2 loop
                keys := keys || substr(value, start);
            end loop;
        elsif kind = 'phone' then
            for start in 2..length(value) - 3 loop
                keys := keys || substr(value, start);
            end loop;
        end if;
    end loop;
    return keys;
end
$$;

-- The whole title as one term: a hash, because titles are long.
create function app.search_title_key(title text) returns text
language sql immutable parallel safe
as $$ select left(md5(btrim(app.search_fold(title))), 16) $$;

-- Of an entry, its terms: z and a word, t and a word of the title, e and the whole title, i and an identifier, k and the
-- type, o and the customer, b and c and the time of the id: three and fifty days.
--
-- Of a very long text the first words are found, always with those of the title.
create function app.search_terms(entry search_entries) returns tsvector
language plpgsql immutable
as $$
declare
    owner constant text := app.search_owner(entry.tenant_id);
    id constant text := replace(entry.id::text, '-', '');
    titled constant text[] := app.search_tokens(left(entry.title, 20000));
    contents constant text := (
        select string_agg(left(value, 20000), E'\n') from jsonb_each_text(entry.texts) where value <> entry.title
    );
    worded text[] := titled || app.search_tokens(contents);
    terms text[];
begin
    if cardinality(worded) > 3000 then
        worded := array(
            select word
            from unnest(worded) with ordinality as listed (word, place)
            group by word
            order by min(place)
            limit 3000
        );
    end if;
    terms := array(select owner || 'z' || word from unnest(worded) as word)
        || array(select owner || 't' || word from unnest(titled) as word)
        || array(select owner || 'i' || key from unnest(app.search_keys(entry.identifiers)) as key)
        || (owner || 'i' || id)
        || (owner || 'k' || entry.type)
        || (owner || 'b' || left(id, 5))
        || (owner || 'c' || left(id, 4));
    if entry.organization_id is not null then
        terms := terms || (owner || 'o' || replace(entry.organization_id::text, '-', ''));
    end if;
    if entry.part = '00000000-0000-0000-0000-000000000000' then
        terms := terms || (owner || 'e' || app.search_title_key(entry.title));
    end if;
    return array_to_tsvector(terms);
end
$$;

-- The variants of a word; the server computes those of a searched word in the same way (`search/typos.rs`).
create function app.search_variants(word text) returns text[]
language plpgsql immutable parallel safe
as $$
begin
    return (
        select array(
            select head
            union
            select overlay(head placing '' from one for 1)
            from generate_series(1, length(head)) as one
            union
            select overlay(overlay(head placing '' from one for 1) placing '' from other for 1)
            from generate_series(1, length(head)) as one
            cross join generate_series(1, length(head) - 1) as other
            where length(word) >= 7
        )
        from (select left(word, 7) as head) as heads
    );
end
$$;

-- Stores an entry as it should be; one without a title is removed. If its words are the same, they are not indexed again,
-- unless it is written anew.
create function app.write_search_entry(entry search_entries, anew boolean default false) returns boolean
language plpgsql
as $$
declare
    fresh text[];
begin
    if entry.title is null then
        delete from search_entries as known
        where
            known.tenant_id = entry.tenant_id and known.type = entry.type and known.id = entry.id
            and known.part = entry.part;
        return false;
    end if;
    update search_entries as known
    set labels = entry.labels, created_at = entry.created_at, updated_at = entry.updated_at
    where
        not anew
        and known.tenant_id = entry.tenant_id and known.type = entry.type and known.id = entry.id
        and known.part = entry.part
        and (known.organization_id, known.title, known.subtitle, known.identifiers, known.texts)
            is not distinct from (entry.organization_id, entry.title, entry.subtitle, entry.identifiers, entry.texts);
    if found then
        return true;
    end if;
    entry.terms := app.search_terms(entry);
    insert into search_entries (
        tenant_id, type, id, part, organization_id, title, subtitle, identifiers, labels, texts, terms, created_at,
        updated_at
    )
    values (
        entry.tenant_id, entry.type, entry.id, entry.part, entry.organization_id, entry.title, entry.subtitle,
        entry.identifiers, entry.labels, entry.texts, entry.terms, entry.created_at, entry.updated_at
    )
    on conflict (tenant_id, type, id, part) do update
    set
        organization_id = excluded.organization_id,
        title = excluded.title,
        subtitle = excluded.subtitle,
        identifiers = excluded.identifiers,
        labels = excluded.labels,
        texts = excluded.texts,
        terms = excluded.terms,
        created_at = excluded.created_at,
        updated_at = excluded.updated_at;
    -- No typo is corrected in a word with a digit, or of fewer than five letters.
    fresh := array(
        select substr(lexeme, 10)
        from unnest(tsvector_to_array(entry.terms)) as lexeme
        where
            substr(lexeme, 9, 1) = 'z'
            and length(lexeme) between 14 and 49
            and substr(lexeme, 10) !~ '[0-9]'
            and not exists (
                select
                from search_vocabulary as known
                where known.tenant_id = entry.tenant_id and known.word = substr(lexeme, 10)
            )
    );
    if fresh <> '{}' then
        insert into search_vocabulary (tenant_id, variant, word)
        select entry.tenant_id, variant, word
        from unnest(fresh) as word
        cross join lateral unnest(app.search_variants(word)) as variant;
    end if;
    return true;
end
$$;

-- Removes the words of these texts from a tenant's vocabulary, unless an entry still has them: the erasure of a person does
-- not wait for the job that removes unused words.
create function app.forget_search_words(_tenant uuid, _texts text[]) returns bigint
language sql volatile
as $$
    with forgotten as (
        delete from search_vocabulary as known
        using (
            select distinct word
            from unnest(_texts) as content
            cross join lateral unnest(app.search_tokens(content)) as word
        ) as sought
        where
            known.tenant_id = _tenant
            and known.word = sought.word
            and not exists (
                select
                from search_entries
                where
                    search_entries.terms @@ ('''' || app.search_owner(_tenant) || 'z' || sought.word || '''')::tsquery
                    and (search_entries.tenant_id = _tenant) is true
            )
        returning known.word
    )
    select count(*) from forgotten
$$;
revoke all on function app.forget_search_words from public;
grant execute on function app.forget_search_words to app_system;

-- For every table whose rows can be found: a function `app.search_entry` of its row says what of it.
--
-- It runs as its owner, so that whoever writes a row also writes its entry; the row has passed the policies of its table.
create function app.index_for_search() returns trigger
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
as $$
declare
    entry search_entries;
    former search_entries;
begin
    if tg_op = 'DELETE' then
        former := app.search_entry(old);
        former.title := null;
        perform app.write_search_entry(former);
        return null;
    end if;
    entry := app.search_entry(new);
    if tg_op = 'UPDATE' then
        former := app.search_entry(old);
        if entry is not distinct from former then
            return null;
        end if;
    end if;
    perform app.write_search_entry(entry, tg_op = 'INSERT');
    return null;
end
$$;
revoke all on function app.index_for_search() from public;
grant create on schema app to app_definer;
alter function app.index_for_search owner to app_definer;
revoke create on schema app from app_definer;

-- Indexes the next rows of a table, as its caller; returns the id of the last one. They are locked, so that no change
-- overtakes its older entry.
create function app.backfill_search(source text, beyond uuid, count integer) returns uuid
language plpgsql
as $$
declare
    last uuid;
begin
    execute format(
        'with things as materialized (
            select thing from public.%I as thing where thing.id > $1 order by thing.id limit $2 for share
        ),
        written as materialized (
            select (thing).id as id, app.write_search_entry(app.search_entry(thing), true) as done from things
        )
        select (array_agg(id order by id desc))[1] from written where done is not null',
        source
    )
    into last
    using beyond, count;
    return last;
end
$$;

-- Compares the next rows of a table with their entries: how many rows there are, how many should be found, and of how many
-- the entry is missing, different or should not be there.
create function app.check_search(source text, beyond uuid, count integer)
returns table (last uuid, checked bigint, expected bigint, wrong bigint)
language plpgsql stable
as $$
begin
    return query execute format(
        'with things as materialized (
            select thing from public.%I as thing where thing.id > $1 order by thing.id limit $2
        ),
        compared as (
            select
                (thing).id as id,
                entry.title is not null as is_found,
                (
                    known.organization_id, known.title, known.subtitle, known.identifiers, known.labels, known.texts,
                    known.created_at, known.updated_at, known.terms
                )
                is not distinct from (
                    entry.organization_id, entry.title, entry.subtitle, entry.identifiers, entry.labels, entry.texts,
                    entry.created_at, entry.updated_at, app.search_terms(entry)
                ) as is_same,
                known.id is not null as is_known
            from things
            cross join lateral app.search_entry(thing) as entry
            left join search_entries as known
                on known.tenant_id = entry.tenant_id and known.type = entry.type and known.id = entry.id
                and known.part = entry.part
        )
        select
            (array_agg(id order by id desc))[1], count(*), count(*) filter (where is_found),
            count(*) filter (where case when is_found then not is_same else is_known end)
        from compared',
        source
    )
    using beyond, count;
end
$$;
