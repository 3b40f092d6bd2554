/** The entry of the service: runs it as it was built, or from its sources where it was not built or has changed since. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { builtService } from "./processes/built-programs.ts";

await import(pathToFileURL(builtService(join(import.meta.dirname, "serve.ts"))).href);
