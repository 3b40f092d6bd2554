-- What a dry run says of the months of properties: of the first properties of the file, which months its bills change.
alter table imports add column property_months jsonb not null default '[]';
