-- Each bill stays whole as it came in. Where bills of several origins cover the same days of a meter, one of them counts:
-- a portal's before an uploaded one, that before one that was keyed in, and an imported one last.
alter table utility_bills
  add column origin text not null default 'portal'
    constraint utility_bill_origin_known check (origin in ('portal', 'upload', 'keyed_in', 'import')),
  -- [{utility_meter_id, start_date, end_date}]: the days for which the bill counts; null where that is all of them.
  add column counted_days jsonb constraint utility_bill_counted_days_list check (jsonb_typeof(counted_days) = 'array');
alter table utility_bills alter column origin drop default;

update utility_bills bill set origin = 'import'
from documents document
where document.company_id = bill.company_id and document.id = bill.document_id and document.import_id is not null;

drop index utility_bill_live_unique;
-- At most one live bill of an account and an origin says what was used in a period.
create unique index utility_bill_live_unique
  on utility_bills (company_id, utility_account_id, origin, identity_key) where not archived;

-- Until now an imported bill was archived when a portal gave some of its days, and what was left of it was written as
-- another bill. The whole bill counts again, unless a person or a later import has changed what was left.
create temporary table wholes on commit drop as
select whole.company_id, whole.id from utility_bills whole
where whole.origin = 'import' and whole.archive_reason = 'duplicate' and whole.rest_of_bill_id is null
  and not exists (
    select from utility_bills part
    where part.company_id = whole.company_id and part.rest_of_bill_id = whole.id
      and part.archive_reason <> 'duplicate')
  and not exists (
    select from utility_bills other
    where other.company_id = whole.company_id and other.utility_account_id = whole.utility_account_id
      and other.identity_key = whole.identity_key and other.origin = 'import' and not other.archived
      and other.rest_of_bill_id is distinct from whole.id);
-- Of two versions of one bill the later one.
delete from wholes using utility_bills whole, utility_bills later
where whole.company_id = wholes.company_id and whole.id = wholes.id
  and later.company_id = whole.company_id and later.utility_account_id = whole.utility_account_id
  and later.identity_key = whole.identity_key and later.origin = 'import' and later.id > whole.id
  and exists (select from wholes other where other.company_id = later.company_id and other.id = later.id);

create temporary table parts on commit drop as
select part.company_id, part.id from utility_bills part
join wholes on wholes.company_id = part.company_id and wholes.id = part.rest_of_bill_id
where not part.archived;

update utility_bills bill set archived = true, archive_reason = 'duplicate', updated_at = now()
from parts where bill.company_id = parts.company_id and bill.id = parts.id;
update utility_bills bill set archived = false, archive_reason = null, updated_at = now()
from wholes where bill.company_id = wholes.company_id and bill.id = wholes.id;
insert into changes (company_id, event_type, svc_object_type, record_id)
select company_id, 'bill.archived', 'UtilityBill', id from parts
union all
select company_id, 'bill.created', 'UtilityBill', id from wholes;

alter table utility_bills drop column rest_of_bill_id;
