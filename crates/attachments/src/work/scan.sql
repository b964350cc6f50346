--! claim_files_to_scan
-- If the scanner cannot be reached, the file is scanned again later.
update attachments
set scan_at = :retry_at
where (tenant_id, id) in (
    select tenant_id, id
    from attachments
    where
        scan_at <= :now and state = 'stored'
        and tenant_id <> all (array(select move.tenant_id from tenant_moves as move where move.fenced_until > now()))
    order by scan_at
    limit :limit
    for update skip locked
)
returning tenant_id, id, size_bytes, data_key_sealed;

--! set_scan
update attachments
set scan = :scan, scan_at = null, version = version + 1
where id = :id and state = 'stored' and scan = 'pending'
returning id;
