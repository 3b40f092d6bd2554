-- What bills print besides their amounts, and how they were read.
alter table utility_bills
  add column due_date date,
  add column late_fee_date date,
  add column total_charges numeric(14, 2),
  add column currency text constraint utility_bill_currency_of_iso_4217 check (currency ~ '^[A-Z]{3}$'),
  add column services jsonb not null default '[]',
  add column read_by text constraint utility_bill_read_by_known check (read_by in ('template', 'generic', 'data_file', 'spreadsheet', 'person')),
  -- Of words that were recognised in a picture, 0 to 100.
  add column confidence integer,
  add column template_id text,
  add column template_version integer;

-- Existing bills: from the statement of their document.
update utility_bills bill set
  due_date = (document.statement ->> 'due_date')::date,
  late_fee_date = (document.statement ->> 'late_fee_date')::date,
  total_charges = (document.statement ->> 'current_charges')::numeric,
  currency = document.statement ->> 'currency',
  template_id = document.template_id,
  template_version = document.template_version,
  read_by = case
    when document.template_id is null then null
    when document.template_id = 'generic' then 'generic'
    when document.template_id like 'import:%' then 'spreadsheet'
    else 'template' end
from documents document
where document.company_id = bill.company_id and document.id = bill.document_id and document.statement is not null
  -- The file of an entered bill was read otherwise.
  and bill.origin <> 'keyed_in';
update utility_bills set read_by = 'person' where origin = 'keyed_in';
