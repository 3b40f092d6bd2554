/** A day as ESPI that cannot be written to its end is cut off, and the operator can see why. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sql } from "kysely";
import { until } from "../../../test/callers.ts";
import { newMember, openTestApp, tokenOf } from "../../../test/app.ts";
import { insertRecords } from "../../../test/records.ts";

const running = await openTestApp({ after });
const { app, server, logLines } = running;
const member = await newMember(running, { name: "Days" });
await insertRecords(app, { id: member.company_id, uuid: member.company_uuid });

test("a feed that an error ends is cut off, and the error is in the log", async () => {
  const authorization = await tokenOf(running, member);
  const [day] = (await member.send("GET", "/v1/days")).json<string[]>();
  const address = await server.listen({ host: "127.0.0.1", port: 0 });
  await sql`alter table bill_texts rename to bill_texts_away`.execute(app.db);
  const read = async () => {
    const answer = await fetch(`${address}/v1/days/${day}?format=xml`, { headers: { authorization } });
    await answer.text();
    return answer.status;
  };
  // The error may come before the head of the answer is sent.
  assert.ok(["cut off", 500].includes(await read().catch(() => "cut off")));
  await until("the error in the log", async () =>
    /bill_texts.*a list was cut off by an error/s.test(logLines.join("")) ? true : null,
  );
});
