/**
 * How long the lists of documents take for a company with very many: a page of a hundred of all of
 * them, by state, by finding, of one account and of one utility, then the whole list.
 * `node_modules/.bin/node bench/documents.ts [documents]`
 */
import { sql } from "kysely";
import { insertFetched, newFetchedAccount } from "../test/fetched.ts";
import { openTestApp } from "../test/app.ts";
import { bestMs } from "./timing.ts";

const DOCUMENTS = Number(process.argv[2] ?? 100_000);
const TURNS = 5;

const endings: (() => Promise<void>)[] = [];
const running = await openTestApp({ after: (work) => void endings.unshift(work) }, { LOG_LEVEL: "warn" });
const { app } = running;
const { member, account } = await newFetchedAccount(running, "Very many documents");
const first = await insertFetched(app, account, { name: "0.pdf" });
// One in a hundred waits in review, as with a utility that is known.
await sql`
  insert into documents (company_id, utility_account_id, authorization_id, file_id, external_id, name, listed_date, state, findings)
  select company_id, utility_account_id, authorization_id, file_id, 'bench ' || n, n || '.pdf', listed_date,
    case when n % 100 = 0 then 'review' else 'accepted' end,
    case when n % 100 = 0 then '[{"name": "no_template", "severity": "error", "detail": "No template matches this bill."}]'
      when n % 10 = 0 then '[{"name": "period_unusual", "severity": "warning", "detail": "Short."}]' else '[]' end::jsonb
  from documents, generate_series(1, ${DOCUMENTS - 1}::int) n where id = ${first}`.execute(app.db);
await sql`analyze documents`.execute(app.db);

const LISTS = {
  "all of them": "",
  "in review": "&state=review",
  "with a finding": "&finding=no_template",
  "with a finding and a state": "&finding=no_template&state=review",
  "of an account": `&utility_account_id=${account.utility_account_id}`,
  "of a utility": "&utility_company_id=1",
};
for (const [name, query] of Object.entries(LISTS)) {
  const ms = await bestMs(TURNS, async () => {
    const answer = await member.send("GET", `/v1/documents?limit=100${query}`);
    if (answer.statusCode !== 200) throw new Error(answer.body);
  });
  console.log(`${name}: ${ms.toFixed(0)} ms`);
}
const whole = await bestMs(1, async () => {
  const answer = await member.send("GET", "/v1/documents");
  console.log(`the whole list: ${(answer.body.length / 1e6).toFixed(1)} MB`);
});
console.log(`the whole list of ${DOCUMENTS}: ${whole.toFixed(0)} ms`);
for (const end of endings) await end();
