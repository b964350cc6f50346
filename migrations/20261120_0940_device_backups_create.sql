-- The newest backup of each device, for other families: until when the device counts as protected by it. A measured backup
-- wins over reported ones. The numbers without settings are those of `BackupPolicy::default`.
create view device_backups with (security_invoker = true) as
select
    newest.device_id,
    newest.last_success_at,
    newest.last_success_at + make_interval(
        secs => coalesce(
            (of_device.config ->> 'rpo_seconds')::double precision,
            (of_organization.config ->> 'rpo_seconds')::double precision,
            (of_tenant.config ->> 'rpo_seconds')::double precision,
            86400
        ) * coalesce(
            (of_device.config #>> '{alerts,stale_factor}')::double precision,
            (of_organization.config #>> '{alerts,stale_factor}')::double precision,
            (of_tenant.config #>> '{alerts,stale_factor}')::double precision,
            2
        )
    ) as protected_until
from (
    select distinct on (backup_evidence.tenant_id, backup_evidence.device_id)
        backup_evidence.tenant_id,
        backup_evidence.device_id,
        backup_evidence.organization_id,
        backup_evidence.last_success_at
    from backup_evidence
    where backup_evidence.type = 'backup'
    order by
        backup_evidence.tenant_id,
        backup_evidence.device_id,
        backup_evidence.evidence,
        backup_evidence.last_success_at desc nulls last
) as newest
left join backup_configs as of_device
    on of_device.tenant_id = newest.tenant_id and of_device.scope_id = newest.device_id
left join backup_configs as of_organization
    on of_organization.tenant_id = newest.tenant_id and of_organization.scope_id = newest.organization_id
left join backup_configs as of_tenant
    on of_tenant.tenant_id = newest.tenant_id and of_tenant.scope_id = newest.tenant_id;

grant select on device_backups to app;
