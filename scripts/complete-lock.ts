/**
 * Adds to `package-lock.json` the packages of other platforms that the registry in use did not serve:
 * `node_modules/.bin/node scripts/complete-lock.ts`, after packages were added. Without an entry for each, `npm ci`
 * refuses the lock file on every platform. An added entry names the version and the platform, and has no checksum.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What is used here of an entry of npm's lock file, version 3; the keys of `packages` are paths. */
interface LockEntry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  optionalDependencies?: Record<string, string>;
  integrity?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}
type Packages = Record<string, LockEntry>;

interface Missing {
  name: string;
  version: string;
  /** Only developers' tools need it. */
  dev: boolean;
}

/** Words in a platform package's name, as napi.rs and Node itself use them. */
const SYSTEMS = "aix android darwin freebsd linux netbsd openbsd openharmony sunos win32".split(" ");
const PROCESSORS = "arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x x64".split(" ");
const C_LIBRARIES: Record<string, string> = { gnu: "glibc", gnueabihf: "glibc", musl: "musl", musleabihf: "musl" };

/** The platform in a name such as `@oxlint/binding-linux-x64-musl`, in npm's fields; null when the name has none. */
export function platformOf(name: string): Pick<LockEntry, "os" | "cpu" | "libc"> | null {
  const words = name.split(/[/-]/);
  const os = words.findLast((word) => SYSTEMS.includes(word));
  const cpu = words.findLast((word) => PROCESSORS.includes(word));
  if (!os || !cpu) return null;
  const libc = os === "linux" ? C_LIBRARIES[words.at(-1) ?? ""] : undefined;
  return { os: [os], cpu: [cpu], ...(libc ? { libc: [libc] } : {}) };
}

/** Optional packages that some package of the lock file names and that have no entry. */
export function listMissing(packages: Packages): Missing[] {
  return Object.entries(packages).flatMap(([parent, { optionalDependencies = {}, dev = false }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isResolved(packages, parent, name))
      .map(([name, version]) => ({ name, version, dev })),
  );
}

/** As Node looks for it: under the parent, then beside it, then further up. */
function isResolved(packages: Packages, parent: string, name: string): boolean {
  const steps = parent.split("/node_modules/");
  return [...steps.keys(), steps.length].some((depth) => {
    const folder = steps.slice(0, depth).join("/node_modules/");
    return packages[`${folder ? `${folder}/` : ""}node_modules/${name}`] !== undefined;
  });
}

/** The same lock file with an entry for each missing package, in npm's order. @throws Error for one whose platform is not in its name */
export function completeLock<T extends { packages: Packages }>(lock: T): T {
  const packages = { ...lock.packages };
  for (const { name, version, dev } of listMissing(lock.packages)) {
    const platform = platformOf(name);
    if (!platform || !/^\d+\.\d+\.\d+/.test(version)) {
      throw new Error(`${name}@${version} is not a package of one platform`);
    }
    packages[`node_modules/${name}`] = { version, ...platform, ...(dev ? { dev } : {}), optional: true };
  }
  const sorted = Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, "en"));
  return { ...lock, packages: Object.fromEntries(sorted) };
}

if (import.meta.main) {
  const path = join(import.meta.dirname, "..", "package-lock.json");
  const lock = JSON.parse(readFileSync(path, "utf8")) as { packages: Packages };
  console.error(`${listMissing(lock.packages).length} packages of other platforms added.`);
  writeFileSync(path, `${JSON.stringify(completeLock(lock), null, 2)}\n`);
}
