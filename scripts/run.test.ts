/** The start script on a small project of its own, from nothing installed to the end of the entry. Needs no network. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { after, before, test } from "node:test";

const SKIP = process.platform === "win32" ? "the trial project uses shell scripts" : false;

/** A Node of the system that is too old to run TypeScript, to be taken for what a bare machine has. */
const oldNode = (process.env["PATH"] ?? "")
  .split(delimiter)
  .map((folder) => join(folder, "node"))
  .find((node) => /^v(2[0-5])\./.test(spawnSync(node, ["--version"], { encoding: "utf8" }).stdout ?? ""));

const NPM_CACHE = await mkdtemp(join(tmpdir(), "meterbook-cache-"));
after(() => rm(NPM_CACHE, { recursive: true, force: true }));

/** Says what it was given; with a last word it stays, throws or ends with a code of its own. */
const ENTRY = `
  const word = process.argv.at(-1);
  // The handler is set before the first output: the test sends its signal as soon as it reads any.
  if (word === "--stay") process.on("SIGTERM", () => process.exit(9));
  process.stdout.write(JSON.stringify({ args: process.argv.slice(2), entry: process.argv[1], major: parseInt(process.versions.node) }) + "\\n");
  if (word === "--throw") throw new Error("the entry's own error");
  if (word === "--seven") process.exitCode = 7;
  if (word === "--stay") setInterval(() => {}, 1000);`;

let template = "";

before(async () => {
  if (SKIP) return;
  template = await mkdtemp(join(tmpdir(), "meterbook-start-"));
  const brought = join(template, "brought");
  for (const folder of ["scripts", "src", "tool", "brought"]) await mkdir(join(template, folder));
  for (const name of ["run.mjs", "install.mjs", "install-lock.mjs"]) {
    await cp(join(import.meta.dirname, name), join(template, "scripts", name));
  }
  const packages = { dependencies: { brought: "file:./brought" }, devDependencies: { tool: "file:./tool" } };
  const description = { name: "trial", version: "1.0.0", private: true, ...packages };
  await writeFile(join(template, "package.json"), JSON.stringify(description));
  await writeFile(join(template, "tool", "package.json"), '{"name": "tool", "version": "1.0.0"}');
  await writeFile(join(brought, "package.json"), '{"name": "brought", "version": "1.0.0", "bin": {"node": "node.sh"}}');
  await writeFile(join(brought, "node.sh"), `#!/bin/sh\nexec "${process.execPath}" "$@"\n`, { mode: 0o755 });
  for (const name of ["entry.mjs", join("src", "main.mjs")]) await writeFile(join(template, name), ENTRY);
  const made = spawnSync("npm", ["install", "--package-lock-only", "--offline"], { cwd: template, env: environment() });
  assert.equal(made.status, 0, String(made.stderr));
});

after(async () => {
  if (template) await rm(template, { recursive: true, force: true });
});

function environment(): NodeJS.ProcessEnv {
  const { PATH = "" } = process.env;
  return { PATH, HOME: NPM_CACHE, npm_config_cache: NPM_CACHE, npm_config_offline: "true" };
}

const folders: string[] = [];
after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function project(of = template): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "meterbook-start-"));
  folders.push(folder);
  await cp(of, folder, { recursive: true, verbatimSymlinks: true });
  return folder;
}

let firstStart: Promise<{ folder: string; outcome: Outcome }> | null = null;

/** A project that nothing was installed in before its first start. */
function startFirst() {
  firstStart ??= project().then(async (folder) => ({
    folder,
    outcome: await run(folder, ["entry.mjs", "--json", "a b"]),
  }));
  return firstStart;
}

/** A copy of it. */
const startedProject = async (): Promise<string> => project((await startFirst()).folder);

interface Outcome {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

function launch(folder: string, words: string[], node = process.execPath) {
  const child = spawn(node, [join(folder, "scripts", "run.mjs"), ...words], { cwd: folder, env: environment() });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk) => (stdout += chunk));
  child.stderr.on("data", (chunk) => (stderr += chunk));
  const outcome: Promise<Outcome> = once(child, "close").then(([code, signal]) => ({ code, signal, stdout, stderr }));
  return { child, outcome };
}

const run = (folder: string, words: string[], node?: string) => launch(folder, words, node).outcome;

test(
  "from nothing it installs, says so aside, runs the entry, and does not install twice",
  { skip: SKIP },
  async () => {
    const { folder, outcome: first } = await startFirst();
    assert.equal(first.code, 0, first.stderr);
    assert.deepEqual(JSON.parse(first.stdout), {
      args: ["--json", "a b"],
      entry: join(folder, "entry.mjs"),
      major: Number.parseInt(process.versions.node, 10),
    });
    assert.match(first.stderr, /Installing the packages/);
    const second = await run(folder, ["entry.mjs"]);
    assert.equal(second.stderr, "");
    assert.deepEqual(JSON.parse(second.stdout).args, []);
  },
);

test(
  "a changed lock file installs again, a hand-made install that agrees is taken as it is",
  { skip: SKIP },
  async () => {
    const folder = await startedProject();
    await rm(join(folder, "node_modules", ".meterbook-install"));
    assert.equal((await run(folder, ["entry.mjs"])).stderr, "");
    const path = join(folder, "package-lock.json");
    await writeFile(path, `${await readFile(path, "utf8")}\n`);
    await rm(join(folder, "node_modules", ".package-lock.json"));
    assert.match((await run(folder, ["entry.mjs"])).stderr, /Installing the packages/);
  },
);

test(
  "a server gets no development packages; what developers run adds them, and both then have what they need",
  { skip: SKIP },
  async () => {
    const folder = await project();
    const modules = (name: string) => join(folder, "node_modules", name);
    const server = join("src", "main.mjs");
    assert.match((await run(folder, [server])).stderr, /^Installing the packages of the project \(/);
    assert.deepEqual([existsSync(modules("brought")), existsSync(modules("tool"))], [true, false]);
    const { ctimeMs } = await lstat(modules("brought"));
    assert.match((await run(folder, ["entry.mjs"])).stderr, /Installing the packages of the project and of its dev/);
    assert.equal(existsSync(modules("tool")), true);
    assert.equal((await lstat(modules("brought"))).ctimeMs, ctimeMs, "a running service lost what it may yet load");
    for (const entry of [server, "entry.mjs"]) assert.equal((await run(folder, [entry])).stderr, "");
  },
);

test(
  "an install made by hand without development packages serves a server and nothing else",
  { skip: SKIP },
  async () => {
    const folder = await project();
    const made = spawnSync("npm", ["ci", "--omit=dev"], { cwd: folder, env: environment() });
    assert.equal(made.status, 0, String(made.stderr));
    assert.equal((await run(folder, [join("src", "main.mjs")])).stderr, "");
    assert.match((await run(folder, ["entry.mjs"])).stderr, /Installing the packages/);
  },
);

test("starts at the same time install once and all run", { skip: SKIP }, async () => {
  const folder = await project();
  const outcomes = await Promise.all(Array.from({ length: 4 }, (_, n) => run(folder, ["entry.mjs", String(n)])));
  assert.deepEqual(
    outcomes.map(({ code, stdout }) => [code, JSON.parse(stdout).args[0]]),
    ["0", "1", "2", "3"].map((n) => [0, n]),
  );
  assert.equal(outcomes.filter(({ stderr }) => stderr.includes("Installing")).length, 1);
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith(".install-lock")),
    [],
  );
});

test("a server and a test that start at the same time end with the packages of both", { skip: SKIP }, async () => {
  const folder = await project();
  const outcomes = await Promise.all([run(folder, [join("src", "main.mjs")]), run(folder, ["entry.mjs"])]);
  assert.deepEqual(
    outcomes.map(({ code }) => code),
    [0, 0],
  );
  assert.equal(existsSync(join(folder, "node_modules", "tool")), true);
});

test("a lock left by a start that was killed is taken over by one of the next", { skip: SKIP }, async () => {
  const folder = await project();
  await mkdir(join(folder, ".install-lock"));
  await writeFile(join(folder, ".install-lock", "owner"), `2147483646-dead ${hostname()} 2147483646`);
  const outcomes = await Promise.all([
    run(folder, ["entry.mjs"]),
    run(folder, ["entry.mjs"]),
    run(folder, ["entry.mjs"]),
  ]);
  assert.deepEqual(
    outcomes.map(({ code }) => code),
    [0, 0, 0],
  );
  assert.equal(outcomes.filter(({ stderr }) => stderr.includes("Installing")).length, 1);
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith(".install-lock")),
    [],
  );
});

test(
  "what cannot be done is one sentence and code 1; what the entry throws is the entry's",
  { skip: SKIP },
  async () => {
    const folder = await startedProject();
    const absent = await run(folder, ["nowhere.mjs"]);
    assert.deepEqual([absent.code, absent.stdout], [1, ""]);
    assert.match(absent.stderr, /^There is no file .*nowhere\.mjs\.\n$/);
    assert.equal((await run(folder, ["entry.mjs", "--seven"])).code, 7);
    const thrown = await run(folder, ["entry.mjs", "--throw"]);
    assert.equal(thrown.code, 1);
    assert.match(thrown.stderr, /the entry's own error/);
    await writeFile(join(folder, "package.json"), '{"name": "trial", "dependencies": {"brought": "file:./gone"}}');
    await rm(join(folder, "node_modules"), { recursive: true });
    const failed = await run(folder, ["entry.mjs"]);
    assert.equal(failed.code, 1);
    assert.match(failed.stderr, /The packages could not be installed \(npm ci: 1\)\.\n$/);
  },
);

test(
  "an older Node runs the entry on the one that was installed, passes signals on and ends as it ends",
  { skip: SKIP || (oldNode ? false : "no older Node on this machine") },
  async () => {
    const folder = await startedProject();
    const first = await run(folder, ["entry.mjs", "x", "--seven"], oldNode);
    assert.equal(first.code, 7, first.stderr);
    assert.equal(JSON.parse(first.stdout).major, Number.parseInt(process.versions.node, 10));
    const { child, outcome } = launch(folder, ["entry.mjs", "--stay"], oldNode);
    await once(child.stdout, "data");
    child.kill("SIGTERM");
    assert.equal((await outcome).code, 9);
    await writeFile(join(folder, "die.mjs"), 'process.kill(process.pid, "SIGKILL");');
    assert.equal((await run(folder, ["die.mjs"], oldNode)).signal, "SIGKILL");
  },
);
