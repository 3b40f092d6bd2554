-- The bills of a meter, newest first, with their days and what their lines are together (domain/accruals/bill-history): what
-- accruals read. The newest ones have their own column, because an accrual seldom needs older ones, and a short text is read
-- with its row.
alter table billed_days add column recent_bills text not null default '';
alter table billed_days add column older_bills text not null default '';
-- All uses of the meter have a single date each, as deliveries of fuel do.
alter table billed_days add column is_delivered boolean not null default false;

-- As the derivation of the months makes them, which follows in the background. Sums of a bill of which only some days count are
-- left to it: until then they are not known.
with whole as (
  select company_id, id as bill from utility_bills where not archived and counted_days is null),
billed as (
  select company_id, utility_meter_id, max(number) filter (where place % 4 = 1) as bill,
    max(number) filter (where place % 4 = 2) as start, max(number) filter (where place % 4 = 3) as length,
    1 - max(number) filter (where place % 4 = 0) / 2 % 2 as used
  from (
    select company_id, utility_meter_id, number::bigint, place
    from billed_days, jsonb_array_elements_text(days::jsonb) with ordinality as numbers (number, place)) numbers
  group by company_id, utility_meter_id, (place - 1) / 4),
charge as (
  select company_id, utility_meter_id, bill, (sum(amount) * 100)::bigint as cents
  from whole join (select *, utility_bill_id as bill from utility_charges) line using (company_id, bill) group by 1, 2, 3),
usage as (
  select company_id, utility_meter_id, bill,
    case when count(kbtus) = count(*)
      then trim_scale(coalesce(sum(kbtus) filter (where not supply), sum(kbtus) filter (where supply))) end as kbtus,
    case when count(gallons) = count(*) then trim_scale(sum(gallons)) end as gallons
  from whole join (select *, utility_bill_id as bill from utility_usages) line using (company_id, bill)
  where utility_usage_type = 'usage_amount' group by 1, 2, 3),
line as (
  select company_id, utility_meter_id, length, used,
    row_number() over (partition by company_id, utility_meter_id order by start + length desc, start desc, bill desc) as place,
    concat(start + length, ' ', length, ' ', bill, ' ', used, ' ',
      sum(length) over (partition by company_id, utility_meter_id, bill), ' ', cents, ' ', kbtus, ' ', gallons, E'\n') as text
  from billed
  left join charge using (company_id, utility_meter_id, bill)
  left join usage using (company_id, utility_meter_id, bill)),
history as (
  select company_id, utility_meter_id,
    coalesce(string_agg(text, '' order by place) filter (where place <= 30), '') as recent,
    coalesce(string_agg(text, '' order by place) filter (where place > 30), '') as older,
    bool_or(used = 1) and bool_and(used = 0 or length = 0) as is_delivered
  from line group by company_id, utility_meter_id)
update billed_days set recent_bills = history.recent, older_bills = history.older, is_delivered = history.is_delivered
from history
where billed_days.company_id = history.company_id and billed_days.utility_meter_id = history.utility_meter_id;
