//! Signed-in users, inserted into the database: tests of later steps need no identity provider.

use crate::{Client, Database, TestTenant};
use api::{SessionId, UserId};
use kernel::{clock::Clock, credentials::KeyText};
use uuid::Uuid;

/// A user with a session, and a client that sends its cookie as our own pages would.
pub struct SignedIn {
    pub user: UserId,
    pub email: String,
    pub session: SessionId,
    pub token: String,
    pub client: Client,
}

impl TestTenant {
    /// A new user with this role, signed in.
    pub async fn sign_in(&self, role: &str) -> SignedIn {
        let (user, email) = user(&self.database, self.id.0, role).await;
        self.session_of(user, email).await
    }

    /// Another session of the same user.
    pub async fn sign_in_again(&self, known: &SignedIn) -> SignedIn {
        self.session_of(known.user, known.email.clone()).await
    }

    async fn session_of(&self, user: UserId, email: String) -> SignedIn {
        let (session, token) = session(&self.database, self.id.0, user).await;
        SignedIn { user, email, session, client: self.client.with_cookie(&token), token }
    }
}

/// A new user with this role, who is not signed in.
pub async fn user(database: &Database, tenant: Uuid, role: &str) -> (UserId, String) {
    let id = Clock::System.id();
    let email = format!("u{:016x}@people.example", rand::random::<u64>());
    let sql =
        "insert into users (tenant_id, id, email, role, created_at, updated_at) values ($1, $2, $3, $4, now(), now())";
    database.root().await.execute(sql, &[&tenant, &id, &email, &role]).await.expect("a new user");
    (UserId(id), email)
}

/// A new session, as a sign-in creates it.
pub async fn session(database: &Database, tenant: Uuid, user: UserId) -> (SessionId, String) {
    let root = database.root().await;
    let routing = root.query_one("select routing from tenants where id = $1", &[&tenant]).await.expect("the tenant");
    let text = KeyText::session(routing.get(0));
    let id = Clock::System.id();
    let sql = "insert into sessions
        (tenant_id, id, user_id, token_prefix, secret_hash, ip, user_agent, created_at, last_used_at, expires_at)
        values ($1, $2, $3, $4, $5, '127.0.0.1', 'testkit', now(), now(), now() + interval '1 day')";
    root.execute(sql, &[&tenant, &id, &user.0, &text.prefix, &text.secret_hash.as_slice()]).await.expect("a session");
    (SessionId(id), text.reveal())
}
