/** Builds the programs of limited processes into `dist/programs` when their sources have changed since. */
import { globSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { BUILT_PROGRAMS, looksOf, readBuilt, type Built } from "../src/processes/built-programs.ts";
import { replaceFolder } from "./replace-folder.ts";

const ROOT = join(import.meta.dirname, "..");

/** Returns at once when what is built is up to date. Two builds at the same time both build, and the last one stays. */
export async function buildPrograms(): Promise<void> {
  if (readBuilt() !== null) return;
  const { build } = await import("vite");
  const made = `${BUILT_PROGRAMS}-${process.pid}`;
  try {
    const sources = globSync("src/**/{*-reader-process,code-child}.ts", { cwd: ROOT }).map((path) => join(ROOT, path));
    const built: Built = { programs: {}, sources: {} };
    await build({
      configFile: false,
      root: ROOT,
      logLevel: "error",
      plugins: [listFiles(built)],
      build: {
        // Packages stay where they are.
        ssr: true,
        outDir: made,
        target: "esnext",
        rolldownOptions: {
          input: sources,
          output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
        },
      },
    });
    writeFileSync(join(made, "built.json"), JSON.stringify(built));
    replaceFolder(made, BUILT_PROGRAMS);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Fills in what is made of what. */
function listFiles({ programs, sources }: Built): Plugin {
  return {
    name: "list-files",
    generateBundle(_, bundle) {
      for (const path of this.getModuleIds()) if (path.startsWith(join(ROOT, "src"))) sources[path] = looksOf(path);
      for (const each of Object.values(bundle))
        if (each.type === "chunk" && each.isEntry && each.facadeModuleId !== null)
          programs[each.facadeModuleId] = each.fileName;
    },
  };
}
