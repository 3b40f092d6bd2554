-- What is to be forgotten is looked for every minute. A brin index never narrows again where new rows take the space of deleted
-- ones, so that in the end each look would read the whole table.
drop index event_by_age;
drop index change_by_age;
create index event_by_age on events (occurred_at);
create index change_by_age on changes (occurred_at);
-- Imports that made bills stay for ever.
create index import_without_bills on imports (finished_at) where state in ('failed', 'cancelled');
