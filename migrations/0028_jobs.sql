-- The rows are the queue (docs/decisions/0026): one for each thing to do, there exactly as long as it is to be done.
create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  -- What it is about: ids alone.
  payload jsonb not null,
  company_id bigint generated always as ((payload ->> 'company_id')::bigint) stored,
  -- When it is to run; while it runs, when it is to run again: infinity unless it was enqueued since.
  run_at timestamptz not null default now(),
  -- Runs that failed, or whose worker was lost.
  attempts integer not null default 0,
  -- How often it was claimed: names the run, so that one that has lost the job changes nothing.
  claim integer not null default 0,
  claimed_until timestamptz,
  -- Of a roll-up: the months that are to be rolled up, and those that were asked for since it was claimed. Null: all.
  months int4range,
  months_since int4range,
  unique (kind, payload)
);
create index job_waiting on jobs (kind, run_at, id) where claimed_until is null;
create index job_claimed on jobs (kind, company_id) where claimed_until is not null;

-- What waits in the queue that this one takes the place of.
do $$ begin
  if to_regclass('pgboss.job') is not null then
    execute $carry$
      insert into jobs (kind, payload, run_at)
      select name, data, min(case when state = 'active' then now() else start_after end) from pgboss.job
      where state in ('created', 'retry', 'active')
        and name in ('inventory', 'fetch', 'parse', 'derive', 'roll-up', 'rebuild', 'deliver-data', 'import')
      group by name, data $carry$;
  end if;
end $$;
drop schema if exists pgboss cascade;

-- What is marked as to be done and has lost its job.
insert into jobs (kind, payload)
select 'parse', jsonb_build_object('company_id', company_id, 'document_id', id) from documents where state = 'waiting'
union all
select 'import', jsonb_build_object('company_id', company_id, 'import_id', id) from imports
where state in ('waiting', 'reading', 'importing')
union all
select 'deliver-data', jsonb_build_object('company_id', company_id, 'data_delivery_run_id', id) from data_delivery_runs
where state in ('waiting', 'running') and next_attempt_at < now()
union all
select 'derive', jsonb_build_object('company_id', company_id, 'utility_meter_id', id) from utility_meters
where months_stale_since is not null
union all
select 'roll-up', jsonb_build_object('company_id', company_id, 'property_id', id) from properties
where roll_up_stale_since is not null
on conflict do nothing;

alter table utility_meters drop column months_stale_since;
alter table properties drop column roll_up_stale_since;
