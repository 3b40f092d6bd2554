/** Enforces the architecture: which room may import which, and what may exist in one room only. ARCHITECTURE.md gives the reasons. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { test } from "node:test";
import { PARTS, SMALL } from "../bench/small-sizes.ts";

const ROOT = resolve(import.meta.dirname, "..");

interface Source {
  path: string;
  text: string;
  /** The text without comments, so that a rule applies to code. */
  code: string;
  /** Files of ours that it imports, from the root. */
  imports: string[];
  /** Packages it imports. */
  packages: string[];
}

const sources: Source[] = globSync("{src,sandbox,client/src,bench}/**/*.ts", { cwd: ROOT })
  .filter((path) => !path.includes("node_modules"))
  .sort()
  .map((path) => {
    const text = readFileSync(join(ROOT, path), "utf8");
    const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");
    const targets = [...code.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map(([, target]) => String(target));
    return {
      path,
      text,
      code,
      imports: targets.filter((to) => to.startsWith(".")).map((to) => relative(ROOT, resolve(ROOT, dirname(path), to))),
      packages: targets.filter((to) => !to.startsWith(".")),
    };
  });

const isTest = ({ path }: Source) => path.endsWith(".test.ts");
const product = sources.filter((source) => !isTest(source));
const inSrc = product.filter(({ path }) => path.startsWith("src/"));

/** The room of a file: its folder under src, or `root` for the files next to the rooms. */
function roomOf(path: string): string {
  const parts = path.split("/");
  if (parts[0] !== "src") return parts[0] ?? "";
  return parts.length === 2 ? `src/${parts[1]}` : (parts[1] ?? "");
}

/** What every room may import. */
const BELOW = ["records", "domain", "src/errors.ts", "src/log.ts"];
/** Each speaks with one thing of the outside, or keeps one; none knows another but through these. */
const MIDDLE = [
  "language-model",
  "mail",
  "vault",
  "outbound",
  "files",
  "store",
  "connectors",
  "green-button",
  "weather",
  "parsers",
  "utilities",
  "webhooks",
];
/** Of the top the others may know the shape of App, and nothing more (checked as a type import below). */
const SHAPE = "src/app.ts";

const MAY_IMPORT: Record<string, string[]> = {
  records: ["records"],
  domain: ["records", "domain"],
  "src/errors.ts": [],
  "src/log.ts": ["vault"],
  settings: ["settings", "records", "domain"],
  "src/config.ts": ["settings", "src/errors.ts"],
  vault: ["vault", "records", "domain", "src/errors.ts"],
  outbound: ["outbound", ...BELOW],
  files: ["files", ...BELOW],
  postgres: ["postgres", "files", ...BELOW],
  formats: ["formats", "processes", ...BELOW],
  store: ["store", "files", "weather", ...BELOW],
  processes: ["processes"],
  connectors: ["connectors", "outbound", "processes", "vault", ...BELOW],
  browser: ["browser", "connectors", "outbound", "processes", ...BELOW],
  weather: ["weather", "outbound", ...BELOW],
  parsers: ["parsers", "processes", ...BELOW],
  "green-button": ["green-button", "connectors", "outbound", "parsers", ...BELOW],
  utilities: ["utilities", "outbound", "connectors", "green-button", "parsers", ...BELOW],
  "language-model": ["language-model", "outbound", ...BELOW],
  mail: ["mail", "outbound", "formats", ...BELOW],
  webhooks: ["webhooks", "outbound", ...BELOW],
  destinations: ["destinations", "outbound", "files", ...BELOW],
  mailboxes: ["mailboxes", "outbound", ...BELOW],
  safeguards: ["safeguards", "vault", "store", "connectors", ...BELOW, "src/config.ts"],
  operations: ["operations", "safeguards", "destinations", ...MIDDLE, "formats", ...BELOW, "src/config.ts", SHAPE],
  reports: ["reports", "operations", "formats", "store", "weather", ...BELOW, SHAPE],
  jobs: [
    "jobs",
    "reports",
    "operations",
    "safeguards",
    "formats",
    "destinations",
    "mailboxes",
    "processes",
    ...MIDDLE,
    ...BELOW,
    "src/config.ts",
    SHAPE,
  ],
  api: [
    "api",
    "reports",
    "operations",
    "safeguards",
    "formats",
    "destinations",
    ...MIDDLE,
    "settings",
    ...BELOW,
    "src/config.ts",
    SHAPE,
  ],
  form: ["form", "operations", "safeguards", "formats", "outbound", "store", ...BELOW, "src/config.ts", SHAPE],
  sandbox: ["sandbox"],
  client: ["client"],
};

test("a room imports only what stands below it", () => {
  const wrong = product.flatMap((source) => {
    const allowed = MAY_IMPORT[roomOf(source.path)];
    if (allowed === undefined) return [];
    return source.imports
      .filter((to) => to.endsWith(".ts") && !allowed.includes(roomOf(to)))
      .map((to) => `${source.path} imports ${to}`);
  });
  assert.deepEqual(wrong, []);
});

test("every room has its row", () => {
  const top = new Set(["src/app.ts", "src/start.ts", "src/serve.ts", "src/main.ts", "cli", "bench"]);
  const rooms = new Set(product.map(({ path }) => roomOf(path)));
  const unknown = [...rooms].filter((room) => MAY_IMPORT[room] === undefined && !top.has(room));
  assert.deepEqual(unknown, []);
});

test("the rooms below know only the shape of App", () => {
  const wrong = inSrc
    .filter(({ path }) => ["operations", "jobs", "api", "form", "reports"].includes(roomOf(path)))
    .flatMap(({ path, code }) =>
      [...code.matchAll(/^import (?!type)[^;]*"[./]+app\.ts"/gm)].map(([line]) => `${path}: ${line}`),
    );
  assert.deepEqual(wrong, []);
});

test("what runs on a server loads no development package", () => {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    devDependencies: Record<string, string>;
  };
  const names = Object.keys(devDependencies);
  const wrong = product
    .filter(({ path }) => /^(src|sandbox)\//.test(path))
    .flatMap(({ path, code }) =>
      [...code.matchAll(/["'`]([^"'`\n]+)["'`]/g)]
        .map(([, text]) => String(text))
        .filter((text) => names.some((name) => text === name || text.startsWith(`${name}/`)))
        .map((text) => `${path} names ${text}`),
    );
  assert.deepEqual(wrong, []);
});

test("no import leads back to where it came from", () => {
  const byPath = new Map(product.map((source) => [source.path, source]));
  const cycles: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: string[]) => {
    if (trail.includes(path)) {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(" -> "));
      return;
    }
    if (done.has(path)) return;
    const source = byPath.get(path);
    if (source !== undefined) for (const to of source.imports) walk(to, [...trail, path]);
    done.add(path);
  };
  for (const { path } of product) walk(path, []);
  assert.deepEqual(cycles, []);
});

interface Rule {
  name: string;
  pattern: RegExp;
  allowedIn: (path: string) => boolean;
  of?: Source[];
}

const within =
  (...places: string[]) =>
  (path: string) =>
    places.some((place) => path === place || path.startsWith(`${place}/`));

const RULES: Rule[] = [
  { name: "index files and re-exports of whole files", pattern: /export \* from/, allowedIn: () => false },
  {
    name: "SQL",
    pattern: /\bsql`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(|from "(pg|kysely)"/,
    // The embedded server makes its database before there is a store.
    allowedIn: within("src/store", "src/postgres/admin.ts"),
    of: inSrc,
  },
  {
    name: "the environment",
    pattern: /process\.env/,
    // Where windows are drawn is the system's, and no setting.
    allowedIn: within("src/config.ts", "src/browser/launch.ts"),
    of: inSrc,
  },
  {
    name: "the process of a command",
    // A test calls every other file of this room as a function.
    pattern: /\bprocess\.(?!platform\b)|import\.meta\.main/,
    allowedIn: (path) => !within("src/cli")(path) || within("src/cli/call.ts", "src/cli/enter.ts")(path),
    of: inSrc,
  },
  {
    name: "the clock",
    pattern: /Date\.now\(|new Date\(\)|performance\.now\(/,
    // The checks of a connector measure the rests between its requests.
    allowedIn: within("src/app.ts", "src/cli", "src/connectors/conformance"),
    of: inSrc,
  },
  {
    name: "connections to the outside",
    pattern: /from "undici"|\bfetch\(\s*["`]|globalThis\.fetch|from "node:(http|https|net|tls)"/,
    allowedIn: within(
      "src/outbound/outbound.ts",
      "src/outbound/socket.ts",
      "src/outbound/secure.ts",
      // They listen only, for the browsers, and connect by outbound.
      "src/browser/door.ts",
      "src/browser/door-http.ts",
      "src/cli",
      "src/postgres",
      "src/files/s3-client.ts",
    ),
    of: inSrc,
  },
  {
    name: "opened credentials",
    pattern: /\b(openCredential|openPassword|takeSealedAnswer)\(/,
    allowedIn: within(
      "src/operations/credentials.ts",
      "src/operations/challenges.ts",
      "src/jobs/visits/visit.ts",
      "src/api/routes/authorizations.ts",
    ),
    of: inSrc,
  },
  {
    name: "opened keys of destinations",
    pattern: /\bopenDestinationSecrets\(/,
    allowedIn: within(
      "src/operations/destination-secrets.ts",
      "src/jobs/deliveries/deliver-data.ts",
      "src/api/routes/delivery-runs.ts",
    ),
    of: inSrc,
  },
  {
    name: "opened passwords of mailboxes",
    pattern: /\bopenMailboxPassword\(/,
    allowedIn: within(
      "src/operations/mailbox-secrets.ts",
      "src/jobs/mailboxes/check-mailbox.ts",
      "src/jobs/mailboxes/mailbox-trouble.ts",
      "src/jobs/mailboxes/read-code.ts",
    ),
    of: inSrc,
  },
  {
    name: "async in the domain",
    pattern: /\basync\b|\bawait\b|Promise/,
    allowedIn: (path) => !within("src/domain")(path),
  },
  {
    name: "node modules in records and domain",
    pattern: /from "node:/,
    allowedIn: (path) => !within("src/domain", "src/records")(path),
    of: inSrc,
  },
  {
    // Of its utilities the product knows the entries of the registry, as of any other.
    name: "the sandbox",
    pattern: /sandbox/i,
    allowedIn: within(
      "src/connectors",
      // Chromium's own, which is something else.
      "src/browser",
      // A card says that its utility is one of them.
      "src/utilities/card.ts",
      "src/start.ts",
      "src/serve.ts",
      "src/cli",
      "src/config.ts",
      "src/settings",
      // The list of documents that are served has its README; examples of requests are those to try there.
      "src/api/docs/sources.ts",
      "src/records/authorization.ts",
      // The word of a content security policy.
      "src/api/docs/guides.ts",
      "src/api/answers/file-answers.ts",
    ),
    of: inSrc,
  },
  {
    name: "a browser that the start would load",
    pattern: /^import (?!type)[^;]*"playwright-core"/m,
    allowedIn: () => false,
    of: inSrc,
  },
  // What the author of a connector writes, and is looked for.
  {
    name: "default exports",
    pattern: /export default/,
    allowedIn: within("src/connectors/code", "src/cli/utility/utility-new-code.ts"),
  },
];

for (const { name, pattern, allowedIn, of = product } of RULES) {
  test(`only where it belongs: ${name}`, () => {
    const found = of.filter(({ path, code }) => !allowedIn(path) && pattern.test(code)).map(({ path }) => path);
    assert.deepEqual(found, []);
  });
}

test("the client and the sandbox import nothing of ours", () => {
  const wrong = product
    .filter(({ path }) => /^(client|sandbox)\//.test(path))
    .flatMap(({ path, imports }) =>
      imports.filter((to) => !to.startsWith(path.split("/")[0] ?? "")).map((to) => `${path} imports ${to}`),
    );
  assert.deepEqual(wrong, []);
});

test("a file says in its first sentence what it promises", () => {
  const silent = product.filter(({ text }) => !/^(#!.*\n)?\/\*\*\s/.test(text)).map(({ path }) => path);
  assert.deepEqual(silent, []);
});

test("a bench has a small size, at which CI runs it", () => {
  const benches = globSync("*.ts", { cwd: join(ROOT, "bench") }).sort();
  assert.deepEqual(
    benches.filter((name) => !PARTS.has(name)),
    Object.keys(SMALL).sort(),
  );
});

test("no file is longer than 400 lines, and the median is under 120", () => {
  const lengths = product
    .filter(({ path }) => path !== "src/store/schema.ts" && !path.startsWith("client/src/generated/"))
    .map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }))
    .sort((a, b) => a.lines - b.lines);
  assert.deepEqual(
    lengths.filter(({ lines }) => lines > 400),
    [],
  );
  const median = lengths[Math.floor(lengths.length / 2)]?.lines ?? 0;
  assert.ok(median < 120, `the median file has ${median} lines`);
});

test("names say what a thing is, not what pattern it follows", () => {
  const vague = product
    .filter(({ path }) => /(service|manager|helper|util|impl|base|common)s?\.ts$/i.test(path))
    .map(({ path }) => path);
  assert.deepEqual(vague, []);
});
