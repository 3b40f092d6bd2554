/**
 * How long the lists of findings and of tasks take for a company with very many: bills of ten years, of which each has a finding,
 * two in five of them open, and one document in review for each ten bills. A page of a hundred by each filter and in both orders, at
 * the beginning and deep in the list; pages of a thousand, which are sent as they are read; then the whole list of tasks.
 * `node_modules/.bin/node bench/findings.ts [properties of four meters]`
 */
import { sql } from "kysely";
import { insertFetched } from "../test/fetched.ts";
import { newMember, openTestApp } from "../test/app.ts";
import { insertRecords } from "../test/records.ts";
import { fillPortfolio } from "./derive-portfolio.ts";
import { timesOfPages } from "./pages.ts";
import { bestMs } from "./timing.ts";

const PROPERTIES = Number(process.argv[2] ?? 250);

const endings: (() => Promise<void>)[] = [];
const running = await openTestApp({ after: (work) => void endings.unshift(work) }, { LOG_LEVEL: "warn" });
const { app } = running;
const member = await newMember(running, { name: "Very many findings" });
const { company_id, company_uuid } = member;
await fillPortfolio(
  app.databaseUrl,
  { company_id, properties: PROPERTIES, metersOfProperty: 4, billsOfMeter: 120 },
  () => {},
);
await sql`
  insert into findings (company_id, utility_meter_id, utility_account_id, utility_bill_id, rule, severity, start_date,
    end_date, message, figures, state, resolved_at, updated_at)
  select bill.company_id, billed.utility_meter_id, bill.utility_account_id, bill.id,
    (array['gap', 'unusual_use', 'unusual_cost', 'overlap', 'missing_meter', 'repeated_use'])[1 + bill.id % 6],
    case when bill.id % 3 = 0 then 'notice' else 'warning' end, bill.period_start, bill.period_end,
    'The use of 1,234 kWh in 30 days is 2.4 times the expected 514 kWh.', '{"use": 1234, "expected": 514}',
    found.state, case when found.state = 'resolved' then now() end,
    now() - make_interval(secs => (bill.id * 7919 % 1000000)::int)
  from utility_bills bill
  join bill_meters billed on billed.company_id = bill.company_id and billed.utility_bill_id = bill.id,
    lateral (select case when bill.id % 5 < 2 then 'open' else 'resolved' end as state) found
  where bill.company_id = ${company_id}`.execute(app.db);
// Of the last meter, whose findings are at the end of every index.
const place = await sql<{ id: number; utility_account_id: number; property_id: number; bill: number }>`
  select meter.id, meter.utility_account_id, meter.property_id, finding.utility_bill_id as bill
  from utility_meters meter join findings finding on finding.company_id = meter.company_id
    and finding.utility_meter_id = meter.id
  where meter.company_id = ${company_id} order by finding.id desc limit 1`.execute(app.db);
const [last] = place.rows;
if (last === undefined) throw new Error("there are no findings");
const own = await insertRecords(app, { id: company_id, uuid: company_uuid });
const { utility_account_id, authorization_id } = own;
const document = await insertFetched(
  app,
  { company_id, company_uuid, utility_account_id, authorization_id },
  { name: "0.pdf" },
);
await sql`
  insert into documents (company_id, utility_account_id, authorization_id, file_id, external_id, name, listed_date, state, findings)
  select document.company_id, bill.utility_account_id, document.authorization_id, document.file_id, 'bench ' || bill.id, bill.id || '.pdf', '2026-01-02',
    'review', '[{"name": "no_template", "severity": "error", "detail": "No template matches this bill."}]'
  from documents document join utility_bills bill on bill.company_id = document.company_id
  where document.id = ${document} and bill.id % 10 = 0`.execute(app.db);
await sql`vacuum analyze`.execute(app.db);

const SINCE = "updated_since=2020-01-01T00:00:00Z";
const LISTS = [
  "/v1/findings?",
  "/v1/findings?state=open",
  "/v1/findings?rule=gap",
  "/v1/findings?rule=gap&state=open",
  "/v1/findings?severity=notice&state=open",
  `/v1/findings?property_id=${last.property_id}`,
  `/v1/findings?utility_account_id=${last.utility_account_id}`,
  `/v1/findings?utility_account_id=${last.utility_account_id}&state=open`,
  `/v1/findings?utility_meter_id=${last.id}`,
  `/v1/findings?utility_bill_id=${last.bill}`,
  `/v1/findings?${SINCE}`,
  `/v1/findings?state=open&${SINCE}`,
  `/v1/findings?utility_account_id=${last.utility_account_id}&${SINCE}`,
  "/v1/tasks?",
  "/v1/tasks?kind=finding_open",
  "/v1/tasks?kind=document_unreadable",
  "/v1/tasks?who=customer",
  `/v1/tasks?utility_account_id=${last.utility_account_id}`,
];
for (const path of LISTS) console.log(`${path}: ${await timesOfPages(member, path)}`);
let bytes = 0;
const whole = await bestMs(3, async () => {
  bytes = (await member.send("GET", "/v1/tasks")).body.length;
});
console.log(`all tasks: ${(bytes / 1e6).toFixed(1)} MB in ${whole.toFixed(0)} ms`);
for (const end of endings) await end();
