--: AuditTrail(before?, after?)

--! audit_trail : AuditTrail
select id, before, after, app.content_digest(jsonb_build_array(before, after)) as digest
from audit_log
where resource_type = :resource_type and resource_id = any (:resource_ids) and id > :last
order by id
limit :limit;

--! rewrite_audit_entries (befores[?], afters[?]) : (rewritten?)
-- No number: the operation is not running. So it is with the other ones.
select
    app.rewrite_audit_entries(
        :tenant, :operation, :ids::uuid[], :digests::text[], :befores::jsonb[], :afters::jsonb[]
    ) as rewritten;

--! event_trail
select id, at, position, data, app.content_digest(data) as digest
from events
where subject_id = any (:subject_ids) and position > :last
order by position
limit :limit;

--! rewrite_events : (rewritten?)
select
    app.rewrite_events(
        :tenant, :operation, :ids::uuid[], :ats::timestamptz[], :digests::text[], :data::jsonb[]
    ) as rewritten;

--! responses_about
-- Ids and addresses in lower case.
select principal_id, route, key, body
from idempotency_keys
where exists (
    select
    from unnest(:sought::text[]) as named (text)
    where strpos(lower(body), named.text) > 0
);

--! rewrite_responses : (rewritten?)
select
    app.rewrite_responses(
        :tenant, :operation, :principals::uuid[], :routes::text[], :keys::text[], :old_bodies::text[], :bodies::text[]
    ) as rewritten;

--! forget_words
-- The entries of the search index follow their rows; the vocabulary does not.
select app.forget_search_words(:tenant, :texts::text[]) as forgotten;
