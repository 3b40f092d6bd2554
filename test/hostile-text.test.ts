/** No untrusted text keeps the service busy: seeded texts of 10 kB, in every place that accepts one. */
import assert from "node:assert/strict";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { after, test } from "node:test";
import { setImmediate as nextTick } from "node:timers/promises";
import { dispositionName } from "../src/connectors/file-name.ts";
import { readPage } from "../src/connectors/page.ts";
import { normaliseAddress } from "../src/domain/address.ts";
import { compilePattern } from "../src/domain/pattern.ts";
import { readSecondFactorAnswers } from "../src/domain/portals/second-factor-answers.ts";
import { fitsStars } from "../src/domain/text.ts";
import { normaliseUnit } from "../src/domain/units.ts";
import { scrub } from "../src/log.ts";
import { createDayReader } from "../src/parsers/template/dates.ts";
import { readDecimal, readQuantity, readRate } from "../src/parsers/template/numbers.ts";
import { sniff } from "../src/parsers/sniff.ts";
import { foldName } from "../src/parsers/tables/header.ts";
import { newMember, openTestApp } from "./app.ts";
import { formPathOf, openLogin, pageOf, postForm, TYPED } from "./forms.ts";
import { CREDENTIAL } from "./records.ts";
import { hostileText, inHeader } from "./malformed/hostile-text.ts";
import { createRandom } from "./malformed/random.ts";

/** Number of texts in each place; the full number is 1,000. */
const COUNT = Number(process.env["METERBOOK_TEST_HOSTILE"] ?? 3);
const SEED = Number(process.env["METERBOOK_TEST_SEED"] ?? 1);
/** Measured in processor time: on a machine with other work, the clock says nothing. */
const TICK_MAX_MS = 100;
const ANSWER_MAX_MS = 1000;

const running = await openTestApp(
  { after },
  {
    LOG_LEVEL: "warn",
    METERBOOK_REQUESTS_PER_MINUTE: "0",
    METERBOOK_SANDBOX_PORT: "8090",
  },
);
const { server } = running;
const member = await newMember(running, { name: "Hostile text" });
const formPath = await formPathOf(member);
const formPage = pageOf(await openLogin(running, formPath));

const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Code that reads untrusted text directly, some of it in jobs and in separate processes. */
const dates = createDayReader(["MMMM D, YYYY", "MM/DD/YYYY", "D MMM YY"], "en");
const HTML_REPLY = { url: new URL("https://portal.example.com/"), status: 200 };
const READERS: Record<string, (text: string) => unknown> = {
  "answers to a second sign-in step": readSecondFactorAnswers,
  "a service address": normaliseAddress,
  "the head of a file": (text) => sniff(Buffer.from(text)),
  "the head of a file with comments": (text) => sniff(Buffer.from(`<!-- ${text}`)),
  "a printed number": (text) => [readDecimal, readQuantity, readRate].map((read) => read(text, ".")),
  "a short printed number": (text) => [readDecimal, readQuantity, readRate].map((read) => read(text.slice(0, 79), ",")),
  "a printed date": (text) => [dates.read(text), dates.read(text.slice(0, 79))],
  "a printed unit": normaliseUnit,
  "the name of a column": foldName,
  "a cell against a word with stars": (text) => fitsStars(`*a*${"*1* *".repeat(50)}`)(text.toLowerCase()),
  "a word with stars": (text) => fitsStars(text)("a 1,a 1,".repeat(1250)),
  "the expressions of a template": (text) => PATTERNS.map((pattern) => pattern.find(text)),
  "a template's expression itself": (text) => compileOrNull(RegExp.escape(text.slice(0, 100)).slice(0, 999)),
  "the name of a portal's file": (text) => dispositionName(`attachment; filename=${text}`),
  "a portal's page": (text) =>
    readPage({ ...HTML_REPLY, bytes: Buffer.from(text), header: () => `text/html; charset=${text}` }).text,
  "a line of the log": scrub,
};
const PATTERNS = ["^(?<value>.+?)\\s+(?<amount>[\\d.,]+)$", "(a+)+$", " to (?<value>.+), \\d+ days$"].map((source) =>
  compilePattern(source, { ignoreCase: true }),
);

function compileOrNull(source: string): unknown {
  try {
    return compilePattern(source, { ignoreCase: true }).test(source);
  } catch {
    return null;
  }
}

const HEADERS = [
  "accept-language",
  "accept",
  "accept-encoding",
  "if-none-match",
  "if-match",
  "if-modified-since",
  "range",
  "if-range",
  "idempotency-key",
  "authorization",
  "content-type",
  "cookie",
  "x-forwarded-for",
  "prefer",
  "origin",
  "user-agent",
  "host",
];
type Send = (text: string) => Promise<{ statusCode: number }>;
const inQuery =
  (path: string): Send =>
  (text) =>
    member.send("GET", `${path}${encodeURIComponent(text.toWellFormed()).slice(0, 12_000)}`);
const SENDERS: Record<string, Send> = {
  ...Object.fromEntries(
    HEADERS.flatMap((name) => {
      const ask =
        (url: string): Send =>
        (text) =>
          server.inject({ url, headers: { [name]: inHeader(text) } });
      return [
        [`${name} of a page`, ask(formPath)],
        [`${name} of the API`, ask("/v1/meters")],
      ];
    }),
  ),
  "idempotency-key of a write": (text) =>
    member.send("POST", "/v1/properties", { name: "x" }, { "idempotency-key": inHeader(text) }),
  "content-type of a write": (text) =>
    member.send("POST", "/v1/properties", "{}", { "content-type": inHeader(text) || "x" }),
  ...Object.fromEntries(
    [...Object.keys(TYPED), "other_details", "page", "language"].map((name) => [
      `${name} of the form`,
      (text: string) => postForm(running, formPath, { ...TYPED, page: formPage, [name]: text }),
    ]),
  ),
  "website of the form": (text) => postForm(running, formPath, { page: formPage, online_access_url: text }),
  "website of the form's search": inQuery(`${formPath}?q=`),
  "language of the form": inQuery(`${formPath}?lang=`),
  "a path": (text) => server.inject(`/form/${encodeURIComponent(text.toWellFormed()).slice(0, 12_000)}`),
  "a cursor": inQuery("/v1/utility_bills?cursor="),
  "a day": inQuery("/v1/utility_bills?from="),
  "a word of a filter": inQuery("/v1/authorizations?status="),
  "a login": (text) =>
    server.inject({ method: "POST", url: "/v1/auth/login", payload: { email: text, password: "x" } }),
  ...Object.fromEntries(
    [...Object.keys(CREDENTIAL), "twoFactorInstructions"].map((name) => [
      `${name} of an authorization`,
      (text: string) => member.send("POST", "/v1/authorizations", { ...CREDENTIAL, [name]: text }),
    ]),
  ),
  "a name of a property": (text) => member.send("POST", "/v1/properties", { name: text }),
  "an address of a webhook": (text) =>
    member.send("POST", "/v1/webhooks", { event_type: "all", endpoint_url: text, payload_format: "json" }),
  "a word of a profile": (text) =>
    member.send("PUT", "/v1/import_profiles/hostile", {
      columns: { energy_type: { column: "Fuel", words: { [text]: "ELECTRIC" } } },
      date_formats: [text.slice(0, 100)],
    }),
};

/** One after the other: making all at once would block the event loop. */
function* textsOf(place: string): Generator<string> {
  const random = createRandom(SEED + [...place].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7));
  for (let index = 0; index < COUNT; index += 1) yield hostileText(random);
}

test(`${COUNT} texts of 10 kB in each reader take at most ${TICK_MAX_MS} ms`, (t) => {
  let [longest, slowest] = [0, ""];
  for (const [place, read] of Object.entries(READERS)) {
    for (const text of textsOf(place)) {
      const before = threadMs();
      read(text);
      const took = threadMs() - before;
      if (took > longest) [longest, slowest] = [took, `${place}: ${JSON.stringify(text.slice(0, 60))}`];
    }
  }
  t.diagnostic(`${Object.keys(READERS).length} readers, the longest took ${longest.toFixed(1)} ms (${slowest})`);
  assert.ok(longest <= TICK_MAX_MS, `${slowest} took ${longest.toFixed(0)} ms`);
});

test(`${COUNT} texts of 10 kB in each part of a request delay no other caller`, async (t) => {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let [busiest, isOver, last] = [0, false, threadMs()];
  const watch = () => {
    busiest = Math.max(busiest, threadMs() - last);
    last = threadMs();
    if (!isOver) setImmediate(watch);
  };
  setImmediate(watch);
  let [longest, slowest, answers] = [0, "", 0];
  for (const [place, send] of Object.entries(SENDERS)) {
    for (const text of textsOf(place)) {
      const [before, tickBefore] = [threadMs(), busiest];
      const { statusCode } = await send(text);
      const took = threadMs() - before;
      answers += 1;
      if (took > longest || busiest > tickBefore) slowest = `${place}: ${JSON.stringify(text.slice(0, 60))}`;
      longest = Math.max(longest, took);
      assert.ok(statusCode < 500, `${place} was answered ${statusCode}`);
      // Requests over a connection come in ticks of their own; those that are put in by hand may all run in one.
      await nextTick();
    }
  }
  isOver = true;
  delay.disable();
  t.diagnostic(
    `${answers} answers in ${Object.keys(SENDERS).length} places: longest ${longest.toFixed(0)} ms of processor, ` +
      `busiest tick ${busiest.toFixed(0)} ms of processor, ${(delay.max / 1e6).toFixed(0)} ms by the clock (${slowest})`,
  );
  assert.ok(busiest <= TICK_MAX_MS, `a tick took ${busiest.toFixed(0)} ms (${slowest})`);
  assert.ok(longest <= ANSWER_MAX_MS, `an answer took ${longest.toFixed(0)} ms (${slowest})`);
});
