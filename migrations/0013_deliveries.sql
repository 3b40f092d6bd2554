-- Deliveries of files: when each is due, how far its receiver has come, and what became of every run.

alter table data_deliveries
  -- Of its name; files are called by it, so that no two deliveries in use write over each other.
  add column slug text not null default 'delivery',
  add column hour smallint not null default 6 constraint data_delivery_hour_known check (hour between 0 and 23),
  add column weekday text constraint data_delivery_weekday_known
    check (weekday in ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
  add column day smallint constraint data_delivery_day_known check (day between 1 and 28),
  add column time_zone text not null default 'UTC',
  add column active boolean not null default true,
  add column archived boolean not null default false,
  -- Null: nothing is due by itself.
  add column next_delivery_at timestamptz(3),
  -- What was written by transactions before this one was delivered, where only news is delivered; null: nothing yet.
  add column delivered_xid xid8,
  -- The moment it was fixed at.
  add column delivered_until timestamptz(3);
alter table data_deliveries drop column errors;
alter table data_deliveries alter column content set default '{"records": "bills", "period": "new"}';
alter table data_deliveries alter column destination set default '{"kind": "files"}';
update data_deliveries set slug = 'delivery-' || id;
create unique index data_delivery_id_unique on data_deliveries (id);
create unique index data_delivery_slug_unique on data_deliveries (company_id, slug) where not archived;
create index data_delivery_due on data_deliveries (next_delivery_at) where active and not archived;

-- One time that a delivery was due. What goes into it is fixed when it is put in, so that a retry delivers the same.
create table data_delivery_runs (
  company_id bigint not null,
  id bigint generated always as identity,
  data_delivery_id bigint not null,
  reason text not null constraint data_delivery_run_reason_known check (reason in ('schedule', 'request')),
  due_at timestamptz(3) not null,
  -- waiting: for its first or next try. running: under way, or cut off and soon taken up again. blocked: until a person
  -- acts. replaced: a later run delivers what this one should have,
  -- or the delivery was paused, changed or deleted.
  state text not null default 'waiting' constraint data_delivery_run_state_known
    check (state in ('waiting', 'running', 'blocked', 'delivered', 'failed', 'replaced')),
  -- The part of the periods `last_month` and `last_12_months`; null: none.
  start_date date,
  end_date date,
  -- What is new: written by transactions from the first on and before the second, once all before the second have ended.
  since_xid xid8,
  since_at timestamptz(3),
  until_xid xid8 not null,
  until_at timestamptz(3) not null,
  attempts integer not null default 0,
  -- Tries that were begun and of whose end nothing was heard: written before the work, so that one that kills its process counts.
  unheard_tries integer not null default 0,
  next_attempt_at timestamptz(3),
  -- Its files are made and kept; from here on they are only sent.
  made_at timestamptz(3),
  rows_written bigint not null default 0,
  status_detail text,
  action_required_by text not null default 'none' constraint data_delivery_run_actor_known
    check (action_required_by in ('customer', 'service', 'none')),
  errors text,
  delivered_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, data_delivery_id) references data_deliveries (company_id, id) on delete cascade,
  constraint data_delivery_run_trouble_said check (status_detail is null or errors is not null)
);
create unique index data_delivery_run_id_unique on data_delivery_runs (id);
create index data_delivery_run_by_delivery on data_delivery_runs (company_id, data_delivery_id, id);
-- What the sweep looks for: runs whose job was lost.
create index data_delivery_run_waiting on data_delivery_runs (next_attempt_at) where state in ('waiting', 'running');

-- The transaction by which the meter came to its property; 0: it was made there. To those who are told the news of that
-- property, all of its bills are new.
alter table utility_meters add column property_xid xid8 not null default '0';

alter table data_delivery_files
  add column data_delivery_run_id bigint not null,
  -- Rows in it, for the progress of a run that was cut off.
  add column rows_written bigint not null,
  -- When the destination had it whole; null: not yet.
  add column sent_at timestamptz(3),
  add foreign key (company_id, data_delivery_run_id) references data_delivery_runs (company_id, id) on delete cascade,
  add constraint data_delivery_file_unique unique (company_id, data_delivery_run_id, name);
create unique index data_delivery_file_id_unique on data_delivery_files (id);
create index data_delivery_file_by_delivery on data_delivery_files (company_id, data_delivery_id, id);
create index data_delivery_file_by_file on data_delivery_files (company_id, file_id);
