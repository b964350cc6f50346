#!/bin/sh
# Creates the namespace and its search attribute. It can be repeated.
set -eu

export TEMPORAL_ADDRESS=temporal:7233
until temporal operator cluster health >/dev/null 2>&1; do sleep 1; done
temporal operator namespace describe --namespace tenant-control >/dev/null 2>&1 ||
    temporal operator namespace create --namespace tenant-control --retention 3d
until temporal operator search-attribute list --namespace tenant-control 2>/dev/null | grep -qw Tenant; do
    temporal operator search-attribute create --namespace tenant-control --name Tenant --type Keyword || sleep 1
done
