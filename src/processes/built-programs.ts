/**
 * Code as the build made it: few files without types in place of many with them, so that a process starts in a part of the time.
 * Once a source of a folder has changed since its build, nothing of the folder counts as built, and all of it runs from its source.
 */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const DIST = join(ROOT, "dist");

/** The programs of limited processes. Such a process may not write the cache of compiled code that others have. */
export const BUILT_PROGRAMS = join(DIST, "programs");
/** The service, its commands and threads, with most of the packages that they use. */
export const BUILT_SERVICE = join(DIST, "service");

/** What the build leaves beside what it made. */
export interface Built {
  /** The checkout that it was made of and for: a copy of one is built anew. */
  root: string;
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

/** What was built in the folder; null when nothing was, a source has changed since, or a program is gone. */
export function readBuilt(folder = BUILT_PROGRAMS): Built | null {
  try {
    // Written by the build.
    const built = JSON.parse(readFileSync(join(folder, "built.json"), "utf8")) as Built;
    const isWhole =
      built.root === ROOT &&
      Object.entries(built.sources).every(([path, looks]) => looksOf(path) === looks) &&
      Object.values(built.programs).every((name) => existsSync(join(folder, name)));
    return isWhole ? built : null;
  } catch {
    return null;
  }
}

/** By folder. What is not there is looked for again the next time: the service may have started before the build. */
const known = new Map<string, Built>();

/** The path of the built program of a limited process; that of its source where it is not built. */
export const programOf = (source: string): string => builtIn(BUILT_PROGRAMS, source);

/** The path of a part of the service as it was built; that of its source where it is not. Ask at the start: a later build is another version. */
export const builtService = (source: string): string => builtIn(BUILT_SERVICE, source);

function builtIn(folder: string, source: string): string {
  const built = known.get(folder) ?? readBuilt(folder);
  if (built !== null) known.set(folder, built);
  const name = built?.programs[source];
  return name === undefined ? source : join(folder, name);
}
