-- Every document of a file: it is read once for all that wait.
create index document_by_file on documents (company_id, file_id);
