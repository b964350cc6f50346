-- What became of deliveries, each found by its primary key. As one UPDATE joined with arrays, the planner thinks that hardly
-- any row of a table that grows quickly is pending, and compares all of them with all: a second for 1,600 rows. So each row
-- is its own statement, with the plan that is right for any size.
create function app.settle_deliveries(
    _tenants uuid[], _ids uuid[], _event_ats timestamptz[], _statuses text[], _attempts integer[],
    _next_attempt_ats timestamptz[], _finished_ats timestamptz[]
) returns integer
language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
    settled integer := 0;
begin
    for i in 1 .. coalesce(cardinality(_ids), 0) loop
        -- A delivery that was cancelled meanwhile stays so. (Nothing else makes the planner leave the index of those that
        -- are pending alone.)
        update webhook_deliveries
        set
            status = _statuses[i],
            attempts = _attempts[i],
            next_attempt_at = _next_attempt_ats[i],
            finished_at = _finished_ats[i]
        where tenant_id = _tenants[i] and id = _ids[i] and event_at = _event_ats[i] and status || '' = 'pending';
        settled := settled + 1;
    end loop;
    return settled;
end
$$;

-- The first one in each line goes, now that the one before it is finished. Those endpoints that have one.
create function app.release_next(_tenants uuid[], _endpoints uuid[], _subjects text[], _now timestamptz)
returns setof uuid
language plpgsql
set enable_seqscan = off
set enable_bitmapscan = off
as $$
declare
    first record;
begin
    for i in 1 .. coalesce(cardinality(_endpoints), 0) loop
        select id, event_at, status into first
        from webhook_deliveries
        where
            tenant_id = _tenants[i]
            and endpoint_id = _endpoints[i]
            and subject_id = _subjects[i]
            and ordered
            and status in ('pending', 'held')
        order by position
        limit 1;
        if first.status = 'held' then
            update webhook_deliveries
            set status = 'pending', next_attempt_at = _now
            where tenant_id = _tenants[i] and id = first.id and event_at = first.event_at;
            return next _endpoints[i];
        end if;
    end loop;
end
$$;

revoke execute on function app.settle_deliveries from public;
revoke execute on function app.release_next from public;
grant execute on function app.settle_deliveries to app_system;
grant execute on function app.release_next to app_system;
