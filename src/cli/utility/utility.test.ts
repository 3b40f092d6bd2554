/** The commands of somebody who adds a utility, in an installation that is never forked. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { after, test } from "node:test";
import { runCommand, startCommand } from "../../../test/command.ts";
import { startFakePortal } from "../../../test/conformance/fake-portal.ts";
import { CODE, lakesidePages } from "../../../test/lakeside-portal.ts";
import { readPage } from "../../connectors/page.ts";
import { readRecipe } from "../../connectors/recipe.fixtures.ts";
import { ENERGY_TYPES } from "../../records/codes.ts";
import { lookedLine, lookThrough } from "./portal-trace.ts";

const folder = mkdtempSync(join(tmpdir(), "meterbook-utility-"));
const portal = await startFakePortal(lakesidePages);
after(async () => {
  await portal.close();
  rmSync(folder, { recursive: true, force: true });
});

const settings = { METERBOOK_UTILITIES_DIR: folder, METERBOOK_OWN_PORTALS: portal.origin };
const run = (args: string[], more: Record<string, string> = {}, given: Parameters<typeof runCommand>[3] = {}) =>
  runCommand("utility", args, { ...settings, ...more }, given);
const recipeFile = join(folder, "lakeside-power", "recipe.yaml");
/** A visit as `pat`. */
const visitOf = (key: string, ...args: string[]) =>
  run(["try", key, "--username", "pat", ...args], { UTILITY_PASSWORD: "right word" });
const visit = (...args: string[]) => visitOf("lakeside-power", ...args);

test("a new utility is a folder whose recipe is valid and explained, and takes the place of nothing", async () => {
  const made = await run(["new", "lakeside-power", "--name", "Lakeside Power", "--website", portal.origin]);
  assert.equal(made.code, 0, made.error);
  assert.match(made.out, /The card has no website: .* has 127\.0\.0\.1:\d+ as its host/);
  assert.match(made.out, /Next: [^]*utility record lakeside-power [^]*utility try lakeside-power/);
  assert.deepEqual(readdirSync(join(folder, "lakeside-power")), ["README.md", "recipe.yaml", "utility.yaml"]);
  const listed = await runCommand("utilities", [], settings);
  assert.match(listed.out, /^lakeside-power +Lakeside Power +ELECTRIC +yes/m);
  assert.doesNotMatch(listed.out, /lakeside-power\/recipe/);
  assert.match(readFileSync(recipeFile, "utf8"), /LOOK/);
  const card = readFileSync(join(folder, "lakeside-power", "utility.yaml"), "utf8");
  assert.deepEqual(/LOOK: of (.*)$/m.exec(card)?.[1]?.split(", "), ENERGY_TYPES);
  const again = await run(["new", "lakeside-power"]);
  assert.deepEqual([again.code, /exists already/.test(again.error)], [2, true]);
  for (const [args, says] of [
    [["new", "Lakeside"], /key: must be lower-case words/],
    [["new", "pond", "--website", "pond"], /--website must be an address/],
    [["new"], /missing required argument/],
    [["try", "lakeside-power"], /--username/],
    [["try", "nowhere", "--username", "pat"], /There is no utility nowhere/],
    [["try", "lakeside-power", "--username", "pat", "--since", "May"], /--since takes a day/],
  ] as [string[], RegExp][]) {
    const { code, error } = await run(args);
    assert.equal(code, 2, error);
    assert.match(error, says);
  }
});

test("a trial that fails says which step, what it looked for and what is there, and saves the page masked", async () => {
  const early = await visit();
  assert.match(
    early.out,
    /form#login: POST with form, user, secret; buttons that `submit` does not name: go=Sign in\n/,
  );
  assert.match(early.out, /FAILED as invalid_credentials/);
  writeFileSync(recipeFile, readFileSync(recipeFile, "utf8").replace("# submit:", "submit:"));
  const failed = await visit();
  assert.equal(failed.code, 1, failed.error);
  assert.match(failed.out, /May visit http:\/\/127\.0\.0\.1:\d+ on this machine/);
  assert.match(failed.out, /GET \/sign-in {2}200 {2}\d+ ms {2}\d+ B {2}text\/html/);
  assert.match(failed.out, /login step 2: form {2}form#login: POST with form, user, secret\n/);
  // Two accounts are found, and no number in the form that the example expects.
  assert.match(failed.out, /accounts\.fields\.acct_num {2}\.number: nothing\. The page has .*classes: \.address/);
  assert.match(failed.out, /FAILED as portal_changed: no acct_num in account 1 at \/home/);
  const [, saved = ""] = /The last page, masked, is in (\S+): (\S+)\./.exec(failed.out) ?? [];
  const page = readdirSync(saved).find((name) => name.endsWith(".html")) ?? "";
  assert.match(readFileSync(join(saved, page), "utf8"), /1 Example Street|Masked|Example Lane/);
  rmSync(saved, { recursive: true });
});

test("a trial shows accounts, bills of all pages and a file, and never the password", async () => {
  const recipe = readFileSync(recipeFile, "utf8")
    .replace("acct_num: .number", String.raw`acct_num: { regex: 'No\. ([\d-]+)' }`)
    .replace("# next: a.older", "next: a.older")
    .replace("format: M/D/YYYY", "format: D MMM YYYY");
  writeFileSync(recipeFile, recipe);
  const bills = join(folder, "bills");
  const went = await visit("--save", join(folder, "saved"), "--bills", bills);
  assert.equal(went.code, 0, went.out + went.error);
  assert.match(went.out, /2 accounts\n {2}1 {2}100-1 {2}\(external_id a1\) {2}1 Example Lane/);
  assert.match(went.out, /documents\.rows {2}table\.bills tr:has\(a\): 3 found, first: "4 Oct 2026 PDF"/);
  assert.match(went.out, /Account 100-1: 5 bills from 2026-06-04 to 2026-10-04/);
  assert.match(went.out, /The file .*: \d+ B, pdf by its bytes, application\/pdf by its header/);
  assert.doesNotMatch(went.out + went.error, /right word|right%20word/);
  const saved = readdirSync(join(folder, "saved")).map((name) => readFileSync(join(folder, "saved", name), "utf8"));
  assert.doesNotMatch(saved.join(), /right.word|\bpat\b|100-1/);
  const files = readdirSync(bills);
  assert.deepEqual([files.length, files[0]], [10, "100-1-2026-06-04-a1x1.pdf"]);
  assert.match(readFileSync(join(bills, files[0] ?? ""), "latin1"), /^%PDF-/);
  assert.ok(files.every((name) => (statSync(join(bills, name)).mode & 0o777) === 0o600));
  assert.match(went.out, /10 files of bills in .*bills, NOT masked: /);
  const one = await visit("--account", "2", "--since", "2026-09-01", "--json");
  const events = JSON.parse(one.out) as { kind: string; acct_num?: string; documents?: unknown[] }[];
  assert.deepEqual(
    events.flatMap(({ kind, acct_num, documents }) => (kind === "documents" ? [[acct_num, documents?.length]] : [])),
    [["100-2", 2]],
  );
  assert.ok(!existsSync(join(folder, "lakeside-power", "pages")));
});

test("a trial warns of accounts that list the very same bills, and names them", async () => {
  const recipe = readFileSync(recipeFile, "utf8");
  writeFileSync(recipeFile, recipe.replace("/bills/{external_id}", "/bills/a1"));
  const went = await visit("--since", "2026-10-01");
  writeFileSync(recipeFile, recipe);
  assert.equal(went.code, 1, went.error);
  assert.match(went.out, /WARNING: accounts 100-1 and 100-2 list the very same 1 bill, .* 100-2 names account 100-1\./);
  assert.match(went.out, /The visit went well, but accounts list the same bills\.\n$/);
});

test("a trial says which outcome holds after steps that are left out, and where a step cannot be done", () => {
  const recipe = readRecipe(
    `{ key: a, name: A, energy_types: [WATER], time_zone: UTC, version: 1, limits: { delay_ms: 1 }, match: { hosts: [a.example] },
      login: { steps: [{ page: /in }, { form: form#in, fields: { u: username, p: password } },
        { form: form#news, optional: true }, { page: /terms, when: { text: terms } }],
        outcomes: [{ kind: success, when: { url: /home } }, { kind: account_locked, when: { text: locked } }] },
      accounts: { page: /home, rows: li, fields: { external_id: b, acct_num: b } },
      documents: { page: /bills, rows: tr, fields: { external_id: b, date: { selector: i, format: M/D/YY }, url: a } } }`,
    "a.yaml",
  );
  const shown = (path: string, at: number, html: string): string[] => {
    const url = new URL(path, "https://a.example");
    const page = readPage({ url, status: 200, bytes: Buffer.from(html), header: () => null });
    return lookThrough(recipe, { part: "the sign-in", at, page }).map((line) => lookedLine(line).trim());
  };
  assert.deepEqual(shown("/home", 1, "<p>Hello</p>"), [
    "login step 3  form#news: optional, left out",
    "login step 4: left out, because its `when` does not hold",
    "outcome success  url /home: holds",
    'outcome account_locked  text "locked": does not hold',
  ]);
  assert.ok(shown("/in", 0, "<p>You are locked out.</p>").includes('outcome account_locked  text "locked": holds'));
  assert.ok(!shown("/in", 0, "<form id=in></form>").some((line) => line.startsWith("outcome")));
});

test("a password may be typed, which nobody sees, or come by standard input or a variable, and a refused one is the portal's refusal", async () => {
  const none = await run(["try", "lakeside-power", "--username", "pat"], { UTILITY_PASSWORD: "" });
  assert.deepEqual([none.code, /No password was given/.test(none.error)], [2, true]);
  const typed = { isTerminal: true, input: "wrong\n" };
  const wrong = await run(["try", "lakeside-power", "--username", "pat"], {}, typed);
  assert.deepEqual([wrong.code, wrong.error], [1, "Password of pat: \n"]);
  assert.match(wrong.out, /outcome invalid_credentials {2}\.error, text "does not match": holds/);
  assert.match(wrong.out, /FAILED as invalid_credentials/);
});

/** What a browser would save of a visit, with what else goes on in a browser. */
async function recordedHar(): Promise<string> {
  const entries: object[] = [];
  let cookie = "visitor_secret=hush";
  const browse = async (method: string, path: string, form?: Record<string, string>): Promise<void> => {
    const url = new URL(path, portal.origin);
    const body = form === undefined ? undefined : new URLSearchParams(form).toString();
    const type = "application/x-www-form-urlencoded";
    const headers = { cookie, ...(body === undefined ? {} : { "content-type": type }) };
    const answer = await fetch(url, { method, headers, redirect: "manual", ...(body === undefined ? {} : { body }) });
    const content = Buffer.from(await answer.arrayBuffer()).toString("base64");
    const listed = [...answer.headers].map(([name, value]) => ({ name, value }));
    entries.push({
      request: {
        method,
        url: url.href,
        headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
        ...(body === undefined ? {} : { postData: { mimeType: type, text: body } }),
      },
      response: {
        status: answer.status,
        headers: listed,
        content: { mimeType: answer.headers.get("content-type") ?? "", text: content, encoding: "base64" },
      },
    });
    cookie = answer.headers.get("set-cookie")?.split(";", 1)[0] ?? cookie;
    const next = answer.headers.get("location");
    if (next !== null) await browse("GET", next);
  };
  const signIn = { form: "7", go: "Sign in", user: "pat" };
  await browse("GET", "/sign-in");
  await browse("POST", "/sign-in", { ...signIn, secret: "wrong w\u00f6rd" });
  await browse("POST", "/sign-in", { ...signIn, secret: "right word" });
  for (const account of ["a1", "a2"])
    for (const page of ["", "?page=2"]) await browse("GET", `/bills/${account}${page}`);
  for (const bill of ["a1x5", "a2x5"]) await browse("GET", `/file?id=${bill}`);
  await browse("GET", "/sign-out");
  const file = join(folder, "visit.har");
  writeFileSync(file, JSON.stringify({ log: { entries } }));
  return file;
}

test("a recording becomes masked pages and a draft, and nothing of the credential is left", async () => {
  const har = await recordedHar();
  const record = (key: string, password: string, ...args: string[]) =>
    run(["record", key, "--har", har, "--username", "pat", ...args], { UTILITY_PASSWORD: password });
  const other = await record("pond-power", "another");
  assert.deepEqual([other.code, /No request of .* sends this password/.test(other.error)], [2, true]);
  const recorded = await record("pond-power", "right word", "--hide", "1 Example Lane");
  assert.equal(recorded.code, 0, recorded.error);
  assert.match(recorded.out, /user name: 1 value, replaced \d times\n/);
  assert.match(recorded.out, /given by you: 1 value, replaced \d time/);
  assert.match(recorded.out, /Wrote .*recipe\.yaml, a draft with \d+ places to look at/);
  const pages = join(folder, "pond-power", "pages");
  const written = readdirSync(pages).map((name) => readFileSync(join(pages, name), "latin1"));
  assert.doesNotMatch(written.join("\n"), /right.word|wrong.w|\bpat\b|100-1|Example Lane|hush|known/);
  assert.match(written.join("\n"), /masked-wrong-password/);
  const draft = readFileSync(join(folder, "pond-power", "recipe.yaml"), "utf8");
  for (const line of [
    "page: /sign-in",
    "form: form#login",
    "fields: { user: username, secret: password }",
    'submit: { go: "Sign in" }',
    "{ kind: success, when: { url: /home } }",
    "page: /home",
    'rows: "#accounts li"',
    'page: "/bills/{external_id}"',
    'format: "D MMM YYYY"',
    'next: "a.older"',
  ])
    assert.ok(draft.includes(line), `${line} in ${draft}`);
  const listed = await runCommand("utilities", [], settings);
  assert.match(listed.out, /^pond-power .* yes /m);
  assert.doesNotMatch(listed.out, /pond-power\/recipe/);
  // A recipe that somebody has worked on is not written over.
  writeFileSync(join(folder, "pond-power", "recipe.yaml"), `${draft}# mine\n`);
  assert.match((await record("pond-power", "right word")).out, /is yours already/);
});

test("a visit in a browser becomes pages and a draft like a recording, and says what to do where there is no screen", async () => {
  const actions = join(folder, "actions.yaml");
  writeFileSync(
    actions,
    `- type: { "[name=user]": "{username}", "[name=secret]": "{password}" }
- click: "form#login button"
- wait: "#accounts"
- open: /bills/a1
- click: tr a
- open: /bills/a1?page=2
- open: /onward
- type: { "#year": "2025" }
`,
  );
  const record = (...args: string[]) =>
    run(["record", `${portal.origin}/sign-in`, "--key", "brook-power", "--username", "pat", ...args], {
      UTILITY_PASSWORD: "right word",
    });
  const recorded = await record("--actions", actions);
  assert.equal(recorded.code, 0, recorded.error);
  assert.match(recorded.out, / {2}GET \/file {2}200 {2}application\/pdf\n/);
  const pages = join(folder, "brook-power", "pages");
  const written = readdirSync(pages).map((name) => readFileSync(join(pages, name), "latin1"));
  assert.doesNotMatch(written.join("\n"), /right.word|\bpat\b|100-1|Example Lane|enter=/);
  assert.ok(readdirSync(pages).some((name) => name.endsWith(".pdf")));
  // A page that its own script leaves at once is there, and a list was chosen from.
  assert.ok(written.some((page) => page.includes('<form id="onward"')));
  assert.doesNotMatch(recorded.out, /went before it could be read/);
  assert.ok(portal.requests.some(({ query }) => query.get("year") === "2025"));
  const draft = readFileSync(join(folder, "brook-power", "recipe.yaml"), "utf8");
  for (const line of ["form: form#login", "fields: { user: username, secret: password }", 'rows: "#accounts li"'])
    assert.ok(draft.includes(line), `${line} in ${draft}`);
  const unseen = await record();
  assert.deepEqual([unseen.code, /no screen here .*--actions FILE/.test(unseen.error)], [2, true]);
  writeFileSync(actions, "- click: '#nowhere'\n- press: Enter\n");
  const wrong = await record("--actions", actions);
  assert.deepEqual([wrong.code, /Action 2 must be one of open, type, click, wait/.test(wrong.error)], [2, true]);
});

test("the checks of a connector run on recorded pages, and name what is not among them", async () => {
  const file = join(folder, "pond-power", "recipe.yaml");
  const draft = readFileSync(file, "utf8");
  writeFileSync(file, draft.replace("regex: '\\d[\\d-]{3,}\\d'", String.raw`regex: 'No\. ([\d-]+)'`));
  const passed = await run(["check", "pond-power"]);
  assert.equal(passed.code, 0, passed.out + passed.error);
  assert.match(passed.out, /ok {3}documents are complete over all pages and unique\n/);
  assert.match(passed.out, /ok {3}refused: the portal is asked once, and the refusal is invalid_credentials\n/);
  assert.match(passed.out, /ok {3}every account gets its own files/);
  assert.match(passed.out, /: 5 bills, from 2026-06-04 to 2026-10-04/);
  // Without the second page, what is listed is wrong, and only a person can see it: the days are shown.
  writeFileSync(file, readFileSync(file, "utf8").replace("/bills/{external_id}", "/bills/{external_id}?page=3"));
  const failed = await run(["check", "pond-power", "--json"]);
  assert.equal(failed.code, 1);
  const { not_recorded } = JSON.parse(failed.out) as { not_recorded: string[] };
  assert.ok(
    not_recorded.some((place) => place.startsWith("GET /bills/")),
    failed.out,
  );
  const none = await run(["check", "lakeside-power"]);
  assert.deepEqual([none.code, /exchanges\.json is missing/.test(none.error)], [2, true]);
});

const SECOND_FACTOR = `
second_factor:
  steps:
    - { kind: code, when: { url: /code/* }, prompt: "#code p", form: form#code, field: digits, submit: { go: Check } }
  refusals:
    - { kind: wrong, when: { selector: .error, text: wrong code } }
  remember: { fields: { keep: "yes" }, cookies: [known_device] }
`;

test("a live check visits twice, answers as it is piped, tries a wrong password only when it is given, and then checks the recording", async () => {
  const recipe = readFileSync(recipeFile, "utf8");
  assert.match(recipe, /# (- \{ kind: mfa_required, when: \{ url: \/code)/);
  writeFileSync(
    recipeFile,
    recipe.replace(/# (- \{ kind: mfa_required, when: \{ url: \/code)/, "$1/*") + SECOND_FACTOR,
  );
  const child = startCommand("utility", ["try", "lakeside-power", "--username", "kim"], settings);
  child.stdin.end("right word\n");
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  assert.equal(code, 1);
  assert.match(out, /The portal asks: We sent a code to \*\*\*00\.\n\nFAILED as mfa_required/);
  assert.match(error, /There is no answer: type it at a terminal, or give it as a line of standard input/);
  const before = portal.requests.filter(({ method, path }) => method === "POST" && path === "/sign-in").length;
  const live = await run(
    ["check", "lakeside-power", "--live", "--username", "kim", "--wrong"],
    { UTILITY_WRONG_PASSWORD: "no word" },
    { input: `right word\n${CODE}\n` },
  );
  assert.match(live.error, /The first visit: 2 accounts, 10 bills, 2 files, \d+ requests\n/);
  assert.equal(live.code, 0, live.out + live.error);
  assert.match(live.out, /ok {3}at the portal: a second visit finds the same accounts, bills and files/);
  assert.match(live.out, /ok {3}at the portal: a wrong password is refused as invalid_credentials/);
  assert.match(live.out, /\n\d+ passed, 0 failed, \d not tried\.\n$/);
  assert.match(
    live.out,
    /account_locked\n +no such credential is known: utility try --username NAME with a login in this state/,
  );
  assert.doesNotMatch(live.out + live.error, /right word|no word/);
  const now = portal.requests.filter(({ method, path }) => method === "POST" && path === "/sign-in").length;
  assert.equal(now - before, 3);
});

test("a utility whose portal needs code is made, tried and checked like any other", async () => {
  const made = await run(["new", "odd-power", "--code", "--website", portal.origin]);
  assert.equal(made.code, 0, made.error);
  const own = join(folder, "odd-power");
  assert.deepEqual(readdirSync(own), ["README.md", "connector.ts", "connector.yaml", "portal.ts", "utility.yaml"]);
  const code = join(own, "connector.ts");
  const change = (file: string, ...changes: [before: string, now: string][]): void => {
    const written = readFileSync(file, "utf8");
    for (const [before] of changes) assert.ok(written.includes(before), before);
    writeFileSync(
      file,
      changes.reduce((done, [before, now]) => done.replace(before, () => now), written),
    );
  };
  change(
    code,
    ["portal.password });", 'portal.password }, { go: "Sign in" });'],
    ['".number"', String.raw`{ regex: "No\. ([0-9-]+)" }`],
    ["source: href });", "source: href }); portal.note(`bill ${date}`);"],
    ["date, source", "date: new Date(`${date} UTC`).toISOString().slice(0, 10), source"],
    [
      "    return { bills };",
      "    if (!(await portal.says('Older'))) return { bills };\n    await portal.follow('a.older');\n    }",
    ],
    ["    for (const { date,", "    for (;;) {\n    for (const { date,"],
  );
  const went = await visitOf("odd-power");
  assert.equal(went.code, 0, went.out + went.error);
  assert.match(went.out, /GET \/sign-in {2}200[^]*\(the list of bills\)[^]*note {2}bill 4 Oct 2026/);
  assert.match(went.out, /Account 100-1: 5 bills from 2026-06-04 to 2026-10-04/);
  const live = await run(["check", "odd-power", "--live", "--username", "pat"], { UTILITY_PASSWORD: "right word" });
  assert.equal(live.code, 0, live.out + live.error);
  assert.match(live.out, /\n\d+ passed, 0 failed, \d not tried\.\n$/);
  assert.doesNotMatch(went.out + live.out, /right.word/);
});
