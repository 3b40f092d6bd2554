-- Pages of bills in the order of a date or an amount. Bills without it come last, in either direction.
create index utility_bill_by_invoice_date on utility_bills (company_id, invoice_date, id);
create index utility_bill_by_due_date on utility_bills (company_id, due_date, id);
create index utility_bill_by_amount_due on utility_bills (company_id, amount_due, id);
-- The search for a part of an invoice number reads this index alone.
create index utility_bill_by_invoice_number on utility_bills (company_id, invoice_number, id);
-- The user who corrected or entered this version of the bill; null for one that was read, and for earlier ones.
alter table utility_bills add column written_by bigint references users (id) on delete set null;
-- The user who voided it, and when.
alter table utility_bills add column voided_by bigint references users (id) on delete set null;
alter table utility_bills add column voided_at timestamptz(3);
