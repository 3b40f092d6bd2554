-- The sheets of a workbook, with how many rows were read of each: [{"name": "2024", "rows_read": 120}]; null when a sheet was not read.
alter table imports add column sheets jsonb not null default '[]'
  constraint import_sheets_list check (jsonb_typeof(sheets) = 'array');
-- The first periods that were made of the dates of reads; null when every row has its own period.
alter table imports add column read_periods jsonb;
