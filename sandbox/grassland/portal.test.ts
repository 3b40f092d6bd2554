import assert from "node:assert/strict";
import { after, mock, test } from "node:test";
import { startSandbox } from "../server.ts";
import { totpAt } from "../web/totp.ts";
import { TOTP_SECRET } from "../world/scenarios.ts";
import { createWorld } from "../world/world.ts";

const UTILITY = "grassland-cooperative";
const sandbox = await startSandbox({ port: 0 });
after(() => sandbox.close());

/** What a program sends; the sandbox has no host of its own for each utility. */
const send = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${sandbox.url}/${UTILITY}${path}`, init);

const signIn = (userId: string, password = "sandbox", more: Record<string, string> = {}): Promise<Response> =>
  send("/services/oauth/auth/v2", { method: "POST", body: new URLSearchParams({ userId, password, ...more }) });

/** The headers of a signed-in user. */
async function headersOf(userId: string): Promise<Record<string, string>> {
  const reply = await signIn(userId);
  const { authorizationToken } = JSON.parse(await reply.text());
  const cookie = (reply.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
  return { authorization: `Bearer ${authorizationToken}`, cookie, "x-nisc-smarthub-username": userId };
}

const secured = async (headers: Record<string, string>, path: string) => {
  const reply = await send(`/services/secured/${path}`, { headers });
  return { status: reply.status, body: JSON.parse(await reply.text()) };
};

interface Row {
  acctNbr: string;
  billingDateTimestamp: number;
  billProcessUuid?: string;
  systemOfRecord: string;
  showViewBillLink: boolean;
}

const fileAddress = ({ acctNbr, billingDateTimestamp, billProcessUuid, systemOfRecord }: Row, name = "bill"): string =>
  `billPdfService/${name}.pdf?${new URLSearchParams({
    account: acctNbr,
    timestamp: String(billingDateTimestamp),
    uuid: billProcessUuid ?? "",
    systemOfRecord,
  })}`;

test("the accounts of the user, and all bills of an account in one list, newest first, the oldest without a file", async () => {
  const truth = createWorld().accountsOf(UTILITY, "demo_commercial") ?? [];
  const headers = await headersOf("demo_commercial");
  const { body: accounts } = await secured(headers, "accounts?user=demo_commercial");
  assert.equal(truth.length, 2);
  assert.deepEqual(
    accounts.map(({ account }: { account: string }) => account),
    truth.map(({ number }) => number),
  );
  for (const account of truth) {
    const { body } = await secured(headers, `billing/history/overview?acctNbr=${account.number}`);
    const rows: Row[] = body;
    assert.deepEqual(
      rows
        .filter(({ showViewBillLink }) => showViewBillLink)
        .map((row) => new Date(row.billingDateTimestamp).toISOString()),
      account.bills.toReversed().map(({ billDay }) => `${billDay}T13:07:47.000Z`),
    );
    assert.equal(rows.length, 15);
    assert.deepEqual([rows.at(-1)?.showViewBillLink, rows.at(-1)?.billProcessUuid], [false, undefined]);
  }
});

test("a bill's file is found by account, moment, UUID and system together, whatever its name in the address", async () => {
  const headers = await headersOf("demo_residential");
  const [account] = createWorld().accountsOf(UTILITY, "demo_residential") ?? [];
  const { body } = await secured(headers, `billing/history/overview?acctNbr=${account?.number}`);
  const row: Row = body[0];
  for (const name of ["2026_10_9", "2026-10-09_1", "bill"]) {
    const reply = await send(`/services/secured/${fileAddress(row, name)}`, { headers });
    assert.equal(reply.headers.get("content-type"), "application/pdf");
    assert.match(Buffer.from(await reply.arrayBuffer()).toString("latin1", 0, 5), /^%PDF-/);
  }
  for (const wrong of [
    { ...row, acctNbr: "1" },
    { ...row, billingDateTimestamp: 1 },
    { ...row, billProcessUuid: "none" },
    { ...row, systemOfRecord: "TELECOM" },
  ])
    assert.equal((await secured(headers, fileAddress(wrong))).status, 404);
});

test("a request needs the token, the cookie and the name of one user, for five minutes", async () => {
  const headers = await headersOf("demo_residential");
  const other = await headersOf("demo_commercial");
  const path = "accounts?user=demo_residential";
  assert.equal((await secured(headers, path)).status, 200);
  for (const name of ["authorization", "cookie", "x-nisc-smarthub-username"])
    assert.equal((await secured({ ...headers, [name]: other[name] ?? "" }, path)).status, 401, name);
  assert.equal((await secured(headers, "accounts?user=demo_commercial")).status, 403);
  const [foreign] = createWorld().accountsOf(UTILITY, "demo_commercial") ?? [];
  assert.equal((await secured(headers, `billing/history/overview?acctNbr=${foreign?.number}`)).status, 403);
  mock.timers.enable({ apis: ["Date"], now: Date.now() + 300_000 });
  try {
    assert.equal((await secured(headers, path)).status, 401);
  } finally {
    mock.timers.reset();
  }
});

test("a token that is still good is changed for a new one, once", async () => {
  const token = (await headersOf("demo_residential"))["authorization"]?.slice("Bearer ".length) ?? "";
  const refresh = () =>
    send("/services/oauth/auth/v2/refresh", { method: "POST", body: new URLSearchParams({ token }) });
  const { status, authorizationToken } = JSON.parse(await (await refresh()).text());
  assert.equal(status, "SUCCESS");
  assert.notEqual(authorizationToken, token);
  assert.equal((await refresh()).status, 401);
});

test("each refusal has its status and an empty token", async () => {
  const tries: [string, string, number, string][] = [
    ["demo_residential", "wrong", 401, "FAILURE"],
    ["nobody", "sandbox", 401, "FAILURE"],
    ["demo_bad_login", "sandbox", 401, "FAILURE"],
    ["demo_portfolio", "sandbox", 401, "FAILURE"],
    ["demo_locked", "sandbox", 200, "ACCOUNT_LOCKED"],
  ];
  for (const [username, password, status, said] of tries) {
    const reply = await signIn(username, password);
    const body = JSON.parse(await reply.text());
    assert.deepEqual([reply.status, body.status, body.authorizationToken], [status, said, ""], username);
  }
  assert.equal((await signIn("demo_site_down")).status, 503);
});

test("a user with an authenticator sends its code with the password", async () => {
  for (const twoFactorCode of ["", "000000"]) {
    const reply = await signIn("demo_totp", "sandbox", { twoFactorCode });
    assert.equal(reply.status, 500);
    assert.match(await reply.text(), /could not be verified/);
  }
  const twoFactorCode = totpAt(TOTP_SECRET, Date.now());
  assert.equal((await signIn("demo_totp", "sandbox", { twoFactorCode })).status, 200);
  assert.equal((await signIn("demo_totp", "wrong", { twoFactorCode })).status, 401);
});
