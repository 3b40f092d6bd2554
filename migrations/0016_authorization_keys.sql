-- Each authorization has a key of its own, which lies outside the database: destroying it makes every copy of what it sealed
-- worthless, those in backups among them. Null: none was sealed yet, or it is sealed under the company's key from before.
alter table authorizations add column key_id uuid;
-- Who stopped it. Its status stays one of the three words; its secrets are gone.
alter table authorizations add column revoked_by text constraint authorization_revoker_known
  check (revoked_by in ('account_holder', 'company', 'operator', 'unknown'));
update authorizations a set
  revoked_by = coalesce((
    select case when l.actor like 'user %' then 'company' else 'account_holder' end from audit_log l
    where l.company_id = a.company_id and l.record_type = 'Authorization' and l.record_id = a.id
      and l.action = 'credential.forgotten'
    order by l.id desc limit 1), 'unknown'),
  status = 'Pending', status_detail = null, action_required_by = 'none', retry_at = null,
  errors = 'This authorization was stopped, and its login was deleted. Bills stay. To collect again, submit the login anew.',
  updated_at = now()
where revoked_at is not null;
alter table authorizations add constraint authorization_revoked_by_somebody check ((revoked_at is null) = (revoked_by is null));

-- Keys that are to be destroyed once their time has come: of authorizations that were stopped, and new ones until the
-- transaction that uses them takes them off. A crash in between leaves the row, and the next look destroys the key.
create table keys_to_destroy (
  company_id bigint not null,
  key_id uuid not null,
  due_at timestamptz(3) not null,
  primary key (company_id, key_id)
);
create index keys_to_destroy_due on keys_to_destroy (due_at);
