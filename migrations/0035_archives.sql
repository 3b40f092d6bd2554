-- The files of an uploaded archive: each became a document, its own or one that was there before, or was refused.
alter table documents
  drop constraint document_state_known,
  add constraint document_state_known
    check (state in ('waiting', 'accepted', 'known', 'review', 'rejected', 'unpacked'));

create table archive_entries (
  company_id bigint not null references companies (id) on delete cascade,
  archive_id bigint not null,
  -- In the order of the archive, from 1.
  position integer not null,
  name text not null constraint archive_entry_name_size check (length(name) between 1 and 500),
  document_id bigint,
  finding jsonb,
  primary key (company_id, archive_id, position),
  foreign key (company_id, archive_id) references documents (company_id, id) on delete cascade,
  foreign key (company_id, document_id) references documents (company_id, id) on delete cascade,
  constraint archive_entry_whole check (num_nonnulls(document_id, finding) = 1)
);
create index archive_entry_of_document on archive_entries (company_id, document_id);
