#!/bin/sh
# Creates or updates Temporal's tables.
set -eu

for database in temporal temporal_visibility; do
    folder=${database#temporal_}
    tool="temporal-sql-tool --plugin postgres12 --ep postgres -p 5432 -u temporal --db $database"
    update="$tool update-schema -d /etc/temporal/schema/postgresql/v12/$folder/versioned"
    # A new database has no version that could be updated.
    $update || { $tool setup-schema -v 0.0 && $update; }
done
