/** Runs the recipe of docs/add-a-utility.md unchanged against a portal as the page describes it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after } from "node:test";
import { createOutbound } from "../outbound/outbound.ts";
import { testConformance } from "../../test/conformance/conformance.ts";
import type { Credential } from "./contract.ts";
import { startFakePortal } from "../../test/conformance/fake-portal.ts";
import { CODE, lakesidePages } from "../../test/lakeside-portal.ts";
import { readRecipe } from "./recipe.fixtures.ts";
import { createRecipeConnector } from "./recipe-connector.ts";
import { watchOutbound } from "./conformance/watched-outbound.ts";

const portal = await startFakePortal(lakesidePages);
const outbound = createOutbound({ allowedPrivateOrigins: [portal.origin] });
after(async () => {
  await outbound.close();
  await portal.close();
});

const GUIDE = "docs/add-a-utility.md";
const guide = readFileSync(new URL(`../../${GUIDE}`, import.meta.url), "utf8");
/** The card of the utility, then its recipe. */
const blocks = [...guide.matchAll(/```yaml\n(.*?)```/gs)].slice(0, 2).map(([, block = ""]) => {
  const indent = /^ */.exec(block)?.[0].length ?? 0;
  return block.replaceAll(new RegExp(`^ {${indent}}`, "gm"), "");
});
assert.equal(blocks.length, 2, "the guide shows a card and a recipe");
const shown = blocks.join("\n");
// The portal of the test is on this machine, where only sandbox recipes may go, and needs no delay.
const here = shown.replace(/^ *hosts: .*$/m, "  sandbox: true").replace("delay_ms: 1500", "delay_ms: 1");
assert.ok(readRecipe(shown, GUIDE).match.hosts?.length);

const watched = watchOutbound(outbound);
const credential = (username: string, password = "right word"): Credential => ({
  username,
  password,
  twoFactorInstructions: "the code comes by text message",
  other_details: null,
});

testConformance({
  connector: createRecipeConnector(readRecipe(here, GUIDE), { outbound: watched, sandboxOrigin: portal.origin }),
  url: new URL(portal.origin),
  outbound: watched,
  delayMs: 1,
  textOf: async ({ bytes }) => Buffer.from(bytes).toString(),
  credentials: {
    accepted: credential("pat"),
    refused: credential("pat", "wrong w\u00f6rd"),
    locked: credential("lou"),
    secondFactor: { credential: credential("kim"), wrong: "135791", right: async () => CODE, remembers: true },
  },
  expectedDates: Object.fromEntries(
    ["100-1", "100-2"].map((number) => [
      number,
      ["2026-10-04", "2026-09-03", "2026-08-04", "2026-07-06", "2026-06-04"],
    ]),
  ),
});
