/**
 * Portals that change overnight: names, lists, pages in between, statuses. Whatever a portal answers, a right password is never
 * called wrong and sent again, and no bill is missing in silence: a visit lists everything, or says that it cannot.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { inspect } from "node:util";
import { startSandbox } from "../../sandbox/server.ts";
import { PortalError, type Credential } from "../../src/connectors/contract.ts";
import type { Recipe } from "../../src/connectors/recipe-shape.ts";
import { createRecipeConnector } from "../../src/connectors/recipe-connector.ts";
import { createOutbound, type Outbound, type OutboundResponse } from "../../src/outbound/outbound.ts";
import { builtInUtilities } from "../../src/utilities/utilities.fixtures.ts";

const sandbox = await startSandbox({ port: 0 });
const outbound = createOutbound({ allowedPrivateOrigins: [sandbox.url] });
after(async () => {
  await outbound.close();
  await sandbox.close();
});

const UTILITIES = [
  "harbor-power",
  "juniper-water",
  "meridian-gas",
  "prairie-energy",
  "northgate-electric",
  "clearwater-gas-water",
];
const USERNAME = "demo_commercial";
const credential: Credential = {
  username: USERNAME,
  password: "sandbox",
  twoFactorInstructions: null,
  other_details: null,
};

interface Mutation {
  name: string;
  /** Changes the answer to the request of this number, from 0; null leaves it as it is. */
  change(answer: OutboundResponse, at: number): OutboundResponse | null;
}

const isText = ({ headers }: OutboundResponse): boolean => /html|json/.test(headers.get("content-type") ?? "");
const isJson = ({ headers }: OutboundResponse): boolean => (headers.get("content-type") ?? "").includes("json");

function withText(answer: OutboundResponse, change: (text: string) => string): OutboundResponse | null {
  if (!isText(answer)) return null;
  const text = Buffer.from(answer.bytes).toString();
  const changed = change(text);
  return changed === text ? null : { ...answer, bytes: Buffer.from(changed) };
}

const inHtml =
  (change: (html: string) => string): Mutation["change"] =>
  (answer) =>
    isJson(answer) ? null : withText(answer, change);

/** Ids, classes, names of fields and of JSON members in the selectors of a recipe. */
function namesOf(recipe: Recipe): string[] {
  const found = new Set<string>();
  const collect = (part: unknown): void => {
    if (typeof part !== "object" || part === null) return;
    if ("source" in part && typeof part.source === "string")
      for (const [, name = ""] of part.source.matchAll(/(?:[#.]|=)([A-Za-z][\w-]{2,})/g)) found.add(name);
    else for (const value of Object.values(part)) collect(value);
  };
  collect([recipe.login.steps, recipe.login.values, recipe.accounts, recipe.documents]);
  for (const step of recipe.login.steps) for (const name of Object.keys(step.fields)) found.add(name);
  // Tags, and words that are everywhere.
  return [...found].filter((name) => !["data", "node", "form", "script"].includes(name));
}

const renamed = (name: string): Mutation => ({
  name: `${name} has another name`,
  change: (answer) =>
    withText(answer, (text) =>
      text.replaceAll(new RegExp(`(?<![\\w-])${RegExp.escape(name)}(?![\\w-])`, "g"), "changed"),
    ),
});

const status = (code: number, at: number): Mutation => ({
  name: `request ${at} is answered with status ${code}`,
  change: (answer, now) => (now === at ? { ...answer, status: code } : null),
});

const instead = (name: string, at: number, body: string, type = "text/html"): Mutation => ({
  name: `${name} comes in place of answer ${at}`,
  change: (answer, now) =>
    now === at
      ? { ...answer, status: 200, headers: new Headers({ "content-type": type }), bytes: Buffer.from(body) }
      : null,
});

const INTERSTITIAL =
  '<title>Welcome</title><h1>Before you go on</h1><form method="post" action="/agree"><input name="ok"><button>Agree</button></form>';
const SURVEY = "<h1>How do you like our new site?</h1><p>Tell us <a href='/survey'>here</a>.</p>";
const MAINTENANCE = "<h1>Scheduled maintenance</h1><p>We will be back at 6 a.m.</p>";
const ERROR_JSON = '{"errors":[{"message":"Something went wrong","extensions":{"code":"INTERNAL"}}],"data":null}';
const PLACES = [0, 1, 2, 3, 4, 5, 7];

const MUTATIONS: Mutation[] = [
  ...PLACES.flatMap((at) => [instead("a page of new terms", at, INTERSTITIAL), status(at % 2 === 0 ? 403 : 404, at)]),
  ...[1, 3, 5].flatMap((at) => [
    instead("a survey", at, SURVEY),
    instead("a page about maintenance", at, MAINTENANCE),
    instead("an error in JSON", at, ERROR_JSON, "application/json"),
    instead("an empty object", at, "{}", "application/json"),
    instead("an empty list", at, "[]", "application/json"),
    instead("nothing", at, ""),
    status(500, at),
    status(401, at),
    status(418, at),
  ]),
  {
    name: "tables are divisions",
    change: inHtml((html) => html.replaceAll(/<(\/?)(table|tbody|tr|td|th)\b/g, "<$1div")),
  },
  { name: "lists are divisions", change: inHtml((html) => html.replaceAll(/<(\/?)(ul|li|article)\b/g, "<$1div")) },
  { name: "links are buttons", change: inHtml((html) => html.replaceAll(/<(\/?)a\b/g, "<$1button")) },
  { name: "all classes are other ones", change: inHtml((html) => html.replaceAll(/class="/g, 'class="x-')) },
  { name: "all ids are other ones", change: inHtml((html) => html.replaceAll(/\bid="/g, 'id="x-')) },
  { name: "dates are written in another way", change: (answer) => withText(answer, otherDates) },
  { name: "pages end in the middle", change: inHtml((html) => html.slice(0, html.length / 2)) },
  {
    name: "links lead to another host",
    change: inHtml((html) => html.replaceAll('href="/', 'href="https://other.example/')),
  },
  {
    name: "forms lead to another host",
    change: inHtml((html) => html.replaceAll('action="', 'action="https://other.example')),
  },
  { name: "forms are sent by GET", change: inHtml((html) => html.replaceAll('method="post"', 'method="get"')) },
  { name: "every list is empty", change: (answer) => withText(answer, emptied) },
];

const otherDates = (text: string): string =>
  text
    .replaceAll(/(\d{4})-(\d{2})-(\d{2})(?![\d-])/g, "$3.$2.$1")
    .replaceAll(/(\d{1,2})\/(\d{1,2})\/(\d{4})/g, "$3.$1.$2")
    .replaceAll(/([A-Z][a-z]{2,8}) (\d{1,2}), (\d{4})/g, "$2 $1 $3");

const emptied = (text: string): string =>
  text
    .replaceAll(/"(accounts|edges|bills)":\s*\[[^\]]*\]/g, '"$1":[]')
    .replaceAll(/<(tr|li|article|option)\b.*?<\/\1>/gs, "");

interface Seen {
  /** Dates by account number, and the size of the newest file. */
  bills: Record<string, string[]>;
  files: Record<string, number>;
}

async function visit(recipe: Recipe, fetch: Outbound["fetch"]): Promise<Seen> {
  const connector = createRecipeConnector(recipe, { outbound: { fetch }, sandboxOrigin: sandbox.url });
  const opened = await connector.login(new URL(sandbox.url), credential, AbortSignal.timeout(20_000));
  try {
    const seen: Seen = { bills: {}, files: {} };
    for (const account of await opened.listAccounts()) {
      const documents = await opened.listDocuments(account, null);
      seen.bills[account.acct_num] = documents.map(({ date }) => date).toSorted();
      const [newest] = documents.toSorted((one, other) => other.date.localeCompare(one.date));
      if (newest !== undefined) seen.files[account.acct_num] = (await opened.fetchDocument(newest)).bytes.length;
    }
    return seen;
  } finally {
    await opened.close();
  }
}

/** Every request is counted, those with the password apart. */
function mutating(
  mutation: Mutation,
  counts: { requests: number; changed: number; passwords: number },
): Outbound["fetch"] {
  return async (url, request) => {
    const at = counts.requests;
    counts.requests += 1;
    if (request.body && Buffer.from(request.body).toString().includes(credential.password)) counts.passwords += 1;
    const answer = await outbound.fetch(url, request);
    const changed = mutation.change(answer, at);
    if (changed !== null) counts.changed += 1;
    return changed ?? answer;
  };
}

for (const key of UTILITIES) {
  test(`${key}: whatever changes, nothing is missing in silence and no right password is wrong`, async (context) => {
    const found = builtInUtilities().recipes.find((recipe) => recipe.key === key);
    assert.ok(found);
    const recipe: Recipe = { ...found, limits: { ...found.limits, delay_ms: 0 } };
    const right = await visit(recipe, outbound.fetch);
    let applied = 0;
    let stopped = 0;
    const kinds = new Map<string, number>();
    for (const mutation of [...MUTATIONS, ...namesOf(recipe).map(renamed)]) {
      const counts = { requests: 0, changed: 0, passwords: 0 };
      const outcome = await visit(recipe, mutating(mutation, counts)).catch((error: unknown) => error);
      if (counts.changed === 0) continue;
      applied += 1;
      assert.ok(counts.passwords <= 1, `${mutation.name}: the password was sent ${counts.passwords} times`);
      if (outcome instanceof Error) {
        assert.ok(outcome instanceof PortalError, `${mutation.name}: ${inspect(outcome)}`);
        assert.notEqual(outcome.kind, "invalid_credentials", mutation.name);
        kinds.set(outcome.kind, (kinds.get(outcome.kind) ?? 0) + 1);
        stopped += 1;
      } else assert.deepEqual((outcome as Seen).bills, right.bills, `${mutation.name}: bills are missing in silence`);
    }
    const byKind = [...kinds].map(([kind, count]) => `${count} ${kind}`).join(", ");
    context.diagnostic(
      `${applied} changes: ${stopped} stopped the visit (${byKind}), ${applied - stopped} did no harm`,
    );
  });
}
