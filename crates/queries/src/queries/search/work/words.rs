// This file was generated with `cornucopia`. Do not modify.

#[derive(Debug)]
pub struct ForgetUnusedWordsParams<T1: crate::StringSql> {
    pub tenant_id: uuid::Uuid,
    pub word: T1,
    pub limit: i64,
}
#[derive(Debug, Clone, PartialEq)]
pub struct ForgetUnusedWords {
    pub tenant_id: uuid::Uuid,
    pub word: String,
    pub removed: i64,
}
pub struct ForgetUnusedWordsBorrowed<'a> {
    pub tenant_id: uuid::Uuid,
    pub word: &'a str,
    pub removed: i64,
}
impl<'a> From<ForgetUnusedWordsBorrowed<'a>> for ForgetUnusedWords {
    fn from(ForgetUnusedWordsBorrowed { tenant_id, word, removed }: ForgetUnusedWordsBorrowed<'a>) -> Self {
        Self { tenant_id, word: word.into(), removed }
    }
}
use crate::client::async_::GenericClient;
use futures::{self, StreamExt, TryStreamExt};
pub struct ForgetUnusedWordsQuery<'c, 'a, 's, C: GenericClient, T, const N: usize> {
    client: &'c C,
    params: [&'a (dyn postgres_types::ToSql + Sync); N],
    query: &'static str,
    cached: Option<&'s tokio_postgres::Statement>,
    extractor: fn(&tokio_postgres::Row) -> Result<ForgetUnusedWordsBorrowed, tokio_postgres::Error>,
    mapper: fn(ForgetUnusedWordsBorrowed) -> T,
}
impl<'c, 'a, 's, C, T: 'c, const N: usize> ForgetUnusedWordsQuery<'c, 'a, 's, C, T, N>
where
    C: GenericClient,
{
    pub fn map<R>(self, mapper: fn(ForgetUnusedWordsBorrowed) -> R) -> ForgetUnusedWordsQuery<'c, 'a, 's, C, R, N> {
        ForgetUnusedWordsQuery {
            client: self.client,
            params: self.params,
            query: self.query,
            cached: self.cached,
            extractor: self.extractor,
            mapper,
        }
    }
    pub async fn one(self) -> Result<T, tokio_postgres::Error> {
        let row = crate::client::async_::one(self.client, self.query, &self.params, self.cached).await?;
        Ok((self.mapper)((self.extractor)(&row)?))
    }
    pub async fn all(self) -> Result<Vec<T>, tokio_postgres::Error> {
        self.iter().await?.try_collect().await
    }
    pub async fn opt(self) -> Result<Option<T>, tokio_postgres::Error> {
        let opt_row = crate::client::async_::opt(self.client, self.query, &self.params, self.cached).await?;
        Ok(opt_row
            .map(|row| {
                let extracted = (self.extractor)(&row)?;
                Ok((self.mapper)(extracted))
            })
            .transpose()?)
    }
    pub async fn iter(
        self,
    ) -> Result<impl futures::Stream<Item = Result<T, tokio_postgres::Error>> + 'c, tokio_postgres::Error> {
        let stream =
            crate::client::async_::raw(self.client, self.query, crate::slice_iter(&self.params), self.cached).await?;
        let mapped = stream
            .map(move |res| {
                res.and_then(|row| {
                    let extracted = (self.extractor)(&row)?;
                    Ok((self.mapper)(extracted))
                })
            })
            .into_stream();
        Ok(mapped)
    }
}
pub struct ForgetUnusedWordsStmt(&'static str, Option<tokio_postgres::Statement>);
pub fn forget_unused_words() -> ForgetUnusedWordsStmt {
    ForgetUnusedWordsStmt(
        "with listed as materialized ( select distinct vocabulary.tenant_id, vocabulary.word from search_vocabulary as vocabulary where (vocabulary.tenant_id, vocabulary.word) > ($1, $2::text) order by vocabulary.tenant_id, vocabulary.word limit $3 ), unused as materialized ( select listed.tenant_id, listed.word from listed where not exists ( select from search_entries where search_entries.terms @@ ('''' || app.search_owner(listed.tenant_id) || 'z' || listed.word || '''')::tsquery and (search_entries.tenant_id = listed.tenant_id) is true ) ), removed as ( delete from search_vocabulary using unused where search_vocabulary.tenant_id = unused.tenant_id and search_vocabulary.word = unused.word returning search_vocabulary.word ) select listed.tenant_id, listed.word, (select count(*) from removed) as removed from listed order by listed.tenant_id desc, listed.word desc limit 1",
        None,
    )
}
impl ForgetUnusedWordsStmt {
    pub async fn prepare<'a, C: GenericClient>(mut self, client: &'a C) -> Result<Self, tokio_postgres::Error> {
        self.1 = Some(client.prepare(self.0).await?);
        Ok(self)
    }
    pub fn bind<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>(
        &'s self,
        client: &'c C,
        tenant_id: &'a uuid::Uuid,
        word: &'a T1,
        limit: &'a i64,
    ) -> ForgetUnusedWordsQuery<'c, 'a, 's, C, ForgetUnusedWords, 3> {
        ForgetUnusedWordsQuery {
            client,
            params: [tenant_id, word, limit],
            query: self.0,
            cached: self.1.as_ref(),
            extractor: |row: &tokio_postgres::Row| -> Result<ForgetUnusedWordsBorrowed, tokio_postgres::Error> {
                Ok(ForgetUnusedWordsBorrowed {
                    tenant_id: row.try_get(0)?,
                    word: row.try_get(1)?,
                    removed: row.try_get(2)?,
                })
            },
            mapper: |it| ForgetUnusedWords::from(it),
        }
    }
}
impl<'c, 'a, 's, C: GenericClient, T1: crate::StringSql>
    crate::client::async_::Params<
        'c,
        'a,
        's,
        ForgetUnusedWordsParams<T1>,
        ForgetUnusedWordsQuery<'c, 'a, 's, C, ForgetUnusedWords, 3>,
        C,
    > for ForgetUnusedWordsStmt
{
    fn params(
        &'s self,
        client: &'c C,
        params: &'a ForgetUnusedWordsParams<T1>,
    ) -> ForgetUnusedWordsQuery<'c, 'a, 's, C, ForgetUnusedWords, 3> {
        self.bind(client, &params.tenant_id, &params.word, &params.limit)
    }
}
