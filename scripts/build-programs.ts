/** Builds what runs as few files without types, into `dist`: the programs of limited processes, and the service with its commands. */
import { globSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin, UserConfig } from "vite";
import { BUILT_PROGRAMS, BUILT_SERVICE, looksOf, readBuilt, type Built } from "../src/processes/built-programs.ts";
import { replaceFolder } from "./replace-folder.ts";

const ROOT = join(import.meta.dirname, "..");

/** What `src/main.ts` and `src/cli/main.ts` run, and the threads that the service starts. */
const SERVICE = [
  "src/serve.ts",
  "src/cli/call.ts",
  "src/formats/pdf/pdf-worker.ts",
  "src/jobs/derived/rebuild-thread.ts",
];

/** Packages that look for files beside them, are machine code, or are loaded by few and take long. */
const NOT_BUILT_IN = [
  "@napi-rs/canvas",
  "@sparticuz/chromium",
  "cpu-features",
  "libxml2-wasm",
  "pdfjs-dist",
  "pg-native",
  "playwright-core",
  "ssh2",
  "tesseract.js",
  "vite",
];

/** A running service may load a part of its build long after the next one was made. */
const BUILDS_KEPT = 4;

/**
 * Each program by itself; packages stay where they are, because a limited process may read few folders. Returns at once when what is
 * built is up to date. Two builds at the same time both build, and the last one stays.
 */
export async function buildPrograms(): Promise<void> {
  if (readBuilt() !== null) return;
  const made = `${BUILT_PROGRAMS}-${process.pid}`;
  try {
    const built = await build(globSync("src/**/{*-reader-process,code-child}.ts", { cwd: ROOT }), made);
    writeFileSync(join(made, "built.json"), JSON.stringify(built));
    replaceFolder(made, BUILT_PROGRAMS);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** With most packages, whose many files take most of a start. Each build has a folder of its own; otherwise as `buildPrograms`. */
export async function buildService(): Promise<void> {
  if (readBuilt(BUILT_SERVICE) !== null) return;
  const name = `${Date.now()}-${process.pid}`;
  const made = join(BUILT_SERVICE, name);
  try {
    const built = await build(SERVICE, made, {
      plugins: [keepPlaces],
      ssr: { noExternal: true, external: NOT_BUILT_IN },
    });
    for (const [source, file] of Object.entries(built.programs)) built.programs[source] = join(name, file);
    writeFileSync(join(made, "built.json"), JSON.stringify(built));
    renameSync(join(made, "built.json"), join(BUILT_SERVICE, "built.json"));
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    throw error;
  }
  removeOld(BUILT_SERVICE, name);
}

/** Keeps the newest folders of builds, and the one of this name whatever the clock said. */
export function removeOld(folder: string, name: string): void {
  const others = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== name)
    .map((entry) => entry.name)
    .sort();
  for (const old of others.slice(0, 1 - BUILDS_KEPT)) rmSync(join(folder, old), { recursive: true, force: true });
}

async function build(sources: readonly string[], outDir: string, config: UserConfig = {}): Promise<Built> {
  const vite = await import("vite");
  const built: Built = { root: ROOT, programs: {}, sources: {} };
  // How it is made is said here, and a change of the packages is a change of their list.
  for (const path of [import.meta.filename, join(ROOT, "package-lock.json")]) built.sources[path] = looksOf(path);
  mkdirSync(outDir, { recursive: true });
  await vite.build({
    ...config,
    configFile: false,
    // The settings of the service are nothing to a build.
    envDir: false,
    root: ROOT,
    logLevel: "error",
    plugins: [...(config.plugins ?? []), listFiles(built)],
    build: {
      ssr: true,
      outDir,
      target: "esnext",
      rolldownOptions: {
        input: sources.map((source) => join(ROOT, source)),
        output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
      },
    },
  });
  return built;
}

/** Fills in what is made of what. Each file looks as it did before it was read: what changes meanwhile is built once more. */
function listFiles({ programs, sources }: Built): Plugin {
  return {
    name: "list-files",
    enforce: "pre",
    load(id) {
      if (isOurs(id)) sources[resolve(id)] = looksOf(id);
      return null;
    },
    generateBundle(_, bundle) {
      for (const each of Object.values(bundle))
        if (each.type === "chunk" && each.isEntry && each.facadeModuleId !== null)
          programs[resolve(each.facadeModuleId)] = each.fileName;
    },
  };
}

/** Modules that the bundler makes begin with a zero byte, and some have a question behind their path. */
function isOurs(id: string): boolean {
  const path = relative(ROOT, id);
  return !/[\0?]/.test(id) && !path.startsWith("..") && !path.includes("node_modules");
}

/** What a module says of its own place, where it is not a text. */
const PLACE = /(?<!["'`.\w])(?:import\.meta\.(?:url|dirname|filename)|__dirname|__filename)\b(?!\s*=[^=])/g;

/** What looks for a file beside its source goes on finding it there. */
const keepPlaces: Plugin = {
  name: "keep-places",
  transform(code, path) {
    if (path.startsWith("\0")) return null;
    const places: Record<string, string> = {
      "import.meta.url": pathToFileURL(path).href,
      "import.meta.dirname": dirname(path),
      "import.meta.filename": path,
      __dirname: dirname(path),
      __filename: path,
    };
    return code.replaceAll(PLACE, (asked) => JSON.stringify(places[asked]));
  },
};
