--! search
select app.search(:asked) as answer;

--! near_words
-- The tenant's words that have one of these variants in common with a misspelt one.
select distinct word
from search_vocabulary
where variant = any (:variants)
limit 2000;

--! visible_words
-- Those of the words that an entry has which the caller can see.
select app.search_visible_words(:words, :types) as words;
