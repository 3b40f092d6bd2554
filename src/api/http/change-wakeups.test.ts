/** Open streams are few per person and company, and the last places of a process are for companies that have few. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import fastify from "fastify";
import { openTestApp } from "../../../test/app.ts";
import { Problem } from "../../errors.ts";
import { SCOPES } from "../../records/api-token.ts";
import type { Caller } from "../../records/caller.ts";
import { openChangeWakeups } from "./change-wakeups.ts";

const { app } = await openTestApp({ after });
const server = fastify();
after(() => server.close());
const wakeups = openChangeWakeups(server, app);

const callerOf = (company_id: number, user: number): Caller => {
  const person = { email: "person@example.com", name: "A person", role: "user", company_role: "owner" } as const;
  return {
    company_id,
    user_id: company_id * 1000 + user,
    ...person,
    scopes: SCOPES,
    api_token_id: null,
    session_id: 1,
  };
};

/** How many streams a company gets, each of its users opening as many as possible. */
function openAll(companyId: number): number {
  let count = 0;
  for (let user = 1; user <= 20; user += 1) {
    try {
      for (;;) {
        wakeups.open(callerOf(companyId, user));
        count += 1;
      }
    } catch (error) {
      assert.ok(error instanceof Problem);
    }
  }
  return count;
}

test("companies that open all the streams they can leave places to the others", () => {
  const [first, ...others] = Array.from({ length: 20 }, (_, before) => openAll(before + 1));
  assert.equal(first, 60);
  for (const count of others) assert.ok(count >= 6, `${count} streams`);
});
