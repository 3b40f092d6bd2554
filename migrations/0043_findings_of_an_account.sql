-- The findings of an account, in the order of lists: a company can have a hundred thousand.
create index finding_by_account on findings (company_id, utility_account_id, id);
