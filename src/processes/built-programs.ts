/**
 * The programs of limited processes as the build made them: few files without types. As they lie, Node strips the types of up to
 * 50 files at each start, which takes most of it, and such a process may not write the cache that others have.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

export const BUILT_PROGRAMS = join(import.meta.dirname, "../../dist/programs");

/** What the build leaves beside the programs. */
export interface Built {
  /** The name of each in the folder, by the path of its source. */
  programs: Record<string, string>;
  /** How each file looked that they are made of, by its path. */
  sources: Record<string, string>;
}

/** Differs when the file has changed. */
export function looksOf(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${size} bytes of ${mtimeMs}`;
}

/** What was built in the folder; null when nothing was, or a source has changed since. */
export function readBuilt(folder = BUILT_PROGRAMS): Built | null {
  try {
    // Written by the build.
    const built = JSON.parse(readFileSync(join(folder, "built.json"), "utf8")) as Built;
    return Object.entries(built.sources).every(([path, looks]) => looksOf(path) === looks) ? built : null;
  } catch {
    return null;
  }
}

/** Looked for again until there is one: the service may have started before the build. */
let known: Built | null = null;

/** The path of the built program; that of its source where it is not built. */
export function programOf(source: string): string {
  known ??= readBuilt();
  const name = known?.programs[source];
  return name === undefined ? source : join(BUILT_PROGRAMS, name);
}
