/** The second factor, whole: what a portal asks is answered over HTTP or by what the customer left, and the next visit is asked nothing. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { PET, TOTP_SECRET } from "../sandbox/world/scenarios.ts";
import type { ApiCaller } from "../src/cli/api-caller.ts";
import type { OpenChallenge } from "../src/records/challenge.ts";
import {
  collectAll,
  collected,
  newCompany,
  finishedAuthorization,
  submit,
  until,
  type AuthorizationAnswer,
} from "./callers.ts";
import { startTestService } from "./start.ts";
import type { Bill } from "./truth.ts";

const running = await startTestService({ after });
const { sandboxUrl } = running;
const { caller } = await newCompany(running.service.url, "Second factor");
const stranger = (await newCompany(running.service.url, "Stranger")).caller;
const NORTHGATE = "northgate-electric";
const CLEARWATER = "clearwater-gas-water";

const challengeOf = (id: number, by: ApiCaller = caller) => by.get<OpenChallenge>(`/authorizations/${id}/challenge`);
const give = (id: number, answer: string, by: ApiCaller = caller) =>
  by.send<{ message: string; success: boolean }>("POST", `/authorizations/${id}/challenge`, { answer });
const answer = async (id: number, text: string): Promise<AuthorizationAnswer> => {
  await give(id, text);
  return finishedAuthorization(caller, id);
};
const waitingCode = async (utility: string): Promise<string | null> => {
  const codes = (await (await fetch(`${sandboxUrl}/codes.json`)).json()) as Record<string, string | null>;
  return codes[utility] ?? null;
};
/** Every code that was typed. */
const typed = new Set<string>();
async function code(utility: string): Promise<string> {
  const sent = (await waitingCode(utility)) ?? assert.fail("no code was sent");
  typed.add(sent);
  return sent;
}
const wrongCode = async (utility: string): Promise<string> =>
  (await code(utility)) === "135791" ? "135792" : "135791";
const forgetDevices = (utility: string) =>
  fetch(`${sandboxUrl}/devices/${utility}/forget`, { method: "POST", redirect: "manual" });
const activate = (id: number, utility_account_id: number, data_start_date: string) =>
  caller.send("PUT", `/authorizations/${id}/update_account_status`, {
    utility_account_id,
    status: "Active",
    data_start_date,
  });

async function submitWith(utility: string, username: string, twoFactorInstructions: string): Promise<number> {
  const { id } = await caller.send<{ id: number }>("POST", "/authorizations", {
    online_access_url: new URL(`/${utility}/`, sandboxUrl).href,
    online_access_username: username,
    online_access_password: "sandbox",
    twoFactorInstructions,
  });
  return id;
}

describe("a code that somebody types", () => {
  for (const utility of [NORTHGATE, CLEARWATER]) {
    test(`${utility}: a wrong code, the right one, bills, and a next fetch without a second step`, async () => {
      const id = await submit(caller, { sandboxUrl, utility, username: "demo_mfa" });
      const asked = await finishedAuthorization(caller, id);
      assert.deepEqual(
        [asked.status, asked.status_detail, asked.action_required_by, asked.retry_at],
        ["Pending", "mfa_required", "customer", null],
      );
      assert.match(asked.errors ?? "", /asks for a code: “We sent a six-digit code to .*” Give it within 10 min/);
      const challenge = await challengeOf(id);
      assert.deepEqual([challenge.kind, challenge.options, challenge.tries_left], ["code", null, 3]);
      assert.equal(challenge.prompt, "We sent a six-digit code to the phone number ending in 00.");
      const aheadMs = Date.parse(challenge.expires_at) - Date.now();
      assert.ok(aheadMs > 9 * 60_000 && aheadMs <= 10 * 60_000, `${aheadMs} ms`);

      const refused = await answer(id, await wrongCode(utility));
      assert.deepEqual([refused.status, refused.status_detail], ["Pending", "mfa_failed"]);
      assert.match(refused.errors ?? "", /did not accept that answer\. You have 2 tries left\./);
      const second = await challengeOf(id);
      assert.equal(second.tries_left, 2);
      assert.notEqual(second.id, challenge.id);

      const { message, success } = await give(id, await code(utility));
      assert.deepEqual([message, success], ["The answer is being tried.", true]);
      const complete = await finishedAuthorization(caller, id);
      assert.deepEqual([complete.status, complete.errors], ["Inventory Complete", null]);
      await assert.rejects(challengeOf(id), /404/);

      const { accounts } = await collectAll(caller, id, "2026-06-01");
      const [account] = accounts;
      const { bills } = await caller.get<{ bills: Bill[] }>(`/utility_accounts/${account?.id}/bills`);
      assert.equal(bills.length, 5);
      assert.equal(await waitingCode(utility), null, "the fetch was asked for no code");
    });
  }

  test("a device that the portal forgot is asked again by the next fetch, and the answer brings the bills in the same visit", async () => {
    const utility = NORTHGATE;
    const id = await submit(caller, { sandboxUrl, utility, username: "demo_mfa_choice" });
    const choice = await finishedAuthorization(caller, id);
    assert.match(choice.errors ?? "", /wants you to choose/);
    const { options } = await challengeOf(id);
    await assert.rejects(give(id, "by pigeon"), /422/);
    const byMail = await answer(id, options?.[1] ?? "");
    assert.match(byMail.errors ?? "", /asks for a code: “We sent a six-digit code to the e-mail address/);
    const { accounts, status } = await answer(id, await code(utility));
    assert.equal(status, "Inventory Complete");

    await forgetDevices(utility);
    const account = accounts[0]?.id ?? 0;
    await activate(id, account, "2026-08-01");
    const asked = await until("the question of the fetch", async () => {
      const seen = await caller.get<AuthorizationAnswer>(`/authorizations/${id}`);
      return seen.status === "Pending" ? seen : null;
    });
    assert.equal(asked.status_detail, "mfa_required");
    await answer(id, options?.[0] ?? "");
    await until("the code to be asked for", () => challengeOf(id).catch(() => null));
    await give(id, await code(utility));
    await collected(caller, id);
    const { bills } = await caller.get<{ bills: Bill[] }>(`/utility_accounts/${account}/bills`);
    assert.equal(bills.length, 3);
    assert.equal((await finishedAuthorization(caller, id)).status, "Inventory Complete");
  });

  test("after three wrong answers nothing is asked, until the sign-in is started again", async () => {
    const id = await submit(caller, { sandboxUrl, utility: CLEARWATER, username: "demo_question" });
    assert.match(
      (await finishedAuthorization(caller, id)).errors ?? "",
      /security question: “What was the name of your first/,
    );
    for (const left of [2, 1]) {
      assert.equal((await answer(id, "Rex")).status_detail, "mfa_failed");
      assert.equal((await challengeOf(id)).tries_left, left);
    }
    const over = await answer(id, "Rex");
    assert.equal(over.status_detail, "mfa_failed");
    assert.match(over.errors ?? "", /allows no other one now\. Start the sign-in again/);
    await assert.rejects(challengeOf(id), /404/);
    await assert.rejects(give(id, PET), /409/);
    await caller.send("POST", `/authorizations/${id}/inventory`, {});
    assert.equal((await finishedAuthorization(caller, id)).status_detail, "mfa_required");
    assert.equal((await answer(id, PET)).status, "Inventory Complete");
  });

  test("another company can neither read nor answer what is asked", async () => {
    const id = await submit(caller, { sandboxUrl, utility: CLEARWATER, username: "demo_question" });
    // The device of the authorization before belongs to it alone.
    assert.equal((await finishedAuthorization(caller, id)).status_detail, "mfa_required");
    await assert.rejects(challengeOf(id, stranger), /404/);
    await assert.rejects(give(id, PET, stranger), /404/);
    await assert.rejects(give(id, ""), /422/);
    assert.equal((await answer(id, PET)).status, "Inventory Complete");
  });
});

describe("answers that the customer left", () => {
  const INSTRUCTIONS = [
    { username: "demo_totp", left: `otpauth://totp/Sandbox?secret=${TOTP_SECRET}` },
    { username: "demo_question", left: `Mother's maiden name: Smith\nFirst pet: ${PET}` },
  ];
  for (const utility of [NORTHGATE, CLEARWATER]) {
    for (const { username, left } of INSTRUCTIONS) {
      test(`${username} at ${utility} goes through without a person`, async () => {
        const id = await submitWith(utility, username, left);
        const { status, accounts } = await finishedAuthorization(caller, id);
        assert.equal(status, "Inventory Complete");
        assert.equal(accounts.length, 1);
      });
    }
  }

  test("a wrong one is given once, and then a person is asked", async () => {
    const id = await submitWith(NORTHGATE, "demo_question", "First pet: Rex");
    const { status_detail } = await finishedAuthorization(caller, id);
    assert.equal(status_detail, "mfa_failed");
    assert.equal((await challengeOf(id)).tries_left, 2);
    assert.equal((await answer(id, PET)).status, "Inventory Complete");
  });
});

test("no code, no answer, no secret and no cookie is in a log line", () => {
  assert.ok(running.logLines.length > 10);
  assert.ok(typed.size >= 3);
  const secret = new RegExp(
    `${TOTP_SECRET}|"(?:${[PET, "Rex", "13579[12]", ...typed].join("|")})"|ng_device|cw_trusted|csrf_token|session"`,
  );
  assert.deepEqual(
    running.logLines.filter((line) => secret.test(line)),
    [],
  );
});
