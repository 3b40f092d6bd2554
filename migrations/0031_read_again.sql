-- The templates and readers that a document was read with: those in review are read again when there are others.
alter table documents add column read_with text;
create index document_in_review on documents (read_with) where state = 'review' and decision is null;
