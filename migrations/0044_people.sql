-- People of a company: what each may do there.

-- Beside the role in the service. Everybody could do everything so far, so existing users become owners.
alter table users add column company_role text not null default 'owner'
  constraint user_company_role_known check (company_role in ('viewer', 'editor', 'owner'));
alter table users alter column company_role drop default;

-- A token never acts with a higher role than its maker had when it was made, as with `role_ceiling`.
alter table api_tokens add column company_role_ceiling text not null default 'owner'
  constraint api_token_company_role_ceiling_known check (company_role_ceiling in ('viewer', 'editor', 'owner'));
alter table api_tokens alter column company_role_ceiling drop default;
