import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "./exchange.ts";
import { draftRecipe } from "./draft-recipe.ts";
import { MASKED_PASSWORD, MASKED_USERNAME } from "./masks.ts";
import { createReplay } from "./replay.ts";

const LIMITS = { timeoutMs: 1000, maxBytes: 1000 };

const exchange = (method: string, path: string, body: string, content: string): Exchange => ({
  method,
  url: `https://portal.example${path}`,
  headers: {},
  body,
  status: 200,
  answered: { "content-type": ["text/plain"] },
  content: Buffer.from(content),
});

const asking = (exchanges: Exchange[]) => {
  const replay = createReplay(exchanges);
  const ask = async (method: "GET" | "POST", path: string, body?: string): Promise<string> => {
    const answer = await replay.fetch(`https://portal.example${path}`, {
      method,
      ...LIMITS,
      ...(body === undefined ? {} : { body: Buffer.from(body) }),
    });
    return answer.status === 200 ? Buffer.from(answer.bytes).toString() : String(answer.status);
  };
  return { ask, replay };
};

test("the same method, address and body get the same answer, in whatever order their fields are written", async () => {
  const { ask, replay } = asking([
    exchange("GET", "/bills?id=1&page=2", "", "bills"),
    exchange("POST", "/graphql", '{"query":"q","variables":{"id":"1","after":null}}', "first"),
    exchange("POST", "/graphql", '{"query":"q","variables":{"id":"1","after":"x"}}', "second"),
  ]);
  assert.equal(await ask("GET", "/bills?page=2&id=1&_=1699999999"), "bills");
  assert.equal(await ask("POST", "/graphql", '{"variables":{"after":"x","id":"1"},"query":"q"}'), "second");
  assert.equal(await ask("POST", "/graphql", '{"variables":{"after":"x","id":"2"},"query":"q"}'), "404");
  assert.equal(await ask("GET", "/bills?page=1&id=1"), "404");
  assert.deepEqual(replay.unknown(), ["POST /graphql", "GET /bills"]);
  await assert.rejects(
    replay.fetch("https://elsewhere.example/", LIMITS),
    /nothing of elsewhere\.example was recorded/,
  );
});

test("what a portal answers otherwise later is answered in the recorded order, and a new visit begins anew", async () => {
  const { ask } = asking([
    exchange("GET", "/", "", "please sign in"),
    exchange("POST", "/in", "user=a", "welcome"),
    exchange("GET", "/", "", "home"),
  ]);
  const visit = async () => [await ask("GET", "/"), await ask("POST", "/in", "user=a"), await ask("GET", "/")];
  assert.deepEqual(await visit(), ["please sign in", "welcome", "home"]);
  assert.deepEqual(await visit(), ["please sign in", "welcome", "home"]);
});

test("a form may be sent with the token of another of its pages, but not with another password", async () => {
  const token = (letter: string): string => letter.repeat(20);
  const { ask } = asking([
    exchange("POST", "/in", `csrf=${token("a")}&secret=wrong`, "refused"),
    exchange("POST", "/in", `csrf=${token("b")}&secret=right`, "welcome"),
  ]);
  assert.equal(await ask("POST", "/in", `csrf=${token("a")}&secret=right`), "welcome");
  assert.equal(await ask("POST", "/in", `csrf=${token("c")}&secret=right`), "404");
  assert.equal(await ask("POST", "/in", `csrf=${token("a")}&secret=other`), "404");
});

test("a draft ends the sign-in where one can sign off, chooses accounts by round buttons and finds bills whose rows have a form", () => {
  const html = (method: string, path: string, body: string, content: string): Exchange => ({
    ...exchange(method, path, body, content),
    answered: { "content-type": ["text/html"] },
  });
  const top = '<a href="/signOff.do">Sign Off</a>';
  const account = (id: string, number: string, kind: string) =>
    `<tr${kind}><td><input type="radio" name="acct" value="${id}"></td><td>${number}</td><td>1 Elm<br>Town</td></tr>`;
  const bill = (day: string, number: string, kind: string) =>
    `<tr${kind}><td>${day}</td><td>${number}</td><td><form action="/image.do"><input type="submit" name="view" value="View"></form></td></tr>`;
  const older = '<form name="pages"><input type="submit" name="older" value="Older &gt;"></form>';
  const chosen = `${top}<form name="choose" method="post" action="/choose.do"><table class="grid"><tr><th>Account</th></tr>${account("501", "185-77-551", "")}${account("502", "206-16-962", ' class="alt"')}</table></form>`;
  const bills = `${top}<table class="grid"><tr><th>Date</th></tr>${bill("Nov-14-2026", "504495", "")}${bill("Oct-14-2026", "655270", ' class="row-even"')}</table>${older}`;
  const { yaml, missing } = draftRecipe([
    html("GET", "/signOn.do", "", '<form method="post" action="/in.do"><input name="user"><input name="pwd"></form>'),
    html("POST", "/in.do", `user=${MASKED_USERNAME}&pwd=${MASKED_PASSWORD}`, chosen),
    html("POST", "/choose.do", "acct=501", `${top}<p>Summary</p>`),
    html("GET", "/bills.do", "", bills),
    { ...exchange("POST", "/image.do", "view=View", "%PDF-"), answered: { "content-type": ["application/pdf"] } },
  ]);
  assert.deepEqual(missing, []);
  assert.doesNotMatch(yaml, /sent by a script/);
  for (const line of [
    'rows: "table.grid tr:has(td)" # LOOK: 2 found, the first with 185-77-551',
    String.raw`external_id: { selector: "input[name=\"acct\"]", attr: value }`,
    "format: MMM-D-YYYY }",
    "url: input[name=view]",
    'next: "input[name=older]"',
  ])
    assert.ok(yaml.includes(line), `${line} in ${yaml}`);
});
