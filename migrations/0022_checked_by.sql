-- What a bill prints that its charges were compared with; null of bills that were saved before it was kept, and of corrected ones.
alter table utility_bills add column checked_by text constraint utility_bill_checked_by_known
  check (checked_by in ('current_charges', 'meter_totals', 'balance', 'amount_due', 'nothing'));
