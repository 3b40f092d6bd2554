import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, test } from "node:test";
import { fileReaders } from "../../test/file-readers.ts";
import { readTemplate } from "../parsers/template/template.ts";
import { pagesOfText } from "../parsers/parsers.fixtures.ts";
import { BILL } from "../parsers/small-bill.fixtures.ts";
import { checkFixture, differences, listFixtures, nameOf, writeFixture } from "./fixtures.ts";
import { faultLine } from "./utilities.ts";
import { builtInUtilities } from "./utilities.fixtures.ts";

const { utilities, templates } = builtInUtilities();
const { reader } = fileReaders;

// What was never read, such as the bills of a utility that is known by its portal alone, has no fixtures.
for (const { folder } of utilities.filter((utility) => utility.templates.length > 0)) {
  const { fixtures, faults } = listFixtures(folder);

  test(`${basename(folder)} has fixtures, each with both halves`, () => {
    assert.deepEqual(faults, []);
    assert.ok(fixtures.length > 0);
  });

  for (const fixture of fixtures) {
    test(`${basename(folder)}: ${fixture.name} gives what it expects`, async () => {
      assert.deepEqual(await checkFixture(fixture, templates, reader), []);
    });
  }
}

const small = readTemplate(
  readFileSync(new URL("../parsers/fixtures/small.yaml", import.meta.url), "utf8"),
  "small.yaml",
);
const folder = mkdtempSync(join(tmpdir(), "fixtures-"));
after(() => rmSync(folder, { recursive: true }));

test("a bill is saved as its words with what comes out, and a template that reads otherwise says where", async () => {
  const saved = await writeFixture(folder, { name: "march", pages: pagesOfText(BILL), templates: [small] });
  assert.deepEqual(listFixtures(folder), { fixtures: [saved], faults: [] });
  assert.deepEqual(await checkFixture(saved, [small], reader), []);
  const expected = readFileSync(saved.expected, "utf8");
  assert.match(expected, /"amount_due": "30\.50"/);
  assert.doesNotMatch(expected, /"place"|"printed"/);

  const other = readTemplate(
    readFileSync(new URL("../parsers/fixtures/small.yaml", import.meta.url), "utf8").replace("[Paid", "[Payed"),
    "small.yaml",
  );
  assert.notDeepEqual(await checkFixture(saved, [], reader), []);
  const differing = await checkFixture(saved, [{ ...other, version: 2 }], reader);
  assert.ok(differing.includes("0.statement.template.version: 1 expected, 2 found"), differing.join("\n"));
});

test("half a pair is a fault", () => {
  const half = join(folder, "half");
  mkdirSync(join(half, "fixtures"), { recursive: true });
  writeFileSync(join(half, "fixtures", "a.pdf"), "");
  writeFileSync(join(half, "fixtures", "b.expected.json"), "[]");
  const { fixtures, faults } = listFixtures(half);
  assert.deepEqual(fixtures, []);
  assert.match(
    faults.map(faultLine).join("\n"),
    /a\.pdf: is a fixture without .*\n.*b\.expected\.json: is a fixture without/,
  );
});

test("what is expected must be there, other fields may be", () => {
  assert.deepEqual(differences("", [{ a: 1 }], [{ a: 1, b: 2 }]), []);
  assert.deepEqual(differences("", { a: [1, 2] }, { a: [1] }), ["a: 2 expected, 1 found"]);
  assert.deepEqual(differences("", { a: { b: null } }, { a: {} }), ["a.b: null expected, undefined found"]);
  assert.deepEqual(differences("", [], [{}]), ["the file: 0 expected, 1 found"]);
});

test("the name of a fixture is that of its bill", () => {
  assert.deepEqual(["a.words.json", "a.b.pdf", "a"].map(nameOf), ["a", "a.b", "a"]);
});
