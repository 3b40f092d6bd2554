-- What is billed and what is expected: the days of each meter's bills, the next bill of each account, and its event.

-- Derived from the live bills of a meter, as its months are.
create table billed_days (
  company_id bigint not null,
  utility_meter_id bigint not null,
  -- Whole numbers, four for each: the bill, its first day, its number of days, marks (domain/coverage/billed-days).
  days text not null,
  primary key (company_id, utility_meter_id),
  foreign key (company_id, utility_meter_id) references utility_meters (company_id, id) on delete cascade
);

-- The bill that an account waits for, by the rhythm of its bills. One row per account with bills that have days.
create table expected_bills (
  company_id bigint not null,
  utility_account_id bigint not null,
  -- The end of the latest period: the first day of the next one.
  billed_until date not null,
  -- Null: the rhythm is unknown.
  period_days integer,
  arrival_days integer,
  late_days integer,
  expected_on date,
  late_on date,
  -- When webhooks were notified that this bill is late; null again when the next one is expected.
  notified_at timestamptz(3),
  primary key (company_id, utility_account_id),
  foreign key (company_id, utility_account_id) references utility_accounts (company_id, id) on delete cascade,
  constraint expected_bill_whole check (num_nulls(period_days, arrival_days, late_days, expected_on, late_on) in (0, 5))
);
-- What the sweep looks for.
create index expected_bill_unnotified on expected_bills (late_on) where notified_at is null;

alter table webhooks drop constraint webhook_event_type_known;
alter table webhooks add constraint webhook_event_type_known check (event_type in (
  'bill.created', 'property.created', 'property.updated', 'utility_account.updated',
  'utility_meter.created', 'utility_meter.updated', 'all',
  'authorization.updated', 'authorization.action_required', 'utility_bill.archived', 'bill.flagged', 'bill.late'));
