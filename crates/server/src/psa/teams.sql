--: TeamRow(description?)

--! create_team (description?) : TeamRow
with team as (
    insert into teams (id, name, description, assignment, created_at, updated_at)
    values (:id, :name, :description, :assignment, :now, :now)
    returning id, name, description, assignment, created_at, updated_at, version
),

listed as (
    insert into team_members (team_id, user_id, place, skills)
    select
        team.id,
        (given.member ->> 'user_id')::uuid,
        given.place,
        array(select jsonb_array_elements_text(given.member -> 'skills'))
    from team
    cross join jsonb_array_elements(:members::jsonb) with ordinality as given (member, place)
)

select
    team.id, team.name, team.description, team.assignment, :members::jsonb as members, team.created_at, team.updated_at,
    team.version
from team;

--! list_teams : TeamRow
select
    id, name, description, assignment,
    (
        select
            coalesce(
                jsonb_agg(jsonb_build_object('user_id', user_id, 'skills', skills) order by place), '[]'::jsonb
            )
        from team_members
        where team_id = teams.id
    ) as members,
    created_at, updated_at, version
from teams
where id < :before and deleted_at is null
order by id desc
limit :limit;

--! get_team : TeamRow
select
    id, name, description, assignment,
    (
        select
            coalesce(
                jsonb_agg(jsonb_build_object('user_id', user_id, 'skills', skills) order by place), '[]'::jsonb
            )
        from team_members
        where team_id = teams.id
    ) as members,
    created_at, updated_at, version
from teams
where id = :id and deleted_at is null;

--! team_named
-- The other object of a conflict.
select id
from teams
where name = :name and deleted_at is null;

--! lock_team
-- Only the row: the members are read by the next statement, as they are once the lock is held.
select id
from teams
where id = :id and deleted_at is null
for update;

--! update_team (description?) : TeamRow
-- Members that stay keep their turn.
with team as (
    update teams
    set
        name = :name,
        description = :description,
        assignment = :assignment,
        updated_at = :now,
        version = version + 1
    where id = :id
    returning id, name, description, assignment, created_at, updated_at, version
),

given as (
    select
        (member ->> 'user_id')::uuid as user_id,
        place,
        array(select jsonb_array_elements_text(member -> 'skills')) as skills
    from jsonb_array_elements(:members::jsonb) with ordinality as members (member, place)
),

left_team as (
    delete from team_members
    where team_id = :id and user_id not in (select given.user_id from given)
),

listed as (
    insert into team_members (team_id, user_id, place, skills)
    select team.id, given.user_id, given.place, given.skills
    from team
    cross join given
    on conflict (tenant_id, team_id, user_id) do update
    set place = excluded.place, skills = excluded.skills
)

select
    team.id, team.name, team.description, team.assignment, :members::jsonb as members, team.created_at, team.updated_at,
    team.version
from team;

--! delete_team
update teams
set deleted_at = :now, updated_at = :now, version = version + 1
where id = :id
returning id;

--! has_unresolved_tickets
select exists (
    select
    from ticket_labels
    where label = :label and status in ('new', 'open', 'pending_customer', 'pending_vendor', 'scheduled')
) as found;

--! known_users
-- Those that can be members.
select id
from users
where id = any (:ids) and deleted_at is null;

--! lock_teams
-- Whoever gives tickets to teams locks the teams before everything else, in this order. The members are chosen by the next
-- statement, which sees the assignments of those that held the locks before.
select id
from teams
where id = any (:ids::uuid[])
order by id
for no key update;

--! assign_by_team : (user_id?)
-- No row: there is no such team. A choice without a user: no active member has all of the required skills. A member with
-- more than 1,000 unresolved tickets counts as one with 1,000.
with team as (
    select id, assignment
    from teams
    where id = :team_id and deleted_at is null
),

members as materialized (
    select
        team_members.user_id, team_members.place, team_members.skills, team_members.last_turn,
        'assignee:' || team_members.user_id::text as label
    from team
    join team_members on team_members.team_id = team.id
    join users on users.id = team_members.user_id
    where team.assignment = 'least_loaded' and :chooses::boolean and users.status = 'active'
),

required as (
    select coalesce(array_agg(distinct skill), '{}') as skills
    from team_members
    cross join unnest(team_members.skills) as skill
    where team_members.team_id = :team_id and skill = any (:tags::text[])
),

chosen as materialized (
    select members.user_id
    from members
    cross join lateral (
        select count(*) as tickets
        from (
            select
            from ticket_labels
            where
                label = members.label
                and status in ('new', 'open', 'pending_customer', 'pending_vendor', 'scheduled')
                and ticket_id <> :ticket_id
            limit 1000
        ) as unresolved
    ) as load
    where members.skills @> (select required.skills from required)
    order by load.tickets, members.last_turn, members.place
    limit 1
),

turn as (
    update team_members
    set last_turn = 1 + (select max(others.last_turn) from team_members as others where others.team_id = :team_id)
    from chosen
    where team_members.team_id = :team_id and team_members.user_id = chosen.user_id
    returning team_members.user_id
)

select
    team.assignment = 'least_loaded' and :chooses::boolean as has_chosen,
    (select turn.user_id from turn) as user_id
from team;
