/** What `npm test` runs: every test file, or those under the given paths, on one PostgreSQL that exists for this run alone. */
import { globSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { buildDashboard } from "../scripts/build-dashboard.ts";
import { buildPrograms, buildService } from "../scripts/build-programs.ts";
import { FOR_TEST_FILES } from "./engine.ts";
import { startTestServer } from "./postgres-server.ts";
import { runFiles } from "./run-files.ts";
import { listTogether, LONGEST, TOGETHER } from "./together.ts";

const ROOT = join(import.meta.dirname, "..");
const ROOMS = ["test", "client", "src", "sandbox", "scripts"];

/** Files that run others in one process. */
const ENTRIES = Object.keys(TOGETHER).map((name) => `test/together/${name}.ts`);

/** One more than the processors to count on, since tests wait for a part of their time. With more, each costs more processor time. */
const FILES_AT_ONCE = 3;
const OPENS_PAGES = /^test\/(dashboard\/|together\/pages)/;
const UNTRACKED = import.meta.resolve("./untracked.ts");
/** Longer than any honest test file, on a machine that others use too; one that hangs must not hang the run. */
const TEST_TIMEOUT_MS = Number(process.env["METERBOOK_TEST_TIMEOUT_MINUTES"] ?? 10) * 60_000;

const args = process.argv.slice(2);
const options = args.filter((arg) => arg.startsWith("-"));
const filters = args.filter((arg) => !arg.startsWith("-"));

process.exitCode = await runTests();

async function runTests(): Promise<number> {
  const files = listTestFiles();
  const named = ENTRIES.filter((entry) => filters.some((filter) => resolve(filter) === join(ROOT, entry)));
  const all = [...named, ...files];
  const strangers = filters.filter((filter) => !all.some((file) => isUnder(file, filter)));
  if (strangers.length > 0) {
    console.error(`No test file is at or under ${strangers.join(", ")}.`);
    return 1;
  }
  const chosen = filters.length === 0 ? inFewProcesses(files) : all.filter(isChosen);
  const signals = listenToSignals();
  const building = build(chosen);
  // Awaited when the server has started, so that a build that fails leaves none behind.
  building.catch(() => {});
  const server = await startTestServer();
  try {
    await building;
    return signals.received() ?? (await runChosen(chosen, server.url, signals));
  } finally {
    await server.stop();
  }
}

async function build(files: readonly string[]): Promise<void> {
  await buildPrograms();
  // In a run of some files it would take longer than what it saves.
  if (filters.length === 0) await buildService();
  // Once, in place of once in each process that opens pages.
  if (files.some((file) => OPENS_PAGES.test(file))) await buildDashboard();
}

function listTestFiles(): string[] {
  return ROOMS.flatMap((room) =>
    globSync(`${room}/**/*.test.ts`, { cwd: ROOT, exclude: (name) => name.includes("node_modules") }).sort(),
  );
}

function isChosen(file: string): boolean {
  return filters.some((filter) => isUnder(file, filter));
}

/**
 * Files that run together are replaced by the files that run them. These mostly compute, and the longest of the others mostly wait
 * for processes that they start or kill: in turn they keep the processors busy.
 */
function inFewProcesses(files: string[]): string[] {
  const together = new Set(Object.keys(TOGETHER).flatMap(listTogether));
  const alone = [...LONGEST, ...files.filter((file) => !together.has(file) && !LONGEST.includes(file))];
  const inTurn = ENTRIES.flatMap((entry, index) => [entry, ...alone.slice(index, index + 1)]);
  return [...inTurn, ...alone.slice(ENTRIES.length)];
}

/** Paths as typed, from where they were typed. */
function isUnder(file: string, filter: string): boolean {
  const path = relative(resolve(filter), join(ROOT, file));
  return path === "" || !path.startsWith("..");
}

interface Signals {
  /** Exit code of the first signal, undefined while there was none. */
  received(): number | undefined;
  onSignal(listener: (signal: NodeJS.Signals) => void): void;
}

/** From the first moment on, so that a stop during the start still removes what was started. */
function listenToSignals(): Signals {
  const listeners: ((signal: NodeJS.Signals) => void)[] = [];
  let code: number | undefined;
  for (const [signal, number] of Object.entries({ SIGHUP: 1, SIGINT: 2, SIGTERM: 15 })) {
    process.on(signal, () => {
      code ??= 128 + number;
      // The key is one of the three names above.
      for (const listener of listeners) listener(signal as NodeJS.Signals);
    });
  }
  return { received: () => code, onSignal: (listener) => void listeners.push(listener) };
}

async function runChosen(files: string[], databaseUrl: string, signals: Signals): Promise<number> {
  process.env["METERBOOK_TEST_DATABASE_URL"] = databaseUrl;
  const stopped = new AbortController();
  signals.onSignal(() => stopped.abort());
  const isGood = await runFiles({
    files,
    cwd: ROOT,
    atOnce: FILES_AT_ONCE,
    // In a run of some files the slow tracking is kept, because it names the test that an error came from.
    execArgv: filters.length === 0 ? [...FOR_TEST_FILES, `--import=${UNTRACKED}`, ...options] : options,
    timeoutMs: TEST_TIMEOUT_MS,
    needsAll: process.env["METERBOOK_TEST_NEEDS_ALL"] === "true",
    signal: stopped.signal,
  });
  return signals.received() ?? (isGood ? 0 : 1);
}
