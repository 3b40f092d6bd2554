/**
 * Damaged files of every format, and bombs: each ends in time with what was read or with typed findings, and the readers work as
 * before. METERBOOK_TEST_MUTATED_FILES=10000 is the figure of a release; METERBOOK_TEST_SEED chooses other damage.
 */
import assert from "node:assert/strict";
import { performance } from "node:perf_hooks";
import { test } from "node:test";
import { crc32, deflateSync } from "node:zlib";
import { fileReaders } from "../../test/file-readers.ts";
import { hostileWorkbook } from "../../test/hostile-workbook.ts";
import { checkReading } from "../domain/bills/reconcile.ts";
import { DAY, makeEspiBill } from "../formats/espi/espi.fixtures.ts";
import { espiFeed } from "../formats/espi/feed.ts";
import { zipOf } from "./archive/zip.fixtures.ts";
import { pageOf, pdfOf, textAt } from "./parsers.fixtures.ts";
import { createParsers } from "./registry.ts";
import { sniff } from "./sniff.ts";
import { createImportReader } from "./tables/import-reader.ts";
import { DOCUMENT_TABLE_LIMITS } from "./tables/limits.ts";
import { readAllOf } from "./tables/tables.fixtures.ts";

const COUNT = Number(process.env["METERBOOK_TEST_MUTATED_FILES"] ?? 21);
const BOMBS = COUNT >= 1000 ? 50 : 5;
const SEED = Number(process.env["METERBOOK_TEST_SEED"] ?? 1);
/** The limit of reading, and the start of a fresh process on a busy machine. */
const SECONDS_MAX = 20;
/** A file at a time leaves a processor idle while its process starts. */
const AT_ONCE = COUNT >= 1000 ? 2 : 1;

const { reader, formats, archives } = fileReaders;
const parsers = createParsers({ reader, formats, templates: () => [] });

const MEGABYTE = 1024 * 1024;

/** The names of what was found, as the job of a document reads it; an archive's files one after the other. */
async function outcomeOf(bytes: Buffer): Promise<string[]> {
  const format = sniff(bytes);
  if (format === "csv" || format === "office") {
    const { failed } = await readAllOf(bytes, { limits: DOCUMENT_TABLE_LIMITS });
    if (failed !== null) assert.match(failed, /^[A-Z].*\.$/s);
    return failed === null ? [] : ["table_not_read"];
  }
  if (format !== "zip") {
    const readings = await parsers.read(bytes);
    const findings = readings.flatMap((reading) => checkReading(reading, { acct_num: null, today: null }));
    for (const { detail } of findings) assert.match(detail, /^[^\n]{3,}\.$/s);
    return findings.filter(({ severity }) => severity === "error").map(({ name }) => name);
  }
  const outcome = await archives.read(bytes);
  if (!("entries" in outcome)) return [outcome.finding.name];
  const names: string[] = [];
  for (const { content, finding } of outcome.entries) {
    if (finding !== null) names.push(finding.name);
    else if (content !== null && sniff(Buffer.from(content, "base64")) !== "zip")
      names.push(...(await outcomeOf(Buffer.from(content, "base64"))));
  }
  return names;
}

/** Numbers below `limit`, the same for each seed. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

type Random = ReturnType<typeof createRandom>;

const MUTATIONS: ((bytes: Buffer, random: Random) => Buffer)[] = [
  function flip(bytes, random) {
    for (let times = 1 + random(8); times > 0; times -= 1) bytes[random(bytes.length)] = random(256);
    return bytes;
  },
  function cut(bytes, random) {
    return bytes.subarray(0, random(bytes.length));
  },
  function leaveOut(bytes, random) {
    const at = random(bytes.length);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random(200))]);
  },
  function repeat(bytes, random) {
    const at = random(bytes.length);
    const part = bytes.subarray(at, at + 1 + random(400));
    return Buffer.concat([
      bytes.subarray(0, at),
      ...Array.from({ length: 1 + random(20) }, () => part),
      bytes.subarray(at),
    ]);
  },
  function insert(bytes, random) {
    const at = random(bytes.length);
    const noise = Buffer.from(Array.from({ length: 1 + random(60) }, () => random(256)));
    return Buffer.concat([bytes.subarray(0, at), noise, bytes.subarray(at)]);
  },
  function swap(bytes, random) {
    const [one, other] = [random(bytes.length), random(bytes.length)];
    const [from, to] = [Math.min(one, other), Math.max(one, other)];
    return Buffer.concat([bytes.subarray(from, to), bytes.subarray(0, from), bytes.subarray(to)]);
  },
];

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

const feed = Buffer.from([...espiFeed(DAY, [makeEspiBill()])].join(""));
const pdf = pageOf(textAt("Amount due 12.50", 50, 600));
const columns = createImportReader().templateColumns;
const csv = Buffer.from(`${columns.join(",")}\n${columns.map((_, at) => String(at)).join(",")}\n`);
const png = Buffer.concat([
  Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
  chunk("IHDR", Buffer.from([0, 0, 0, 4, 0, 0, 0, 4, 8, 0, 0, 0, 0])),
  chunk("IDAT", deflateSync(Buffer.alloc(20))),
  chunk("IEND", Buffer.alloc(0)),
]);
const page = Buffer.from("<!doctype html><table><tr><td>Account number<td>4711<tr><td>Amount due<td>12.50</table>");
const ORIGINALS: Record<string, Buffer> = {
  pdf,
  xml: feed,
  csv,
  xlsx: hostileWorkbook(20_000),
  zip: zipOf([
    { name: "a.pdf", content: pdf },
    { name: "b.xml", content: feed },
  ]),
  png,
  html: page,
};
/** A table has a process of its own, whose start takes as long as reading fifty other files: they are one file in eleven. */
const TABLES = ["csv", "xlsx"];
const OTHERS = Object.keys(ORIGINALS).filter((name) => !TABLES.includes(name));
const ORDER = [...TABLES, ...OTHERS, ...OTHERS, ...OTHERS, ...OTHERS];

interface Measured {
  slowestMs: number;
  slowest: string;
  findings: Map<string, number>;
}

async function readWithin(what: string, bytes: Buffer, measured: Measured): Promise<string[]> {
  const start = performance.now();
  const names = await outcomeOf(bytes);
  const took = performance.now() - start;
  assert.ok(took < SECONDS_MAX * 1000, `${what} took ${Math.round(took)} ms`);
  if (took > measured.slowestMs) [measured.slowestMs, measured.slowest] = [took, what];
  for (const name of names.length === 0 ? ["read"] : names) {
    assert.match(name, /^[a-z][a-z0-9_]+$/, what);
    measured.findings.set(name, (measured.findings.get(name) ?? 0) + 1);
  }
  return names;
}

const newMeasured = (): Measured => ({ slowestMs: 0, slowest: "", findings: new Map() });
const sentenceOf = ({ slowestMs, slowest, findings }: Measured): string =>
  `slowest ${Math.round(slowestMs)} ms (${slowest}); ${[...findings].map(([name, times]) => `${times} ${name}`).join(", ")}`;

test(`${COUNT} damaged files end in time with what was read or typed findings`, async (context) => {
  const before = process.memoryUsage().rss;
  const measured = newMeasured();
  let next = 0;
  async function readSome(): Promise<void> {
    for (let at = next++; at < COUNT; at = next++) {
      // Each file by itself, so that the order in which they end changes nothing.
      const random = createRandom(Math.imul(SEED + at, 2654435761));
      const name = ORDER[at % ORDER.length] ?? "";
      const mutate = MUTATIONS[random(MUTATIONS.length)] ?? MUTATIONS[0];
      const bytes = mutate?.(Buffer.from(ORIGINALS[name] ?? ""), random) ?? Buffer.alloc(0);
      await readWithin(`${name} ${at} by ${mutate?.name}`, bytes, measured);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, readSome));
  const grownBy = Math.round((process.memoryUsage().rss - before) / MEGABYTE);
  assert.ok(grownBy < 512, `the reading process grew by ${grownBy} MB`);
  context.diagnostic(`${sentenceOf(measured)}; grown by ${grownBy} MB`);
});

const laughs = (times: number) =>
  `<?xml version="1.0"?><!DOCTYPE a [${Array.from({ length: times }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join("")}]><a>&e${times};</a>`;
const flate = (megabytes: number) =>
  pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>",
    {
      dictionary: "<< /Length LENGTH /Filter [/FlateDecode /FlateDecode] >>",
      stream: deflateSync(deflateSync(Buffer.alloc(megabytes * MEGABYTE, " "), { level: 1 })),
    },
  ]);
const isa =
  "ISA*00*          *00*          *01*1              *01*2              *260406*0732*U*00401*000000015*0*P*>~";

/** Each of any size, from 1. */
const BOMB_KINDS: Record<string, (size: number) => Buffer> = {
  entities: (size) => Buffer.from(laughs(8 + size)),
  "deep XML": (size) => Buffer.from("<a>".repeat(size * 1_000_000)),
  "long XML": (size) => Buffer.from(`<a>${"<b/>".repeat(size * 1_000_000)}</a>`),
  "archive of blanks": (size) => zipOf([{ name: "a.pdf", content: Buffer.alloc(size * 30 * MEGABYTE) }]),
  "archive of many files": (size) =>
    zipOf(Array.from({ length: size * 2000 }, (_, at) => ({ name: `${at}`, content: "x" }))),
  "EDI without end": (size) => Buffer.from(isa + "ST*810*1~".repeat(size * 400_000)),
  "PDF of blanks": (size) => flate(size * 300),
  "wide page": (size) => Buffer.from(`<!doctype html><table><tr>${"<td colspan=50>x".repeat(size * 200_000)}`),
  "deep page": (size) => Buffer.from(`<!doctype html>${"<div>".repeat(size * 500_000)}`),
  "workbook of blanks": (size) => hostileWorkbook(size * 500_000),
};

test(`${BOMBS} bombs are refused in time, and the readers work as before`, async (context) => {
  const measured = newMeasured();
  const kinds = Object.entries(BOMB_KINDS);
  for (let at = 0; at < BOMBS; at += 1) {
    const [name = "", make] = kinds[at % kinds.length] ?? [];
    const size = 1 + Math.floor(at / kinds.length);
    const names = await readWithin(`${name} ${size}`, make?.(size) ?? Buffer.alloc(0), measured);
    assert.notDeepEqual(names, [], `${name} ${size} is read`);
  }
  context.diagnostic(sentenceOf(measured));
  assert.deepEqual(await outcomeOf(feed), []);
  assert.deepEqual(await outcomeOf(pdf), ["no_template"]);
});
