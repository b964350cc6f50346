--! search
select app.search(:asked) as answer;

--! near_words
-- The tenant's words that have one of these variants in common with a misspelt one.
select distinct word
from search_vocabulary
where variant = any (:variants)
limit 2000;
