-- What each company holds, for its quotas; and what makes it cheap to forget what is kept for a time.

-- Additions and removals, counted as they are written and summed up once a minute: no writer waits for another over a count.
create table held_counts (
  company_id bigint not null,
  quota text not null constraint held_count_quota_known check (quota in ('file_bytes', 'bills', 'lines')),
  id bigint generated always as identity,
  amount bigint not null,
  primary key (company_id, quota, id)
);

create function count_held() returns trigger language plpgsql as $$
begin
  insert into held_counts (company_id, quota, amount)
  select company_id, tg_argv[0], case tg_op when 'DELETE' then -count(*) else count(*) end from changed group by company_id;
  return null;
end $$;

create function count_held_bytes() returns trigger language plpgsql as $$
begin
  insert into held_counts (company_id, quota, amount)
  select company_id, 'file_bytes', case tg_op when 'DELETE' then -sum(bytes) else sum(bytes) end from changed group by company_id;
  return null;
end $$;

create trigger files_added after insert on files
  referencing new table as changed for each statement execute function count_held_bytes();
create trigger files_removed after delete on files
  referencing old table as changed for each statement execute function count_held_bytes();
create trigger bills_added after insert on utility_bills
  referencing new table as changed for each statement execute function count_held('bills');
create trigger bills_removed after delete on utility_bills
  referencing old table as changed for each statement execute function count_held('bills');
create trigger charges_added after insert on utility_charges
  referencing new table as changed for each statement execute function count_held('lines');
create trigger charges_removed after delete on utility_charges
  referencing old table as changed for each statement execute function count_held('lines');
create trigger usages_added after insert on utility_usages
  referencing new table as changed for each statement execute function count_held('lines');
create trigger usages_removed after delete on utility_usages
  referencing old table as changed for each statement execute function count_held('lines');

insert into held_counts (company_id, quota, amount)
select company_id, 'file_bytes', sum(bytes) from files group by company_id
union all select company_id, 'bills', count(*) from utility_bills group by company_id
union all select company_id, 'lines', count(*) from utility_charges group by company_id
union all select company_id, 'lines', count(*) from utility_usages group by company_id;

-- Imports that are not over, each of which holds rows.
create index import_open on imports (company_id) where state in ('waiting', 'reading', 'checked', 'importing');

-- The file of an import that failed or was cancelled is forgotten after a while: then it has none.
alter table imports alter column file_id drop not null;

-- What the sweep looks for: what is over for so long.
create index import_ended on imports (finished_at) where finished_at is not null;
create index import_by_file on imports (company_id, file_id) where file_id is not null;
create index webhook_delivery_ended on webhook_deliveries (updated_at) where state <> 'pending';
create index webhook_delivery_by_event on webhook_deliveries (company_id, event_id);
create index event_by_age on events using brin (occurred_at);
create index change_by_age on changes using brin (occurred_at);

-- How far the feed of changes of a company was forgotten: a reader that stands before this has missed something.
create table feed_starts (
  company_id bigint primary key,
  xid xid8 not null,
  id bigint not null
);
