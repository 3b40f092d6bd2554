-- What a signed-in caller may do at most, sessions that end one by one, and authenticator apps.

-- A token never acts with a higher role than its maker had when it was made, whatever the user's role is now. Tokens made before
-- this column existed keep the role of their user at this moment.
alter table api_tokens add column role_ceiling text
  constraint api_token_role_ceiling_known check (role_ceiling in ('user', 'admin'));
update api_tokens set role_ceiling = users.role from users
  where users.company_id = api_tokens.company_id and users.id = api_tokens.user_id;
alter table api_tokens alter column role_ceiling set not null;

-- One row per sign-in with a password. A token of the service is good while its row is there. Tokens of before this table have
-- none: everybody signs in once more after the upgrade.
create table sessions (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  -- The `jti` of the token.
  uuid uuid not null,
  -- Of the company and the user at the sign-in; a session of an older version has been revoked.
  version integer not null,
  -- The client address and the user agent of the sign-in, for the user to recognise it by.
  address text not null,
  user_agent text,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade,
  constraint session_uuid_unique unique (company_id, uuid)
);
create index sessions_by_user on sessions (company_id, user_id, last_used_at);
create index sessions_ended on sessions (expires_at);

-- The authenticator app of a user. Its secret lies sealed in secrets (record type `user`, field `authenticator`).
create table authenticators (
  company_id bigint not null,
  user_id bigint not null,
  -- Null until a first code has shown that the app has the secret.
  confirmed_at timestamptz(3),
  -- Number of the last 30-second step whose code was used: a code works once.
  last_step bigint not null default 0,
  -- SHA-256 of the recovery codes that were not used yet, in base64. Each code has 80 random bits.
  recovery_sha256 text[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  primary key (company_id, user_id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
