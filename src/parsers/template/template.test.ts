import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { parse, stringify } from "yaml";
import { countProcessorMs } from "../../../test/processor-time.ts";
import type { Pattern } from "../../domain/pattern.ts";
import { StartError } from "../../errors.ts";
import { linesOf } from "./lines.ts";
import { readDecimal, readQuantity, readRate } from "./numbers.ts";
import { fits, runTemplate } from "./run-template.ts";
import { pagesOfText } from "../parsers.fixtures.ts";
import { readTemplate } from "./template.ts";

const FOLDER = join(import.meta.dirname, "../../..");
const SMALL = "src/parsers/fixtures/small.yaml";
const FILES = globSync(["utilities/*/templates/*.yaml", "src/parsers/fixtures/*.yaml"], { cwd: FOLDER });
const textOf = (file: string) => readFileSync(join(FOLDER, file), "utf8");

type Tree = { [key: string]: Tree };

/** The small template with one change. */
function changed(change: (template: Tree) => void): string {
  // Parsed YAML is a tree; the tests know its shape.
  const template = parse(textOf(SMALL)) as Tree;
  change(template);
  return stringify(template);
}

/** Sets a value at a path, like a mistake in the file. */
function slip(path: string, value: unknown): string {
  return changed((template) => {
    const keys = path.split(".");
    const last = keys.pop() ?? "";
    let branch = template;
    for (const key of keys) branch = branch[key] ?? {};
    Object.assign(branch, { [last]: value });
  });
}

function refusalOf(yaml: string): string {
  try {
    readTemplate(yaml, "templates/wrong.yaml");
  } catch (error) {
    assert.ok(error instanceof StartError);
    return error.message;
  }
  return assert.fail("the template was accepted");
}

test("every template is valid, and has the name of its file", () => {
  assert.ok(FILES.length >= 5);
  for (const file of FILES) assert.equal(`${readTemplate(textOf(file), file).id}.yaml`, basename(file));
});

const SLIPS: { path: string; value: unknown; says: RegExp }[] = [
  { path: "id", value: "Small Power", says: /id: must be lower-case words/ },
  { path: "verion", value: 2, says: /the template: Unrecognized key: "verion"/ },
  { path: "match.all", value: ["(Small"], says: /match\.all\.0: is not a regular expression/ },
  { path: "match.all", value: [], says: /match\.all: / },
  { path: "locale.decimal_mark", value: ";", says: /locale\.decimal_mark: / },
  { path: "locale.date_formats", value: ["MM/YYYY"], says: /locale\.date_formats\.0: must name/ },
  { path: "period_end", value: "included", says: /period_end: / },
  {
    path: "fields",
    value: { acct_num: { label: "Account" } },
    says: /fields: must have acct_num, invoice_date, amount_due/,
  },
  { path: "fields.amount_due", value: {}, says: /fields\.amount_due: needs a label or a pattern/ },
  { path: "fields.amount_due", value: { pattern: "Due (.+)" }, says: /fields\.amount_due\.pattern: must have a group/ },
  {
    path: "fields.amount_due",
    value: { label: "Due", were: "below" },
    says: /fields\.amount_due: Unrecognized key: "were"/,
  },
  { path: "meters.0.energy_type", value: "POWER", says: /meters\.0\.energy_type: / },
  { path: "meters.0.start", value: "^Meter (?<number>.+)", says: /meters\.0\.start: may have the groups meter_num/ },
  {
    path: "meters.0.fields",
    value: { meter_number: { label: "Meter" } },
    says: /meters\.0\.fields\.meter_number|meters\.0\.fields: /,
  },
  {
    path: "meters.0.usages.0.row",
    value: "^(?<amount>.+)$",
    says: /meters\.0\.usages\.0: needs either columns or row/,
  },
  {
    path: "meters.0.charges.0.columns",
    value: { description: "^Charge$" },
    says: /meters\.0\.charges\.0: must locate the amount/,
  },
  {
    path: "meters.0.charges.0.columns",
    value: { description: "^Charge$", amount: "^Amount$", prise: "^Price$" },
    says: /meters\.0\.charges\.0: has a part "prise" that is not known/,
  },
  { path: "charge_map", value: [{ description: "^Tax$", type: "tax" }], says: /charge_map\.0\.type: / },
];

for (const { path, value, says } of SLIPS) {
  test(`a mistake at ${path} (${JSON.stringify(value)}) is a sentence that names the file and the path`, () => {
    const sentence = refusalOf(slip(path, value));
    assert.match(sentence, /^The bill template templates\/wrong\.yaml cannot be used\. .+\.$/);
    assert.match(sentence, says);
  });
}

test("an expression that could be slow is refused with its path, the expression and the reason", () => {
  assert.match(
    refusalOf(slip("charge_map", [{ description: "^(?!Tax).+$", type: "tax_cost" }])),
    /charge_map\.0\.description: looks ahead or behind, .+ \(\^\(\?!Tax\)\.\+\$\)/,
  );
});

test("text that is not YAML is refused with its line", () => {
  assert.match(refusalOf("id: [small"), /is not YAML that can be read: .*line 1/);
});

/** Lines that try to slow down an expression, of the maximum length. */
const SPITEFUL = ["1", "a", " ", "1  ", "a ", "1,", "1.1 ", "a  1 ", "(1)  ", "$1 ", "1 A  ", "-- "].map((piece) =>
  piece.repeat(600).slice(0, 595),
);

test("no template takes long on lines that try to slow down its expressions", () => {
  for (const file of FILES) {
    const template = readTemplate(textOf(file), file);
    const openers = [
      "Electric meter 1  x",
      "GAS SERVICE  Meter No. 1",
      "Previous  Present  CCF",
      "Meter 7",
      "Delivery Services",
    ];
    const text = [...openers, ...SPITEFUL, ...SPITEFUL.map((line) => `${line} x`)].join("\n");
    const workedMs = countProcessorMs();
    const pages = pagesOfText(text);
    fits(template, linesOf(pages));
    runTemplate(template, pages);
    const took = workedMs();
    assert.ok(took < 500, `${file} took ${took.toFixed(0)} ms`);
  }
});

test("no single expression of a template takes long on such a line", () => {
  for (const file of FILES) {
    for (const pattern of patternsIn(readTemplate(textOf(file), file))) {
      for (const line of SPITEFUL) {
        for (const text of [line, `${line}x`, `${line}  1.00`]) {
          const workedMs = countProcessorMs();
          pattern.test(text);
          const took = workedMs();
          assert.ok(took < 100, `${file}: ${pattern.source} took ${took.toFixed(0)} ms on ${text.slice(0, 12)}...`);
        }
      }
    }
  }
});

function patternsIn(tree: unknown): Pattern[] {
  if (typeof tree === "object" && tree !== null && "names" in tree) return [tree as Pattern];
  return typeof tree === "object" && tree !== null ? Object.values(tree).flatMap(patternsIn) : [];
}

test("a number is read or refused quickly, even in a long and odd text", () => {
  for (const line of SPITEFUL) {
    for (let length = 1; length <= line.length; length += 7) {
      const workedMs = countProcessorMs();
      for (const read of [readDecimal, readQuantity, readRate]) read(`${line.slice(0, length)}x`, ".");
      assert.ok(workedMs() < 50, line.slice(0, 12));
    }
  }
});

test("a template with totals cannot say that it prints nothing to compare", () => {
  assert.throws(
    () => readTemplate(slip("nothing_to_compare", true), "small.yaml"),
    /nothing_to_compare: is not true of a template with current_charges, previous_balance, amount_paid or printed_total/,
  );
});
