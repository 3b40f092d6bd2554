-- Webhooks are sent in the order of the change feed, few at a time to each endpoint, and know events that are asked for by name.

alter table webhooks drop constraint webhook_event_type_known;
alter table webhooks add constraint webhook_event_type_known check (event_type in (
  'bill.created', 'property.created', 'property.updated', 'utility_account.updated',
  'utility_meter.created', 'utility_meter.updated', 'all',
  'authorization.updated', 'authorization.action_required', 'utility_bill.archived'));

-- How many notifications may be under way to the endpoint at once.
alter table webhooks add column max_in_flight smallint not null default 1
  constraint webhook_max_in_flight_known check (max_in_flight between 1 and 8);

-- The transaction that wrote the delivery: (xid, id) is the order of the first attempts, as it is that of the change feed.
alter table webhook_deliveries add column xid xid8 not null default pg_current_xact_id();

-- A claim looks at each endpoint by itself: what was never tried, what is to be tried again, what is under way.
drop index webhook_delivery_due;
create index webhook_delivery_new on webhook_deliveries (company_id, webhook_id, xid, id)
  where state = 'pending' and attempts = 0;
create index webhook_delivery_again on webhook_deliveries (company_id, webhook_id, next_attempt_at, id)
  where state = 'pending' and attempts > 0;
create index webhook_delivery_leased on webhook_deliveries (company_id, webhook_id) where locked_until is not null;
