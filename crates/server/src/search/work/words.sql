--! forget_unused_words
-- Of the next words of the vocabulary, those that no entry has are removed; the last of them all is returned.
with listed as materialized (
    select distinct vocabulary.tenant_id, vocabulary.word
    from search_vocabulary as vocabulary
    where (vocabulary.tenant_id, vocabulary.word) > (:tenant_id, :word::text)
    order by vocabulary.tenant_id, vocabulary.word
    limit :limit
),
unused as materialized (
    select listed.tenant_id, listed.word
    from listed
    where not exists (
        select
        from search_entries
        where
            search_entries.terms
            @@ ('''' || app.search_owner(listed.tenant_id) || 'z' || listed.word || '''')::tsquery
            and (search_entries.tenant_id = listed.tenant_id) is true
    )
),
removed as (
    delete from search_vocabulary
    using unused
    where search_vocabulary.tenant_id = unused.tenant_id and search_vocabulary.word = unused.word
    returning search_vocabulary.word
)
select listed.tenant_id, listed.word, (select count(*) from removed) as removed
from listed
order by listed.tenant_id desc, listed.word desc
limit 1;
