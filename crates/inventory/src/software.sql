--: Title()

--! software_titles (after_name?, after_publisher?, name_prefix?) : Title
-- Names that differ only in case are one title. The count of versions that no device has any more is left out.
select
    page.name_key,
    page.publisher,
    counted.name,
    counted.version_count,
    counted.device_count,
    counted.versions,
    counted.device_counts
from (
    select software.name_key, software.publisher
    from software
    where
        (:name_prefix::text is null or software.name_key ^@ :name_prefix)
        and (
            :after_name::text is null
            or (software.name_key, software.publisher) > (:after_name, :after_publisher::text)
        )
        and exists (
            select
            from device_software
            where
                device_software.software_id = software.id
                and (
                    cardinality(:organization_ids::uuid[]) = 0
                    or device_software.organization_id = any (:organization_ids)
                )
        )
    group by software.name_key, software.publisher
    order by software.name_key, software.publisher
    limit :limit
) as page
cross join lateral (
    select
        min(version.name) as name,
        count(*) as version_count,
        case
            when count(*) = 1 then max(version.device_count)
            else (
                select count(distinct device_software.device_id)
                from device_software
                where
                    device_software.software_id = any (array_agg(version.id))
                    and (
                        cardinality(:organization_ids) = 0
                        or device_software.organization_id = any (:organization_ids)
                    )
            )
        end as device_count,
        array_agg(version.version order by version.device_count desc, version.version) as versions,
        array_agg(version.device_count order by version.device_count desc, version.version) as device_counts
    from (
        select software.id, software.name, software.version, counted.device_count
        from software
        cross join lateral (
            select count(*) as device_count
            from device_software
            where
                device_software.software_id = software.id
                and (
                    cardinality(:organization_ids) = 0
                    or device_software.organization_id = any (:organization_ids)
                )
        ) as counted
        where
            software.name_key = page.name_key
            and software.publisher = page.publisher
            and counted.device_count > 0
    ) as version
) as counted
order by page.name_key, page.publisher;
