--! keep_event_days
select app.keep_event_days(:today, :kept_days) as changed;
