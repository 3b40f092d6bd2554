-- What the rules say about saved bills, and what companies set for the rules. Findings follow from the bills: a derivation writes them.
create table findings (
  company_id bigint not null,
  id bigint generated always as identity,
  utility_meter_id bigint not null,
  utility_account_id bigint not null,
  -- Where several bills are involved, the later one.
  utility_bill_id bigint not null,
  rule text not null,
  severity text not null constraint finding_severity_known check (severity in ('warning', 'notice')),
  start_date date not null,
  end_date date not null,
  message text not null,
  figures jsonb not null,
  state text not null default 'open' constraint finding_state_known check (state in ('open', 'closed', 'resolved')),
  opened_at timestamptz(3) not null default now(),
  -- When webhooks were notified of it, or that none is to be; null again when it comes back.
  notified_at timestamptz(3),
  resolved_at timestamptz(3),
  closed_by bigint,
  closed_at timestamptz(3),
  note text constraint finding_note_size check (length(note) <= 2000),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  -- A fault keeps its identity when its bill is replaced by a corrected one.
  constraint finding_unique unique (company_id, utility_meter_id, rule, start_date, end_date),
  foreign key (company_id, utility_meter_id) references utility_meters (company_id, id) on delete cascade,
  foreign key (company_id, utility_bill_id) references utility_bills (company_id, id) on delete cascade,
  constraint finding_closing_whole check (num_nonnulls(closed_by, closed_at) in (0, 2)),
  constraint finding_resolved_whole check ((state = 'resolved') = (resolved_at is not null))
);
create unique index finding_id_unique on findings (id);
create index finding_by_state on findings (company_id, state, id);
create index finding_by_bill on findings (company_id, utility_bill_id);
create index finding_updated on findings (company_id, updated_at, id);
-- What the sweep looks for.
create index finding_unnotified on findings (company_id, id) where state = 'open' and notified_at is null;

create table finding_rules (
  company_id bigint not null references companies (id) on delete cascade,
  rule text not null,
  active boolean not null default true,
  -- Those that the company set, by name.
  thresholds jsonb not null default '{}',
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, rule)
);

-- An event may name the findings that it is about, beside the records.
alter table events add column finding_ids bigint[];

alter table webhooks drop constraint webhook_event_type_known;
alter table webhooks add constraint webhook_event_type_known check (event_type in (
  'bill.created', 'property.created', 'property.updated', 'utility_account.updated',
  'utility_meter.created', 'utility_meter.updated', 'all',
  'authorization.updated', 'authorization.action_required', 'utility_bill.archived', 'bill.flagged'));
