import assert from "node:assert/strict";
import { test } from "node:test";
import { StartError } from "../errors.ts";
import { readRecipe } from "./recipe.ts";

const RECIPE = `
key: lakeside-power
version: 1
name: Lakeside Power
energy_types: [ELECTRIC]
time_zone: America/Chicago
match: { hosts: [my.lakeside-power.example] }
login:
  page: /sign-in
  form: form
  fields: { user: username, pass: password }
  outcomes: [{ kind: success, when: { url: /home } }]
accounts:
  page: /home
  rows: li
  fields: { external_id: { attr: id }, acct_num: { selector: b } }
documents:
  page: /bills/{external_id}
  rows: tr
  fields:
    external_id: { attr: id }
    date: { selector: td, format: MM/DD/YYYY }
    url: { selector: a, attr: href }
limits: { delay_ms: 500 }
`;

function fault(change: [string, string]): string {
  const yaml = RECIPE.replace(...change);
  assert.notEqual(yaml, RECIPE, `nothing to change: ${change[0]}`);
  try {
    readRecipe(yaml, "recipes/lakeside-power.yaml");
  } catch (error) {
    assert.ok(error instanceof StartError, String(error));
    return error.message;
  }
  return assert.fail(`it must be refused: ${change[1]}`);
}

test("a recipe is read, with its defaults", () => {
  const recipe = readRecipe(RECIPE, "x.yaml");
  assert.equal(recipe.match.path_prefix, "/");
  assert.equal(recipe.documents.newest_first, false);
  assert.deepEqual(recipe.interruptions, []);
  assert.equal(recipe.limits.pages_max, 100);
});

test("a wrong recipe stops with a sentence that names file and path", () => {
  const cases: { change: [string, string]; path: string; says: RegExp }[] = [
    { change: ["name: Lakeside Power", "nam: x"], path: "name", says: /expected string/ },
    { change: ["  rows: li", "  rows: li\n  row: li"], path: "accounts", says: /Unrecognized key: "row"/ },
    { change: ["version: 1", "version: 1.5"], path: "version", says: /expected int/ },
    { change: ["key: lakeside-power", "key: Lakeside"], path: "key", says: /lower-case words/ },
    { change: ["[ELECTRIC]", "[ELECTRICITY]"], path: "energy_types.0", says: /expected one of/ },
    { change: ["America/Chicago", "Chicago/America"], path: "time_zone", says: /not an IANA time zone/ },
    { change: ["[my.lakeside-power.example]", "[10.0.0.1]"], path: "match.hosts.0", says: /host name/ },
    { change: ["[my.lakeside-power.example]", "[localhost]"], path: "match.hosts.0", says: /host name/ },
    {
      change: ["hosts: [my.lakeside-power.example]", "path_prefix: /x"],
      path: "match",
      says: /either hosts or sandbox/,
    },
    { change: ["example]", "example], sandbox: true"], path: "match", says: /either hosts or sandbox/ },
    { change: ["page: /sign-in", "page: sign-in"], path: "login.page", says: /path or an https address/ },
    { change: ["page: /sign-in", "page: //evil.example/"], path: "login.page", says: /path or an https address/ },
    { change: ["page: /sign-in", "page: http://my.lakeside-power.example/"], path: "login.page", says: /https/ },
    { change: ["page: /sign-in", "page: https://other.example/"], path: "match.hosts", says: /every host/ },
    { change: ["page: /sign-in", "page: /{acct_num}"], path: "login.page", says: /no placeholder/ },
    { change: ["{external_id}", "{account}"], path: "documents.page", says: /\{external_id\} and \{acct_num\}/ },
    { change: ["form: form", "form: 'form['"], path: "login.form", says: /not a CSS selector/ },
    { change: ["pass: password", "pass: passphrase"], path: "login.fields.pass", says: /"username"\|"password"/ },
    { change: [", pass: password", ""], path: "login.fields", says: /one field for username and one for password/ },
    {
      change: [
        "accounts:",
        "second_factor: { steps: [{ kind: code, when: { url: /c }, prompt: p, form: form, field: c }], refusals: [{ kind: wrong, when: { text: no } }] }\naccounts:",
      ],
      path: "login.outcomes",
      says: /one of kind mfa_required/,
    },
    {
      change: ["accounts:", "second_factor: { steps: [], refusals: [] }\naccounts:"],
      path: "second_factor.steps",
      says: />=1/,
    },
    { change: ["kind: success", "kind: signed_in"], path: "login.outcomes.0.kind", says: /"success"/ },
    { change: ["kind: success", "kind: portal_down"], path: "login.outcomes", says: /needs one of kind success/ },
    { change: ["{ url: /home }", "{}"], path: "login.outcomes.0.when", says: /needs a condition/ },
    {
      change: ["{ url: /home }", "{ regex: '(' }"],
      path: "login.outcomes.0.when.regex",
      says: /not a regular expression/,
    },
    { change: ["MM/DD/YYYY", "MM/DD"], path: "documents.fields.date.format", says: /once each/ },
    { change: ["delay_ms: 500", "delay_ms: -1"], path: "limits.delay_ms", says: />=0/ },
  ];
  for (const { change, path, says } of cases) {
    const message = fault(change);
    assert.ok(message.startsWith("The recipe recipes/lakeside-power.yaml cannot be used. "), message);
    assert.ok(message.includes(` ${path}: `), `${path} in: ${message}`);
    assert.match(message, says);
  }
});

test("invalid YAML is reported with its line", () => {
  const message = fault(["key: lakeside-power", "key: [a"]);
  assert.match(message, /^The recipe recipes\/lakeside-power\.yaml is not YAML that can be read\. .* line \d+/s);
});

test("a duplicate key is refused", () => {
  assert.match(fault(["version: 1", "version: 1\nversion: 2"]), /unique/);
});
