-- The second step of a sign-in: what a portal asks while nobody visits it, until a person has answered.

-- At most one per authorization. The suspended visit and the answer lie sealed in secrets (record_type 'challenge').
create table challenges (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  authorization_id bigint not null,
  kind text not null constraint challenge_kind_known check (kind in ('code', 'question', 'choice')),
  prompt text not null,
  -- What can be chosen; null where the answer is typed.
  options text[],
  -- The job that was visiting, and goes on with the answer.
  job text not null constraint challenge_job_known check (job in ('inventory', 'fetch')),
  tries_left integer not null constraint challenge_tries_positive check (tries_left > 0),
  expires_at timestamptz(3) not null,
  -- Set once an answer lies sealed and a job is to try it.
  answered_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, authorization_id) references authorizations (company_id, id) on delete cascade,
  constraint challenge_one_at_a_time unique (company_id, authorization_id)
);
create index challenge_expiry on challenges (expires_at);

-- A code of an authenticator works once: the last time step whose code was shown to the portal.
alter table authorizations add column totp_step bigint;
