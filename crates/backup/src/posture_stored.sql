--: StoredPosture(score?, grade?, evaluated_at?)

--: PostureDay(score?)

--: PostureSummary(mean_score?)

--! due_postures
-- Of all tenants, the longest due first.
select tenant_id, organization_id
from backup_postures
where next_at <= :now
order by next_at
limit :limit;

--! changes_of_posture
select changes
from backup_postures
where organization_id = :organization_id;

--! lock_posture : StoredPosture
select organization_id, score, grade, causes, alerted, eligible, protected, at_risk, evaluated_at, changes, version
from backup_postures
where organization_id = :organization_id
for update;

--! set_posture (score?, grade?)
update backup_postures
set
    score = :score,
    grade = :grade,
    causes = :causes,
    alerted = :alerted,
    eligible = :eligible,
    protected = :protected,
    at_risk = :at_risk,
    compliant = :compliant,
    evaluated_at = :now,
    next_at = :next_at,
    version = version + 1
where organization_id = :organization_id
returning version;

--! postpone_posture
-- After an evaluation that failed, so that it does not keep others from being evaluated.
update backup_postures
set next_at = :next_at
where organization_id = :organization_id
returning organization_id;

--! set_posture_day (score?)
insert into backup_posture_days (organization_id, day, score, eligible, protected, at_risk)
values (:organization_id, :day, :score, :eligible, :protected, :at_risk)
on conflict on constraint backup_posture_days_pkey do update
set
    score = excluded.score,
    eligible = excluded.eligible,
    protected = excluded.protected,
    at_risk = excluded.at_risk
returning organization_id;

--! posture_days : PostureDay
select organization_id, day, score, eligible, protected, at_risk
from backup_posture_days
where organization_id = any (:organization_ids::uuid[]) and day > :after
order by organization_id, day;

--! posture_summary (organization_id?) : PostureSummary
select
    count(*) as customers,
    count(score) as scored,
    avg(score)::double precision as mean_score,
    count(*) filter (where grade = 'a') as a,
    count(*) filter (where grade = 'b') as b,
    count(*) filter (where grade = 'c') as c,
    count(*) filter (where grade = 'd') as d,
    count(*) filter (where grade = 'f') as f,
    coalesce(sum(eligible), 0)::bigint as eligible,
    coalesce(sum(protected), 0)::bigint as protected,
    coalesce(sum(at_risk), 0)::bigint as at_risk
from backup_postures
where :organization_id::uuid is null or organization_id = :organization_id;

--! evaluate_soon
-- The customers that a check was about. Only they are evaluated anew.
update backup_postures
set next_at = least(next_at, :now), changes = changes + 1
where
    organization_id in (
        select backup_hosts.organization_id
        from backup_hosts
        where backup_hosts.repository_id = :repository_id
        union
        select backup_repositories.organization_id
        from backup_repositories
        where backup_repositories.id = :repository_id
    )
returning organization_id;

--! evaluate_organization_soon
update backup_postures
set next_at = least(next_at, :now), changes = changes + 1
where organization_id = :organization_id
returning organization_id;

--! has_failed_check
-- Whether the last check of a repository with backups of the organization failed.
select exists (
    select
    from backup_repositories
    join backup_checks
        on
            backup_checks.tenant_id = backup_repositories.tenant_id
            and backup_checks.id = backup_repositories.last_check_id
    where
        backup_checks.result = 'failed'
        and (
            backup_repositories.organization_id = :organization_id
            or exists (
                select
                from backup_hosts
                where
                    backup_hosts.repository_id = backup_repositories.id
                    and backup_hosts.organization_id = :organization_id
            )
        )
) as failed;

--! forget_posture_days
-- A part at a time, so that no statement runs long.
delete from backup_posture_days
where
    (tenant_id, organization_id, day) in (
        select tenant_id, organization_id, day from backup_posture_days where day < :before limit 5000
    )
returning organization_id;
