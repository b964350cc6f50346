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
                        and strpos(' ' || array_to_string(app.search_tokens(content), ' ') || ' ', sought.words) > 0
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
create type app.search_filter as (required text[], excluded text[], has_more boolean);

create function app.search_filter_of(asked jsonb) returns app.search_filter
language plpgsql immutable parallel safe
as $$
begin
    return row(
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

-- Whether a thing passes the filters of a search that are not in its terms.
create function app.search_passes(tenant uuid, kind text, thing uuid, asked jsonb) returns boolean
language plpgsql stable
as $$
begin
    return (
        select exists (
            select
            from search_entries as main
            where
                main.tenant_id = tenant and main.type = kind and main.id = thing
                and main.part = '00000000-0000-0000-0000-000000000000'
                and not exists (
                    select
                    from jsonb_array_elements(asked -> 'labels') as alternatives
                    where not main.labels && array(select jsonb_array_elements_text(alternatives))
                )
                and not main.labels && array(select jsonb_array_elements_text(asked -> 'without_labels'))
                and not exists (
                    select
                    from jsonb_array_elements(asked -> 'identifiers') as sought
                    where not app.search_identified(main.identifiers, sought)
                )
                and main.created_at >= coalesce((asked ->> 'created_since')::timestamptz, '-infinity')
                and main.created_at < coalesce((asked ->> 'created_until')::timestamptz, 'infinity')
                and main.updated_at >= coalesce((asked ->> 'updated_since')::timestamptz, '-infinity')
                and main.updated_at < coalesce((asked ->> 'updated_until')::timestamptz, 'infinity')
        )
        and (
            not asked ?| array['seen_since', 'seen_until']
            or exists (
                select
                from device_presence
                where
                    device_presence.tenant_id = tenant and device_presence.device_id = thing
                    and device_presence.last_seen_at >= coalesce((asked ->> 'seen_since')::timestamptz, '-infinity')
                    and device_presence.last_seen_at < coalesce((asked ->> 'seen_until')::timestamptz, 'infinity')
            )
        )
    );
end
$$;

-- Where the searched words are: at most four fields, identifiers first.
create function app.search_matches(texts jsonb, identifiers text[], tier integer, tokens text[], keys text[]) returns jsonb
language plpgsql immutable parallel safe
as $$
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
                name,
                case when tier in (7, 8) then 'typo' when tier in (4, 6) then 'prefix' else 'word' end,
                case when first.place > 61 then '…' else '' end
                || regexp_replace(substr(content, greatest(first.place - 60, 1), 160), '\s+', ' ', 'g')
                || case when length(content) > greatest(first.place - 60, 1) + 159 then '…' else '' end,
                first.place
            from jsonb_each_text(texts) as field (name, content)
            cross join lateral (select app.search_fold(content) as folded) as plain
            cross join lateral (
                select min(located.place) as place
                from unnest(tokens) as token
                cross join lateral (
                    select case
                        when token like '%.%' then strpos(folded, token)
                        else strpos(
                            ' ' || regexp_replace(
                                folded,
                                '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]', ' ', 'g'
                            ),
                            ' ' || token
                        )
                    end as place
                ) as located
                where located.place > 0
            ) as first
            where first.place is not null
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

create type app.search_hit as (type text, id uuid, part uuid, tier integer);

-- The search. It runs as its owner, because behind a policy `@@` cannot use its index; it takes the tenant and the customers
-- from the transaction and nothing else. Requests read the entries by this function and by those of lists alone
-- (`app.search_ids`, `app.search_among`).
--
-- `asked` is what the server has parsed (`kernel/src/find/asked.rs`). The index knows no order, and a broad word has more entries than
-- can be ranked in time; so the best matches are collected first, then the good ones, then the others, until there are
-- enough. What was left out then is said (`truncated`).
create function app.search(asked jsonb) returns jsonb
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_bitmapscan = on
set enable_seqscan = off
set max_parallel_workers_per_gather = 0
set jit = off
as $$
declare
    most constant integer := 1000;
    whole_thing constant uuid := '00000000-0000-0000-0000-000000000000';
    tenant constant uuid := app.tenant();
    owner constant text := app.search_owner(tenant);
    kinds text[] := array(select jsonb_array_elements_text(asked -> 'types'));
    customers uuid[] := app.search_customers(tenant, asked);
    word jsonb;
    tokens text[];
    keys text[];
    near_words text[];
    is_open boolean;
    has_keys boolean := false;
    by_key text[] := '{}';
    by_key_open text[] := '{}';
    titled text[] := '{}';
    titled_open text[] := '{}';
    worded text[] := '{}';
    worded_open text[] := '{}';
    guessed_titled text[] := '{}';
    guessed text[] := '{}';
    all_tokens text[] := '{}';
    all_keys text[] := '{}';
    words_asked jsonb := '[]';
    limits text := '';
    unwanted tsquery;
    said jsonb := asked -> 'phrases';
    narrowed boolean := app.search_is_narrowed(asked);
    by_label app.search_filter := app.search_filter_of(asked);
    phrase text := nullif(btrim(app.search_fold(asked ->> 'text')), '');
    queries tsquery[];
    sought tsquery;
    ranks tsquery[];
    hits app.search_hit[] := '{}';
    more app.search_hit[];
    is_cut boolean := false;
    after_tier integer := (asked ->> 'after_tier')::integer;
    after_id uuid := (asked ->> 'after_id')::uuid;
    answer jsonb;
begin
    if tenant is null or customers = '{}' then
        kinds := '{}';
    end if;

    for word in select jsonb_array_elements(asked -> 'words') loop
        tokens := app.search_tokens(word ->> 'text');
        keys := array(select jsonb_array_elements_text(word -> 'keys'));
        is_open := not coalesce((word ->> 'exact')::boolean, false);
        near_words := array(select jsonb_array_elements_text(word -> 'near'));
        words_asked := words_asked || jsonb_build_array(to_jsonb(tokens));
        all_tokens := all_tokens || tokens || near_words;
        if app.search_any_of(owner, 'i', keys, false) is not null then
            has_keys := true;
            all_keys := all_keys || keys;
        elsif tokens = '{}' then
            continue;
        end if;
        by_key := by_key || coalesce(
            app.search_any_of(owner, 'i', keys, false), app.search_all_of(owner, 'z', tokens, is_open)
        );
        by_key_open := by_key_open || coalesce(
            app.search_any_of(owner, 'i', keys, true), app.search_all_of(owner, 'z', tokens, is_open)
        );
        titled := titled || coalesce(
            app.search_all_of(owner, 't', tokens, false), app.search_any_of(owner, 'i', keys, false)
        );
        titled_open := titled_open || coalesce(
            app.search_all_of(owner, 't', tokens, is_open), app.search_any_of(owner, 'i', keys, true)
        );
        worded := worded || ('(' || concat_ws(
            ' | ', app.search_all_of(owner, 'z', tokens, false), app.search_any_of(owner, 'i', keys, false)
        ) || ')');
        worded_open := worded_open || ('(' || concat_ws(
            ' | ', app.search_all_of(owner, 'z', tokens, is_open), app.search_any_of(owner, 'i', keys, true)
        ) || ')');
        guessed_titled := guessed_titled || ('(' || concat_ws(
            ' | ', app.search_all_of(owner, 't', tokens, is_open), app.search_any_of(owner, 'i', keys, true),
            app.search_any_of(owner, 't', near_words, false)
        ) || ')');
        guessed := guessed || ('(' || concat_ws(
            ' | ', app.search_all_of(owner, 'z', tokens, is_open), app.search_any_of(owner, 'i', keys, true),
            app.search_any_of(owner, 'z', near_words, false)
        ) || ')');
    end loop;

    select string_agg(app.search_all_of(owner, 'z', app.search_tokens(excluded), false), ' | ')::tsquery
    into unwanted
    from jsonb_array_elements_text(asked -> 'without') as excluded;
    if not coalesce((asked ->> 'all_types')::boolean, false) then
        limits := ' & ' || app.search_any_of(owner, 'k', kinds, false);
    end if;
    if customers is not null then
        limits := limits || ' & ' || app.search_any_of(
            owner, 'o', array(select replace(customer::text, '-', '') from unnest(customers) as customer), false
        );
    end if;

    if kinds <> '{}' and worded <> '{}' then
        ranks := array[
            case when has_keys then array_to_string(by_key, ' & ')::tsquery end,
            case when has_keys then array_to_string(by_key_open, ' & ')::tsquery end,
            array_to_string(titled, ' & ')::tsquery,
            array_to_string(titled_open, ' & ')::tsquery,
            array_to_string(worded, ' & ')::tsquery,
            array_to_string(worded_open, ' & ')::tsquery,
            array_to_string(guessed_titled, ' & ')::tsquery
        ];
        queries := array[
            (
                '(' || concat_ws(' | ', '(' || ranks[1]::text || ')', '(' || ranks[3]::text || ')') || ')' || limits
            )::tsquery,
            (
                '(' || concat_ws(' | ', '(' || ranks[2]::text || ')', '(' || ranks[4]::text || ')') || ')' || limits
            )::tsquery,
            ('(' || array_to_string(guessed, ' & ') || ')' || limits)::tsquery
        ];
        foreach sought in array queries loop
            -- Each query finds what the one before has found, too.
            exit when is_cut;
            more := array(
                select
                    row(
                        hit.type, hit.id, hit.part,
                        case
                            when hit.terms @@ ranks[1] then 0
                            when hit.part = whole_thing and app.search_fold(hit.title) = phrase then 1
                            when hit.terms @@ ranks[2] then 2
                            when hit.terms @@ ranks[3] then 3
                            when hit.terms @@ ranks[4] then 4
                            when hit.terms @@ ranks[5] then 5
                            when hit.terms @@ ranks[6] then 6
                            when hit.terms @@ ranks[7] then 7
                            else 8
                        end
                    )::app.search_hit
                from search_entries as hit
                where
                    hit.terms @@ sought
                    and (hit.tenant_id = tenant) is true
                    and (hit.type = any (kinds)) is true
                    and (customers is null or hit.organization_id = any (customers))
                    and (unwanted is null or not hit.terms @@ unwanted)
                    and (said is null or app.search_says(hit.texts, said))
                    and (not narrowed or app.search_passes(tenant, hit.type, hit.id, asked))
                limit most + 1
            );
            is_cut := cardinality(more) > most;
            hits := hits || more;
        end loop;
    elsif kinds <> '{}' and words_asked = '[]' then
        -- Filters alone: the newest of each type.
        hits := array(
            select row(listed.type, listed.id, whole_thing, 9)::app.search_hit
            from unnest(kinds) as kind
            cross join lateral (
                select hit.type, hit.id
                from search_entries as hit
                where
                    hit.tenant_id = tenant
                    and hit.type = kind
                    and hit.part = whole_thing
                    and (customers is null or hit.organization_id = any (customers))
                    and (unwanted is null or not hit.terms @@ unwanted)
                    and (said is null or app.search_says(hit.texts, said))
                    and hit.labels @> (by_label).required
                    and not hit.labels && (by_label).excluded
                    and (not (by_label).has_more or app.search_passes(tenant, hit.type, hit.id, asked))
                order by hit.id desc
                limit most + 1
            ) as listed
        );
        is_cut := exists (
            select from unnest(hits) as hit group by hit.type having count(*) > most
        );
    end if;

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
        'truncated', is_cut,
        'complete', not exists (select from search_backfills as pending where pending.tenant_id = tenant),
        'words', words_asked,
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
                        'matches',
                            app.search_matches(shown.texts, shown.identifiers, page.tier, all_tokens, all_keys)
                    )
                    order by page.tier, page.id desc
                ),
                '[]'
            )
            from page
            join search_entries as main
                on main.tenant_id = tenant and main.type = page.type and main.id = page.id and main.part = whole_thing
            join search_entries as shown
                on shown.tenant_id = tenant and shown.type = page.type and shown.id = page.id and shown.part = page.part
            left join search_entries as customer
                on customer.tenant_id = tenant and customer.type = 'organization'
                and customer.id = main.organization_id and customer.part = whole_thing
        )
    )
    into answer;
    return answer;
end
$$;
revoke all on function app.search(jsonb) from public;
grant create on schema app to app_definer;
alter function app.search owner to app_definer;
revoke create on schema app from app_definer;
grant execute on function app.search(jsonb) to app;
