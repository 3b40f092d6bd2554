-- Codes of a second sign-in step that come by mail are read from a mailbox: which one, which question waits for its mail, and whose turn it is.

-- Only an owner lets codes be read from a mailbox.
alter table mailboxes add column reads_bills boolean not null default true;
alter table mailboxes add column reads_codes boolean not null default false;

alter table authorizations add column code_mailbox_id bigint;
alter table authorizations add constraint authorization_code_mailbox
  foreign key (company_id, code_mailbox_id) references mailboxes (company_id, id) on delete set null (code_mailbox_id);
-- That of the authorizations that name none.
alter table companies add column code_mailbox_id bigint;
alter table companies add constraint company_code_mailbox
  foreign key (id, code_mailbox_id) references mailboxes (company_id, id) on delete set null (code_mailbox_id);

alter table challenges add column code_mailbox_id bigint;
-- What the recipe says of the mail: its senders, its subject, where the code is.
alter table challenges add column mail jsonb;
-- The mail arrived after this, and is waited for until then.
alter table challenges add column mail_after timestamptz(3);
alter table challenges add column mail_until timestamptz(3);
-- Null: no mail is expected.
alter table challenges add column code_mail text constraint challenge_code_mail_known
  check (code_mail in ('waiting', 'not_found', 'mailbox_failing'));
alter table challenges add constraint challenge_mail_whole
  check (code_mail is distinct from 'waiting' or (code_mailbox_id is not null and mail is not null and mail_after is not null and mail_until is not null));

-- One sign-in at a time whose code comes by mail, for each mail user and utility over all companies: no other one takes its code.
create table code_turns (
  -- A keyed hash of the mail server, its user and the utility.
  place text primary key,
  company_id bigint not null references companies (id) on delete cascade,
  authorization_id bigint not null,
  until timestamptz(3) not null,
  -- The last mail whose code was used, by its number in the folder of a mailbox.
  used_mailbox_id bigint,
  used_uid_validity bigint,
  used_uid bigint,
  foreign key (company_id, authorization_id) references authorizations (company_id, id) on delete cascade
);
create index code_turn_by_authorization on code_turns (company_id, authorization_id);
