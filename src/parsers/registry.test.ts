import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { StartError } from "../errors.ts";
import type { Page } from "./pdf/page-model.ts";
import { pagesOfText } from "./parsers.fixtures.ts";
import { createParsers, parsersOf } from "./registry.ts";
import { readTemplate, type Template } from "./template/template.ts";

const YAML = readFileSync(new URL("fixtures/small.yaml", import.meta.url), "utf8");
const small = readTemplate(YAML, "small.yaml");

/** The small template for a layout with another label for the amount due. */
const other = (label: string, version: number): Template =>
  readTemplate(
    YAML.replace("{ label: Amount due }", `{ label: ${label} }`).replace("version: 1", `version: ${version}`),
    "x",
  );

const BILL = `
Small Power
Account  12-34         Bill date
                       03/14/2026
Amount due             30.50
Meter 7
From 02/10/2026 to 03/12/2026, 30 days
Register      Before   Now      Used (kWh)
Day           00100    00200 A         100
Charge               From         To           Amount
Energy day                                      30.50
Meter total                                     30.50
`;

const file = new Uint8Array(0);
const readerOf = (pages: Page[]) => ({ read: async () => ({ ok: true as const, pages }) });
const readAll = (templates: Template[], text: string) =>
  parsersOf(templates, { reader: readerOf(pagesOfText(text)) }).read(file);
const read = async (templates: Template[], text = BILL) => (await readAll(templates, text))[0];

test("a bill that matches no template is a finding", async () => {
  const { statement, findings } = await read([small], "Other Power\nAmount due  1.00");
  assert.equal(statement, null);
  assert.deepEqual(
    findings.map(({ name, severity }) => [name, severity]),
    [["no_template", "error"]],
  );
});

test("a template is not tried on a bill with a line it excludes", async () => {
  const { findings } = await read([small], `${BILL}\nReminder`);
  assert.deepEqual(
    findings.map(({ name }) => name),
    ["no_template"],
  );
});

test("the layout of a utility that can read the bill wins, whatever the order and version", async () => {
  const newer = other("Total to pay", 2);
  for (const templates of [
    [small, newer],
    [newer, small],
  ]) {
    const { statement, findings } = await read(templates);
    assert.deepEqual([statement?.template.version, findings], [1, []]);
  }
});

test("when two read a bill equally well the newer one wins", async () => {
  const newer = readTemplate(YAML.replace("version: 1", "version: 2"), "x");
  assert.equal((await read([small, newer])).statement?.template.version, 2);
});

test("one error weighs more than any number of warnings", async () => {
  const cautious = readTemplate(
    YAML.replace("version: 1", "version: 2").replace(
      "usage_map:\n  - { description: ^Day$",
      "usage_map:\n  - { description: ^Dawn$",
    ),
    "x",
  );
  const { statement } = await read([cautious, small], BILL.replace("Energy day ", "Cheerful   "));
  assert.equal(statement?.template.version, 1);
});

test("one error weighs more than a thousand warnings of a long file", async () => {
  const mistaken = readTemplate(
    YAML.replace("version: 1", "version: 2")
      .replace("usage_map:\n  - { description: ^Day$", "usage_map:\n  - { description: ^Dawn$")
      .replace("charge_map:\n", "charge_map:\n  - { description: ^Extra$, type: tax_cost }\n"),
    "x",
  );
  const extra = "Extra                                            0.00\n";
  const { statement } = await read([mistaken, small], BILL.replace("Meter total", `${extra.repeat(1100)}Meter total`));
  assert.equal(statement?.template.version, 1);
});

test("when none can read it, the findings of the nearest one show what is missing", async () => {
  const { statement, findings } = await read([other("Total to pay", 2)]);
  assert.equal(statement, null);
  assert.deepEqual(
    findings.map(({ detail }) => detail),
    ["The amount due was not found."],
  );
});

test("a bill without a template is read by the other reader, a bill whose template fails is not", async () => {
  let asked = 0;
  const readWithoutTemplate = () => {
    asked += 1;
    return { statement: null, findings: [] };
  };
  const findingsOf = async (template: Template) =>
    (
      await createParsers({
        reader: readerOf(pagesOfText(BILL)),
        templates: () => [template],
        readWithoutTemplate,
      }).read(file)
    )[0].findings;
  await findingsOf(other("Total to pay", 2));
  assert.equal(asked, 0);
  const foreign = readTemplate(YAML.replace("^Small Power$", "^Other Power$"), "x");
  assert.deepEqual(
    (await findingsOf(foreign)).map(({ name, severity }) => [name, severity]),
    [["no_template", "warning"]],
  );
  assert.equal(asked, 1);
});

test("the reader's findings are passed on", async () => {
  const finding = { name: "file_empty", severity: "error" as const, detail: "The file is empty." };
  const parsers = parsersOf([small], { reader: { read: async () => ({ ok: false, finding }) } });
  assert.deepEqual(await parsers.read(file), [{ statement: null, findings: [finding] }]);
});

test("two templates of one id and version are refused", () => {
  assert.throws(() => parsersOf([small, small], { reader: readerOf([]) }), StartError);
});

test("a template that comes while the parsers are in use reads the next bill", async () => {
  let templates: Template[] = [];
  const parsers = createParsers({
    reader: readerOf(pagesOfText(BILL)),
    templates: () => templates,
    readWithoutTemplate: () => null,
  });
  assert.equal((await parsers.read(file))[0].statement, null);
  templates = [small];
  assert.equal((await parsers.read(file))[0].statement?.acct_num, "12-34");
});
