--! keep_webhook_days
select app.keep_webhook_days(:today, :kept_days) as changed;
