/** Builds the dashboard into `web/dist` when its sources have changed since, with a compressed copy beside each file. */
import { createHash } from "node:crypto";
import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { replaceFolder } from "./replace-folder.ts";

const ROOT = join(import.meta.dirname, "..");
const DIST = join(ROOT, "web/dist");
const STAMP = join(DIST, ".built-from");

/** What the built files follow from: sources, and versions of packages. */
const SOURCES = [
  "web/{src,public}/**/*",
  "web/{index.html,vite.config.ts,package.json}",
  "client/src/**/*.ts",
  "package-lock.json",
];

/**
 * Returns at once when what is built is up to date. Two starts at the same time both build, each in a folder of its own, and
 * the last one stays. @throws Error when a source has a fault
 */
export async function buildDashboard(): Promise<void> {
  if (isBuilt()) return;
  const from = sourcesDigest();
  // Mostly nothing is to be built, and loading it takes a while.
  const { build } = await import("vite");
  console.error("Building the dashboard (once, about five seconds).");
  const made = join(ROOT, `web/dist-${process.pid}`);
  try {
    const configFile = join(ROOT, "web/vite.config.ts");
    await build({ configFile, logLevel: "error", build: { outDir: made, emptyOutDir: true } });
    compressFiles(made);
    writeFileSync(join(made, ".built-from"), from);
    replaceFolder(made, DIST);
  } catch (error) {
    if (!isBuilt()) throw error;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

function isBuilt(): boolean {
  try {
    return readFileSync(STAMP, "utf8") === sourcesDigest();
  } catch {
    return false;
  }
}

function sourcesDigest(): string {
  const digest = createHash("sha256");
  for (const path of globSync(SOURCES, { cwd: ROOT }).sort()) {
    if (/\.test\.tsx?$/.test(path)) continue;
    digest.update(`${path}\n`);
    const text = readText(join(ROOT, path));
    if (text !== null) digest.update(text);
  }
  return digest.digest("hex");
}

/** Null for a folder. */
function readText(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EISDIR") return null;
    throw error;
  }
}

function compressFiles(folder: string): void {
  for (const path of globSync("**/*.{js,css,svg}", { cwd: folder })) {
    const at = join(folder, path);
    const bytes = readFileSync(at);
    writeFileSync(`${at}.br`, brotliCompressSync(bytes));
    writeFileSync(`${at}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
