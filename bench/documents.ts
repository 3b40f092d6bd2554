/**
 * How long the lists of documents take for a company with very many: a page of a hundred of all of them, by each filter and in
 * both orders, each at the beginning and deep in the list; pages of a thousand, which are sent as they are read; then the whole list.
 * `node_modules/.bin/node bench/documents.ts [documents]`
 */
import { sql } from "kysely";
import { insertFetched, newFetchedAccount } from "../test/fetched.ts";
import { openTestApp } from "../test/app.ts";
import { timesOfPages } from "./pages.ts";
import { bestMs } from "./timing.ts";

const DOCUMENTS = Number(process.argv[2] ?? 100_000);

const endings: (() => Promise<void>)[] = [];
const running = await openTestApp({ after: (work) => void endings.unshift(work) }, { LOG_LEVEL: "warn" });
const { app } = running;
const { member, account } = await newFetchedAccount(running, "Very many documents");
const first = await insertFetched(app, account, { name: "0.pdf" });
// One in a hundred waits in review, as with a utility that is known.
await sql`
  insert into documents (company_id, utility_account_id, authorization_id, file_id, external_id, name, listed_date, state, findings, updated_at)
  select company_id, utility_account_id, authorization_id, file_id, 'bench ' || n, n || '.pdf', listed_date,
    case when n % 100 = 0 then 'review' else 'accepted' end,
    case when n % 100 = 0 then '[{"name": "no_template", "severity": "error", "detail": "No template matches this bill."}]'
      when n % 10 = 0 then '[{"name": "period_unusual", "severity": "warning", "detail": "Short."}]' else '[]' end::jsonb,
    now() - make_interval(secs => n * 7919 % 1000000)
  from documents, generate_series(1, ${DOCUMENTS - 1}::int) n where id = ${first}`.execute(app.db);
await sql`analyze documents`.execute(app.db);

const LISTS = {
  "all of them": "/v1/documents?",
  "in review": "/v1/documents?state=review",
  "with a rare finding": "/v1/documents?finding=no_template",
  "with a frequent finding": "/v1/documents?finding=period_unusual",
  "with a finding and a state": "/v1/documents?finding=no_template&state=review",
  "of an account": `/v1/documents?utility_account_id=${account.utility_account_id}`,
  "of an account by its path": `/v1/utility_accounts/${account.utility_account_id}/documents?`,
  "of a utility": "/v1/documents?utility_company_id=1",
  "of a utility in review": "/v1/documents?utility_company_id=1&state=review",
  "by time of change": "/v1/documents?updated_since=2020-01-01T00:00:00Z",
  "in review by time of change": "/v1/documents?state=review&updated_since=2020-01-01T00:00:00Z",
};
for (const [name, path] of Object.entries(LISTS)) console.log(`${name}: ${await timesOfPages(member, path)}`);
const whole = await bestMs(1, async () => {
  const answer = await member.send("GET", "/v1/documents");
  console.log(`the whole list: ${(answer.body.length / 1e6).toFixed(1)} MB`);
});
console.log(`the whole list of ${DOCUMENTS}: ${whole.toFixed(0)} ms`);
for (const end of endings) await end();
