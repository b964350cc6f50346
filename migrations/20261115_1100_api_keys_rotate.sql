-- After a rotation the secret before works until its grace ends. Both have the same prefix, so one look-up finds both.
alter table api_keys add column previous_secret_hash bytea;
alter table api_keys add column grace_until timestamptz;
alter table api_keys add constraint api_keys_rotation_is_whole
    check ((previous_secret_hash is null) = (grace_until is null));
