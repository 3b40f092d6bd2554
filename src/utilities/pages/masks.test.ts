/** Nothing that identifies a customer is left in masked pages, however it is written; what a recipe needs to visit them stays. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseHtml } from "../../domain/html.ts";
import type { Exchange } from "./exchange.ts";
import { learnExchange, maskExchange, revealedIn } from "./mask-exchanges.ts";
import { createMasks, MASKED_PASSWORD, MASKED_USERNAME } from "./masks.ts";

interface Customer {
  username: string;
  password: string;
  name: string;
  street: string;
  email: string;
  phone: string;
  account: string;
  token: string;
  /** As a portal writes it that knows no capitals. */
  first: string;
}

const letters = (from: string, min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...from), minLength: min, maxLength: max });
const LOWER = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";
const word = letters(LOWER, 4, 9).map((text) => `X${text}`);
/** With signs that each form of text writes in another way. */
const password = fc.tuple(letters(`${LOWER}${DIGITS}`, 5, 10), letters("&<>\"'+ %/ü=", 1, 4), letters(DIGITS, 2, 4));

const customers: fc.Arbitrary<Customer> = fc
  .record({
    username: letters(LOWER, 7, 12).map((text) => `q${text}`),
    password: password.map((parts) => parts.join("")),
    name: fc.tuple(word, word).map((words) => words.join(" ")),
    street: fc.tuple(fc.integer({ min: 100, max: 9999 }), word).map(([house, name]) => `${house} ${name} Street`),
    email: fc.tuple(letters(LOWER, 5, 9), word).map(([user, host]) => `${user}@${host.toLowerCase()}.org`),
    phone: fc.tuple(letters(DIGITS, 4, 4)).map(([end]) => `(217) 555-${end}`),
    account: letters("123456789", 9, 12),
    token: fc.tuple(letters(LOWER, 10, 14), letters(DIGITS, 8, 10)).map((parts) => parts.join("")),
    first: letters(LOWER, 5, 9).map((text) => `zq${text}`),
  })
  .filter(({ account }) => !account.startsWith("1"));

/** As bills print it. */
const grouped = (number: string): string => number.replaceAll(/(\d{4})(?=\d)/g, "$1 ");
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const exchange = (given: Partial<Exchange> & Pick<Exchange, "url">): Exchange => ({
  method: "GET",
  headers: {},
  body: "",
  status: 200,
  answered: { "content-type": ["text/html"] },
  content: new Uint8Array(),
  ...given,
});

/** One visit in which everything of the customer is in every kind of place. */
function visitOf(customer: Customer): Exchange[] {
  const { username, password: secret, name, street, email, phone, account, token, first } = customer;
  const jwt = `${base64('{"alg":"HS256"}')}.${base64(JSON.stringify({ sub: username, email, n: 4711 })).replaceAll("=", "")}.${token}`;
  const page = `<html><body><p>Welcome back, ${name}!</p><div id="box" class="address">${street}</div>
    <a class="mail" href="mailto:${email}">${email}</a><span>${phone}</span>
    <a id="bills" href="/bills/${account}?t=${token}">Account number ${account}</a>
    <form id="next" action="/go"><input name="csrf" value="${token}"><input name="last_name" value="${name}"></form>
    <script id="state" type="application/json">${JSON.stringify({ holder_name: name, session: jwt })}</script>
    <p>You are ${escaped(username)}.</p><p>Account ${grouped(account)} of ${first}</p></body></html>`;
  const json = JSON.stringify({
    customerName: name,
    service_address: street,
    email,
    phone,
    accountNumber: account,
    accessToken: jwt,
    saved: base64(`${username}:${secret}`),
    bills: [{ date: "2026-05-03", amount: 118.42 }],
    firstName: first,
    byAccount: { [account]: 1, [`of ${name}`]: 2 },
    document: { data: base64(`%PDF-1.4 Bill of ${name} ${account} `.repeat(9)) },
  });
  const query = `query Statements { account(number: "${account}", holder: "${name}") { bills { id } } }`;
  const sent = new URLSearchParams({ user: username, secret, csrf: token }).toString();
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const basic = { authorization: `Basic ${base64(`${username}:${secret}`)}`, cookie: `s=${token}` };
  return [
    exchange({
      method: "POST",
      url: `https://portal.example/in?user=${encodeURIComponent(username)}`,
      headers: type,
      body: sent,
      status: 302,
      answered: { location: [`/home?account=${account}`], "set-cookie": [`session=${token}; Path=/`] },
    }),
    exchange({ url: `https://portal.example/home?account=${account}`, content: Buffer.from(page) }),
    exchange({
      method: "POST",
      url: `https://portal.example/api/${account}`,
      headers: { ...basic, "content-type": "application/json" },
      body: JSON.stringify({ username, password: secret, account }),
      answered: { "content-type": ["application/json"] },
      content: Buffer.from(json),
    }),
    exchange({ url: `https://portal.example/bills/${account}?t=${token}`, content: Buffer.from(page) }),
    exchange({
      method: "POST",
      url: `https://portal.example/people/${first}/${encodeURIComponent(name)}?name=${encodeURIComponent(name)}`,
      body: JSON.stringify({ operationName: "Statements", query, variables: { account, [first]: first } }),
      answered: { "content-type": ["application/octet-stream"] },
      content: Buffer.from(`%PDF-1.4 ${name} ${grouped(account)}`),
    }),
  ];
}

function maskVisit(customer: Customer): Exchange[] {
  const visit = visitOf(customer);
  const masks = createMasks(customer);
  for (const each of visit) learnExchange(masks, each);
  const masked = visit.map((each) => maskExchange(masks, each));
  assert.deepEqual(revealedIn(masks, masked), []);
  return masked;
}

const textOf = ({ content }: Exchange): string => Buffer.from(content).toString();
const everything = (masked: readonly Exchange[]): string =>
  masked.map((each) => `${JSON.stringify(each)}\n${textOf(each)}`).join("\n");

/** How a value may be written; what stands in base64 is looked for in what that decodes to. */
const writings = (value: string): string[] => [
  value,
  encodeURIComponent(value),
  new URLSearchParams({ "": value }).toString().slice(1),
  escaped(value),
  JSON.stringify(value).slice(1, -1),
  grouped(value),
  base64(value).replaceAll("=", ""),
];
const decoded = (text: string): string =>
  (text.match(/[\w+/-]{16,}={0,2}/g) ?? []).map((part) => Buffer.from(part, "base64").toString()).join("\n");

test("no value of a customer is left in pages, JSON, forms, headers, addresses, tokens and base64", () => {
  fc.assert(
    fc.property(customers, (customer) => {
      const text = everything(maskVisit(customer));
      const all = `${text}\n${decoded(text)}`.toLowerCase();
      for (const [kind, value] of Object.entries(customer))
        for (const writing of writings(value))
          assert.ok(!all.includes(writing.toLowerCase()), `${kind} ${writing} is left in ${all}`);
    }),
    { numRuns: 60 },
  );
});

test("the same value is replaced by the same, so that links, forms and ids still fit, and the structure stays", () => {
  fc.assert(
    fc.property(customers, (customer) => {
      const [signIn, home, api, bills] = maskVisit(customer);
      assert.ok(signIn && home && api && bills);
      assert.equal(new URL(signIn.answered["location"]?.[0] ?? "", signIn.url).href, home.url);
      const $ = parseHtml(textOf(home));
      assert.equal(new URL($("a#bills").attr("href") ?? "", home.url).href, bills.url);
      const sent = new URLSearchParams(signIn.body);
      assert.deepEqual([...sent.keys()], ["user", "secret", "csrf"]);
      assert.deepEqual([sent.get("user"), sent.get("secret")], [MASKED_USERNAME, MASKED_PASSWORD]);
      assert.equal($("form#next [name=csrf]").attr("value"), sent.get("csrf"));
      const answer = JSON.parse(textOf(api)) as { accountNumber: string; bills: unknown };
      assert.equal(new URL(api.url).pathname, `/api/${answer.accountNumber}`);
      assert.deepEqual(answer.bills, [{ date: "2026-05-03", amount: 118.42 }]);
      assert.deepEqual(JSON.parse(api.body), {
        username: MASKED_USERNAME,
        password: MASKED_PASSWORD,
        account: answer.accountNumber,
      });
      assert.deepEqual(signIn.answered["set-cookie"], ["session=masked; Path=/"]);
      assert.equal($("#box.address").length, 1);
      assert.ok(
        $("body")
          .text()
          .includes(`Account ${grouped(answer.accountNumber)} of`),
        $("body").text(),
      );
    }),
    { numRuns: 30 },
  );
});

test("names of fields, operations and addresses stay, however much they look like a value; the values are masked", () => {
  const json = (body: unknown, answer: unknown, path = "/api/identify"): Exchange =>
    exchange({
      method: "POST",
      url: `https://portal.example${path}`,
      body: typeof body === "string" ? body : JSON.stringify(body),
      answered: { "content-type": ["application/json"] },
      content: Buffer.from(JSON.stringify(answer)),
    });
  const query = 'query ServiceAccounts($no: ID) { viewer { ServiceAccounts(no: $no, holder: "Pat Doe") { premise } } }';
  const hash = "0123456789abcdef".repeat(4);
  const visit = [
    json(
      { identifier: "patricia" },
      { value: [{ name: "credentials", form: [{ name: "passcode" }] }], name: "identify" },
    ),
    json({ credentials: { passcode: "secret word" } }, { next: "https://portal.example/api/identify?passcode=1" }),
    json("credentials.passcode=secret+word", {
      addressType: "SERVICE",
      service: { premise: "Pat Doe" },
      name: "Pat Doe",
    }),
    json(
      { operationName: "ServiceAccounts", query, variables: { no: 1 }, extensions: { sha256Hash: hash } },
      { data: { ServiceAccounts: [{ name: "dale", holder: "Pat Doe" }] }, "Pat Doe": "dale", pat: "PAT" },
    ),
  ];
  const masks = createMasks({ username: "patricia", password: "secret word" });
  for (const each of visit) learnExchange(masks, each);
  const [first, second, third, fourth] = visit.map((each) => maskExchange(masks, each));
  assert.ok(first && second && third && fourth);
  assert.deepEqual(JSON.parse(second.body), { credentials: { passcode: MASKED_PASSWORD } });
  assert.equal(third.body, `credentials.passcode=${MASKED_PASSWORD}`);
  assert.ok(textOf(second).includes("https://portal.example/api/identify?passcode=1"));
  assert.ok(first.url.endsWith("/api/identify"));
  const sent = JSON.parse(fourth.body) as { operationName: string; query: string; extensions: object };
  assert.equal(sent.operationName, "ServiceAccounts");
  assert.match(
    sent.query,
    /^query ServiceAccounts\(\$no: ID\) { viewer { ServiceAccounts\(no: \$no, holder: "Masked \w+"\)/,
  );
  assert.deepEqual(sent.extensions, { sha256Hash: hash });
  assert.match(textOf(third), /"service":{"premise":"Masked \w+"}/);
  assert.match(
    textOf(fourth),
    /^{"data":{"ServiceAccounts":\[{"name":"Masked \w+","holder":"Masked \w+"}]},"Masked \w+":"/,
  );
  assert.doesNotMatch(everything([first, second, third, fourth]), /dale|Doe/);
});

test("a number gets the same digits in groups and without, also where only one form was seen", () => {
  const page = (text: string): Exchange => exchange({ url: "https://portal.example/", content: Buffer.from(text) });
  const masks = createMasks({ username: "patricia", password: "secret word", hide: ["55-1234-987"] });
  const visit = [
    page("<p>Account number 7100 9900 41</p><p>7100-990-041</p><a href='/bills/7100990041'>2024 2025 2026</a>"),
    page("<td>3344 5566 77</td><p>12 Elm 55 1234 987, 55.1234.987</p>"),
  ];
  for (const each of visit) learnExchange(masks, each);
  const [first = "", second = ""] = visit.map((each) => textOf(maskExchange(masks, each)));
  const [, one = "", two = "", three = ""] =
    /number ([\d ]+)<\/p><p>([\d-]+)<.*bills\/(\d+)'>2024 2025 2026/.exec(first) ?? [];
  assert.ok(one !== "" && one !== "7100 9900 41", first);
  assert.deepEqual([two, three], [one.replace(/(....) (...)(.) (..)/, "$1-$2-$3$4"), one.replaceAll(" ", "")]);
  assert.match(one, /^\d{4} \d{4} \d\d$/);
  assert.doesNotMatch(second, /3344 5566 77|1234.987/);
  const [, four = "", five = ""] = /Elm (.*), (.*)<\/p>/.exec(second) ?? [];
  assert.equal(four, five.replaceAll(".", " "));
  assert.deepEqual(masks.replacementsIn("Your account 7100 990 041 of today"), [
    one.replace(/(....) (...)(.) (..)/, "$1 $2 $3$4"),
  ]);
});

test("what replaces a text is written as the text was, also in JSON", () => {
  const unit = 'Unit "7B" \\ 42';
  const masks = createMasks({ username: "patricia", password: "secret word", hide: [unit] });
  const { place } = JSON.parse(masks.mask(JSON.stringify({ place: unit }))) as { place: string };
  assert.match(place, /^[A-Z][a-z]{3} "\d[A-Z]" \\ \d\d$/);
  assert.notEqual(place, unit);
});

test("a number is never replaced by another one of the customer, and no two by the same", () => {
  const numbers = Array.from({ length: 40 }, (_, at) => String(10 + at));
  const masks = createMasks({ username: "patricia", password: "secret word", hide: numbers });
  const written = new Set(numbers.map((number) => masks.mask(number)));
  assert.equal(written.size, numbers.length);
  assert.ok(written.isDisjointFrom(new Set(numbers)), [...written].join());
});

test("a credential that stays, in whatever writing, is said, so that nothing is written", () => {
  const masks = createMasks({ username: "quentin.marsh", password: "a+b c&d/42" });
  for (const text of [
    "x a+b c&d/42 y",
    "p=a%2Bb+c%26d%2F42",
    "a+b c&amp;d/42",
    base64("quentin.marsh:a+b c&d/42"),
    base64("a+b c&d/42"),
  ])
    assert.ok(masks.reveals(text), text);
  assert.ok(!masks.reveals("masked-customer and masked-password"));
});
