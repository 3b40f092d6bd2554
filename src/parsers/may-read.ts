/** The folders that reader processes may read: our own code, and the libraries that they load. */
import { fileURLToPath } from "node:url";

const MODULES = "/node_modules/";

/** The folder of the modules in which a library is, since it loads others. */
export function modulesOf(name: string): string {
  const path = fileURLToPath(import.meta.resolve(name));
  return path.slice(0, path.lastIndexOf(MODULES) + MODULES.length);
}

/** Readers use the nouns and rules of other rooms. */
export const OWN_CODE: readonly string[] = [fileURLToPath(new URL("../", import.meta.url))];
