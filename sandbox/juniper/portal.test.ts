import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startSandbox } from "../server.ts";
import { createVisitor } from "../visitor.ts";
import type { Seen, Visitor } from "../visitor.ts";
import type { Account } from "../world/model.ts";
import { createWorld } from "../world/world.ts";

const PREFIX = "/juniper-water";
const MAIN = "ctl00$Main$";
const sandbox = await startSandbox({ port: 0 });
after(() => sandbox.close());

/** The hidden fields of a page, as its script would post them. */
function hidden({ text }: Seen): Record<string, string> {
  const fields = text.matchAll(/<input type="hidden" name="(\w+)" id="\w+" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name = "", value = ""]) => [name, value]));
}

function postBack(visitor: Visitor, page: Seen, target: string, more: Record<string, string> = {}): Promise<Seen> {
  const path = new URL(page.path, sandbox.url).pathname;
  return visitor.post(path, { ...hidden(page), __EVENTTARGET: target, ...more });
}

async function signIn(visitor: Visitor, username: string, password = "sandbox"): Promise<Seen> {
  const login = await visitor.follow(await visitor.get(`${PREFIX}/`));
  const fields = { [`${MAIN}txtUser`]: username, [`${MAIN}txtPassword`]: password };
  return postBack(visitor, login, `${MAIN}btnSignIn`, fields);
}

const open = async (visitor: Visitor, username: string): Promise<Seen> =>
  visitor.follow(await signIn(visitor, username));

const dates = ({ text }: Seen): string[] =>
  [...text.matchAll(/<tr class="row">\s*<td>([^<]+)</g)].map(([, date = ""]) => date);
const rowTargets = ({ text }: Seen): string[] =>
  [...text.matchAll(/__doPostBack\(&#39;(ctl00\$Main\$gvBills\$ctl\d+\$lnkPdf)&#39;/g)].map(([, to = ""]) => to);
const plainDate = (day: string): string => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}/${day.slice(0, 4)}`;

const accountsOf = (username: string): Account[] => createWorld().accountsOf("juniper-water", username) ?? [];

test("signing in is a post of the page, and leads to the bills of the first account", async () => {
  const visitor = createVisitor(sandbox.url);
  const reply = await signIn(visitor, "demo_residential");
  assert.equal(reply.location, `${PREFIX}/Bills.aspx`);
  const bills = await visitor.follow(reply);
  const [account] = accountsOf("demo_residential");
  assert.deepEqual(
    dates(bills),
    account?.bills
      .toReversed()
      .slice(0, 6)
      .map(({ billDay }) => plainDate(billDay)),
  );
  assert.match(bills.headers.get("content-security-policy") ?? "", /script-src/);
});

test("the account is chosen in a list, its bills are on three pages, and each link posts for a file", async () => {
  const visitor = createVisitor(sandbox.url);
  const [, second] = accountsOf("demo_commercial");
  assert.ok(second);
  const first = await open(visitor, "demo_commercial");
  const chosen = await postBack(visitor, first, `${MAIN}ddlAccount`, { [`${MAIN}ddlAccount`]: second.number });
  const pages = [chosen];
  for (const page of ["Page$2", "Page$3"])
    pages.push(await postBack(visitor, pages.at(-1) ?? chosen, `${MAIN}gvBills`, { __EVENTARGUMENT: page }));
  assert.deepEqual(
    pages.map((page) => dates(page).length),
    [6, 6, 2],
  );
  assert.deepEqual(
    pages.flatMap(dates),
    second.bills.toReversed().map(({ billDay }) => plainDate(billDay)),
  );
  // From the first page again, although the third was shown last.
  for (const [page, day] of [
    [pages[2], second.bills[0]],
    [pages[0], second.bills.at(-1)],
  ] as const) {
    assert.ok(page && day);
    const targets = rowTargets(page);
    const file = await postBack(visitor, page, targets[page === pages[0] ? 0 : 1] ?? "");
    assert.equal(file.headers.get("content-type"), "application/pdf");
    const name = `JuniperWater_${day.billDay.replaceAll("-", "")}.pdf`;
    assert.equal(file.headers.get("content-disposition"), `attachment; filename="${name}"`);
    assert.match(file.text.slice(0, 5), /^%PDF-/);
  }
});

test("a state that is forged, of another session or of another account is refused", async () => {
  const visitor = createVisitor(sandbox.url);
  const [one, second] = accountsOf("demo_commercial");
  const page = await open(visitor, "demo_commercial");
  const [row = ""] = rowTargets(page);
  const forged = Buffer.from(
    JSON.stringify({ page: "Bills.aspx", account: second?.number, gridPage: 1, targets: [row] }),
  );
  const stranger = await open(createVisitor(sandbox.url), "demo_commercial");
  const choice = { [`${MAIN}ddlAccount`]: second?.number ?? "" };
  const tries = [
    await postBack(visitor, page, row, { __VIEWSTATE: forged.toString("base64") }),
    await postBack(visitor, stranger, row),
    await postBack(visitor, page, `${MAIN}gvBills$ctl99$lnkPdf`),
    await postBack(visitor, page, `${MAIN}gvBills`, { __EVENTARGUMENT: "Page$9" }),
    await postBack(visitor, page, `${MAIN}ddlAccount`, { [`${MAIN}ddlAccount`]: "000000-00" }),
  ];
  await postBack(visitor, page, `${MAIN}ddlAccount`, choice);
  tries.push(await postBack(visitor, page, row));
  for (const { status, text } of tries) {
    assert.equal(status, 500);
    assert.match(text, /state information is invalid/);
  }
  await postBack(visitor, page, `${MAIN}ddlAccount`, { [`${MAIN}ddlAccount`]: one?.number ?? "" });
  assert.equal((await postBack(visitor, page, row)).status, 200);
});

test("a visitor who is not signed in is sent to the sign-in page, also after signing out", async () => {
  const visitor = createVisitor(sandbox.url);
  const page = await open(visitor, "demo_residential");
  assert.equal((await postBack(visitor, page, "ctl00$lnkSignOut")).location, `${PREFIX}/Login.aspx`);
  assert.match((await visitor.get(`${PREFIX}/Bills.aspx`)).location ?? "", /Login\.aspx\?ReturnUrl=/);
  assert.match((await postBack(visitor, page, rowTargets(page)[0] ?? "")).location ?? "", /Login\.aspx/);
});

test("a wrong password, an unknown name and a locked account stay on the page, maintenance is a 503", async () => {
  const wrong = await signIn(createVisitor(sandbox.url), "demo_residential", "wrong");
  assert.equal(wrong.status, 200);
  assert.match(wrong.text, /id="ctl00_Main_lblError"[^>]*>The user ID or password you entered is incorrect\./);
  for (const username of ["nobody", "demo_bad_login", "demo_mfa"])
    assert.match((await signIn(createVisitor(sandbox.url), username)).text, /is incorrect/);
  const locked = await signIn(createVisitor(sandbox.url), "demo_locked");
  assert.match(locked.text, /lblError[^>]*>Your account has been locked out/);
  const down = await signIn(createVisitor(sandbox.url), "demo_site_down");
  assert.equal(down.status, 503);
  assert.match(down.text, /scheduled maintenance/);
});
