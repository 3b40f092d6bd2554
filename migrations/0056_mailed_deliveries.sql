-- Deliveries by mail: who gets them, who has stopped them, and which mails of a run the mail server has taken.

alter table data_deliveries drop constraint data_delivery_format_known;
alter table data_deliveries add constraint data_delivery_format_known
  check (format in ('csv', 'xlsx', 'json', 'xml', 'html', 'pdf'));

-- What the error names: an address, a property, the key of a server.
alter table data_delivery_runs add column error_about text;

-- The sentence with which the report in it opens; null: it has none.
alter table data_delivery_files add column answer text;

create table data_delivery_recipients (
  company_id bigint not null,
  id bigint generated always as identity,
  data_delivery_id bigint not null,
  -- In lower case.
  address text not null,
  -- The person wants no more mails of this delivery; null: they are sent.
  stopped_at timestamptz(3),
  -- The person wants none of any delivery of the company.
  stops_all boolean not null default false,
  -- The mail server refused the address at the last try; null: it took it, or was not asked.
  refused_at timestamptz(3),
  last_mailed_at timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, data_delivery_id) references data_deliveries (company_id, id) on delete cascade,
  constraint data_delivery_recipient_unique unique (company_id, data_delivery_id, address),
  constraint data_delivery_recipient_stopped check (stopped_at is not null or not stops_all)
);
create unique index data_delivery_recipient_id_unique on data_delivery_recipients (id);
create index data_delivery_recipient_stops_all on data_delivery_recipients (company_id, address) where stops_all;

-- A mail that was handed over, or is about to be: written before, so that it counts for the limit of a day.
create table data_delivery_mails (
  company_id bigint not null,
  id bigint generated always as identity,
  data_delivery_recipient_id bigint not null,
  -- Null: a test.
  data_delivery_run_id bigint,
  begun_at timestamptz(3) not null,
  -- When the mail server had taken it; null: not yet, or that was not heard.
  sent_at timestamptz(3),
  primary key (company_id, id),
  foreign key (company_id, data_delivery_recipient_id) references data_delivery_recipients (company_id, id) on delete cascade,
  foreign key (company_id, data_delivery_run_id) references data_delivery_runs (company_id, id) on delete cascade,
  constraint data_delivery_mail_unique unique (company_id, data_delivery_run_id, data_delivery_recipient_id)
);
create index data_delivery_mail_by_recipient on data_delivery_mails (company_id, data_delivery_recipient_id);
create index data_delivery_mail_begun on data_delivery_mails (company_id, begun_at);
