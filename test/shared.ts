/** Material of others that tests read and that is not part of the project: real bills, schemas, published vectors. It lies beside the checkout, in `../shared`. */
import { existsSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../../shared");
/** How the reason of a skipped test begins where its material is not there: see run-files.ts. */
export const NOT_HERE = "not beside this checkout: ";

interface Material {
  path: string;
  /** For the options of a test: false, or why it cannot run here. */
  skip: string | false;
}

/** A file or folder of the shared material, such as `data/bills`. */
export function sharedMaterial(name: string): Material {
  const path = join(FOLDER, name);
  return { path, skip: existsSync(path) ? false : `${NOT_HERE}shared/${name}` };
}

/** A file of `test/oracles`: figures of others that are part of the project. */
export const oraclePath = (name: string): string => join(import.meta.dirname, "oracles", name);
