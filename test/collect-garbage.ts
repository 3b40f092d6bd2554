/** Collects all garbage of this process at once, for measurements of memory. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
// The flag puts the function into contexts made after it.
export const collectGarbage = runInNewContext("gc") as () => void;
