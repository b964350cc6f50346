--! current_sla
select version, settings, created_at
from sla_versions
order by version desc
limit 1;

--! lock_sla
-- Of two changes at once the second waits, and then sees the first.
select true as locked
from pg_advisory_xact_lock(hashtextextended(app.tenant()::text, 2));

--! add_sla_version
insert into sla_versions (version, settings, created_at)
values (:version, :settings, :now)
returning version;

--! current_sla_version
select coalesce(max(version), 0) as version
from sla_versions;

--! some_sla_versions
select version, settings
from sla_versions
where version = any (:versions::integer[]);

--! overdue_tickets
-- Of all tenants: those whose clocks will read as breached.
(
    select tenant_id, id
    from tickets
    where response_due_at <= :now
    order by response_due_at
    limit :limit
)
union
(
    select tenant_id, id
    from tickets
    where resolution_due_at <= :now
    order by resolution_due_at
    limit :limit
);

--! tickets_counted_by_old_settings
-- Of all tenants that have changed their settings since then.
select changed.tenant_id, outdated.id
from (
    select tenant_id, max(version) as version
    from sla_versions
    where created_at >= :changed_since
    group by tenant_id
) as changed
cross join lateral (
    select id
    from tickets
    where
        tickets.tenant_id = changed.tenant_id
        and tickets.sla_version < changed.version
        and tickets.status not in ('resolved', 'closed', 'canceled', 'merged')
    limit :limit
) as outdated
limit :limit;
