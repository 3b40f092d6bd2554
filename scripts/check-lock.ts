/**
 * Lists what makes `package-lock.json` unsafe or useless to install from: `node_modules/.bin/node scripts/check-lock.ts [file]`, a
 * step of `npm run check`. Ends with 1 when there is anything.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What is read here of an entry of npm's lock file, version 3; the keys of `packages` are paths. */
interface LockEntry {
  version?: string;
  resolved?: string;
  integrity?: string;
  /** A workspace: a link to a folder of the project. */
  link?: boolean;
  devOptional?: boolean;
  optionalDependencies?: Record<string, string>;
}
type Packages = Record<string, LockEntry>;

/** One sentence per fault, in the order of the file; empty when it is sound. */
export function listFaults({ packages }: { packages: Packages }): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => [
    ...(isFetched(path, entry) ? faultsOfPackage(path, entry) : []),
    ...missingPackages(packages, path, entry),
  ]);
}

/** All but the project, its workspaces and the links to them. */
function isFetched(path: string, { link = false }: LockEntry): boolean {
  return /(^|\/)node_modules\//.test(path) && !link;
}

function faultsOfPackage(path: string, { version, integrity, resolved, devOptional }: LockEntry): string[] {
  const name = `${path} ${version}`;
  const faults = [
    // Without it npm takes whatever the registry serves.
    [!integrity?.startsWith("sha512-"), "has no SHA-512 checksum (integrity)"],
    // npm would fetch from there, past the registry in use.
    [resolved !== undefined, `names a download address (${resolved})`],
    // npm installs such a package in spite of --omit=dev.
    [devOptional, "is a development package that an optional peer brings onto servers: install it under another name"],
  ] as const;
  return faults.filter(([isFault]) => isFault).map(([, fault]) => `${name} ${fault}`);
}

/** npm refuses a lock file, on every platform, that lacks the optional package of any platform. */
function missingPackages(packages: Packages, parent: string, { optionalDependencies = {} }: LockEntry): string[] {
  return Object.entries(optionalDependencies)
    .filter(([name]) => !isResolved(packages, parent, name))
    .map(([name, version]) => `${name} ${version}, optional for ${parent || "the project"}, has no entry`);
}

/** As Node looks for it: under the parent, then beside it, then further up. */
function isResolved(packages: Packages, parent: string, name: string): boolean {
  const steps = parent.split("/node_modules/");
  return [...steps.keys(), steps.length].some((depth) => {
    const folder = steps.slice(0, depth).join("/node_modules/");
    return packages[`${folder ? `${folder}/` : ""}node_modules/${name}`] !== undefined;
  });
}

if (import.meta.main) {
  const path = process.argv[2] ?? join(import.meta.dirname, "..", "package-lock.json");
  const faults = listFaults(JSON.parse(readFileSync(path, "utf8")) as { packages: Packages });
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
