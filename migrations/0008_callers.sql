-- Limits on attempts for all processes together, tokens that end with a password, answers kept under a key.

-- The attempts of the running window, of whatever is limited: logins, submissions, readings of a password.
create table attempts (
  scope text not null,
  -- Of what is counted only the hash is kept: no e-mail and no address lies here.
  key_sha256 bytea not null,
  -- Oldest first, never more than the limit of the scope: a refused attempt is not written.
  made_at timestamptz(3)[] not null,
  -- From then on the row says nothing any more.
  ends_at timestamptz(3) not null,
  primary key (scope, key_sha256)
);
create index attempts_ended on attempts (ends_at);

-- From where a user has signed in before: a guesser elsewhere cannot use up what is allowed from there.
create table known_addresses (
  company_id bigint not null,
  user_id bigint not null,
  address_sha256 bytea not null,
  last_login_at timestamptz(3) not null,
  primary key (company_id, user_id, address_sha256),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index known_addresses_by_age on known_addresses (last_login_at);

-- Raised with a new password and when the user is switched off. A token carries this and the company's as one sum.
alter table users add column token_version integer not null default 0;

-- A token of the company's own identity provider carries no version: one issued before this moment is dead.
alter table companies add column tokens_revoked_at timestamptz(3);

alter table api_tokens add constraint api_token_scopes_known
  check (cardinality(scopes) > 0 and scopes <@ array['read', 'write', 'admin']);
alter table api_tokens add constraint api_token_named check (length(trim(name)) between 1 and 200);

-- A signing key that was replaced only verifies, until the last token it signed has ended.
alter table service_secrets add column retired_at timestamptz(3);

-- Nothing was kept under a key before. What was asked and answered is sealed: both can hold a secret.
drop table idempotency_keys;
create table idempotency_keys (
  company_id bigint not null references companies (id) on delete cascade,
  key text not null,
  -- Who works on it; a late process that lost its claim finds another one here and undoes what it did.
  claim uuid not null,
  claimed_until timestamptz(3) not null,
  -- SHA-256 of the request, sealed: the body may hold a password, which a bare hash would let be guessed.
  request_sealed bytea not null,
  -- Null while the first request runs.
  status integer,
  answer_sealed bytea,
  created_at timestamptz(3) not null,
  primary key (company_id, key),
  constraint idempotency_answer_whole check ((status is null) = (answer_sealed is null))
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
