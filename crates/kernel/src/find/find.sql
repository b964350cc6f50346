--! found_ids (most?) : (ids?)
-- Null if more entries match than `most`.
select app.search_ids(:kind, :asked, :most) as ids;

--! found_among
select app.search_among(:kind, :asked, :ids) as ids;
