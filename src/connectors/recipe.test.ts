import assert from "node:assert/strict";
import { test } from "node:test";
import { faultText, type YamlFault } from "../domain/yaml-file.ts";
import type { UtilityCard } from "./contract.ts";
import { codeSenders, parseRecipe } from "./recipe.ts";

const LAKESIDE: UtilityCard = {
  key: "lakeside-power",
  name: "Lakeside Power",
  energy_types: ["ELECTRIC"],
  time_zone: "America/Chicago",
};

const RECIPE = `
version: 1
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

function faultsOf(change: [string, string], utility = LAKESIDE): YamlFault[] {
  const yaml = RECIPE.replace(...change);
  assert.notEqual(yaml, RECIPE, `nothing to change: ${change[0]}`);
  const read = parseRecipe(yaml, utility);
  return read.ok ? assert.fail(`it must be refused: ${change[1]}`) : read.faults;
}

const fault = (change: [string, string]): string => faultText(faultsOf(change), "the recipe");

test("a recipe is read, with the card of its utility and its defaults", () => {
  const read = parseRecipe(RECIPE, LAKESIDE);
  assert.ok(read.ok);
  const recipe = read.value;
  assert.equal(recipe.name, "Lakeside Power");
  assert.equal(recipe.match.path_prefix, "/");
  assert.equal(recipe.documents.newest_first, false);
  assert.deepEqual(recipe.interruptions, []);
  assert.equal(recipe.limits.pages_max, 100);
});

/** A second step whose answer is followed by these steps. */
const asking = (after: string, more = ""): [string, string] => [
  "{ url: /home } }]",
  `{ url: /home } }, { kind: mfa_required, when: { url: /c } }]
second_factor:
  steps: [{ kind: code, when: { url: /c }, prompt: p, form: form, field: c, after: ${after} }]
  refusals: [{ kind: wrong, when: { text: no } }]
${more}`,
];

test("a wrong recipe is refused with a sentence that names the path", () => {
  const cases: { change: [string, string]; path: string; says: RegExp }[] = [
    { change: ["  rows: li", "  rows: li\n  row: li"], path: "accounts", says: /Unrecognized key: "row"/ },
    { change: ["version: 1", "version: 1.5"], path: "version", says: /expected int/ },
    { change: ["[my.lakeside-power.example]", "[10.0.0.1]"], path: "match.hosts.0", says: /host name/ },
    { change: ["[my.lakeside-power.example]", "[localhost]"], path: "match.hosts.0", says: /host name/ },
    {
      change: ["hosts: [my.lakeside-power.example]", "path_prefix: /x"],
      path: "match",
      says: /needs hosts/,
    },
    { change: ["example]", "example], sandbox: true"], path: "match", says: /Unrecognized key: "sandbox"/ },
    { change: ["page: /sign-in", "page: sign-in"], path: "login.page.url", says: /path or an https address/ },
    { change: ["page: /sign-in", "page: //evil.example/"], path: "login.page.url", says: /path or an https address/ },
    { change: ["page: /sign-in", "page: http://my.lakeside-power.example/"], path: "login.page.url", says: /https/ },
    { change: ["page: /sign-in", "page: https://other.example/"], path: "match.hosts", says: /every host/ },
    {
      change: ["page: /sign-in", "page: /{acct_num}"],
      path: "login.steps.0",
      says: /uses \{acct_num\}, which is known/,
    },
    { change: ["{external_id}", "{account}"], path: "documents.0", says: /known are acct_num, external_id/ },
    { change: ["page: /sign-in", "page: /in?p={password}"], path: "login", says: /belongs into a body/ },
    { change: ["rows: li", "rows: '$.accounts['"], path: "accounts.rows", says: /not a JSONPath/ },
    { change: ["rows: li", "rows: '$[?match(@.a, \"x\")]'"], path: "accounts.rows", says: /not a JSONPath/ },
    { change: ["rows: li", "rows: li\n  next: { number_from: 1 }"], path: "documents.next", says: /needs pages/ },
    {
      change: ["page: /home\n", "page: { url: /api, method: GET, json: {} }\n"],
      path: "accounts.page",
      says: /has a body, so it is no GET/,
    },
    {
      change: ["version: 1", "version: 1\nheaders: { cookie: a=b }"],
      path: "headers.cookie",
      says: /sets itself/,
    },
    {
      change: ["version: 1", "version: 1\nheaders: { authorization: 'Bearer {tokn}' }"],
      path: "headers",
      says: /uses \{tokn\}/,
    },
    { change: ["form: form", "form: 'form['"], path: "login.form", says: /not a CSS selector/ },
    { change: ["pass: password", "pass: passphrase"], path: "login.fields.pass", says: /"username"\|"password"/ },
    { change: [", pass: password", ""], path: "login", says: /username, and password in one step/ },
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
    {
      change: ["accounts:", "renew: { after_seconds: 60, steps: [{ page: '/new?{acct_num}' }] }\naccounts:"],
      path: "renew.steps.0",
      says: /uses \{acct_num\}/,
    },
    {
      change: ["accounts:", "renew: { after_seconds: 60, steps: [{ page: 'https://other.example/' }] }\naccounts:"],
      path: "match.hosts",
      says: /every host/,
    },
    {
      change: [
        "accounts:",
        "renew: { after_seconds: 60, steps: [{ page: /new }] }\nsession: { check: /home, when: { status: 200 } }\naccounts:",
      ],
      path: "renew",
      says: /leave out one of renew and session/,
    },
    {
      change: ["accounts:", "renew: { after_seconds: 60, steps: [{ page: /new }] }\ntransport: browser\naccounts:"],
      path: "renew",
      says: /is for http/,
    },
    {
      change: asking("[{ page: 'https://other.example/token' }]"),
      path: "match.hosts",
      says: /every host/,
    },
    {
      change: asking("[{ page: { url: /token, form: { code: '{answer}' } } }]", "transport: browser"),
      path: "transport",
      says: /needs http/,
    },
    {
      change: ["  rows: tr", "  rows: tr\n  empty: { text: none }\n  groups: .years a\n  next: { number_from: 1 }"],
      path: "documents.groups",
      says: /goes with a link in next, or without next/,
    },
    {
      change: ["  rows: tr", "  rows: tr\n  groups: .years a\n  next: { token: $.next }"],
      path: "documents.groups",
      says: /goes with a link in next, or without next/,
    },
  ];
  for (const { change, path, says } of cases) {
    const message = fault(change);
    assert.ok(message.includes(`${path}: `), `${path} in: ${message}`);
    assert.match(message, says);
  }
});

test("a fault has its line", () => {
  assert.deepEqual(
    faultsOf(["delay_ms: 500", "delay_ms: -1"]).map(({ line }) => line),
    [20],
  );
  const [unreadable] = faultsOf(["version: 1", "version: [a"]);
  assert.match(unreadable?.detail ?? "", /^is not YAML that can be read: /);
  assert.equal(typeof unreadable?.line, "number");
});

test("a utility of the sandbox has no hosts", () => {
  assert.match(
    faultText(faultsOf(["version: 1", "version: 2"], { ...LAKESIDE, sandbox: true }), "the recipe"),
    /match: has no hosts, because the utility is one of the sandbox/,
  );
});

test("a duplicate key is refused", () => {
  assert.match(fault(["version: 1", "version: 1\nversion: 2"]), /unique/);
});

test("mails with codes come from whom the recipe names, else from the domain of the card's website", () => {
  const mail = (from: string[]) => ({ from, subject: undefined, code: undefined });
  const website = "https://www.lakeside-power.example/";
  assert.deepEqual(codeSenders(mail([]), { website }), ["lakeside-power.example"]);
  assert.deepEqual(codeSenders(mail(["codes.example"]), { website }), ["codes.example"]);
  const second = (mailText: string) =>
    `${RECIPE.replace("outcomes: [", "outcomes: [{ kind: mfa_required, when: { url: /code } }, ")}
second_factor:
  steps: [{ kind: code, when: { url: /code }, prompt: p, form: form, field: code, mail: ${mailText} }]
  refusals: [{ kind: wrong, when: { text: wrong } }]
`;
  const faults = (mailText: string, card: UtilityCard) => {
    const read = parseRecipe(second(mailText), card);
    return read.ok ? "" : faultText(read.faults, "the recipe");
  };
  assert.equal(faults("{}", { ...LAKESIDE, website }), "");
  assert.match(faults("{}", LAKESIDE), /needs `from` in its mail, because the card has no website/);
  assert.match(faults("{ from: [everybody] }", LAKESIDE), /must be an address or a domain/);
  assert.match(faults('{ from: [codes.example], code: "(?=x)" }', LAKESIDE), /second_factor\.steps\.0\.mail\.code/);
});
