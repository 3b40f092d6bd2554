/** Puts a finished folder in the place of another one, also when several processes do so at the same time: the last one stays, whole. */
import { renameSync, rmSync } from "node:fs";

const TRIES_MAX = 100;

/**
 * The old folder is moved aside before it is removed: removing it in place could also remove files of a folder that another process
 * has put there meanwhile. @throws Error when others put theirs in between a hundred times
 */
export function replaceFolder(made: string, place: string): void {
  const aside = `${made}-before`;
  for (let tries = 1; ; tries += 1) {
    try {
      moveAside(place, aside);
      return renameSync(made, place);
    } catch (error) {
      if (codeOf(error) !== "ENOTEMPTY" || tries === TRIES_MAX) throw error;
    } finally {
      rmSync(aside, { recursive: true, force: true });
    }
  }
}

function moveAside(place: string, aside: string): void {
  try {
    renameSync(place, aside);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
}

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
