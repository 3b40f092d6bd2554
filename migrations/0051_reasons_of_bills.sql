-- Why the user corrected or entered this version of the bill, and why it was voided; null where nothing was said.
alter table utility_bills add column written_note text;
alter table utility_bills add column voided_note text;
