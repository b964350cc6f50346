-- An operation that waits for another system is not taken before `due_at`. One that `settles` does not end when its
-- cancellation is requested: its worker first finds out what it has done, and ends it.
alter table operations add column due_at timestamptz;
alter table operations add column settles boolean not null default false;
alter table operations add column cancel_requested_at timestamptz;
