/** Utilities with a folder and those of the catalogue are one list, and an address finds the one that it belongs to. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { createCustodians } from "../green-button/custodians.ts";
import { createRegistry } from "../connectors/registry.ts";
import { siteName } from "../domain/text.ts";
import { createOutbound } from "../outbound/outbound.ts";
import { readCatalogue } from "./catalogue.ts";
import { openKnownUtilities } from "./known-utilities.ts";
import { BUILT_IN_UTILITIES, openUtilities } from "./utilities.ts";

const folder = mkdtempSync(join(tmpdir(), "known-utilities-"));
const outbound = createOutbound({});
after(async () => {
  await outbound.close();
  rmSync(folder, { recursive: true });
});

let clock = 0;
const utilities = openUtilities({ folders: [folder], now: () => clock });
const connectors = createRegistry(() => utilities.current().portals, { outbound, sandboxOrigin: null });
const custodians = createCustodians({ offered: () => [], clientOf: () => null, fictional: null });
const known = openKnownUtilities({ connectors, utilities, custodians }, readCatalogue());

test("an address belongs to a utility at its website or a part of it, however it is typed", () => {
  const keyAt = (address: string) => known.ofAddress(address)?.key ?? null;
  for (const address of ["pge.com", "https://www.pge.com/en/account.html", "HTTP://M.PGE.COM:443/x", " m.pge.com "])
    assert.equal(keyAt(address), "pacific-gas-and-electric", address);
  for (const address of ["notpge.com", "pge.com.example.org", "pge", "", "https://me:secret@pge.com"])
    assert.equal(keyAt(address), null, address);
});

test("where utilities share a host, the path decides, and without one none is meant", () => {
  const keyAt = (address: string) => known.ofAddress(address)?.key ?? null;
  assert.equal(keyAt("https://www.seattle.gov/city-light/pay"), "seattle-city-light");
  assert.equal(keyAt("seattle.gov/utilities"), "seattle-public-utilities");
  assert.equal(keyAt("seattle.gov"), null);
  assert.equal(keyAt("seattle.gov/city-lights"), null);
});

test("a folder takes the place of the row with its website, and keeps what only the row says", () => {
  assert.equal(known.byKey("pacific-gas-and-electric")?.supported_since, null);
  mkdirSync(join(folder, "pge"));
  const card = `
key: pge
name: Pacific Gas & Electric
energy_types: [ELECTRIC, GAS]
time_zone: America/Los_Angeles
website: https://www.pge.com/
since: 2026-05-01
`;
  writeFileSync(join(folder, "pge", "utility.yaml"), card);
  clock += 60_000;
  assert.deepEqual(utilities.current().faults, []);
  assert.equal(known.byKey("pacific-gas-and-electric"), null);
  const { name, aliases, states, time_zone, supported_since } = known.byKey("pge") ?? assert.fail();
  assert.deepEqual(
    { name, aliases, states, time_zone, supported_since },
    {
      name: "Pacific Gas & Electric",
      aliases: ["PG&E"],
      states: ["CA"],
      time_zone: "America/Los_Angeles",
      supported_since: "2026-05-01",
    },
  );
  assert.equal(known.ofAddress("pge.com")?.key, "pge");
});

test("a utility whose sign-in is at another host is found at its own website, too", () => {
  const builtIn = openUtilities({ folders: [BUILT_IN_UTILITIES], now: () => 0 });
  const all = openKnownUtilities(
    {
      connectors: createRegistry(() => builtIn.current().portals, { outbound, sandboxOrigin: null }),
      utilities: builtIn,
      custodians,
    },
    readCatalogue(),
  );
  for (const address of ["novec.com", "https://www.novec.com/pay", "novec.smarthub.coop/ui/"])
    assert.equal(all.ofAddress(address)?.key, "northern-virginia-electric-cooperative", address);
  assert.equal(all.ofAddress("smarthub.coop"), null);
  const registry = createRegistry(() => builtIn.current().recipes, {
    outbound,
    sandboxOrigin: null,
    keyAtWebsite: (typed) => all.ofAddress(typed)?.key ?? null,
  });
  const keyAt = (typed: string) => registry.find(typed)?.description.key ?? null;
  for (const { card, recipe } of builtIn.current().utilities)
    if (card?.website !== undefined && recipe !== null && card.sandbox !== true)
      assert.equal(keyAt(card.website), card.key, card.website);
  // Known, but without a portal; a server; an address that only looks like one.
  for (const typed of ["pge.com", "novec.com:8443", "novec.com.example.org", "smarthub.coop"])
    assert.equal(keyAt(typed), null, typed);
  // Of one website in twenty, written so that people may take it for the utility's.
  const evil = "evil.example";
  for (const { website } of all.list().filter((utility, at) => utility.website !== "" && at % 20 === 0)) {
    const { hostname: host, pathname } = new URL(website);
    const looks = [
      `${host}.${evil}`,
      `${host}@${evil}`,
      `${host}:443@${evil}`,
      `${evil}/${host}`,
      `${evil}#${host}`,
      `x${host.replace(/^www\./, "")}`,
      `${host}..`,
      `${host}%2e${evil}`,
      `${host}\u3002${evil}`,
      `pat:word@${host}`,
      host.replace(/[a-z](?=[^.]*\.[^.]*$)/, "\u0435"),
      `xn--${host}`,
    ].map((place) => `https://${place}${pathname}`);
    for (const typed of looks) {
      const found = registry.find(typed)?.description.key ?? all.ofAddress(typed)?.key ?? null;
      // Below the website that a utility has besides its sign-in, a host is its own.
      const isOwn = all
        .byKey(found ?? "")
        ?.sites.some((site) => new URL(typed).hostname.endsWith(`.${siteName(site)}`));
      assert.ok(found === null || isOwn === true, `${typed} passes for ${found}`);
    }
  }
  const { website, states } = all.byKey("northern-virginia-electric-cooperative") ?? assert.fail();
  assert.deepEqual({ website, states }, { website: "https://novec.smarthub.coop/", states: ["VA"] });
});
