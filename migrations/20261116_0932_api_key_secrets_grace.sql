-- Until when an earlier secret of a key works, the last of them: null when the key was never rotated.
create function app.key_grace_until(key uuid) returns timestamptz
language sql stable
as $$
    select max(valid_until)
    from api_key_secrets
    where tenant_id = app.tenant() and key_id = key
$$;
