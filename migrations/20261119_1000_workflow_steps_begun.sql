-- The request of a step whose work continues after its response: its number, its operation and its object. Idempotency keys
-- expire before runs do, and DELETE has none; a step that has begun something polls it, and does not request it again.
alter table workflow_steps add column begun jsonb;
