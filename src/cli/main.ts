/** The entry of all commands, `main.ts <command> [arguments]`, which run as they were built, or else as they lie. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { builtService } from "../processes/built-programs.ts";

await import(pathToFileURL(builtService(join(import.meta.dirname, "call.ts"))).href);
