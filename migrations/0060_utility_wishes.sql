-- Utilities that people want to be added: how often each was asked for, and nothing of who asked.
create table utility_wishes (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  -- The key of a utility of the catalogue, or the host of a website.
  utility text not null constraint utility_wish_utility_size check (length(utility) between 1 and 253),
  wishes integer not null default 1 constraint utility_wish_counted check (wishes > 0),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint utility_wish_unique unique (company_id, utility)
);
-- For administrators, who read those of all companies.
create unique index utility_wish_id_unique on utility_wishes (id);
create index utility_wish_updated on utility_wishes (company_id, updated_at, id);
