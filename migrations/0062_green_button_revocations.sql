-- Permissions of stopped authorizations that are still to be withdrawn at the utility. What that needs is sealed under the key of
-- the company, and deleted with the row: when the utility has confirmed, or after some days of trying.
create table green_button_revocations (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  utility text not null,
  authorization_ref text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id)
);
