-- The audit log is a keyed chain per company: each row's hash is an HMAC over the one before it and all of its own values, and
-- the head says how many rows there are. Rows from before get their hash at the next start, which vouches for them from then on.
alter table audit_log add column position bigint;
alter table audit_log add column before_keying boolean not null default false;
update audit_log a set position = numbered.position, before_keying = true, hash = ''
from (select company_id, id, row_number() over (partition by company_id order by id) as position from audit_log) numbered
where a.company_id = numbered.company_id and a.id = numbered.id;
alter table audit_log alter column position set not null;
alter table audit_log drop column previous_hash;
create unique index audit_log_position on audit_log (company_id, position);
create index audit_log_id on audit_log (id);
create index audit_log_occurred on audit_log (company_id, occurred_at);

-- The end of each chain and, once old rows were removed, where it begins. Sealed by an HMAC over all of its values.
create table audit_heads (
  company_id bigint primary key,
  position bigint not null default 0,
  hash bytea not null default '',
  -- The last row that was removed for its age.
  anchor_position bigint not null default 0,
  anchor_hash bytea not null default '',
  -- Where it was first seen that the head or its rows had been changed by somebody else; null: never.
  broken_position bigint,
  seal bytea not null default '',
  logged_position bigint not null default 0,
  logged_at timestamptz(3)
);
