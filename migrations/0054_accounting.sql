-- What a property accountant needs to book bills: cost centres, and when each bill began and ceased to count.

-- Set by a person; the nearest one wins: that of the meter, else of the account, else of the property.
alter table properties add column cost_center text, add column gl_account text;
alter table utility_accounts add column cost_center text, add column gl_account text;
alter table utility_meters add column cost_center text, add column gl_account text;

-- One row each time a bill begins to count (1) or no longer counts (-1), in the transaction in which that happens. Rows are never
-- changed, so that what was exported up to a transaction stays as it was exported.
create table bill_bookings (
  company_id bigint not null,
  id bigint generated always as identity,
  utility_bill_id bigint not null,
  sign smallint not null constraint bill_booking_sign_known check (sign in (1, -1)),
  xid xid8 not null default pg_current_xact_id(),
  booked_at timestamptz(3) not null default now(),
  primary key (company_id, utility_bill_id, id),
  foreign key (company_id, utility_bill_id) references utility_bills (company_id, id) on delete cascade
);
create index bill_booking_by_xid on bill_bookings (company_id, xid);

-- Bills that were there before were booked when they were saved, and those that no longer count were taken back at their last change.
insert into bill_bookings (company_id, utility_bill_id, sign, booked_at)
select company_id, id, 1, created_at from utility_bills order by company_id, id;
insert into bill_bookings (company_id, utility_bill_id, sign, booked_at)
select company_id, id, -1, updated_at from utility_bills
where archived or counted_days = '[]' order by company_id, id;
