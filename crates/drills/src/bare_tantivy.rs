//! The generated tenant in `tantivy`, an embedded search engine, in memory and without a service: the baseline for
//! search. A ticket and its comments are one document. The configuration is a simple one: accents are removed, titles count
//! twice, the last word may be unfinished, and if nothing is found, every word may have a typo.

use anyhow::Context;
use std::time::Instant;
use tantivy::{
    Index, IndexReader, IndexWriter, ReloadPolicy, TantivyDocument, Term,
    collector::TopDocs,
    query::{BooleanQuery, BoostQuery, FuzzyTermQuery, Occur, Query, RegexQuery, TermQuery},
    schema::{Field, IndexRecordOption, STORED, Schema, TextFieldIndexing, TextOptions, Value},
    tokenizer::{AsciiFoldingFilter, LowerCaser, RemoveLongFilter, SimpleTokenizer, TextAnalyzer, TokenStream},
};
use tokio_postgres::Client;
use uuid::Uuid;

/// Memory of the writer, so that everything becomes one segment or few.
const BUDGET: usize = 500_000_000;

const ANALYZER: &str = "folded";

pub struct BareTantivy {
    reader: IndexReader,
    analyzer: TextAnalyzer,
    id: Field,
    /// The searched fields, with their weights.
    searched: [(Field, f32); 3],
}

impl BareTantivy {
    /// Indexes the rows of the tenant, read from their tables.
    pub async fn build(root: &Client, tenant: Uuid) -> anyhow::Result<BareTantivy> {
        let started = Instant::now();
        let mut schema = Schema::builder();
        let indexing =
            TextFieldIndexing::default().set_tokenizer(ANALYZER).set_index_option(IndexRecordOption::WithFreqs);
        let text = TextOptions::default().set_indexing_options(indexing);
        let id = schema.add_text_field("id", STORED);
        let searched = [("title", 2.0), ("identifiers", 1.0), ("body", 1.0)]
            .map(|(name, weight)| (schema.add_text_field(name, text.clone()), weight));
        let index = Index::create_in_ram(schema.build());
        let analyzer = TextAnalyzer::builder(SimpleTokenizer::default())
            .filter(RemoveLongFilter::limit(64))
            .filter(LowerCaser)
            .filter(AsciiFoldingFilter)
            .build();
        index.tokenizers().register(ANALYZER, analyzer.clone());
        // One thread: equally good documents always have the same order.
        let mut writer: IndexWriter = index.writer_with_num_threads(1, BUDGET)?;
        let mut count = 0;
        for (table, sql) in TABLES {
            for row in root.query(sql, &[&tenant]).await.context(table)? {
                let mut document = TantivyDocument::new();
                document.add_text(id, row.get::<_, Uuid>(0).to_string());
                for (column, (field, _)) in searched.iter().enumerate() {
                    document.add_text(*field, row.get::<_, &str>(column + 1));
                }
                writer.add_document(document)?;
                count += 1;
            }
        }
        writer.commit()?;
        writer.wait_merging_threads()?;
        let reader: IndexReader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        eprintln!("  {count} documents in tantivy in {:.1} s", started.elapsed().as_secs_f64());
        Ok(BareTantivy { reader, analyzer, id, searched })
    }

    /// The best documents.
    pub fn search(&self, text: &str, limit: usize) -> anyhow::Result<Vec<Uuid>> {
        let words = self.words(text);
        if words.is_empty() {
            return Ok(vec![]);
        }
        let found = self.best(&self.exact(&words)?, limit)?;
        if found.is_empty() { self.best(&self.misspelt(&words), limit) } else { Ok(found) }
    }

    fn words(&self, text: &str) -> Vec<String> {
        let mut words = vec![];
        self.analyzer.clone().token_stream(text).process(&mut |token| words.push(token.text.clone()));
        words
    }

    fn best(&self, query: &dyn Query, limit: usize) -> anyhow::Result<Vec<Uuid>> {
        let searcher = self.reader.searcher();
        let mut ids = vec![];
        for (_, address) in searcher.search(query, &TopDocs::with_limit(limit))? {
            let document: TantivyDocument = searcher.doc(address)?;
            let id = document.get_first(self.id).context("a document has an id")?;
            ids.push(id.as_str().context("an id is a text")?.parse()?);
        }
        Ok(ids)
    }

    /// All of the words; the last one may be the beginning of a longer one.
    fn exact(&self, words: &[String]) -> anyhow::Result<BooleanQuery> {
        let mut all: Vec<(Occur, Box<dyn Query>)> = vec![];
        for (place, word) in words.iter().enumerate() {
            let mut any: Vec<(Occur, Box<dyn Query>)> = vec![];
            for (field, weight) in self.searched {
                let term = Term::from_field_text(field, word);
                any.push(weighted(Box::new(TermQuery::new(term, IndexRecordOption::WithFreqs)), weight));
                if place + 1 == words.len() {
                    // A word is letters and digits alone: nothing in it is a part of the pattern's language.
                    any.push(weighted(Box::new(RegexQuery::from_pattern(&format!("{word}.*"), field)?), weight));
                }
            }
            all.push((Occur::Must, Box::new(BooleanQuery::new(any))));
        }
        Ok(BooleanQuery::new(all))
    }

    /// All of the words, each with at most one typo.
    fn misspelt(&self, words: &[String]) -> BooleanQuery {
        let one = |word: &String| -> (Occur, Box<dyn Query>) {
            let near = self.searched.iter().map(|(field, weight)| {
                weighted(Box::new(FuzzyTermQuery::new(Term::from_field_text(*field, word), 1, true)), *weight)
            });
            (Occur::Must, Box::new(BooleanQuery::new(near.collect())))
        };
        BooleanQuery::new(words.iter().map(one).collect())
    }
}

fn weighted(query: Box<dyn Query>, weight: f32) -> (Occur, Box<dyn Query>) {
    (Occur::Should, Box::new(BoostQuery::new(query, weight)))
}

/// The columns of each table: id, title, identifiers, and the other texts.
const TABLES: [(&str, &str); 5] = [
    (
        "organizations",
        "select id, name, array_to_string(domains, ' '), concat_ws(' ', array_to_string(domains, ' '), notes)
        from organizations where tenant_id = $1 order by id",
    ),
    (
        "devices",
        "select
            devices.id, name,
            concat_ws(' ', hostname, serial, hardware_uuid, array_to_string(macs, ' '), networks -> 0 -> 'addresses' ->> 0),
            concat_ws(' ', hostname, type, manufacturer, model, os_name, os_version, last_user)
        from devices
        join device_details
            on device_details.tenant_id = devices.tenant_id and device_details.device_id = devices.id
        where devices.tenant_id = $1
        order by devices.id",
    ),
    (
        "contacts",
        "select
            id, name, concat_ws(' ', array_to_string(emails, ' '), array_to_string(phones, ' ')),
            concat_ws(' ', title, array_to_string(emails, ' '))
        from contacts where tenant_id = $1 order by id",
    ),
    (
        "users",
        "select id, coalesce(name, email), email, email from users
        where tenant_id = $1 and deleted_at is null order by id",
    ),
    (
        "tickets",
        "select
            tickets.id, subject, '#' || number::text,
            concat_ws(' ', description, (
                select string_agg(body, ' ' order by ticket_comments.id)
                from ticket_comments
                where ticket_comments.tenant_id = tickets.tenant_id and ticket_comments.ticket_id = tickets.id
            ))
        from tickets where tickets.tenant_id = $1 order by tickets.id",
    ),
];
