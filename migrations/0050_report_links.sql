-- Links by which people without a sign-in read one report. The signed text of a link is made from its id; ending it makes it useless.
create table report_links (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  property_id bigint not null,
  report_type text not null constraint report_link_type_size check (length(report_type) between 1 and 100),
  -- The range of the report: null for all there is.
  from_day date,
  to_day date,
  note text constraint report_link_note_size check (length(note) between 1 and 500),
  -- The user who made it.
  created_by bigint not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- To the minute, as of API tokens: each reader would write a row otherwise.
  last_opened_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, property_id) references properties (company_id, id) on delete cascade
);
create index report_link_updated on report_links (company_id, updated_at, id);
