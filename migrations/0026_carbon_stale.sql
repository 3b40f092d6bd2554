-- The CO2 of a bill's usages has a mark of its own. Until now an older form of the text stood for it, too.
-- A release with other factors of CO2 sets it for all bills in its migration.
alter table bill_texts add column carbon_stale boolean not null default false;
update bill_texts set carbon_stale = true where form < 2;
create index bill_text_carbon_stale on bill_texts (company_id, utility_bill_id) where carbon_stale;
