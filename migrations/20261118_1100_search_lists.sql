-- `q` of lists: which objects of one type match a search, without ranks. A list has its own order and filters, and asks
-- either for all matches, if they are few, or which of the next rows of the list match.

-- What must hold for an entry. `sought` is null if the search has qualifiers alone.
create type app.search_condition as (is_possible boolean, sought tsquery, unwanted tsquery, customers uuid[]);

-- The same terms as those of the widest query of `app.search`, for one type of objects and without similar words. It runs as
-- its caller: one of the functions below.
create function app.search_condition_of(tenant uuid, kind text, asked jsonb) returns app.search_condition
language plpgsql stable
as $$
declare
    owner constant text := app.search_owner(tenant);
    customers uuid[] := app.search_customers(tenant, asked);
    word jsonb;
    alternatives text;
    parts text[] := '{}';
    unwanted tsquery;
begin
    if tenant is null or customers = '{}' then
        return (false, null, null, null)::app.search_condition;
    end if;

    for word in select jsonb_array_elements(asked -> 'words') loop
        alternatives := concat_ws(
            ' | ',
            app.search_all_of(
                owner, 'z', app.search_tokens(word ->> 'text'), not coalesce((word ->> 'exact')::boolean, false)
            ),
            app.search_any_of(owner, 'i', array(select jsonb_array_elements_text(word -> 'keys')), true)
        );
        if alternatives <> '' then
            parts := parts || ('(' || alternatives || ')');
        end if;
    end loop;
    -- Words were asked for, but none of them consists of letters or digits.
    if parts = '{}' and jsonb_array_length(asked -> 'words') > 0 then
        return (false, null, null, null)::app.search_condition;
    end if;

    select string_agg(app.search_all_of(owner, 'z', app.search_tokens(excluded), false), ' | ')::tsquery
    into unwanted
    from jsonb_array_elements_text(asked -> 'without') as excluded;
    if parts = '{}' then
        return (true, null, unwanted, customers)::app.search_condition;
    end if;
    return (
        true, (array_to_string(parts, ' & ') || app.search_limits(owner, array[kind], customers))::tsquery, unwanted, customers
    )::app.search_condition;
end
$$;

-- The ids of all objects of a type that match; null if there are more than `most` entries (an object has one, and a ticket
-- one more for each comment). It runs as its owner, because behind a policy `@@` cannot use its index, and takes the tenant
-- and the customers from the transaction and nothing else.
create function app.search_ids(kind text, asked jsonb, most bigint) returns uuid[]
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
    condition app.search_condition := app.search_condition_of(tenant, kind, asked);
    sought tsquery := condition.sought;
    unwanted tsquery := condition.unwanted;
    customers uuid[] := condition.customers;
    said jsonb := asked -> 'phrases';
    by_label app.search_filter := app.search_filter_of(asked);
    hits uuid[];
begin
    if not condition.is_possible then
        return '{}';
    end if;
    if sought is null then
        hits := array(
            select hit.id
            from unnest(
                app.search_filtered(tenant, array[kind], customers, unwanted, most::integer, asked)
            ) as hit
        );
    else
        hits := array(
            select hit.id
            from search_entries as hit
            where
                hit.terms @@ sought
                and (hit.tenant_id = tenant) is true
                and (hit.type = kind) is true
                and (customers is null or hit.organization_id = any (customers))
                and (unwanted is null or not hit.terms @@ unwanted)
                and (said is null or app.search_says(hit.texts, said))
                and (not (by_label).is_narrow or app.search_passes(hit, by_label, asked))
            limit most + 1
        );
    end if;
    if cardinality(hits) > most then
        return null;
    end if;
    return array(select distinct id from unnest(hits) as id);
end
$$;

-- Those of the objects that match, by the same rules. For searches that match so much that it is shorter to look at the rows
-- of a list.
create function app.search_among(kind text, asked jsonb, ids uuid[]) returns uuid[]
language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off
set max_parallel_workers_per_gather = 0
set jit = off
set plan_cache_mode = force_generic_plan
as $$
declare
    whole_thing constant uuid := '00000000-0000-0000-0000-000000000000';
    tenant constant uuid := app.tenant();
    condition app.search_condition := app.search_condition_of(tenant, kind, asked);
    sought tsquery := condition.sought;
    unwanted tsquery := condition.unwanted;
    customers uuid[] := condition.customers;
    said jsonb := asked -> 'phrases';
    by_label app.search_filter := app.search_filter_of(asked);
begin
    if not condition.is_possible then
        return '{}';
    end if;
    return array(
        select distinct hit.id
        from search_entries as hit
        where
            hit.tenant_id = tenant
            and hit.type = kind
            and hit.id = any (ids)
            -- In this form it uses no index: the ids are what is looked up.
            and case when sought is null then hit.part = whole_thing else hit.terms @@ sought end
            and (customers is null or hit.organization_id = any (customers))
            and (unwanted is null or not hit.terms @@ unwanted)
            and (said is null or app.search_says(hit.texts, said))
            and (not (by_label).is_narrow or app.search_passes(hit, by_label, asked))
    );
end
$$;

revoke all on function app.search_ids(text, jsonb, bigint), app.search_among(text, jsonb, uuid[]) from public;
grant create on schema app to app_definer;
alter function app.search_ids owner to app_definer;
alter function app.search_among owner to app_definer;
revoke create on schema app from app_definer;
grant execute on function app.search_ids(text, jsonb, bigint), app.search_among(text, jsonb, uuid[]) to app;
