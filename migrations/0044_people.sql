-- People of a company: what each may do there.

-- Beside the role in the service. Everybody could do everything so far, so existing users become owners.
alter table users add column company_role text not null default 'owner'
  constraint user_company_role_known check (company_role in ('viewer', 'editor', 'owner'));
alter table users alter column company_role drop default;

-- A token never acts with a higher role than its maker had when it was made, as with `role_ceiling`.
alter table api_tokens add column company_role_ceiling text not null default 'owner'
  constraint api_token_company_role_ceiling_known check (company_role_ceiling in ('viewer', 'editor', 'owner'));
alter table api_tokens alter column company_role_ceiling drop default;

-- Users invited by an owner. Of a link only the hash is kept; it works once, until it expires, is renewed or is withdrawn.
create table invitations (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  email text not null,
  -- A suggestion; the invited person chooses the name.
  name text,
  company_role text not null
    constraint invitation_company_role_known check (company_role in ('viewer', 'editor', 'owner')),
  invited_by bigint not null,
  token_sha256 bytea not null constraint invitation_token_unique unique,
  -- Of the link that was mailed, which its job makes: no link lies anywhere while it waits to be sent.
  mail_token_sha256 bytea constraint invitation_mail_token_unique unique,
  language text not null constraint invitation_language_known check (language in ('en', 'es')),
  mailed_at timestamptz(3),
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  withdrawn_at timestamptz(3),
  -- Who was made by it.
  user_id bigint,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (company_id, id),
  constraint invitation_ends_once check (accepted_at is null or withdrawn_at is null)
);
-- One address has one invitation at a time; an expired one is renewed.
create unique index invitation_open_unique on invitations (company_id, lower(email))
  where accepted_at is null and withdrawn_at is null;
create index invitations_by_change on invitations (company_id, updated_at, id);

-- Links to set a new password. Of a link only the hash is kept; it works once, for an hour.
create table password_resets (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  -- Of the user at that moment: a new password, a deactivation or a revocation of all tokens ends the link too.
  version integer not null,
  token_sha256 bytea not null constraint password_reset_token_unique unique,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index password_resets_ended on password_resets (expires_at);

-- Somebody who is not signed in asked for a mail with such a link. Written alike for every address, known or not, until its job has
-- looked.
create table reset_requests (
  id bigint generated always as identity primary key,
  email text not null,
  language text not null constraint reset_request_language_known check (language in ('en', 'es')),
  -- The client, for the audit log.
  address text not null,
  created_at timestamptz(3) not null
);
