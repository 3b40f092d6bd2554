-- The bills of a meter, newest first, with their days and what their lines are together (domain/accruals/bill-history): what
-- accruals read. The newest ones have their own column, because an accrual seldom needs older ones, and a short text is read
-- with its row. Filled when the months of the meter are derived again, which the new edition of the derivation asks for.
alter table billed_days add column recent_bills text not null default '';
alter table billed_days add column older_bills text not null default '';
