/**
 * Test files that a whole run has in one process for each folder: loading what they test takes longer than most of them. They
 * must share nothing but that process: no hooks beside their tests but `after`, no settings of the process, no clock of it.
 */
import { globSync } from "node:fs";
import { flushCompileCache } from "node:module";
import { basename, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const ROOT = join(import.meta.dirname, "..");

/** Their tests may move the clock. */
export const PORTALS = "portals";

/** The test files of each, by the file of `test/together` that runs them. What takes longest is first: they begin in this order. */
export const TOGETHER: Readonly<Record<string, string>> = {
  jobs: "src/{jobs/**,operations/bills}/*.test.ts",
  service:
    "{client/src/meterbook,test/{lock-order*,contention,cost-avoidance,database,demo-story,chart-download,own-utilities,recovery,second-factor,guessing,callers,deleted-login,isolation,malformed,journey,contract/*}}.test.ts",
  /** In one browser. */
  pages:
    "{test/{dashboard/!(journey),sandbox-portals},src/{form/{browser,looks,review},api/docs/reference,formats/html/html-file}}.test.ts",
  api: "src/api/{.,answers,auth,http,openapi,routes}/*.test.ts",
  parsers:
    "{src/{parsers,processes,connectors,utilities,weather}/**/!(hostile-files),test/conformance/mutated-portals}.test.ts",
  others:
    "{{client,sandbox}/**/!(portal|meterbook),scripts/!(run),test/{architecture,time-limits,together},src/{config,log,records/inputs,mail/*,mailboxes/*,green-button/*,browser/{cookies,door},api/docs/{guides,markdown},cli/**/*,{form,operations,safeguards}/!(browser|looks|review)}}.test.ts",
  foundations: "src/{{domain,store}/**,destinations,files,outbound,postgres,vault,webhooks}/*.test.ts",
  reports: "src/{reports/**,formats/**}/!(html-file).test.ts",
  /** Servers that idle while the clock is moved for one of them. */
  [PORTALS]: "sandbox/*/portal.test.ts",
};

/**
 * Of the files with a process of their own those that take longest: a run that began one of them last would end with it alone. Those
 * that mostly wait stand between those that mostly compute.
 */
export const LONGEST: readonly string[] = [
  "test/crash.test.ts",
  "test/dashboard/journey.test.ts",
  "test/conformance/conformance.test.ts",
  "test/processes.test.ts",
  "src/browser/tab.test.ts",
  "test/database-faults.test.ts",
  "test/run-files.test.ts",
  "src/browser/pool.test.ts",
  "test/disk-full.test.ts",
  "scripts/run.test.ts",
  "test/mail-crash.test.ts",
];

export const listTogether = (name: string): string[] =>
  globSync(TOGETHER[name] ?? [], { cwd: ROOT, exclude: (path) => path.includes("node_modules") }).sort();

/** Loads them all, and then their tests run, file by file. */
export async function loadTogether(entry: string): Promise<void> {
  const files = listTogether(basename(entry, ".ts"));
  if (files.length === 0) throw new Error(`no tests belong to ${entry}`);
  // A test that runs until all are loaded: without one, node:test runs the `after` hooks too early and none of those added later.
  const { promise, resolve } = Promise.withResolvers<void>();
  void test(`${files.length} files are loaded`, () => promise);
  for (const file of files) await import(pathToFileURL(join(ROOT, file)).href);
  // At their ends would be too late for the processes that start meanwhile.
  flushCompileCache();
  resolve();
}
