/** A folder of utilities for a test, whose files can be written while it is in use; removed at the end of the tests. */
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import type { UtilityFault } from "./read-folder.ts";
import { openUtilities, type Utilities } from "./utilities.ts";

const root = mkdtempSync(join(tmpdir(), "utilities-"));
after(() => rmSync(root, { recursive: true }));

interface Place {
  folder: string;
  /** Writes a file, or removes it. The time of the file is always another one, however quick the test is. */
  put(path: string, text: string | null): void;
  faults: UtilityFault[];
  utilities: Utilities;
  /** The set after the wait between two looks. */
  later(): ReturnType<Utilities["current"]>;
}

let places = 0;

export function placeOf(files: Record<string, string>, folders: (own: string) => string[] = (own) => [own]): Place {
  const folder = join(root, `place-${(places += 1)}`);
  let timeMs = 1_000_000;
  const put = (path: string, text: string | null) => {
    const file = join(folder, path);
    mkdirSync(join(file, ".."), { recursive: true });
    if (text === null) return rmSync(file, { recursive: true });
    writeFileSync(file, text);
    utimesSync(file, timeMs / 1000, timeMs / 1000);
  };
  for (const [path, text] of Object.entries(files)) put(path, text);
  const faults: UtilityFault[] = [];
  const utilities = openUtilities({
    folders: folders(folder),
    now: () => timeMs,
    onFault: (fault) => faults.push(fault),
  });
  const later = () => {
    timeMs += 2000;
    return utilities.current();
  };
  return { folder, put, faults, utilities, later };
}
