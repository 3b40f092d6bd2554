-- Green Button Connect: authorizations to which the customer gave a permission at the utility in place of a login.
alter table authorizations add column access text not null default 'login'
  constraint authorization_access_known check (access in ('login', 'green_button'));

-- What the utility calls the permission. Its tokens are sealed among the secrets of the authorization.
create table green_button_grants (
  company_id bigint not null,
  authorization_id bigint not null,
  -- The key of the utility.
  utility text not null constraint green_button_grant_utility_size check (length(utility) between 1 and 100),
  subscription_id text not null constraint green_button_grant_subscription_size check (length(subscription_id) between 1 and 100),
  customer_id text,
  authorization_ref text,
  -- When a notification last caused a visit.
  notified_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, authorization_id),
  foreign key (company_id, authorization_id) references authorizations (company_id, id) on delete cascade
);
-- Notifications name the subscription or the permission, and no company.
create index green_button_grant_subscription on green_button_grants (utility, subscription_id);
create index green_button_grant_ref on green_button_grants (utility, authorization_ref) where authorization_ref is not null;

-- Customers on their way to a utility and back.
create table green_button_requests (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  utility text not null constraint green_button_request_utility_size check (length(utility) between 1 and 100),
  status text not null default 'waiting' constraint green_button_request_status_known
    check (status in ('waiting', 'exchanging', 'authorized', 'refused')),
  -- Why it was refused.
  reason text constraint green_button_request_reason_known
    check (reason in ('denied', 'not_accepted', 'interrupted', 'utility_away', 'misconfigured', 'stopped')),
  property_id bigint,
  activates_accounts boolean not null default false,
  form_link_id bigint,
  reference text,
  language text,
  created_by bigint,
  -- To be renewed, or what it became.
  authorization_id bigint,
  return_url text constraint green_button_request_return_size check (length(return_url) <= 2000),
  -- Of the address that a client gives its customer; null for those that the form made.
  token_sha256 bytea,
  -- Of the present way to the utility: what comes back with the customer, and which browser it is.
  state_sha256 bytea,
  browser_sha256 bytea,
  state_expires_at timestamptz(3),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, property_id) references properties (company_id, id) on delete set null (property_id),
  foreign key (company_id, form_link_id) references form_links (company_id, id),
  foreign key (company_id, authorization_id) references authorizations (company_id, id) on delete cascade,
  constraint green_button_request_whole check (
    (status = 'refused') = (reason is not null) and (status <> 'authorized' or authorization_id is not null))
);
create unique index green_button_request_id_unique on green_button_requests (id);
create unique index green_button_request_token on green_button_requests (token_sha256) where token_sha256 is not null;
create unique index green_button_request_state on green_button_requests (state_sha256) where state_sha256 is not null;
create index green_button_request_expiry on green_button_requests (expires_at);
