/** The entry of all commands, `main.ts <command> [arguments]`: runs them as they were built, or else from their sources. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { builtService } from "../processes/built-programs.ts";

await import(pathToFileURL(builtService(join(import.meta.dirname, "call.ts"))).href);
