/** The utilities and bills that a command of template authors works on: those of the service's settings, and those it is given. */
import { readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { readConfig } from "../config.ts";
import { StartError } from "../errors.ts";
import { readTemplateFile, type TemplateFile } from "../utilities/read-folder.ts";
import { BUILT_IN_UTILITIES, faultLine, openUtilities, type UtilitySet } from "../utilities/utilities.ts";
import type { Io } from "./io.ts";

/** The built-in utilities, those of METERBOOK_UTILITIES_DIR, and those of another folder. @throws ConfigError */
export function listUtilities({ env }: Pick<Io, "env">, other?: string): UtilitySet {
  const { utilitiesDir } = readConfig(env);
  const folders = [BUILT_IN_UTILITIES, utilitiesDir ?? [], other === undefined ? [] : resolve(other)].flat();
  return openUtilities({ folders: [...new Set(folders)], now: () => 0 }).current();
}

/** One template, or all of the utilities. @throws StartError when the one has a fault */
export function listTemplates(
  io: Pick<Io, "env">,
  { template, utilities }: { template?: string; utilities?: string },
): TemplateFile[] {
  if (template === undefined) return [...listUtilities(io, utilities).templateFiles];
  const file = resolve(template);
  const read = readTemplateFile(file);
  if (read.ok) return [read.value];
  throw new StartError(read.faults.map((fault) => faultLine({ file, ...fault })).join("\n"));
}

/** Files beside bills that are none. */
const NO_BILLS = [".md", ".yaml", ".yml", ".expected.json"];

/** The files given, and those in the folders given. @throws Error of the system for one that is not there */
export function listBills(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    if (!statSync(path).isDirectory()) return path;
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
      .map(({ name }) => name)
      .filter((name) => !NO_BILLS.some((end) => name.endsWith(end)))
      .sort()
      .map((name) => join(path, name));
  });
}

/** Rows with columns of equal width, two spaces between them; the last is never filled up. */
export function tableOf(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
