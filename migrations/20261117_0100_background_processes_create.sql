-- How the background tasks of each process fare, written by the process itself every second: for the status page of the
-- other processes and for `doctor`. A process that stops removes its row; one that was killed is forgotten after a minute.
create table background_processes (
    id uuid not null,
    process text not null,
    host text not null,
    started_at timestamptz not null,
    seen_at timestamptz not null,
    tasks jsonb not null,
    constraint background_processes_pkey primary key (id)
)
with (fillfactor = 50);

alter table background_processes enable row level security;
alter table background_processes force row level security;
create policy system on background_processes to app_system using (true);
create policy owner on background_processes to current_user using (true);
grant select, insert, update, delete on background_processes to app_system;
