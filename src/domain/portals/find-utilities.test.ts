/** People find their utility by different spellings of its name. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { findUtilities, searchUtilities, servingUtilities } from "./find-utilities.ts";

const UTILITIES = ["Clearwater Gas & Water", "Northgate Electric", "Compañía Eléctrica del Norte", "North Gas"].map(
  (name, place) => ({ key: `u${place}`, name, website: `https://www.site-${place}.example/login` }),
);
const names = (typed: string) => searchUtilities([UTILITIES], typed).shown.map(({ name }) => name);

test("by beginnings of words in any order, ignoring accents, case and marks", () => {
  assert.deepEqual(names("WATER clear"), ["Clearwater Gas & Water"]);
  assert.deepEqual(names("gas and water"), ["Clearwater Gas & Water"]);
  assert.deepEqual(names("electrica"), ["Compañía Eléctrica del Norte"]);
  assert.deepEqual(names("compan\u0303ia"), ["Compañía Eléctrica del Norte"]);
  assert.deepEqual(names("orth"), [], "no part from the middle of a word");
  assert.deepEqual(names("nobody"), []);
});

test("by its website, typed or pasted", () => {
  assert.deepEqual(names("site-1.example"), ["Northgate Electric"]);
  assert.deepEqual(names("https://www.site-1.example/login?x"), ["Northgate Electric"]);
});

test("first those whose name begins with it, and all when nothing is typed", () => {
  assert.deepEqual(names("nor"), ["North Gas", "Northgate Electric", "Compañía Eléctrica del Norte"]);
  assert.equal(names("").length, 4);
});

test("counts the results that it does not show", () => {
  const many = Array.from({ length: 30 }, (_, place) => ({
    key: `k${place}`,
    name: `Power ${place}`,
    website: "https://p.example",
  }));
  const { shown, count } = searchUtilities([many.slice(20), many.slice(0, 20)], "power");
  assert.deepEqual([shown.length, count], [12, 30]);
  assert.deepEqual([shown[0]?.key, shown[10]?.key], ["k20", "k0"], "one group after the other");
});

test("by its short and former names, with or without spaces and marks", () => {
  const utilities = [
    { key: "a", name: "Pacific Gas and Electric", aliases: ["PG&E"], website: "" },
    { key: "b", name: "ComEd", aliases: ["Commonwealth Edison"], website: "" },
    { key: "c", name: "Duke Energy", aliases: ["Duke Energy Florida", "Progress Energy"], website: "" },
  ];
  const keys = (typed: string) => findUtilities(utilities, typed).map(({ key }) => key);
  for (const typed of ["PG&E", "pge", "pg & e", "pacific"]) assert.deepEqual(keys(typed), ["a"], typed);
  for (const typed of ["com ed", "comed", "commonwealthedison"]) assert.deepEqual(keys(typed), ["b"], typed);
  for (const typed of ["duke florida", "progress"]) assert.deepEqual(keys(typed), ["c"], typed);
  assert.deepEqual(keys("florida progress"), [], "words of different names are not one name");
});

test("by the state that it serves and what it bills; one of unknown states may serve any", () => {
  const utilities = [
    { key: "a", states: ["CA"], energy_types: ["ELECTRIC", "GAS"] as const },
    { key: "b", states: ["NY"], energy_types: ["WATER"] as const },
    { key: "c", states: null, energy_types: ["WATER"] as const },
  ];
  const keys = (asked: Parameters<typeof servingUtilities>[1]) =>
    servingUtilities(utilities, asked).map(({ key }) => key);
  assert.deepEqual(keys({}), ["a", "b", "c"]);
  assert.deepEqual(keys({ state: "CA" }), ["a", "c"]);
  assert.deepEqual(keys({ state: "NY", energyTypes: ["WATER", "GAS"] }), ["b", "c"]);
});
