-- What is told to others: every change in commit order, the events webhooks hear of, and each delivery of one.

-- The feed of everything created, edited or archived. (xid, id) below the snapshot's horizon is commit-safe:
-- reading by id alone would lose rows of writers that commit late.
create table changes (
  company_id bigint not null,
  xid xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  event_type text not null,
  svc_object_type text not null,
  record_id bigint not null,
  occurred_at timestamptz(3) not null default now(),
  primary key (company_id, xid, id)
);

create table webhooks (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  event_type text not null constraint webhook_event_type_known check (event_type in (
    'bill.created', 'property.created', 'property.updated', 'utility_account.updated',
    'utility_meter.created', 'utility_meter.updated', 'all')),
  endpoint_url text not null constraint webhook_url_size check (length(endpoint_url) between 1 and 2000),
  payload_format text not null default 'both' constraint webhook_payload_format_known
    check (payload_format in ('both', 'envelope', 'simple')),
  active boolean not null default true,
  archived boolean not null default false,
  disabled_reason text,
  failing_since timestamptz(3),
  -- Epoch milliseconds of the newest nonce sent, so that nonces of an endpoint only rise.
  last_nonce bigint,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);
create unique index webhook_id_unique on webhooks (id);

-- One row per company, type and transaction; the ids are those of the records it speaks of.
create table events (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  message_id uuid not null default gen_random_uuid(),
  event_type text not null,
  record_ids bigint[] not null,
  occurred_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);

create table webhook_deliveries (
  company_id bigint not null,
  id bigint generated always as identity,
  webhook_id bigint not null,
  event_id bigint not null,
  state text not null default 'pending' constraint webhook_delivery_state_known
    check (state in ('pending', 'delivered', 'failed', 'skipped')),
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  -- The lease of the sender that has it; free again when it passes, so a killed sender blocks nothing.
  locked_until timestamptz(3),
  status integer,
  failure text,
  delivered_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, webhook_id) references webhooks (company_id, id) on delete cascade,
  foreign key (company_id, event_id) references events (company_id, id) on delete cascade,
  constraint webhook_delivery_unique unique (company_id, webhook_id, event_id)
);
create unique index webhook_delivery_id_unique on webhook_deliveries (id);
create index webhook_delivery_due on webhook_deliveries (next_attempt_at, id) where state = 'pending';

create table webhook_attempts (
  company_id bigint not null,
  delivery_id bigint not null,
  attempt integer not null,
  nonce bigint not null,
  attempted_at timestamptz(3) not null default now(),
  duration_ms integer not null,
  status integer,
  failure text,
  response_excerpt text,
  primary key (company_id, delivery_id, attempt),
  foreign key (company_id, delivery_id) references webhook_deliveries (company_id, id) on delete cascade
);

-- Files a company has asked to be sent at times: what, when, where, and each one made.
create table data_deliveries (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  name text not null,
  format text not null constraint data_delivery_format_known check (format in ('csv', 'xlsx', 'json', 'xml')),
  schedule text not null,
  content jsonb not null default '{}',
  destination jsonb not null default '{}',
  last_delivered_at timestamptz(3),
  errors text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);

create table data_delivery_files (
  company_id bigint not null,
  id bigint generated always as identity,
  data_delivery_id bigint not null,
  file_id bigint not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, data_delivery_id) references data_deliveries (company_id, id) on delete cascade,
  foreign key (company_id, file_id) references files (company_id, id)
);
