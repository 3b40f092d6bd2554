/**
 * Lists faults that make `package-lock.json` unsafe or unusable for an install: `node_modules/.bin/node scripts/check-lock.ts [file]`, a
 * step of `npm run check`. Exits with 1 when there is any.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findPackage, type LockEntry, type Packages } from "./lock-file.ts";

/**
 * Small packages of types and loading that the packages of the dashboard name as optional peers, and that development needs
 * under the same name. Servers build the dashboard, so they get them too.
 */
const ON_SERVERS_TOO = new Set(
  ["@types/node", "@types/react", "jiti", "undici-types"].map((name) => `node_modules/${name}`),
);

/** One sentence per fault, in the order of the file; empty when it is sound. */
export function listFaults({ packages }: { packages: Packages }): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => [
    ...(isFetched(path, entry) ? faultsOfPackage(path, entry) : []),
    ...missingPackages(packages, path, entry),
  ]);
}

/** All entries except the project, its workspaces and the links to them. */
function isFetched(path: string, { link = false }: LockEntry): boolean {
  return /(^|\/)node_modules\//.test(path) && !link;
}

function faultsOfPackage(path: string, { version, integrity, resolved, devOptional }: LockEntry): string[] {
  const name = `${path} ${version}`;
  const faults = [
    // Without a checksum npm accepts whatever the registry serves.
    [!integrity?.startsWith("sha512-"), "has no SHA-512 checksum (integrity)"],
    // npm would download from there instead of the configured registry.
    [resolved !== undefined, `names a download address (${resolved})`],
    // npm installs such a package in spite of --omit=dev.
    [
      devOptional === true && !ON_SERVERS_TOO.has(path),
      "is a development package that an optional peer brings onto servers: install it under another name",
    ],
  ] as const;
  return faults.filter(([isFault]) => isFault).map(([, fault]) => `${name} ${fault}`);
}

/** npm refuses a lock file, on every platform, that lacks the optional package of any platform. */
function missingPackages(packages: Packages, parent: string, { optionalDependencies = {} }: LockEntry): string[] {
  return Object.entries(optionalDependencies)
    .filter(([name]) => findPackage(packages, parent, name) === undefined)
    .map(([name, version]) => `${name} ${version}, optional for ${parent || "the project"}, has no entry`);
}

if (import.meta.main) {
  const path = process.argv[2] ?? join(import.meta.dirname, "..", "package-lock.json");
  const faults = listFaults(JSON.parse(readFileSync(path, "utf8")) as { packages: Packages });
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
