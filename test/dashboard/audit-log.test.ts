/** The audit log on the operator's page, in a real browser: of a long log no more is read than is shown. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { newMember } from "../app.ts";
import { startBrowser } from "../browser.ts";
import { openFilledDashboard, type FilledDashboard } from "./filled-dashboard.ts";

const browser = await startBrowser();
after(async () => browser?.close());
const skip = browser === null ? "no browser starts here" : false;
// Without a browser every test is skipped and this is unused.
const { opened, visit } = browser === null ? ({} as FilledDashboard) : await openFilledDashboard({ after }, browser);

const DAY_MS = 24 * 3600 * 1000;

describe("the audit log", { skip }, () => {
  test("shows the newest rows of a year, and reads older ones only where they are shown", async () => {
    const { app } = opened;
    const admin = await newMember(opened, { name: "Operator", role: "admin" });
    const write = (count: number, daysAgo: number, action: string) =>
      app.db.transaction().execute(async (trx) => {
        for (let at = 0; at < count; at += 1)
          await app.audit.write(trx, {
            company_id: admin.company_id,
            occurred_at: new Date(app.now() - daysAgo * DAY_MS).toISOString(),
            actor: "a test",
            action,
            record_type: null,
            record_id: null,
            request_id: null,
            address: null,
          });
      });
    await write(1, 300, "test.oldest");
    await write(1, 20, "test.older");
    await write(1, 0.5, "test.newest");
    await write(501, 0.01, "test.newest");
    const asked = (action: string, use: (rows: string[], requests: URL[]) => void) =>
      visit(
        "/operator",
        async (page) => {
          const requests: URL[] = [];
          page.on("request", (request) => {
            const url = new URL(request.url());
            if (url.pathname === "/v1/audit") requests.push(url);
          });
          await page.goto(`${new URL(page.url()).origin}/app/operator?view=audit&days=365&action=${action}`);
          const rows = page.getByRole("region", { name: "Audit log" }).locator("tbody tr");
          await rows.first().waitFor();
          use(await rows.allTextContents(), requests);
        },
        { as: admin },
      );
    await asked("test.newest", (rows, requests) => {
      assert.equal(rows.length, 500);
      assert.equal(requests.length, 1);
      assert.ok(Date.parse(requests[0]?.searchParams.get("from") ?? "") > Date.now() - DAY_MS / 12);
    });
    for (const action of ["test.older", "test.oldest"])
      await asked(action, (rows) => assert.deepEqual([rows.length, rows[0]?.includes(action)], [1, true]));
  });
});
