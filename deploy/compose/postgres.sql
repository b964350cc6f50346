-- Roles and databases of the try-out, at the first start of its PostgreSQL. In production, the operator creates them with
-- passwords of their own: docs/operations.md.
create role migrator login createrole password 'migrator';
create role app login password 'app';
create role app_system login password 'app_system';
create role app_definer nologin;
create role app_partitions nologin;
grant app, app_system, app_definer, app_partitions to migrator with admin option;
create database tenant_control owner migrator;
create role temporal login password 'temporal';
create database temporal owner temporal;
create database temporal_visibility owner temporal;
