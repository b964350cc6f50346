#!/usr/bin/env bash
# Verifies one webhook. The body comes from standard input, byte by byte as it was received.
#
#   WEBHOOK_SECRET=whsec_... ./verify.sh "$webhook_id" "$webhook_timestamp" "$webhook_signature" < body
#
# Says "verified" and ends with 0, or says what is wrong and ends with 1. Needs openssl.
set -euo pipefail

id=$1 timestamp=$2 signatures=$3

refuse() { echo "refused: $1" >&2; exit 1; }

[[ $timestamp =~ ^[0-9]{1,12}$ ]] || refuse "not a time"
age=$(($(date +%s) - timestamp))
[ "${age#-}" -le 300 ] || refuse "more than five minutes from now"

# The secret after its prefix is base64 of the key.
key=$(printf %s "${WEBHOOK_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')
expected=$({ printf '%s.%s.' "$id" "$timestamp"; cat; } | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)

# What is compared are hashes of the signatures, so that the time it takes tells nothing of them.
hash() { printf %s "$1" | openssl dgst -sha256 -r; }
for signature in $signatures; do # one for each secret that is valid: after a rotation there are several
    [ "$(hash "$signature")" != "$(hash "v1,$expected")" ] || { echo verified; exit 0; }
done
refuse "no signature fits"
