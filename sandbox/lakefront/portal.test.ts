import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startSandbox } from "../server.ts";
import { createVisitor } from "../visitor.ts";
import type { Seen, Visitor } from "../visitor.ts";
import { createWorld } from "../world/world.ts";

const UTILITY = "lakefront-energy";
const PREFIX = `/${UTILITY}`;
const IDENTITY = "/lakefront-energy-id";
const sandbox = await startSandbox({ port: 0 });
after(() => sandbox.close());

interface Settings {
  api: string;
  csrf: string;
  transId: string;
  hosts: { tenant: string; policy: string };
}

const variable = (page: string, name: string) => {
  const written = new RegExp(`var ${name} = (\\{.*\\});`).exec(page)?.[1];
  return written === undefined ? undefined : JSON.parse(written);
};

/** The identity provider, as the script of its page uses it. */
function scriptOf(visitor: Visitor, page: string) {
  const { api, csrf, transId, hosts }: Settings = variable(page, "SETTINGS");
  const query = new URLSearchParams({ tx: transId, p: hosts.policy });
  const place = `${IDENTITY}${hosts.tenant}`;
  return {
    async post(path: string, fields: Record<string, string>) {
      const { text } = await visitor.post(`${place}/${path}?${query}`, fields, { "x-csrf-token": csrf });
      return JSON.parse(text);
    },
    confirm: (): Promise<Seen> => visitor.get(`${place}/api/${api}/confirmed?csrf_token=${csrf}&${query}`),
  };
}

async function askPassword(visitor: Visitor, signInName: string, password = "sandbox") {
  const page = await visitor.follow(await visitor.get(`${PREFIX}/Pages/Login.aspx?/login`));
  const script = scriptOf(visitor, page.text);
  return { script, answer: await script.post("SelfAsserted", { request_type: "RESPONSE", signInName, password }) };
}

/** What the script of the portal asks with; the answers are JSON labelled as pages. */
async function enter(visitor: Visitor) {
  const { token } = JSON.parse((await visitor.get(`${PREFIX}/api/Services/MyAccountService.svc/GetSession`)).text);
  const headers = { authorization: `Bearer ${token}` };
  return {
    headers,
    get: async (path: string) => JSON.parse((await visitor.get(`${PREFIX}${path}`, headers)).text),
    post: async (path: string, body: unknown) =>
      JSON.parse((await visitor.postJson(`${PREFIX}${path}`, body, headers)).text),
  };
}

async function signIn(username: string) {
  const visitor = createVisitor(sandbox.url);
  const { script } = await askPassword(visitor, username);
  const landed = await visitor.follow(await script.confirm());
  assert.equal(landed.path, `${PREFIX}/accounts/login/select-account`);
  return enter(visitor);
}

const ACCOUNTS = "/.euapi/mobile/custom/auth/accounts";
const VIEW = "/api/Services/AccountList.svc/ViewAccount";
const ALL = {
  start_date: "2000-01-01",
  end_date: "2099-12-31",
  statement_type: "01",
  biller_id: "LakefrontRegistered",
};

test("the bills of an account are listed after it was chosen, and a file is base64 in the answer", async () => {
  const truth = createWorld().accountsOf(UTILITY, "demo_commercial") ?? [];
  const { get, post } = await signIn("demo_commercial");
  const { success, data } = await get(ACCOUNTS);
  assert.equal(success, true);
  assert.deepEqual(
    data.map(({ accountNumber, status }: Record<string, string>) => [accountNumber, status]),
    truth.map(({ number }) => [number, "Active"]),
  );
  for (const { number, bills } of truth) {
    assert.equal((await post(`${ACCOUNTS}/${number}/billing/history`, ALL)).success, false);
    await post(VIEW, { accountNumber: number });
    const listed = (await post(`${ACCOUNTS}/${number}/billing/history`, ALL)).data.billing_and_payment_history;
    assert.deepEqual(
      listed.map(({ date, total_amount_due }: { date: string; total_amount_due: number }) => [date, total_amount_due]),
      bills.map(({ billDay, dueCents }) => [`${billDay}T00:00:00`, dueCents / 100]),
    );
    const newest = bills.at(-1)?.billDay;
    const file = (await get(`${ACCOUNTS}/${number}/billing/${newest}/pdf`)).data.billImageData;
    assert.match(Buffer.from(file, "base64").toString("latin1", 0, 5), /^%PDF-/);
    assert.equal((await get(`${ACCOUNTS}/${number}/billing/1999-01-01/pdf`)).success, false);
  }
});

test("other statements have payments among the bills, and another biller or no days are refused", async () => {
  const { get, post } = await signIn("demo_residential");
  const number = (await get(ACCOUNTS)).data[0].accountNumber;
  await post(VIEW, { accountNumber: number });
  const ask = (more: Record<string, string>) => post(`${ACCOUNTS}/${number}/billing/history`, { ...ALL, ...more });
  const types = (await ask({ statement_type: "02" })).data.billing_and_payment_history.map(
    ({ type }: { type: string }) => type,
  );
  assert.deepEqual([...new Set(types)].toSorted(), ["billing", "payment"]);
  assert.equal((await ask({ biller_id: "HarborRegistered" })).success, false);
  assert.equal((await ask({ start_date: "" })).success, false);
});

test("a refusal has the status 200 and says in JSON what is wrong", async () => {
  const tries: [string, string, RegExp][] = [
    ["demo_residential", "wrong", /not right/],
    ["nobody", "sandbox", /not right/],
    ["demo_mfa", "wrong", /not right/],
    ["demo_totp", "sandbox", /not right/],
    ["demo_locked", "sandbox", /locked/],
  ];
  for (const [username, password, said] of tries) {
    const visitor = createVisitor(sandbox.url);
    const { answer, script } = await askPassword(visitor, username, password);
    assert.equal(answer.status, "400", username);
    assert.match(answer.message, said);
    assert.match((await script.confirm()).text, /CombinedSigninAndSignup/);
  }
});

test("a code by e-mail: asked for on a second page, sent, checked, and then the page is sent as a whole", async () => {
  const visitor = createVisitor(sandbox.url);
  const { script: first, answer } = await askPassword(visitor, "demo_mfa");
  assert.equal(answer.status, "200");
  const page = (await first.confirm()).text;
  const [, control] = variable(page, "SA_FIELDS").AttributeFields;
  const displayEmailAddress = control.DISPLAY_FIELDS[0].PRE;
  assert.equal(control.ID, "emailVerificationControl");
  const script = scriptOf(visitor, page);
  const action = (name: string) => `SelfAsserted/DisplayControlAction/vbeta/emailVerificationControl/${name}`;
  assert.equal((await script.post(action("SendCode"), { displayEmailAddress })).status, "200");
  const code: string = JSON.parse((await visitor.get("/codes.json")).text)[UTILITY];
  const whole = (verificationCode: string) => ({
    displayEmailAddress,
    verificationCode,
    extension_isMFAEnabled: "True",
    request_type: "RESPONSE",
  });
  assert.equal((await script.post("SelfAsserted", whole(code))).status, "400");
  const wrong = code === "000000" ? "111111" : "000000";
  assert.equal(
    (await script.post(action("VerifyCode"), { displayEmailAddress, verificationCode: wrong })).status,
    "400",
  );
  assert.equal(
    (await script.post(action("VerifyCode"), { displayEmailAddress, verificationCode: code })).status,
    "200",
  );
  assert.equal((await script.post("SelfAsserted", whole(code))).status, "200");
  const landed = await visitor.follow(await script.confirm());
  assert.equal(landed.path, `${PREFIX}/accounts/login/select-account`);
  assert.equal((await (await enter(visitor)).get(ACCOUNTS)).data.length, 1);
});

test("without the token of the page, or of the session, nothing is answered", async () => {
  const visitor = createVisitor(sandbox.url);
  const page = await visitor.follow(await visitor.get(`${PREFIX}/Pages/Login.aspx?/login`));
  const { transId, hosts }: Settings = variable(page.text, "SETTINGS");
  const query = new URLSearchParams({ tx: transId, p: hosts.policy });
  const fields = { request_type: "RESPONSE", signInName: "demo_residential", password: "sandbox" };
  assert.equal((await visitor.post(`${IDENTITY}${hosts.tenant}/SelfAsserted?${query}`, fields)).status, 400);
  assert.equal((await visitor.get(`${PREFIX}${ACCOUNTS}`)).status, 401);
  const session = await visitor.get(`${PREFIX}/api/Services/MyAccountService.svc/GetSession`);
  assert.equal(JSON.parse(session.text).token, null);
});
