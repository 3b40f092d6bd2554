/** A portal that asks to approve the sign-in in its app: the person confirms, and the visit goes on once the portal knows it. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startSandbox } from "../../../sandbox/server.ts";
import { newMember, openTestApp } from "../../../test/app.ts";
import type { OpenChallenge } from "../../records/challenge.ts";
import { runInventory } from "./inventory.ts";

const requests: string[] = [];
const sandbox = await startSandbox({ port: 0, log: (line) => requests.push(line) });
after(() => sandbox.close());
const running = await openTestApp({ after }, { METERBOOK_SANDBOX_PORT: new URL(sandbox.url).port });
const { app } = running;
const member = await newMember(running, { name: "Approvals" });

const decide = (how: "approve" | "refuse") =>
  fetch(`${sandbox.url}/northgate-electric/app/${how}`, { method: "POST", redirect: "manual" });
const asked = (): number => requests.filter((line) => line.startsWith("GET /northgate-electric/approval")).length;

async function submit(): Promise<number> {
  const made = await member.send("POST", "/v1/authorizations", {
    online_access_url: `${sandbox.url}/northgate-electric/`,
    online_access_username: "demo_push",
    online_access_password: "sandbox",
  });
  const { id } = made.json<{ id: number }>();
  await visit(id);
  return id;
}

const visit = (authorization_id: number) =>
  runInventory(app, { company_id: member.company_id, authorization_id }, new AbortController().signal);
const stateOf = async (id: number) => {
  const state = (await member.send("GET", `/v1/authorizations/${id}`)).json<Record<string, string | null>>();
  return [state["status"], state["status_detail"]];
};
const challengeOf = async (id: number) =>
  (await member.send("GET", `/v1/authorizations/${id}/challenge`)).json<OpenChallenge>();

async function answer(id: number, text: string): Promise<void> {
  const { statusCode } = await member.send("POST", `/v1/authorizations/${id}/challenge`, { answer: text });
  assert.equal(statusCode, 202);
  await visit(id);
}

test("the person reads what the portal says, approves in the app, confirms, and the visit goes on without another sign-in", async () => {
  const id = await submit();
  assert.deepEqual(await stateOf(id), ["Pending", "mfa_required"]);
  const { kind, prompt, options, tries_left } = await challengeOf(id);
  assert.deepEqual([kind, options, tries_left], ["approval", null, 3]);
  assert.match(prompt, /^We sent a message to your phone\./);
  await decide("approve");
  await answer(id, "approved");
  assert.deepEqual(await stateOf(id), ["Inventory Complete", null]);
  assert.equal(requests.filter((line) => line.startsWith("POST /northgate-electric/login")).length, 1);
});

test("the portal is asked until it knows: an approval that comes a moment later counts", async () => {
  const id = await submit();
  const before = asked();
  const later = new Promise((done) => {
    const watching = setInterval(() => {
      if (asked() < before + 2) return;
      clearInterval(watching);
      done(decide("approve"));
    }, 20);
  });
  await answer(id, "approved");
  await later;
  assert.deepEqual(await stateOf(id), ["Inventory Complete", null]);
});

test("who confirms without approving gets the same question again, with one try less, after at most twenty requests", async () => {
  const id = await submit();
  const before = asked();
  await answer(id, "approved");
  assert.deepEqual(await stateOf(id), ["Pending", "mfa_failed"]);
  assert.equal(asked() - before, 20);
  assert.equal((await challengeOf(id)).tries_left, 2);
  await decide("approve");
  await answer(id, "Approved ");
  assert.deepEqual(await stateOf(id), ["Inventory Complete", null]);
});

test("any other answer is not sent; a sign-in that was refused in the app must begin anew", async () => {
  const id = await submit();
  const before = asked();
  await answer(id, "yes");
  assert.deepEqual([await stateOf(id), asked() - before], [["Pending", "mfa_failed"], 0]);
  await decide("refuse");
  await answer(id, "approved");
  assert.deepEqual(await stateOf(id), ["Pending", "mfa_failed"]);
  assert.equal((await member.send("GET", `/v1/authorizations/${id}/challenge`)).statusCode, 404);
});
