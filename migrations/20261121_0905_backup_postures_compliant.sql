-- The devices whose last backup is not older than their recovery point objective. Null until the next evaluation.
alter table backup_postures add column compliant bigint;
