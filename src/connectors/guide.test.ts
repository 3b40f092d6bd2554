/** The guide for authors of recipes explains every word that a recipe, and a card, can have. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { z } from "zod";
import { PORTAL_DETAILS } from "../records/codes.ts";
import { Card } from "../utilities/card.ts";
import { Declaration } from "./code/declaration.ts";
import { DIGEST_WAYS } from "./code/secrets.ts";
import { PortalError } from "./contract.ts";
import { RecipeShape } from "./recipe-shape.ts";
import { createRecipeConnector } from "./recipe-connector.ts";
import { readRecipe } from "./recipe.fixtures.ts";

const guide = readFileSync(new URL("../../docs/add-a-utility.md", import.meta.url), "utf8");

/** The keys of all objects within a schema; the parts of a definition that matter are few. */
function wordsOf(schema: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  // Zod has no public walk over a schema; a part that it calls otherwise one day would leave words out, which the count notices.
  const def = schema._zod.def as unknown as Record<string, unknown>;
  const shape = def["shape"] as Record<string, z.core.$ZodType> | undefined;
  const parts = [def["innerType"], def["in"], def["out"], def["element"], def["valueType"], def["options"]].flat();
  const inner = [...Object.values(shape ?? {}), ...parts].filter(
    (part): part is z.core.$ZodType => typeof part === "object" && part !== null && "_zod" in part,
  );
  return [...Object.keys(shape ?? {}), ...inner.flatMap((part) => wordsOf(part, seen))];
}

test("every word of a recipe, of a connector in code and of a card is in the guide", () => {
  const words = new Set([...wordsOf(RecipeShape), ...wordsOf(Declaration), ...DIGEST_WAYS, ...wordsOf(Card)]);
  assert.ok(words.size > 60, `${words.size} words were found`);
  const unexplained = [...words].filter((word) => !guide.includes(`\`${word}\``));
  assert.deepEqual(unexplained, []);
});

test("the guide names only outcomes that there are", () => {
  const row = /^\| `kind` of an outcome \| (.*) \|$/m.exec(guide)?.[1] ?? "";
  const named = [...row.matchAll(/`(\w+)`/g)].map(([, kind]) => String(kind));
  const known = new Set<string>(["success", ...PORTAL_DETAILS]);
  assert.ok(named.length > 3);
  assert.deepEqual(
    named.filter((kind) => !known.has(kind)),
    [],
  );
});

/** The portal of the example, as it answers each request; `sent` is what the request's body has. */
const ANSWERS: Record<
  string,
  (sent: Record<string, unknown>, cookie: string) => [number, object, Record<string, string>?]
> = {
  "/api/sign-in": ({ secret }, cookie) => {
    if (secret !== "right word") return [401, { error: "NO" }];
    return [200, cookie.includes("device=d1") ? { state: "s1", href: "/enter" } : { state: "s1", sentTo: "***-88" }];
  },
  "/api/sign-in/code": ({ state, code }) => {
    if (state !== "s1") return [410, { error: "EXPIRED" }];
    if (code !== "246810") return [401, { error: "WRONG_CODE" }];
    return [200, { href: "/enter", device: "phone" }, { "set-cookie": "device=d1; Path=/" }];
  },
  "/enter": () => [302, {}, { location: "/entered?ticket=t1" }],
  "/entered": () => [200, {}],
  "/api/session": ({ ticket }) => (ticket === "t1" ? [200, { token: "k1" }] : [400, {}]),
  "/api/accounts": () => [200, { accounts: [{ id: "a1", number: "100-1" }] }],
};

test("the example of a second step in JSON asks, refuses a wrong code, goes on after the right one and is remembered", async () => {
  const text = readFileSync(new URL("../../docs/second-factor.md", import.meta.url), "utf8");
  const [, example = ""] = /```yaml\n(login:.*?)```/s.exec(text) ?? [];
  const recipe = readRecipe(
    `key: a\nname: A\nenergy_types: [WATER]\ntime_zone: UTC\nversion: 1\nmatch: { hosts: [a.example] }\nlimits: { delay_ms: 0 }\n${example}
headers: { authorization: "Bearer {token}", x-device: "{device_name}" }
accounts: { page: /api/accounts, rows: "$.accounts[*]", fields: { external_id: $.id, acct_num: $.number } }
documents: { page: "/api/bills/{external_id}", rows: "$[*]", fields: { external_id: $.id, date: { selector: $.day, format: YYYY-MM-DD }, url: $.url } }`,
    "docs/second-factor.md",
  );
  const asked: string[] = [];
  const devices: (string | undefined)[] = [];
  const connector = createRecipeConnector(recipe, {
    sandboxOrigin: null,
    outbound: {
      async fetch(url, { headers = {}, body }) {
        const { pathname } = new URL(url);
        asked.push(pathname);
        if (pathname === "/api/accounts") devices.push(headers["x-device"]);
        const sent = body ? (JSON.parse(Buffer.from(body).toString()) as Record<string, unknown>) : {};
        const [status, answer, more = {}] = ANSWERS[pathname]?.(sent, headers["cookie"] ?? "") ?? [404, {}];
        const type = { "content-type": "application/json" };
        const bytes = Buffer.from(JSON.stringify(answer));
        return { status, headers: new Headers({ ...type, ...more }), bytes, cut: false };
      },
    },
  });
  const credential = { username: "pat", password: "right word", twoFactorInstructions: null, other_details: null };
  const [url, signal] = [new URL("https://a.example"), AbortSignal.timeout(20_000)];
  const refused = async (work: Promise<unknown>): Promise<PortalError> => {
    const error: unknown = await work.then(
      () => null,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof PortalError, String(error));
    return error;
  };
  const first = await refused(connector.login(url, credential, signal));
  assert.deepEqual(
    [first.kind, first.challenge?.prompt],
    ["mfa_required", "Enter the code that the utility sent to your phone."],
  );
  const session = first.challenge?.session ?? "";
  const wrong = await refused(connector.answer(url, credential, signal, { session, answer: "000000" }));
  assert.equal(wrong.kind, "mfa_failed");
  const again = { session: wrong.challenge?.session ?? "", answer: "246810" };
  const visit = await connector.answer(url, credential, signal, again);
  assert.deepEqual(
    (await visit.listAccounts()).map(({ acct_num }) => acct_num),
    ["100-1"],
  );
  const known = asked.length;
  const next = await connector.login(url, credential, signal, visit.remembered);
  await next.listAccounts();
  assert.deepEqual(asked.slice(known), ["/api/sign-in", "/enter", "/entered", "/api/session", "/api/accounts"]);
  assert.deepEqual(devices, ["phone", undefined]);
});
