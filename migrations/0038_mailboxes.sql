-- Mailboxes that bills arrive in: what is looked at, how far it was read, and what became of each mail. The password is in `secrets`.
create table mailboxes (
  company_id bigint not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  host text not null constraint mailbox_host_size check (length(host) between 1 and 253),
  port integer not null constraint mailbox_port_known check (port between 1 and 65535),
  security text not null constraint mailbox_security_known check (security in ('tls', 'starttls')),
  username text not null constraint mailbox_username_size check (length(username) between 1 and 320),
  folder text not null constraint mailbox_folder_size check (length(folder) between 1 and 500),
  -- Addresses and domains; empty: everybody.
  senders text[] not null default '{}',
  utility_account_id bigint,
  property_id bigint,
  -- Only mails received on this day or later; null: all.
  since date,
  after_reading text not null constraint mailbox_after_reading_known check (after_reading in ('leave', 'mark_seen', 'move')),
  move_to text constraint mailbox_move_to_size check (length(move_to) between 1 and 500),
  active boolean not null default true,
  archived boolean not null default false,
  -- The user who made it: uploads its bills.
  created_by bigint not null,
  -- Grows with each edit of where and how it is read, so that the result of a look that began before is not recorded for it.
  edition integer not null default 1,
  -- Grows with each edit to another folder, whose mails may have the same numbers.
  numbering integer not null default 1,
  -- Every mail of this validity up to and including the last one was handled; null: none was looked at.
  uid_validity bigint,
  last_uid bigint not null default 0,
  state text not null default 'active' constraint mailbox_state_known
    check (state in ('active', 'login_refused', 'unreachable', 'blocked')),
  status_detail text,
  action_required_by text not null default 'none' constraint mailbox_actor_known
    check (action_required_by in ('customer', 'service', 'none')),
  errors text,
  failing_since timestamptz(3),
  -- Looks that failed since the last good one.
  failures integer not null default 0,
  last_checked_at timestamptz(3),
  -- Null: it is not looked at again before someone has acted.
  next_check_at timestamptz(3),
  mails_read bigint not null default 0,
  documents_made bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  foreign key (company_id, utility_account_id) references utility_accounts (company_id, id) on delete set null (utility_account_id),
  foreign key (company_id, property_id) references properties (company_id, id) on delete set null (property_id),
  constraint mailbox_move_whole check ((after_reading = 'move') = (move_to is not null)),
  constraint mailbox_trouble_whole check ((state = 'active') = (status_detail is null) and (status_detail is null) = (errors is null))
);
create unique index mailbox_id_unique on mailboxes (id);
create unique index mailbox_unique on mailboxes (company_id, lower(host), username, folder) where not archived;
create index mailbox_updated on mailboxes (company_id, updated_at, id);
create index mailbox_due on mailboxes (next_check_at) where active and not archived;

create table mailbox_mails (
  company_id bigint not null,
  id bigint generated always as identity,
  mailbox_id bigint not null,
  -- That of the mailbox, when the mail was begun.
  numbering integer not null default 1,
  uid_validity bigint not null,
  uid bigint not null,
  received_at timestamptz(3),
  -- Of mails with files only: others may be anybody's.
  sender text constraint mailbox_mail_sender_size check (length(sender) <= 320),
  subject text constraint mailbox_mail_subject_size check (length(subject) <= 200),
  bytes bigint,
  -- reading: it was begun, and is tried again if that was cut off.
  state text not null default 'reading' constraint mailbox_mail_state_known
    check (state in ('reading', 'taken', 'no_bill', 'sender_not_listed', 'refused', 'failed')),
  note text,
  files jsonb not null default '[]',
  tries integer not null default 1,
  -- It is to be marked or moved in the mailbox.
  to_settle boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, id),
  constraint mailbox_mail_unique unique (company_id, mailbox_id, numbering, uid_validity, uid),
  foreign key (company_id, mailbox_id) references mailboxes (company_id, id) on delete cascade
);
create unique index mailbox_mail_id_unique on mailbox_mails (id);
create index mailbox_mail_by_mailbox on mailbox_mails (company_id, mailbox_id, id);
create index mailbox_mail_updated on mailbox_mails (company_id, mailbox_id, updated_at, id);
create index mailbox_mail_begun on mailbox_mails (company_id, mailbox_id, uid) where state = 'reading';
create index mailbox_mail_to_settle on mailbox_mails (company_id, mailbox_id) where to_settle;
create index mailbox_mail_old on mailbox_mails (updated_at) where state <> 'reading';
