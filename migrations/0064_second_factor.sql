-- A portal may ask to approve the sign-in in its app, and a code that comes by mail is read from a mailbox of the company.
alter table challenges drop constraint challenge_kind_known;
alter table challenges add constraint challenge_kind_known check (kind in ('code', 'question', 'choice', 'approval'));
