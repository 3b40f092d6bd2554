/** The catalogue that comes with the service: each row is usable, and none can be taken for another. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { CATALOGUE_FILE, parseCatalogue, readCatalogue } from "./catalogue.ts";
import { BUILT_IN_UTILITIES, openUtilities } from "./utilities.ts";

const rows = readCatalogue();

const doubles = (values: readonly string[]): string[] => values.filter((value, at) => values.indexOf(value) !== at);
const folded = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

test("it has the largest utilities, each key, name and website once", () => {
  assert.ok(rows.length >= 400, String(rows.length));
  assert.deepEqual(doubles(rows.map(({ key }) => key)), []);
  assert.deepEqual(doubles(rows.map(({ name }) => folded(name))), []);
  assert.deepEqual(doubles(rows.flatMap(({ website }) => (website === "" ? [] : [website]))), []);
});

test("its rows are in the order of their keys, so that a new one has a place", () => {
  const keys = rows.map(({ key }) => key);
  assert.deepEqual(keys, keys.toSorted());
});

test("every state has a utility, and there are many of each kind", () => {
  const states = new Set(rows.flatMap((row) => row.states));
  assert.equal(states.size, 52);
  for (const type of ["ELECTRIC", "GAS", "WATER"] as const)
    assert.ok(rows.filter(({ energy_types }) => energy_types.includes(type)).length >= 75, type);
});

test("no row says its states, energy types, aliases or sources twice", () => {
  for (const { key, states, energy_types, aliases, sources, eia_ids } of rows)
    for (const list of [states, energy_types, aliases.map(folded), sources, eia_ids])
      assert.deepEqual(doubles(list), [], key);
});

test("no alias is the name of another row", () => {
  const names = new Map(rows.map(({ key, name }) => [folded(name), key]));
  for (const { key, aliases } of rows)
    for (const alias of aliases) assert.equal(names.get(folded(alias)) ?? key, key, `${key}: ${alias}`);
});

test("each source is explained in the head of the file, and a row with a website has one for it", () => {
  const head = readFileSync(CATALOGUE_FILE, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("#"));
  const explained = new Set(head.flatMap((line) => /^# {3}([a-z0-9]+-\d{4}) /.exec(line)?.[1] ?? []));
  for (const { key, website, sources, eia_ids } of rows) {
    assert.ok(
      sources.every((source) => explained.has(source)),
      key,
    );
    assert.equal(eia_ids.length > 0, sources.includes("eia861-2018"), key);
    if (website !== "")
      assert.ok(
        sources.some((source) => source !== "eia861-2018"),
        key,
      );
  }
});

test("a row with the key of a utility with a folder is of the same utility, and none is of a fictional one", () => {
  const cards = openUtilities({ folders: [BUILT_IN_UTILITIES], now: () => 0 })
    .current()
    .utilities.flatMap(({ card }) => card ?? []);
  assert.ok(cards.length > 0);
  for (const card of cards) {
    const same = rows.filter(({ key, name }) => key === card.key || folded(name) === folded(card.name));
    if (card.sandbox === true) assert.deepEqual(same, [], card.key);
    for (const row of same) {
      assert.equal(row.key, card.key);
      assert.equal(row.name, card.name);
      assert.deepEqual(row.energy_types.toSorted(), card.energy_types.toSorted());
    }
  }
});

test("a row that is not as described is refused", () => {
  const head = "key,name,aliases,website,states,energy_types,eia_ids,sources\n";
  const refused = (row: string) => assert.throws(() => parseCatalogue(head + row), row);
  assert.equal(parseCatalogue(`${head}a-b,A B,,,NY,GAS,,known-2026`).length, 1);
  refused("a-b,A B,,,XX,GAS,,known-2026");
  refused("a-b,A B,,,NY,COAL,,known-2026");
  refused("a-b,A B,,https://a.example,NY,GAS,,known-2026");
  refused("a-b,A B,,,NY,GAS,,");
  refused("a-b,A B,,,,GAS,,known-2026");
});
