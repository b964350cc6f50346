-- Terms that must all be there, in the form of a query; the last one may be unfinished.
create function app.search_all_of(owner text, class text, tokens text[], is_open boolean) returns text
language plpgsql immutable parallel safe
as $$
begin
    return (
        select '(' || string_agg(
            '''' || owner || class || token || ''''
            || case when is_open and place = cardinality(tokens) then ':*' else '' end,
            ' & ' order by place
        ) || ')'
        from unnest(tokens) with ordinality as listed (token, place)
    );
end
$$;

-- Terms of which one must be there.
create function app.search_any_of(owner text, class text, keys text[], is_open boolean) returns text
language plpgsql immutable parallel safe
as $$
begin
    return (
        select '(' || string_agg('''' || owner || class || clean || '''' || case when is_open then ':*' else '' end, ' | ') || ')'
        from unnest(keys) as key
        cross join lateral (select left(regexp_replace(key, '[''\\\s]', '', 'g'), 200) as clean) as cleaned
        where clean <> ''
    );
end
$$;

-- The customers that are in both lists; null is all of them.
create function app.search_common(one uuid[], other uuid[]) returns uuid[]
language plpgsql immutable parallel safe
as $$
begin
    return (
        select case when one is null then other else array(select unnest(one) intersect select unnest(other)) end
    );
end
$$;

-- Whether the texts say each of these phrases, in the field that it names, or do not say it if it is excluded.
create function app.search_says(texts jsonb, phrases jsonb) returns boolean
language plpgsql immutable parallel safe
as $$
begin
    return (
        select not exists (
            select
            from jsonb_array_elements(phrases) as phrase
            cross join lateral (
                select
                    ' ' || array_to_string(app.search_tokens(phrase ->> 'text'), ' ')
                    || case when (phrase ->> 'open')::boolean then '' else ' ' end as words
            ) as sought
            where
                exists (
                    select
                    from jsonb_each_text(texts) as field (name, content)
                    where
                        name = coalesce(phrase ->> 'field', name)
                        and strpos(' ' || array_to_string(app.search_tokens(left(content, 20000)), ' ') || ' ', sought.words) > 0
                ) = coalesce((phrase ->> 'not')::boolean, false)
        )
    );
end
$$;

-- Whether one of the identifiers is of this kind, and is the value, begins with it, contains it, or lies in the network.
create function app.search_identified(identifiers text[], sought jsonb) returns boolean
language plpgsql immutable parallel safe
as $$
begin
    return (
        select exists (
            select
            from unnest(identifiers) as identifier
            cross join lateral (
                select split_part(identifier, ':', 1) as kind, substr(identifier, strpos(identifier, ':') + 1) as value
            ) as named
            where
                kind = sought ->> 'kind'
                and case
                    when sought ? 'is' then value = sought ->> 'is'
                    when sought ? 'prefix' then value ^@ (sought ->> 'prefix')
                    when sought ? 'part' then strpos(value, sought ->> 'part') > 0
                    when value ~ '^(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\.(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])){3}$'
                        then value::inet <<= (sought ->> 'network')::inet
                    else false
                end
        )
    );
end
$$;

-- Whether the search has filters that are not in the terms of an entry.
create function app.search_is_narrowed(asked jsonb) returns boolean
language sql immutable parallel safe
as $$
    select asked ?| array[
        'labels', 'without_labels', 'identifiers', 'created_since', 'created_until', 'updated_since', 'updated_until',
        'seen_since', 'seen_until'
    ]
$$;

-- The filters by labels that can be compared with an entry at once, for searches that look at very many entries.
create type app.search_filter as (is_narrow boolean, required text[], excluded text[], has_more boolean);

create function app.search_filter_of(asked jsonb) returns app.search_filter
language plpgsql immutable parallel safe
as $$
begin
    return row(
        app.search_is_narrowed(asked),
        array(
            select alternatives ->> 0
            from jsonb_array_elements(asked -> 'labels') as alternatives
            where jsonb_array_length(alternatives) = 1
        ),
        array(select jsonb_array_elements_text(asked -> 'without_labels')),
        app.search_is_narrowed(asked - 'labels' - 'without_labels')
        or exists (
            select
            from jsonb_array_elements(asked -> 'labels') as alternatives
            where jsonb_array_length(alternatives) <> 1
        )
    )::app.search_filter;
end
$$;

-- Whether an entry passes the filters of a search that are not in its terms. Those of a comment are compared with the entry
-- of its ticket.
create function app.search_passes(entry search_entries, by_label app.search_filter, asked jsonb) returns boolean
language plpgsql stable
as $$
declare
    whole_thing constant uuid := '00000000-0000-0000-0000-000000000000';
    main search_entries := entry;
begin
    if entry.part <> whole_thing then
        select listed.*
        into main
        from search_entries as listed
        where
            listed.tenant_id = entry.tenant_id and listed.type = entry.type and listed.id = entry.id
            and listed.part = whole_thing;
    end if;
    if not coalesce(main.labels @> by_label.required and not main.labels && by_label.excluded, false) then
        return false;
    end if;
    return not by_label.has_more or (
        not exists (
            select
            from jsonb_array_elements(asked -> 'labels') as alternatives
            where not main.labels && array(select jsonb_array_elements_text(alternatives))
        )
        and not exists (
            select
            from jsonb_array_elements(asked -> 'identifiers') as sought
            where not app.search_identified(main.identifiers, sought)
        )
        and main.created_at >= coalesce((asked ->> 'created_since')::timestamptz, '-infinity')
        and main.created_at < coalesce((asked ->> 'created_until')::timestamptz, 'infinity')
        and main.updated_at >= coalesce((asked ->> 'updated_since')::timestamptz, '-infinity')
        and main.updated_at < coalesce((asked ->> 'updated_until')::timestamptz, 'infinity')
        and (
            not asked ?| array['seen_since', 'seen_until']
            or exists (
                select
                from device_presence
                where
                    device_presence.tenant_id = entry.tenant_id and device_presence.device_id = entry.id
                    and device_presence.last_seen_at >= coalesce((asked ->> 'seen_since')::timestamptz, '-infinity')
                    and device_presence.last_seen_at < coalesce((asked ->> 'seen_until')::timestamptz, 'infinity')
            )
        )
    );
end
$$;

-- Where a word begins in a text without case and accents; null if nowhere.
create function app.search_place(folded text, token text) returns integer
language plpgsql immutable parallel safe
as $$
declare
    place integer := strpos(folded, token);
    step integer := place;
begin
    while step > 0 loop
        -- A letter or a digit before it: it is a part of another word.
        if
            place = 1
            or substr(folded, place - 1, 1)
                ~ '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]'
        then
            return place;
        end if;
        step := strpos(substr(folded, place + 1), token);
        place := place + step;
    end loop;
    return null;
end
$$;

-- Where the searched words are: at most four fields, identifiers first.
create function app.search_matches(texts jsonb, identifiers text[], tier integer, tokens text[], keys text[]) returns jsonb
language plpgsql immutable parallel safe
as $$
declare
    word_kind constant text := case when tier in (7, 8) then 'typo' when tier in (4, 6) then 'prefix' else 'word' end;
begin
    return (
        select coalesce(
            jsonb_agg(jsonb_build_object('field', field, 'kind', kind, 'snippet', snippet) order by place, field), '[]'
        )
        from (
            select named.field, 'identifier' as kind, named.value as snippet, 0 as place
            from unnest(identifiers) as identifier
            cross join lateral (
                select split_part(identifier, ':', 1) as field, substr(identifier, strpos(identifier, ':') + 1) as value
            ) as named
            where exists (select from unnest(keys) as key where key <> '' and strpos(named.value, key) > 0)
            union all
            select
                located.name,
                word_kind,
                case when located.place > 61 then '…' else '' end
                || regexp_replace(substr(located.content, greatest(located.place - 60, 1), 160), '\s+', ' ', 'g')
                || case when length(located.content) > greatest(located.place - 60, 1) + 159 then '…' else '' end,
                located.place
            from (
                select field.name, field.content, min(app.search_place(app.search_fold(field.content), token)) as place
                from jsonb_each_text(texts) as field (name, content)
                cross join unnest(tokens) as token
                -- Most fields do not have it: those that are plain ASCII are looked at without a call of a function.
                where octet_length(field.content) <> length(field.content) or strpos(lower(field.content), token) > 0
                group by field.name, field.content
            ) as located
            where located.place is not null
            order by place
            limit 4
        ) as matched
    );
end
$$;

-- The customers to which a search is limited: those that the caller may see, and of these those that it names by id or by words
-- of their names; null is all of them.
create function app.search_customers(tenant uuid, asked jsonb) returns uuid[]
language plpgsql stable
as $$
declare
    owner constant text := app.search_owner(tenant);
    customers uuid[] := case when app.sees_all() then null else coalesce(app.organizations(), '{}') end;
    sought tsquery;
    name text;
    named uuid[];
begin
    if asked ? 'organization_ids' then
        customers := app.search_common(
            customers, array(select jsonb_array_elements_text(asked -> 'organization_ids')::uuid)
        );
    end if;
    for name in select jsonb_array_elements_text(asked -> 'organization_names') loop
        sought := concat_ws(
            ' & ', app.search_all_of(owner, 't', app.search_tokens(name), true), '''' || owner || 'korganization'''
        )::tsquery;
        named := array(
            select hit.id
            from search_entries as hit
            where
                hit.terms @@ sought
                and (hit.tenant_id = tenant) is true
                and (customers is null or hit.id = any (customers))
            limit 500
        );
        customers := app.search_common(customers, named);
    end loop;
    return customers;
end
$$;

-- The terms of the types and customers to which a search is limited, to be appended to a query. Null is all types, or all
-- customers; without any, the result is null, and a query with it finds nothing.
create function app.search_limits(owner text, kinds text[], customers uuid[]) returns text
language plpgsql immutable parallel safe
as $$
declare
    limits text := '';
begin
    if kinds is not null then
        limits := limits || ' & ' || app.search_any_of(owner, 'k', kinds, false);
    end if;
    if customers is not null then
        limits := limits || ' & ' || app.search_any_of(
            owner, 'o', array(select replace(customer::text, '-', '') from unnest(customers) as customer), false
        );
    end if;
    return limits;
end
$$;

create type app.search_hit as (type text collate "C", id uuid, part uuid, tier integer);

-- One of the queries of a search, and the tier of what it finds. `is_exact`: no term is the beginning of words.
create type app.search_step as (tier integer, sought tsquery, is_exact boolean);

-- The queries of a search, the best matches first: equal identifiers, equal titles, beginnings of identifiers, words of
-- the title, beginnings of them, words of the text, beginnings of them, similar words of the title, similar words.
create function app.search_steps(owner text, asked jsonb, limits text) returns app.search_step[]
language plpgsql immutable
as $$
declare
    word jsonb;
    tokens text[];
    near_words text[];
    is_open boolean;
    key text;
    key_open text;
    by_key text[] := '{}';
    by_key_open text[] := '{}';
    has_keys boolean := false;
    titled text[] := '{}';
    titled_open text[] := '{}';
    worded text[] := '{}';
    worded_open text[] := '{}';
    guessed_titled text[] := '{}';
    guessed text[] := '{}';
begin
    for word in select jsonb_array_elements(asked -> 'words') loop
        tokens := app.search_tokens(word ->> 'text');
        key := app.search_any_of(owner, 'i', array(select jsonb_array_elements_text(word -> 'keys')), false);
        key_open := app.search_any_of(owner, 'i', array(select jsonb_array_elements_text(word -> 'keys')), true);
        is_open := not coalesce((word ->> 'exact')::boolean, false);
        near_words := array(select jsonb_array_elements_text(word -> 'near'));
        continue when key is null and tokens = '{}';
        has_keys := has_keys or key is not null;
        by_key := by_key || coalesce(key, app.search_all_of(owner, 'z', tokens, is_open));
        by_key_open := by_key_open || coalesce(key_open, app.search_all_of(owner, 'z', tokens, is_open));
        titled := titled || coalesce(app.search_all_of(owner, 't', tokens, false), key);
        titled_open := titled_open || coalesce(app.search_all_of(owner, 't', tokens, is_open), key_open);
        worded := worded || ('(' || concat_ws(' | ', app.search_all_of(owner, 'z', tokens, false), key) || ')');
        worded_open := worded_open
            || ('(' || concat_ws(' | ', app.search_all_of(owner, 'z', tokens, is_open), key_open) || ')');
        guessed_titled := guessed_titled || ('(' || concat_ws(
            ' | ', app.search_all_of(owner, 't', tokens, is_open), key_open, app.search_any_of(owner, 't', near_words, false)
        ) || ')');
        guessed := guessed || ('(' || concat_ws(
            ' | ', app.search_all_of(owner, 'z', tokens, is_open), key_open, app.search_any_of(owner, 'z', near_words, false)
        ) || ')');
    end loop;
    if worded = '{}' then
        return '{}';
    end if;
    -- A query that another one repeats is left out.
    return array(
        select row(listed.tier, (array_to_string(listed.terms, ' & ') || limits)::tsquery, listed.is_exact)::app.search_step
        from (
            values
            (0, by_key, false, has_keys),
            (
                1, array['''' || owner || 'e' || app.search_title_key(asked ->> 'text') || ''''], false,
                app.search_fold(asked ->> 'text') ~ '\S'
            ),
            (2, by_key_open, false, has_keys),
            (3, titled, true, true),
            (4, titled_open, false, titled_open <> titled),
            (5, worded, true, true),
            (6, worded_open, false, worded_open <> worded),
            (7, guessed_titled, false, guessed <> worded_open),
            (8, guessed, false, guessed <> worded_open)
        ) as listed (tier, terms, is_exact, is_needed)
        where listed.is_needed
        order by listed.tier
    );
end
$$;

-- The periods in which the newest things were made, as a query: `count` of them, of three days (b) or fifty (c).
create function app.search_newest(owner text, class text, latest integer, count integer) returns tsquery
language plpgsql immutable parallel safe
as $$
begin
    return app.search_any_of(
        owner, class,
        array(
            select lpad(to_hex(latest - ago), case class when 'b' then 5 else 4 end, '0')
            from generate_series(0, least(count, latest + 1) - 1) as ago
        ),
        false
    )::tsquery;
end
$$;

-- What a query finds, the newest first: at most one more than `most`. The index knows no order; so a query without
-- beginnings of words is tried with the things of the last days first, and then, if it can be enough, with a longer period.
-- Otherwise the newest among those that the index returns first are taken.
create function app.search_collect(
    tenant uuid, step app.search_step, kinds text[], customers uuid[], unwanted tsquery, latest integer, most integer,
    asked jsonb
)
returns app.search_hit[]
language plpgsql stable
as $$
declare
    owner constant text := app.search_owner(tenant);
    said constant jsonb := asked -> 'phrases';
    whole_thing constant uuid := '00000000-0000-0000-0000-000000000000';
    by_label constant app.search_filter := app.search_filter_of(asked);
    is_narrow constant boolean := by_label.is_narrow;
    required constant text[] := by_label.required;
    excluded constant text[] := by_label.excluded;
    has_more constant boolean := by_label.has_more;
    -- In periods of three days; null is no limit.
    age integer := case when step.is_exact then 4 end;
    sought tsquery;
    hits app.search_hit[];
begin
    loop
        sought := case
            when age is null then step.sought
            when age > 16 then step.sought && app.search_newest(owner, 'c', latest >> 4, age / 16 + 1)
            else step.sought && app.search_newest(owner, 'b', latest, age)
        end;
        hits := array(
            select row(hit.type, hit.id, hit.part, step.tier)::app.search_hit
            from (
                select entry.type, entry.id, entry.part
                from search_entries as entry
                where
                    entry.terms @@ sought
                    and (entry.tenant_id = tenant) is true
                    and (entry.type = any (kinds)) is true
                    and (customers is null or entry.organization_id = any (customers))
                    and (unwanted is null or not entry.terms @@ unwanted)
                    and (said is null or app.search_says(entry.texts, said))
                    and case
                        when not is_narrow then true
                        when has_more then app.search_passes(entry, by_label, asked)
                        when entry.part = whole_thing then entry.labels @> required and not entry.labels && excluded
                        else exists (
                            select
                            from search_entries as main
                            where
                                main.tenant_id = tenant and main.type = entry.type and main.id = entry.id
                                and main.part = whole_thing
                                and main.labels @> required and not main.labels && excluded
                        )
                    end
                limit 3 * most
            ) as hit
            order by hit.id desc
            limit most + 1
        );
        exit when age is null or cardinality(hits) > most;
        -- As long as is needed for enough hits, if they come at the same rate. A query of very many periods is slow.
        age := greatest(age + 1, age * most * 6 / 5 / greatest(cardinality(hits), 1));
        age := case when age <= 100 then age end;
    end loop;
    return hits;
end
$$;

-- Filters alone: the newest of each type.
create function app.search_filtered(
    tenant uuid, kinds text[], customers uuid[], unwanted tsquery, most integer, asked jsonb
)
returns app.search_hit[]
language plpgsql stable
as $$
declare
    whole_thing constant uuid := '00000000-0000-0000-0000-000000000000';
    said constant jsonb := asked -> 'phrases';
    by_label constant app.search_filter := app.search_filter_of(asked);
begin
    return array(
        select row(listed.type, listed.id, whole_thing, 9)::app.search_hit
        from unnest(kinds) as kind
        cross join lateral (
            select entry.type, entry.id
            from search_entries as entry
            where
                entry.tenant_id = tenant
                and entry.type = kind
                and entry.part = whole_thing
                and (customers is null or entry.organization_id = any (customers))
                and (unwanted is null or not entry.terms @@ unwanted)
                and (said is null or app.search_says(entry.texts, said))
                and entry.labels @> (by_label).required
                and not entry.labels && (by_label).excluded
                and (not (by_label).has_more or app.search_passes(entry, by_label, asked))
            order by entry.id desc
            limit most + 1
        ) as listed
    );
end
$$;

-- The asked page of what was found, as it is shown, and how much was found.
create function app.search_page(tenant uuid, hits app.search_hit[], asked jsonb) returns jsonb
language plpgsql stable
as $$
declare
    whole_thing constant uuid := '00000000-0000-0000-0000-000000000000';
    after_tier constant integer := (asked ->> 'after_tier')::integer;
    after_id constant uuid := (asked ->> 'after_id')::uuid;
    tokens constant text[] := array(
        select token
        from jsonb_array_elements(asked -> 'words') as word
        cross join lateral unnest(
            app.search_tokens(word ->> 'text') || array(select jsonb_array_elements_text(word -> 'near'))
        ) as token
    );
    keys constant text[] := array(
        select jsonb_array_elements_text(word -> 'keys') from jsonb_array_elements(asked -> 'words') as word
    );
begin
    return (
        with ranked as materialized (
            select distinct on (hit.type, hit.id) hit.type, hit.id, hit.part, hit.tier
            from unnest(hits) as hit
            order by hit.type, hit.id, hit.tier, hit.part
        ),
        page as materialized (
            select ranked.type, ranked.id, ranked.part, ranked.tier
            from ranked
            where
                after_tier is null or ranked.tier > after_tier
                or (ranked.tier = after_tier and ranked.id < after_id)
            order by ranked.tier, ranked.id desc
            limit (asked ->> 'limit')::integer
        )
        select jsonb_build_object(
            'found', (select count(*) from ranked),
            'types', (
                select coalesce(jsonb_object_agg(counted.type, counted.entries), '{}')
                from (select ranked.type, count(*) as entries from ranked group by ranked.type) as counted
            ),
            'data', (
                select coalesce(
                    jsonb_agg(
                        jsonb_build_object(
                            'type', page.type,
                            'id', page.id,
                            'tier', page.tier,
                            'title', main.title,
                            'subtitle', main.subtitle,
                            'organization_id', main.organization_id,
                            'organization_name', customer.title,
                            'updated_at', main.updated_at,
                            'matches', app.search_matches(shown.texts, shown.identifiers, page.tier, tokens, keys)
                        )
                        order by page.tier, page.id desc
                    ),
                    '[]'
                )
                from page
                join search_entries as main
                    on main.tenant_id = tenant and main.type = page.type and main.id = page.id
                    and main.part = whole_thing
                join search_entries as shown
                    on shown.tenant_id = tenant and shown.type = page.type and shown.id = page.id
                    and shown.part = page.part
                left join search_entries as customer
                    on customer.tenant_id = tenant and customer.type = 'organization'
                    and customer.id = main.organization_id and customer.part = whole_thing
            )
        )
    );
end
$$;

-- The search. It runs as its owner, because behind a policy `@@` cannot use its index; it takes the tenant and the customers
-- from the transaction and nothing else. Requests read the entries by this function and by those of lists alone
-- (`app.search_ids`, `app.search_among`).
--
-- `asked` is what the server has parsed (`kernel/src/find/asked.rs`). A broad word has more entries than can be ranked in
-- time; so the best matches are collected first, until there are enough. What was left out then is said (`truncated`).
create function app.search(asked jsonb) returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_bitmapscan = on
set enable_seqscan = off
set max_parallel_workers_per_gather = 0
set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
    most constant integer := 500;
    -- With so many matches, beginnings of words and similar words are not looked for.
    enough constant integer := 100;
    tenant constant uuid := app.tenant();
    owner constant text := app.search_owner(tenant);
    kinds text[] := array(select jsonb_array_elements_text(asked -> 'types'));
    customers uuid[] := app.search_customers(tenant, asked);
    words_asked constant jsonb := (
        select coalesce(jsonb_agg(app.search_tokens(word ->> 'text')), '[]') from jsonb_array_elements(asked -> 'words') as word
    );
    limits text;
    unwanted tsquery;
    latest integer;
    step app.search_step;
    hits app.search_hit[] := '{}';
    more app.search_hit[];
    is_cut boolean := false;
begin
    if tenant is null or customers = '{}' then
        kinds := '{}';
    end if;
    select string_agg(app.search_all_of(owner, 'z', app.search_tokens(excluded), false), ' | ')::tsquery
    into unwanted
    from jsonb_array_elements_text(asked -> 'without') as excluded;
    limits := app.search_limits(
        owner, case when not coalesce((asked ->> 'all_types')::boolean, false) then kinds end, customers
    );

    if kinds <> '{}' and words_asked = '[]' then
        hits := app.search_filtered(tenant, kinds, customers, unwanted, most, asked);
        is_cut := exists (
            select from unnest(hits) as hit group by hit.type having count(*) > most
        );
    elsif kinds <> '{}' then
        latest := (
            select max(('x' || left(replace(newest.id::text, '-', ''), 5))::bit(20)::integer)
            from unnest(kinds) as kind
            cross join lateral (
                select entry.id
                from search_entries as entry
                where entry.tenant_id = tenant and entry.type = kind
                order by entry.id desc
                limit 1
            ) as newest
        );
        foreach step in array app.search_steps(owner, asked, limits) loop
            continue when step.tier in (4, 6, 7, 8) and cardinality(hits) >= enough;
            more := app.search_collect(
                tenant, step, kinds, customers, unwanted, coalesce(latest, 0), most, asked
            );
            hits := hits || more;
            is_cut := cardinality(more) > most;
            exit when is_cut;
        end loop;
    end if;
    return app.search_page(tenant, hits, asked)
        || jsonb_build_object(
            'truncated', is_cut,
            'complete', not exists (select from search_backfills as pending where pending.tenant_id = tenant),
            'words', words_asked
        );
end
$$;
revoke all on function app.search(jsonb) from public;
grant create on schema app to app_definer;
alter function app.search owner to app_definer;
revoke create on schema app from app_definer;
grant execute on function app.search(jsonb) to app;

-- Those of the words that an entry has which the caller can see, of these types: a similar word that is not among them is
-- not taken for a typo. Otherwise it would displace a word that the caller can see, and so be noticed.
create function app.search_visible_words(words text[], kinds text[]) returns text[]
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_bitmapscan = on
set enable_seqscan = off
set max_parallel_workers_per_gather = 0
set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
    tenant constant uuid := app.tenant();
    owner constant text := app.search_owner(tenant);
    customers constant uuid[] := app.search_customers(tenant, '{}');
    limits constant text := app.search_limits(owner, kinds, customers);
begin
    return array(
        select word
        from unnest(words) as word
        where exists (
            select
            from search_entries as entry
            where
                entry.terms @@ (app.search_any_of(owner, 'z', array[word], false) || limits)::tsquery
                and (entry.tenant_id = tenant) is true
                and (entry.type = any (kinds)) is true
                and (customers is null or entry.organization_id = any (customers))
        )
    );
end
$$;
revoke all on function app.search_visible_words(text[], text[]) from public;
grant create on schema app to app_definer;
alter function app.search_visible_words owner to app_definer;
revoke create on schema app from app_definer;
grant execute on function app.search_visible_words(text[], text[]) to app;
