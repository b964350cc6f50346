--: Level(config?)
--: ConfigVersion(config?, actor_id?)

--! organization_of_device
select organization_id
from devices
where id = :id;

--! organization_exists
select id
from organizations
where id = :id;

--! config_levels : Level
select scope_id, config, version, updated_at
from backup_configs
where scope_id = any (:scope_ids::uuid[]);

--! lock_configs
-- What applies to a device depends on several documents: of two changes at once the second waits, and then sees the first.
select true as locked
from pg_advisory_xact_lock(hashtextextended(app.tenant()::text, 18));

--! set_config (organization_id?, device_id?, config?)
insert into backup_configs (scope_id, scope, organization_id, device_id, config, version, updated_at)
values (:scope_id, :scope, :organization_id, :device_id, :config, :version, :now)
on conflict (tenant_id, scope_id) do update
set config = excluded.config, version = excluded.version, updated_at = excluded.updated_at
returning version;

--! add_config_version (organization_id?, config?, actor_id?)
insert into backup_config_history (
    scope_id, version, scope, organization_id, config, allowed, actor_kind, actor_id, at
)
values (:scope_id, :version, :scope, :organization_id, :config, :allowed, :actor_kind, :actor_id, :now)
returning version;

--! config_history : ConfigVersion
select version, config, allowed, actor_kind, actor_id, at
from backup_config_history
where scope_id = :scope_id and version < :before
order by version desc
limit :limit;

--! known_repositories (organization_id?)
-- Those of the organization, and those for several customers. A document of the tenant names only the latter.
select id
from backup_repositories
where
    id = any (:ids::uuid[])
    and (organization_id is null or organization_id = :organization_id);

--! count_devices_in_scope (organization_id?, device_id?)
select count(*) as devices
from devices
where
    retired_at is null
    and (:organization_id::uuid is null or organization_id = :organization_id)
    and (:device_id::uuid is null or id = :device_id);
