/** The client as it would be published, built and packed, in the folder of a stranger who has installed it. */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
const CLIENT = join(ROOT, "client");

export interface Installed {
  /** Folder of the stranger. */
  folder: string;
  /** The files in the package. */
  files: string[];
  /** Of the package, packed. */
  bytes: number;
}

interface Ending {
  after(work: () => Promise<void>): void;
}

let installed: Promise<Installed> | null = null;

/** Once in a process. Nothing is written into the project, and nothing is fetched. */
export function installClient(ending: Ending): Promise<Installed> {
  return (installed ??= install(ending));
}

async function install(ending: Ending): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), "meterbook-client-"));
  ending.after(() => rm(folder, { recursive: true, force: true }));
  const source = join(folder, "source");
  await mkdir(source);
  await runTool("tsc", ["-p", join(CLIENT, "tsconfig.json"), "--outDir", join(source, "dist")], folder);
  for (const name of ["package.json", "README.md", "LICENSE", "test-vectors"])
    await cp(join(CLIENT, name), join(source, name), { recursive: true });
  const { stdout } = await runNpm(["pack", "--ignore-scripts", "--offline", "--json"], source);
  const [packed] = JSON.parse(stdout) as { filename: string; size: number; files: { path: string }[] }[];
  if (packed === undefined) throw new Error("npm pack packed nothing");
  const place = join(folder, "node_modules/@meterbook/client");
  await mkdir(place, { recursive: true });
  await run("tar", ["-xzf", join(source, packed.filename), "--strip-components=1", "-C", place]);
  await mkdir(join(folder, "node_modules/@noble"));
  await symlink(join(ROOT, "node_modules/@noble/hashes"), join(folder, "node_modules/@noble/hashes"), "junction");
  await writeFile(join(folder, "package.json"), '{ "type": "commonjs" }');
  return { folder, files: packed.files.map(({ path }) => path).sort(), bytes: packed.size };
}

/** A program of the project's devDependencies. @throws with what it printed */
export async function runTool(name: string, args: string[], cwd: string): Promise<string> {
  const { stdout } = await run(join(ROOT, "node_modules/.bin", name), args, { cwd }).catch((error) => {
    throw new Error(`${name} ${args.join(" ")}: ${error.stdout}${error.stderr}`);
  });
  return stdout;
}

/** The npm that runs the tests, else the one there is. */
function runNpm(args: string[], cwd: string) {
  const own = process.env["npm_execpath"];
  return own === undefined ? run("npm", args, { cwd }) : run(process.execPath, [own, ...args], { cwd });
}

/** Every other Node on the path, beside the one that runs this, each once: the package must work on older ones too. */
export async function nodePrograms(): Promise<{ path: string; version: string }[]> {
  const places = (process.env["PATH"] ?? "").split(process.platform === "win32" ? ";" : ":");
  const found = [{ path: process.execPath, version: process.version }];
  for (const path of places.map((place) => join(place, "node"))) {
    const version = (await run(path, ["--version"]).catch(() => ({ stdout: "" }))).stdout.trim();
    const [major = 0, minor = 0] = version.slice(1).split(".").map(Number);
    const isSupported = major > 20 || (major === 20 && minor >= 19);
    if (isSupported && found.every((one) => one.version !== version)) found.push({ path, version });
  }
  return found;
}
