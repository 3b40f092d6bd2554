-- Links that sign in a user once, made by the operator. Of a link only the hash is kept.
create table sign_in_links (
  company_id bigint not null,
  id bigint generated always as identity,
  user_id bigint not null,
  -- Of the user when it was made: a new password or a deactivation ends the link, too.
  version integer not null,
  token_sha256 bytea not null constraint sign_in_link_token_unique unique,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users (company_id, id) on delete cascade
);
create index sign_in_links_ended on sign_in_links (expires_at);
