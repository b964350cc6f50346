-- What the operator does by the command line leaves rows in the audit logs of the tenants that it touches, in the
-- transaction of the change.
alter table audit_log add column actor_detail text;

create policy operate on audit_log for insert to app_system with check (actor_kind = 'operator');
grant insert on audit_log to app_system;
