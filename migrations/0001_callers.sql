-- Who may ask: companies, their users and tokens, the service's own keys and the secrets of all of them.
-- Everything that grows has company_id first in its primary key, so that rows of a company lie together and can be distributed.

create table companies (
  id bigint generated always as identity primary key,
  uuid uuid not null default gen_random_uuid() unique,
  name text not null constraint company_name_given check (length(trim(name)) between 1 and 200),
  -- Raised by a revocation: every token that carries an older version is dead.
  token_version integer not null default 1,
  -- Until then receivers may still hold the webhook secret before the present one.
  previous_webhook_secret_expires_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

-- The company's data key, wrapped by the root key. Deleting the row shreds every secret of the company.
create table company_keys (
  company_id bigint primary key references companies (id) on delete cascade,
  root_key_id text not null,
  wrapped bytea not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);

-- Every sealed value of a company in one place: no list query can select one by accident, and rotation is one loop.
create table secrets (
  company_id bigint not null references companies (id) on delete cascade,
  record_type text not null,
  record_id bigint not null,
  field text not null,
  sealed bytea not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, record_type, record_id, field)
);

-- Values the service itself keeps sealed: the canary of the root key, signing keys of tokens and links.
create table service_secrets (
  name text primary key,
  root_key_id text not null,
  sealed bytea not null,
  -- What may be known of it, for example the public half of a signing key.
  public jsonb,
  created_at timestamptz(3) not null default now()
);

create table users (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  email text not null,
  name text not null,
  role text not null constraint user_role_known check (role in ('user', 'admin')),
  password_hash text,
  active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);
-- One person signs in with one address, whatever the company: the login knows no company yet.
create unique index user_email_unique on users (lower(email));
create unique index user_id_unique on users (id);

create table api_tokens (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  user_id bigint not null,
  name text not null,
  scopes text[] not null default '{}',
  -- The token itself is shown once and never kept.
  token_sha256 bytea not null constraint api_token_unique unique,
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);

-- A one-time link that makes the first admin, when none was configured. The link itself is printed once and never kept.
create table setup_links (
  token_sha256 bytea primary key,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);

-- What somebody did who may do much. Insert only; each row carries the hash of the one before it.
create table audit_log (
  company_id bigint not null,
  id bigint generated always as identity,
  occurred_at timestamptz(3) not null default now(),
  actor text not null,
  action text not null,
  record_type text,
  record_id bigint,
  request_id text,
  address text,
  detail jsonb not null default '{}',
  previous_hash bytea,
  hash bytea not null,
  primary key (company_id, id)
);

create table idempotency_keys (
  company_id bigint not null references companies (id) on delete cascade,
  key text not null,
  route text not null,
  request_sha256 bytea not null,
  status integer,
  headers jsonb,
  body text,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, key)
);
