-- The processes that run on this database. Their settings are there as fingerprints: what must agree is compared, not read.
create table processes (
  id uuid primary key,
  host text not null,
  pid integer not null,
  roles text[] not null,
  settings jsonb not null,
  started_at timestamptz(3) not null default now(),
  seen_at timestamptz(3) not null default now()
);
