-- The trace of the request that caused an event or started a run: 16 bytes of its trace and 8 of its span. Null if the request was
-- not sampled.
alter table events add column trace bytea;
alter table workflow_runs add column trace bytea;
