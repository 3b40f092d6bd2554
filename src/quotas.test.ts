/** Quotas of a company: what is counted, who is refused, and that nothing is lost where one is used up. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { sql } from "kysely";
import { newMember, openTestApp, type Member } from "../test/app.ts";
import { csv, importWhole, row, run, upload, type Import } from "../test/imports.ts";
import type { Quota } from "./records/quota.ts";
import { runSweep } from "./jobs/sweep.ts";

const running = await openTestApp(
  { after },
  {
    METERBOOK_QUOTA_FILE_MEGABYTES: "1",
    METERBOOK_QUOTA_BILLS: "3",
    METERBOOK_QUOTA_LINES: "0",
    METERBOOK_QUOTA_OPEN_IMPORTS: "2",
  },
);
const { app } = running;

const quotas = async (member: Member) => {
  const rows = (await member.send("GET", "/v1/quotas")).json<Quota[]>();
  return Object.fromEntries(rows.map(({ quota, used, limit }) => [quota, { used, limit }]));
};
const refusalOf = (answer: Awaited<ReturnType<Member["send"]>>) => {
  const { type, detail } = answer.json<{ type: string; detail: string }>();
  return { status: answer.statusCode, slug: type.split("/").at(-1), detail };
};

describe("what a company holds", () => {
  test("is counted as it is written, also when the counts are summed up", async () => {
    const member = await newMember(running, { name: "Counted" });
    assert.deepEqual((await quotas(member))["bills"], { used: 0, limit: 3 });
    const file = csv(row(1), row(2));
    await importWhole(app, member, file);
    const before = await quotas(member);
    assert.deepEqual(before, {
      file_bytes: { used: Buffer.byteLength(file), limit: 1024 * 1024 },
      bills: { used: 2, limit: 3 },
      lines: { used: 6, limit: null },
      open_imports: { used: 0, limit: 2 },
    });
    await runSweep(app);
    assert.deepEqual(await quotas(member), before);
    const { rows } = await sql`select from held_counts where company_id = ${member.company_id}`.execute(app.db);
    assert.equal(rows.length, 3);
    // The same file is kept once.
    await importWhole(app, member, file);
    assert.deepEqual(await quotas(member), before);
    // What another holds is none of its own.
    assert.equal((await quotas(await newMember(running, { name: "Another" })))["bills"]?.used, 0);
  });
});

describe("a quota that is used up", () => {
  test("of files refuses a file, and keeps none of it", async () => {
    const member = await newMember(running, { name: "Files" });
    const refused = refusalOf(await upload(member, csv(row(1), " ".repeat(1024 * 1024))));
    assert.deepEqual([refused.status, refused.slug], [409, "quota-exceeded"]);
    assert.match(refused.detail, /holds 0 bytes of files of the 1,048,576 .*METERBOOK_QUOTA_FILE_MEGABYTES/);
    assert.equal((await quotas(member))["file_bytes"]?.used, 0);
    assert.equal((await upload(member, csv(row(1)))).statusCode, 201);
  });

  test("of imports refuses a third one that would wait, until one is over", async () => {
    const member = await newMember(running, { name: "Waiting" });
    const ids = [];
    for (const month of [1, 2]) ids.push((await upload(member, csv(row(month)))).json<Import>().id);
    const refused = refusalOf(await upload(member, csv(row(3))));
    assert.deepEqual([refused.status, refused.slug], [409, "quota-exceeded"]);
    assert.match(refused.detail, /2 imports that are not over of the 2 /);
    assert.equal((await member.send("POST", `/v1/imports/${ids[0]}/cancel`)).statusCode, 200);
    assert.equal((await upload(member, csv(row(3)))).statusCode, 201);
  });

  test("of bills refuses to confirm what would go beyond it, and leaves the import as it was", async () => {
    const member = await newMember(running, { name: "Bills" });
    const { id } = (await upload(member, csv(row(1), row(2), row(3), row(4)))).json<Import>();
    assert.equal((await run(app, member, id)).state, "checked");
    const refused = refusalOf(await member.send("POST", `/v1/imports/${id}/confirm`));
    assert.deepEqual([refused.status, refused.slug], [409, "quota-exceeded"]);
    assert.equal((await member.send("GET", `/v1/imports/${id}`)).json<Import>().state, "checked");
  });

  test("of bills stops an import that nobody looked at, keeps what is there, and refuses edits", async () => {
    const member = await newMember(running, { name: "At once" });
    await importWhole(app, member, csv(row(1), row(2), row(3)));
    // Put in while there was room.
    const other = await newMember(running, { name: "Other" });
    const { id } = (await upload(other, csv(row(1)), "name=late.csv&dry_run=false")).json<Import>();
    await sql`insert into held_counts (company_id, quota, amount) values (${other.company_id}, 'bills', 3)`.execute(
      app.db,
    );
    const failed = await run(app, other, id);
    assert.equal(failed.state, "failed");
    assert.match(failed.errors ?? "", /quota bills allows.*the same file can be sent again\.$/);
    assert.equal((await quotas(member))["bills"]?.used, 3);
    const [bill] = (await member.send("GET", "/v1/utility_bills")).json<{ id: number }[]>();
    const refused = refusalOf(await member.send("PATCH", `/v1/utility_bills/${bill?.id}`, { amount_due: 130 }));
    assert.deepEqual([refused.status, refused.slug], [409, "quota-exceeded"]);
  });
});
