/** The entry of the service, which runs as it was built; where it was not, or has changed since, as it lies. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { builtService } from "./processes/built-programs.ts";

await import(pathToFileURL(builtService(join(import.meta.dirname, "serve.ts"))).href);
