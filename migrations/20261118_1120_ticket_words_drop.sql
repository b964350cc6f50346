-- Lists use the search index (`app.search_ids`). Servers of the previous version return 500 for lists with `q` from now on,
-- and for nothing else.
drop trigger tickets_are_worded on tickets;
drop function app.word_ticket();
drop function app.find_tickets(text, uuid, bigint);
drop function app.ticket_words_of(tickets);
drop table ticket_words;
