-- Mails to tenants: the receipt of a form, its link again when only they can mend their login, and form links that the service sends.

-- Of a form whose sender wants the receipt by mail: its language. The address is sealed among the secrets of the authorization.
alter table authorizations
  add column receipt_language text constraint authorization_receipt_language_known check (receipt_language in ('en', 'es')),
  add column receipt_mailed_at timestamptz(3),
  add column action_mailed_at timestamptz(3);

alter table form_links
  -- Where the company has the link sent.
  add column email text,
  -- Of the present address of the link; null: no mail was asked for.
  add column mail_state text constraint form_link_mail_state_known check (mail_state in ('waiting', 'sent', 'failed')),
  add column mailed_at timestamptz(3),
  add constraint form_link_mail_has_address check (mail_state is null or email is not null);

-- Of demo data: its accounts are collected as soon as they are found.
alter table authorizations add column activates_accounts boolean not null default false;
