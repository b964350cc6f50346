-- How each part of the service fared on each day, for the status page: seconds in which a server watched it, and those of
-- them in which it was down. Several servers watch the same; what one has written up to `watched_until` counts, and of
-- the others' only what comes after it.
create table status_days (
    part text not null,
    day date not null,
    first_at timestamptz not null,
    watched_until timestamptz not null,
    watched_seconds double precision not null,
    down_seconds double precision not null,
    constraint status_days_pkey primary key (part, day),
    constraint status_days_part_is_plain check (part ~ '^[a-z_]{1,40}$'),
    constraint status_days_seconds_fit check (down_seconds between 0 and watched_seconds + 1)
)
with (fillfactor = 50);

alter table status_days enable row level security;
alter table status_days force row level security;
create policy system on status_days to app_system using (true);
create policy owner on status_days to current_user using (true);
grant select, insert, update, delete on status_days to app_system;
