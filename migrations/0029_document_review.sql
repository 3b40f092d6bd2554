-- Documents in review: what a user decided about them, and lists of them over all accounts of a company.
alter table documents
  drop constraint document_state_known,
  add constraint document_state_known check (state in ('waiting', 'accepted', 'known', 'review', 'rejected')),
  add column decision text constraint document_decision_known check (decision in ('accepted', 'rejected', 'keyed_in')),
  add column decided_by bigint,
  add column decided_at timestamptz(3),
  add column decision_note text constraint document_decision_note_size check (length(decision_note) <= 2000),
  add constraint document_decision_whole check (num_nonnulls(decision, decided_by, decided_at) in (0, 3)),
  add column updated_at timestamptz(3) not null default now();
update documents set updated_at = coalesce(read_at, fetched_at);

create index document_by_state on documents (company_id, state, id);
create index document_updated on documents (company_id, updated_at, id);
create index document_by_finding on documents using gin (findings jsonb_path_ops) where findings <> '[]';

-- A document may have a bill that was read from it and one that a user keyed in for it.
drop index utility_bill_document_unique;
create unique index utility_bill_document_unique
  on utility_bills (company_id, document_id, origin) where document_id is not null and original_utility_bill_id is null and not archived;
