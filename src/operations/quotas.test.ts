/** Quotas of a company: what counts, what is refused, and that nothing is lost when a quota is used up. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { sql } from "kysely";
import { newMember, openTestApp, type Member } from "../../test/app.ts";
import { untilLocked } from "../../test/lock-waits.ts";
import { csv, importWhole, row, run, upload, type Import } from "../../test/imports.ts";
import type { Quota } from "../records/quota.ts";
import { runSweep } from "../jobs/sweep.ts";
import { sha256Of } from "../files/file-store.ts";
import { withCompanyFiles } from "../store/locks.ts";

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

describe("the use of a quota", () => {
  test("counts each write, also after the counts are compacted", async () => {
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
    // Files of another company do not count.
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

  test("of imports refuses a third waiting one, until one is finished", async () => {
    const member = await newMember(running, { name: "Waiting" });
    const ids = [];
    for (const month of [1, 2]) ids.push((await upload(member, csv(row(month)))).json<Import>().id);
    const refused = refusalOf(await upload(member, csv(row(3))));
    assert.deepEqual([refused.status, refused.slug], [409, "quota-exceeded"]);
    assert.match(refused.detail, /2 unfinished imports of the 2 /);
    assert.equal((await member.send("POST", `/v1/imports/${ids[0]}/cancel`)).statusCode, 200);
    assert.equal((await upload(member, csv(row(3)))).statusCode, 201);
  });

  test("of bills refuses to confirm an import that would exceed it, and leaves the import unchanged", async () => {
    const member = await newMember(running, { name: "Bills" });
    const { id } = (await upload(member, csv(row(1), row(2), row(3), row(4)))).json<Import>();
    assert.equal((await run(app, member, id)).state, "checked");
    const refused = refusalOf(await member.send("POST", `/v1/imports/${id}/confirm`));
    assert.deepEqual([refused.status, refused.slug], [409, "quota-exceeded"]);
    assert.equal((await member.send("GET", `/v1/imports/${id}`)).json<Import>().state, "checked");
  });

  test("of bills stops an import without a dry run, keeps the existing bills, and refuses edits", async () => {
    const member = await newMember(running, { name: "At once" });
    await importWhole(app, member, csv(row(1), row(2), row(3)));
    // Sent while there was room.
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

describe("writers at the same moment, with room for one of them", () => {
  /** Texts of different content, each of which is more than half of the quota of files. */
  const texts = (count: number, bytes: number) =>
    Array.from({ length: count }, (_, index) => csv(row(index + 1), " ".repeat(bytes)));

  /** Sends them all at once, held back until each has passed the first quota check. */
  async function uploadTogether(member: Member, bodies: string[]) {
    const { answers } = await withCompanyFiles(app.db, member.company_id, async () => {
      const sent = Promise.all(bodies.map((body) => upload(member, body)));
      await untilLocked(app.db, "all uploads to be about to be written", bodies.length);
      return { answers: sent };
    });
    return answers;
  }

  test("of files: one is accepted, and nothing of the others is kept", async () => {
    const member = await newMember(running, { name: "Files together" });
    const bodies = texts(6, 600_000);
    const answers = await uploadTogether(member, bodies);
    const passed = answers.findIndex(({ statusCode }) => statusCode === 201);
    for (const [index, answer] of answers.entries()) {
      const body = Buffer.from(bodies[index] ?? "");
      const kept = await app.files.size(member.company_uuid, sha256Of(body));
      if (index === passed) assert.equal(kept, body.byteLength);
      else {
        assert.deepEqual([refusalOf(answer).slug, kept], ["quota-exceeded", null]);
        assert.equal(answer.headers["location"], undefined);
      }
    }
    assert.equal((await quotas(member))["file_bytes"]?.used, Buffer.byteLength(bodies[passed] ?? ""));
  });

  test("of waiting imports: one is accepted, and another company is not affected", async () => {
    const [member, other] = [
      await newMember(running, { name: "Imports" }),
      await newMember(running, { name: "Beside" }),
    ];
    assert.equal((await upload(member, csv(row(9)))).statusCode, 201);
    const [answers, beside] = await Promise.all([uploadTogether(member, texts(5, 0)), upload(other, csv(row(1)))]);
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [201, 409, 409, 409, 409]);
    assert.equal(beside.statusCode, 201);
    assert.equal((await quotas(member))["open_imports"]?.used, 2);
  });

  test("of edits: one is accepted", async () => {
    const member = await newMember(running, { name: "Edits" });
    await importWhole(app, member, csv(row(1), row(2)));
    const bills = (await member.send("GET", "/v1/utility_bills")).json<{ id: number }[]>();
    const sent = await app.db.transaction().execute(async (trx) => {
      await sql`select from utility_accounts where company_id = ${member.company_id} for update`.execute(trx);
      const edits = bills.map(({ id }) =>
        member.send("PATCH", `/v1/utility_bills/${id}`, { account_holder_name: "Another Person" }),
      );
      await untilLocked(app.db, "both edits", 2);
      return { answers: Promise.all(edits) };
    });
    assert.deepEqual((await sent.answers).map(({ statusCode }) => statusCode).sort(), [200, 409]);
    assert.equal((await quotas(member))["bills"]?.used, 3);
  });

  test("an import that is larger than the remaining quota never exceeds it by a bill", async () => {
    const member = await newMember(running, { name: "At work" });
    await importWhole(app, member, csv(row(1), row(2)));
    const { id } = (await upload(member, csv(row(3), row(4)), "name=more.csv&dry_run=false")).json<Import>();
    const failed = await run(app, member, id);
    assert.match(failed.errors ?? "", /would hold 4 bills of the 3 .*the same file can be sent again\.$/);
    assert.deepEqual([failed.state, failed.bills_created], ["failed", 0]);
    assert.equal((await quotas(member))["bills"]?.used, 2);
  });
});
