/** The built files of the dashboard, read when the first of them is asked for; null when it is not built. */
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { FOREVER, publish, type Published } from "./published.ts";

export interface DashboardFiles {
  /** The page, which allows the style elements that carry the given value. */
  page(nonce: string): string;
  /** By its path below /app. */
  find(path: string): Published | undefined;
}

/** Where `scripts/build-dashboard.ts` writes to. */
const FOLDER = join(import.meta.dirname, "../../../web/dist");

/** The build makes no other kinds; its compressed copies end in .br and .gz. */
const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

const PLACE_OF_NONCE = '<meta name="style-nonce" content="" />';

let opened: Promise<DashboardFiles | null> | undefined;

export const openDashboard = (): Promise<DashboardFiles | null> => (opened ??= remember(readDashboard()));

/** It may be built while the service runs: neither its absence nor a read that failed is kept. */
async function remember(reading: Promise<DashboardFiles | null>): Promise<DashboardFiles | null> {
  let files: DashboardFiles | null = null;
  try {
    return (files = await reading);
  } finally {
    if (files === null) opened = undefined;
  }
}

async function readDashboard(): Promise<DashboardFiles | null> {
  const paths = await readdir(FOLDER, { recursive: true }).catch((): string[] => []);
  if (!paths.includes("index.html")) return null;
  const html = await readFile(join(FOLDER, "index.html"), "utf8");
  const [before, after] = html.split(PLACE_OF_NONCE);
  if (after === undefined) throw new Error("the page of the dashboard has no place for its style value");
  const files = new Map<string, Published>();
  for (const path of paths) {
    const type = TYPES[extname(path)];
    if (type !== undefined) files.set(path.replaceAll("\\", "/"), await readPublished(path, type));
  }
  return {
    page: (nonce) => `${before}<meta name="style-nonce" content="${nonce}" />${after}`,
    find: (path) => files.get(path),
  };
}

async function readPublished(path: string, type: string): Promise<Published> {
  const at = join(FOLDER, path);
  const [plain, br, gzip] = await Promise.all([readFile(at), readFile(`${at}.br`), readFile(`${at}.gz`)]);
  // Names of assets change with their content.
  const cache = path.startsWith("assets") ? { "cache-control": FOREVER } : {};
  return publish(plain, { "content-type": type, ...cache }, { br, gzip });
}
