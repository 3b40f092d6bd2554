import assert from "node:assert/strict";
import { cpSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { placeOf } from "./place.fixtures.ts";
import { BUILT_IN_UTILITIES, faultLine, openUtilities, type Utilities } from "./utilities.ts";

const SMALL = readFileSync(new URL("../parsers/fixtures/small.yaml", import.meta.url), "utf8");

const cardOf = (key: string, name = key) =>
  `key: ${key}\nname: ${name}\nenergy_types: [ELECTRIC]\ntime_zone: America/Chicago\n`;
const templateOf = (id: string, version = 1) =>
  SMALL.replace("id: small", `id: ${id}`).replace("version: 1", `version: ${version}`);
const RECIPE = `
version: 1
match: { hosts: [lake.example] }
login: { page: /, form: form, fields: { u: username, p: password }, outcomes: [{ kind: success, when: { status: 200 } }] }
accounts: { page: /, rows: li, fields: { external_id: {}, acct_num: {} } }
documents: { page: /, rows: li, fields: { external_id: {}, date: { format: YYYY-MM-DD }, url: {} } }
limits: { delay_ms: 0 }
`;

const namesOf = ({ templates }: { templates: readonly { id: string; version: number }[] }) =>
  templates.map(({ id, version }) => `${id} ${version}`);

test("a folder gives its card, its recipe and its templates", () => {
  const { utilities, faults } = placeOf({
    "lake/utility.yaml": cardOf("lake", "Lake Power"),
    "lake/recipe.yaml": RECIPE,
    "lake/templates/lake.yaml": templateOf("lake"),
    "lake/templates/lake-2020.yaml": templateOf("lake", 2),
    "lake/README.md": "notes",
  });
  const set = utilities.current();
  assert.deepEqual(faults, []);
  assert.deepEqual(
    set.utilities.map(({ card }) => card?.name),
    ["Lake Power"],
  );
  assert.deepEqual(
    set.recipes.map(({ key, name }) => [key, name]),
    [["lake", "Lake Power"]],
  );
  assert.deepEqual(namesOf(set), ["lake 2", "lake 1"]);
});

test("a utility may have templates and no portal", () => {
  const { utilities } = placeOf({ "lake/utility.yaml": cardOf("lake"), "lake/templates/a.yaml": templateOf("lake") });
  const { recipes, templates, faults } = utilities.current();
  assert.deepEqual([recipes.length, templates.length, faults.length], [0, 1, 0]);
});

test("a slip refuses its file alone, and is reported with file, path, line and sentence", () => {
  const { utilities, folder } = placeOf({
    "lake/utility.yaml": cardOf("lake"),
    "lake/recipe.yaml": RECIPE.replace("delay_ms: 0", "delay_ms: soon"),
    "lake/templates/good.yaml": templateOf("lake"),
    "lake/templates/bad.yaml": templateOf("lake", 2).replace("period_end: exclusive", "period_end: perhaps"),
    "river/utility.yaml": cardOf("river"),
    "river/templates/river.yaml": templateOf("river"),
  });
  const set = utilities.current();
  assert.deepEqual(namesOf(set), ["lake 1", "river 1"]);
  assert.equal(set.recipes.length, 0);
  assert.deepEqual(
    set.faults.map(({ file, path }) => [file.slice(folder.length + 1), path]),
    [
      ["lake/recipe.yaml", "limits.delay_ms"],
      ["lake/templates/bad.yaml", "period_end"],
    ],
  );
  const line =
    templateOf("lake")
      .split("\n")
      .findIndex((text) => text.startsWith("period_end")) + 1;
  assert.match(
    faultLine(set.faults[1] ?? assert.fail()),
    new RegExp(`lake/templates/bad\\.yaml:${line}: period_end: \\S+`),
  );
});

test("without a card that can be used nothing of a folder is used", () => {
  for (const [card, says] of [
    [null, /utility\.yaml: is missing/],
    [cardOf("river"), /key: must be the name of its folder, lake/],
    [cardOf("lake").replace("ELECTRIC", "POWER"), /energy_types\.0: /],
    [cardOf("lake").replace("America/Chicago", "Chicago/America"), /time_zone: is not an IANA time zone/],
    [`${cardOf("lake")}website: lake.example\n`, /website: must be an https address/],
    [`${cardOf("lake")}web: x\n`, /Unrecognized key: "web"/],
  ] as const) {
    const { utilities } = placeOf({
      ...(card === null ? {} : { "lake/utility.yaml": card }),
      "lake/templates/lake.yaml": templateOf("lake"),
    });
    const { templates, faults } = utilities.current();
    assert.equal(templates.length, 0);
    assert.match(faults.map(faultLine).join("\n"), says);
  }
});

test("a name that a utility does not have is reported, so that a slip in it is noticed", () => {
  const { utilities } = placeOf({
    "lake/utility.yaml": cardOf("lake"),
    "lake/template/lake.yaml": templateOf("lake"),
    "lake/templates/old.yml": templateOf("lake"),
    "lake/.draft": "",
  });
  assert.match(
    utilities.current().faults.map(faultLine).join("\n"),
    /lake\/template: is not part of a utility.*\n.*old\.yml: is not a template: the names of templates end in \.yaml$/,
  );
});

test("two templates with one id and version: the second is refused", () => {
  const { utilities } = placeOf({
    "lake/utility.yaml": cardOf("lake"),
    "lake/templates/lake.yaml": templateOf("lake"),
    "river/utility.yaml": cardOf("river"),
    "river/templates/river.yaml": templateOf("lake"),
  });
  const { templates, faults } = utilities.current();
  assert.equal(templates.length, 1);
  assert.match(faults.map(faultLine).join("\n"), /river\.yaml: has the id lake and version 1 of .*lake\.yaml$/);
});

test("a folder of one's own takes the place of a built-in utility, unless its card cannot be used", () => {
  const { utilities, put, later, folder } = placeOf(
    { "northgate-electric/utility.yaml": cardOf("northgate-electric", "Mine") },
    (own) => [BUILT_IN_UTILITIES, own],
  );
  const nameNow = (set: ReturnType<Utilities["current"]>) =>
    set.utilities.find(({ folder: each }) => each.endsWith("northgate-electric"))?.card?.name;
  assert.equal(nameNow(utilities.current()), "Mine");
  put("northgate-electric/utility.yaml", "key: [");
  const set = later();
  assert.equal(nameNow(set), "Northgate Electric");
  assert.deepEqual(
    set.faults.map(({ file }) => file),
    [join(folder, "northgate-electric/utility.yaml")],
  );
});

test("a change is taken up at the next look, and gives another version only when a template changes", () => {
  const { utilities, put, later } = placeOf({
    "lake/utility.yaml": cardOf("lake"),
    "lake/templates/lake.yaml": templateOf("lake"),
  });
  const first = utilities.current();
  put("lake/templates/lake-2.yaml", templateOf("lake", 2));
  assert.equal(utilities.current(), first, "not looked at again at once");
  const second = later();
  assert.deepEqual(namesOf(second).toSorted(), ["lake 1", "lake 2"]);
  assert.notEqual(second.version, first.version);
  assert.equal(later(), second, "the same object while nothing changes");

  put("lake/utility.yaml", cardOf("lake", "Lake Power"));
  const renamed = later();
  assert.equal(renamed.utilities[0]?.card?.name, "Lake Power");
  assert.equal(renamed.version, second.version);

  put("lake/templates/lake-2.yaml", templateOf("lake", 2).replace("Small Power", "Other Power"));
  const changed = later();
  assert.notEqual(changed.version, second.version);
  put("lake/templates/lake-2.yaml", null);
  assert.equal(later().version, first.version);
});

test("a utility can come and go", () => {
  const { utilities, put, later } = placeOf({ "lake/utility.yaml": cardOf("lake") });
  assert.equal(utilities.current().utilities.length, 1);
  put("river/utility.yaml", cardOf("river"));
  assert.equal(later().utilities.length, 2);
  put("lake", null);
  assert.deepEqual(
    later().utilities.map(({ card }) => card?.key),
    ["river"],
  );
});

const FAMILY = RECIPE.replace("version: 1", "version: 1\nparameters: [host, town]").replaceAll(
  "lake.example",
  "{host}",
);

const cardInFamily = (key: string, parameters: string) => `${cardOf(key)}\nfamily: coop\nparameters: ${parameters}\n`;

test("utilities of a family have its recipe, each with its own values, and follow its changes", () => {
  const { utilities, put, later } = placeOf({
    "families/coop/recipe.yaml": FAMILY,
    "lake/utility.yaml": cardInFamily("lake", "{ host: lake.example, town: lake }"),
    "river/utility.yaml": cardInFamily("river", "{ host: my.river.example, town: river }"),
  });
  const { recipes, faults } = utilities.current();
  assert.deepEqual(faults, []);
  assert.deepEqual(
    recipes.map(({ key, match }) => [key, match.hosts]),
    [
      ["lake", ["lake.example"]],
      ["river", ["my.river.example"]],
    ],
  );
  put("families/coop/recipe.yaml", FAMILY.replace("version: 1", "version: 2"));
  assert.deepEqual(
    later().recipes.map(({ version }) => version),
    [2, 2],
  );
});

test("a parameter may have a value that a card can leave out, and a fictional utility needs no host", () => {
  const recipe = FAMILY.replace("[host, town]", "\n  [\n    host,\n    delay_ms=1500,\n    path=,\n  ]")
    .replace("match: { hosts: [{host}] }", 'match:\n  hosts: ["{host}"]\n  path_prefix: "{path}/"')
    .replace("delay_ms: 0", "delay_ms: { delay_ms }");
  const { recipes, faults } = placeOf({
    "families/coop/recipe.yaml": recipe,
    "lake/utility.yaml": cardInFamily("lake", "{ host: lake.example }"),
    "river/utility.yaml": `${cardInFamily("river", '{ path: /river, delay_ms: "5" }')}sandbox: true\n`,
    "stone/utility.yaml": cardInFamily("stone", "{ path: /stone }"),
  }).utilities.current();
  assert.deepEqual(
    recipes.map(({ key, match, limits }) => [key, match.hosts, match.path_prefix, limits.delay_ms]),
    [
      ["lake", ["lake.example"], "/", 1500],
      ["river", undefined, "/river/", 5],
    ],
  );
  assert.match(faults.map(faultLine).join(), /parameters: has no value for host in the card of stone$/);
});

test("a slip in a family or a card of it refuses that utility, with the file and a sentence", () => {
  const faultsOf = (files: Record<string, string>) =>
    placeOf(files)
      .utilities.current()
      .faults.map(({ file, path, detail }) => `${file.split("/").slice(-3).join("/")} ${path}: ${detail}`);
  const lake = (parameters: string) => ({ "lake/utility.yaml": cardInFamily("lake", parameters) });
  const coop = { "families/coop/recipe.yaml": FAMILY };
  const [missing] = faultsOf({ ...coop, ...lake("{ host: lake.example }") });
  assert.match(missing ?? "", /coop\/recipe\.yaml parameters: has no value for town in the card of lake$/);
  const [unknown] = faultsOf({ ...coop, ...lake("{ host: lake.example, town: x, zip: x }") });
  assert.match(unknown ?? "", /parameters: does not name zip, which the card of lake gives$/);
  const [hostile] = faultsOf({ ...coop, ...lake(`{ host: "a, b: c", town: x }`) });
  assert.match(hostile ?? "", /lake\/utility\.yaml parameters\.host: may have letters/);
  const [noFamily] = faultsOf(lake("{ host: lake.example, town: x }"));
  assert.match(noFamily ?? "", /lake\/utility\.yaml : names the family coop, which is not there$/);
  const both = faultsOf({ ...coop, ...lake("{ host: lake.example, town: x }"), "lake/recipe.yaml": RECIPE });
  assert.match(both[0] ?? "", /lake\/recipe\.yaml : is not used, because the card names a family$/);
  const [slip] = faultsOf({
    "families/coop/recipe.yaml": FAMILY.replace("rows: ", "rowz: "),
    ...lake("{ host: lake.example, town: x }"),
  });
  assert.match(slip ?? "", /coop\/recipe\.yaml .*: /);
});

const CODE = {
  "lake/utility.yaml": cardOf("lake"),
  "lake/connector.yaml": "version: 1\nmatch: { hosts: [lake.example] }\nlimits: { delay_ms: 0 }\n",
  "lake/connector.ts": [
    'import type { CodeConnector } from "./portal.ts";',
    "export default {",
    "  async signIn(portal) {}, async accounts(portal) {}, async bills(portal) {}, async file(portal) {},",
    "} as CodeConnector;",
    "",
  ].join("\n"),
};

test("a connector in code is taken up as a recipe is", () => {
  const { utilities, put, later } = placeOf(CODE);
  const { portals, faults, recipes } = utilities.current();
  assert.deepEqual([faults.length, recipes.length], [0, 0]);
  assert.deepEqual(
    portals.map(({ key, version }) => [key, version]),
    [["lake", 1]],
  );
  put("lake/connector.yaml", CODE["lake/connector.yaml"].replace("version: 1", "version: 2"));
  assert.deepEqual(
    later().portals.map(({ version }) => version),
    [2],
  );
});

test("a slip in a connector in code is found without running it, with file, line and sentence", () => {
  const code = CODE["lake/connector.ts"];
  for (const [file, text, says] of [
    [
      "connector.ts",
      code.replace("signIn(portal)", "signIn(portal"),
      /connector\.ts:\d+: cannot be read as TypeScript/,
    ],
    ["connector.ts", `enum A { b }\n${code}`, /connector\.ts:\d+: cannot be read as TypeScript .*enum/],
    [
      "connector.ts",
      code.replace("import type", "import"),
      /connector\.ts: has|connector\.ts:1: imports or exports something/,
    ],
    ["connector.ts", `${code}export const a = 1;\n`, /connector\.ts:5: imports or exports something/],
    ["connector.ts", code.replace("async bills", "async bill"), /connector\.ts: has no method bills$/],
    ["connector.ts", code.replace("export default", "const a ="), /must have one `export default`/],
    ["connector.ts", `let a; let a;\n${code}`, /connector\.ts:1: cannot be read: .*already been declared/],
    ["connector.js", "x", /connector\.js: is not used, because there is connector\.ts/],
    ["recipe.yaml", RECIPE, /connector\.ts: is not used, because there is recipe\.yaml/],
    ["connector.yaml", "version: 1\nmatch: { hosts: [lake.example] }\n", /connector\.yaml:1: limits: /],
    [
      "connector.yaml",
      `${CODE["lake/connector.yaml"]}password: { hosts: [river.example] }\n`,
      /connector\.yaml:4: password\.hosts: names river\.example, which is not in match/,
    ],
    [
      "connector.yaml",
      `${CODE["lake/connector.yaml"]}password: { as: [md4] }\n`,
      /connector\.yaml:4: password\.as\.0: /,
    ],
  ] as const) {
    const { utilities, folder } = placeOf({ ...CODE, [`lake/${file}`]: text });
    const { faults, portals } = utilities.current();
    assert.match(faults.map((fault) => faultLine(fault).slice(folder.length)).join("\n"), says);
    assert.equal(portals.length, file === "recipe.yaml" ? 1 : 0, text);
  }
});

test("while a changed recipe or connector has a slip, the one before stays in use", () => {
  for (const [files, file, slip] of [
    [CODE, "lake/connector.ts", "export default {"],
    [{ "lake/utility.yaml": cardOf("lake"), "lake/recipe.yaml": RECIPE }, "lake/recipe.yaml", "version: soon"],
  ] as const) {
    const { utilities, put, later } = placeOf({ ...files });
    const { portals } = utilities.current();
    assert.equal(portals.length, 1);
    put(file, slip);
    const set = later();
    assert.equal(set.faults.length > 0, true);
    assert.deepEqual(set.portals, portals);
    put("lake/utility.yaml", cardOf("lake", "Lake Power"));
    assert.deepEqual(
      later().portals.map(({ name }) => name),
      ["Lake Power"],
    );
    put(file, null);
    assert.equal(later().portals.length, 0);
  }
});

test("while the recipe of a family has a slip, its utilities keep the one before", () => {
  const lake = cardInFamily("lake", "{ host: lake.example, town: lake }");
  const { utilities, put, later } = placeOf({ "families/coop/recipe.yaml": FAMILY, "lake/utility.yaml": lake });
  const { recipes } = utilities.current();
  assert.equal(recipes.length, 1);
  put("families/coop/recipe.yaml", FAMILY.replace("rows: ", "rowz: "));
  assert.deepEqual([later().recipes, later().faults.length > 0], [recipes, true]);
  put("families/coop/recipe.yaml", FAMILY.replace("version: 1", "version: 2"));
  assert.equal(later().recipes[0]?.version, 2);
});

test("recipes stay the same array as long as none changes", () => {
  const { utilities, put, later } = placeOf({ "lake/utility.yaml": cardOf("lake"), "lake/recipe.yaml": RECIPE });
  const { recipes } = utilities.current();
  put("lake/templates/lake.yaml", templateOf("lake"));
  put("river/utility.yaml", cardOf("river"));
  const next = later();
  assert.equal(next.templates.length, 1);
  assert.notEqual(next.recipes, recipes, "its own folder was read again");
  put("river/templates/river.yaml", templateOf("river"));
  assert.equal(later().recipes, next.recipes);
});

test("a fault is logged once, and again when it comes back", () => {
  const bad = templateOf("lake").replace("period_end: exclusive", "period_end: perhaps");
  const { utilities, faults, put, later } = placeOf({
    "lake/utility.yaml": cardOf("lake"),
    "lake/templates/lake.yaml": bad,
  });
  utilities.current();
  put("river/utility.yaml", cardOf("river"));
  later();
  assert.equal(faults.length, 1);
  put("lake/templates/lake.yaml", templateOf("lake"));
  assert.deepEqual(later().faults, []);
  put("lake/templates/lake.yaml", bad);
  later();
  assert.equal(faults.length, 2);
});

test("a folder that is not there is a fault until it comes", () => {
  const { utilities, faults, folder, later } = placeOf({}, (own) => [join(own, "absent")]);
  assert.deepEqual(utilities.current().utilities, []);
  assert.deepEqual(
    faults.map(({ detail }) => detail),
    ["is not a folder that can be read"],
  );
  cpSync(BUILT_IN_UTILITIES, join(folder, "absent"), { recursive: true });
  const folders = readdirSync(BUILT_IN_UTILITIES, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== "families",
  );
  assert.equal(later().utilities.length, folders.length);
});

test("the utilities that come with the service have no fault", () => {
  const { faults, utilities } = openUtilities({ folders: [BUILT_IN_UTILITIES], now: () => 0 }).current();
  assert.deepEqual(faults, []);
  assert.ok(utilities.length >= 2);
});
