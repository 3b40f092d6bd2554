-- Documents that users upload. Their account may be known only when they are read. A file with several bills has a document for each.
alter table documents
  alter column utility_account_id drop not null,
  add column uploaded_by bigint,
  -- The name of the utility, as the user gave it for a bill of an account that is not known yet.
  add column utility_company text,
  -- The property of its new meters, where the user named one.
  add column property_id bigint,
  -- Which bill of its file it is; 1 is the first.
  add column part integer not null default 1 constraint document_part_natural check (part >= 1),
  drop constraint document_from_somewhere,
  add constraint document_from_somewhere check (num_nonnulls(authorization_id, import_id, uploaded_by) = 1),
  add constraint document_account_known check (utility_account_id is not null or uploaded_by is not null),
  add foreign key (company_id, property_id) references properties (company_id, id);

-- The same file twice is one document.
create unique index document_uploaded_unique on documents (company_id, file_id, part) where uploaded_by is not null;
