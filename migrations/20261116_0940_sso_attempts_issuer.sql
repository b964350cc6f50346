-- The issuer that a sign-in was begun with: when the provider is given another one, it is not completed with that. Null
-- where the version before has begun it.
alter table sso_attempts add column issuer text;
