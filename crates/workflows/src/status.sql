--! engine_lag
-- How long the oldest message to the engine has waited.
select coalesce(extract(epoch from now() - min(created_at)), 0)::double precision as seconds
from engine_outbox;
