/** Starts one browser whose only way out is the door, with a profile of its own that is gone when it has ended. */
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContext } from "playwright-core";
import { environmentOf } from "./environment.ts";
import { keepOutOfDumps, killTree, readProcessTree } from "./processes.ts";
import { listPrograms } from "./program.ts";

/** How the proxy knows the visit. */
export interface ProxyLogin {
  username: string;
  password: string;
}

export interface RunningBrowser {
  /** A window with its own cookies, storage and way through the door. */
  newContext(login: ProxyLogin): Promise<BrowserContext>;
  /** Memory of all its processes, and the bytes of the files that it has written; null where it cannot be measured. */
  measure(): Promise<{ memoryBytes: number | null; fileBytes: number }>;
  /** Resolves when it has ended, by itself or not, and its files are gone. */
  ended: Promise<void>;
  isGone(): boolean;
  /** Ends it, by force if it does not end by itself. Never throws. */
  end(): Promise<void>;
  /** Ends all its processes at once. */
  kill(): Promise<void>;
}

export interface LaunchOptions {
  /** The operator's own; null takes what is found. */
  program: string | null;
  doorUrl: string;
  /** A window that a person sees, each action later by so many milliseconds; absent: none. */
  shown?: { slowMs: number } | undefined;
  /** For tests: a certificate to be trusted. */
  moreFlags?: string[] | undefined;
}

const LAUNCH_MS = 30_000;
const CLOSE_MS = 5_000;
const FOLDER = "meterbook-browser-profile-";
const OLD_SPACE_MEGABYTES = 512;
/** Loopback addresses go to the proxy as well. */
const NO_BYPASS = "<-loopback>";

/** Playwright's own list, which this flag takes the place of, and at the end what else would speak to the network. */
const DISABLED_FEATURES = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  // Names of its own for WebRTC, announced to everybody on the local network.
  "WebRtcHideLocalIpsWithMdns",
];

const FLAGS = [
  `--disable-features=${DISABLED_FEATURES.join(",")}`,
  // Names are resolved at the door only: without it, nothing can even be looked up.
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
  "--dns-prefetch-disable",
  "--disable-quic",
  // The name of the flag differs between Chrome and its headless form.
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--no-pings",
  "--disable-domain-reliability",
  "--disable-client-side-phishing-detection",
  "--safebrowsing-disable-auto-update",
  "--disable-crash-reporter",
  "--no-crash-upload",
  "--disable-gpu",
  `--js-flags=--max-old-space-size=${OLD_SPACE_MEGABYTES}`,
];

const PREFERENCES = {
  // A PDF is a file to be fetched, not a page to be looked at.
  plugins: { always_open_pdf_externally: true },
  webrtc: {
    ip_handling_policy: "disable_non_proxied_udp",
    multiple_routes_enabled: false,
    nonproxied_udp_enabled: false,
  },
  net: { network_prediction_options: 2 },
  safebrowsing: { enabled: false },
  credentials_enable_service: false,
};

/** Says to the operator why no browser starts here, and what to do. */
export class NoBrowser extends Error {
  override name = "NoBrowser";
}

/** @throws NoBrowser */
export async function launchBrowser(options: LaunchOptions): Promise<RunningBrowser> {
  const faults: string[] = [];
  await removeLeftFolders();
  for (const find of listPrograms(options.program, { withWindow: options.shown !== undefined })) {
    try {
      return await launch(await find(), options);
    } catch (error) {
      if (isWithoutScreen(error)) throw new NoBrowser(NO_SCREEN);
      faults.push(firstLine(error));
    }
  }
  const detail = faults.length === 0 ? "none was found" : faults.join("; ");
  throw new NoBrowser(
    `No browser starts here: ${detail}. Install Chrome or Chromium, or name one in METERBOOK_BROWSER.`,
  );
}

const NO_SCREEN = "No window can be shown: nothing answers at the screen that DISPLAY or WAYLAND_DISPLAY names.";
/** By the browser's own words, which playwright passes on. */
const isWithoutScreen = (error: unknown): boolean =>
  error instanceof Error && /Missing X server|XServer/.test(error.message);

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n").find((line) => line.trim() !== "") ?? "";

async function launch(
  executablePath: string,
  { doorUrl, shown, moreFlags = [] }: LaunchOptions,
): Promise<RunningBrowser> {
  const { chromium } = await import("playwright-core");
  const folder = await mkdtemp(join(tmpdir(), `${FOLDER}${process.pid}-`));
  const downloads = join(folder, "downloads");
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
  try {
    await mkdir(join(folder, "profile", "Default"), { recursive: true });
    await mkdir(downloads);
    await writeFile(join(folder, "profile", "Default", "Preferences"), JSON.stringify(PREFERENCES));
    const own = await chromium.launchPersistentContext(join(folder, "profile"), {
      executablePath,
      args: [...FLAGS, ...moreFlags],
      ...(shown === undefined ? {} : { headless: false, slowMo: shown.slowMs, viewport: null }),
      // Without a password: what the browser itself wants is refused at the door.
      proxy: { server: doorUrl, bypass: NO_BYPASS },
      chromiumSandbox: !isRoot(),
      downloadsPath: downloads,
      acceptDownloads: false,
      // Always given: without it playwright gives the browser the service's own environment.
      env: environmentOf({
        platform: process.platform,
        folder,
        isShown: shown !== undefined,
        variables: process.env,
      }),
      timeout: LAUNCH_MS,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const browser = own.browser();
    if (browser === null) throw new Error("playwright gives no browser");
    return await runningBrowser(browser, { doorUrl, downloads, remove, own, isShown: shown !== undefined });
  } catch (error) {
    await remove();
    throw error;
  }
}

/** As root Chromium's own sandbox cannot run. */
export const isRoot = (): boolean => process.getuid?.() === 0;

/** Whether a window can be shown here, by the variables of the system. */
export const hasScreen = (variables: Readonly<Record<string, string | undefined>>): boolean =>
  process.platform !== "linux" || Boolean(variables["DISPLAY"] || variables["WAYLAND_DISPLAY"]);

interface Parts {
  doorUrl: string;
  downloads: string;
  /** The browser's first window, in which nothing is visited. */
  own: BrowserContext;
  isShown: boolean;
  remove(): Promise<void>;
}

async function runningBrowser(
  browser: Browser,
  { doorUrl, downloads, remove, own, isShown }: Parts,
): Promise<RunningBrowser> {
  const session = await browser.newBrowserCDPSession();
  const { userAgent } = await session.send("Browser.getVersion");
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const pid = processInfo.find(({ type }) => type === "browser")?.id;
  const tree = pid === undefined ? null : readProcessTree(pid);
  if (tree !== null) keepOutOfDumps(tree);

  let isGone = false;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const leave = (): void => {
    isGone = true;
    if (pid !== undefined) killTree(pid);
    void remove().then(resolve);
  };
  const kill = (): Promise<void> => {
    if (!isGone) leave();
    return ended;
  };
  browser.once("disconnected", () => void kill());
  if (!browser.isConnected()) void kill();
  return {
    async newContext({ username, password }) {
      const context = await browser.newContext({
        proxy: { server: doorUrl, bypass: NO_BYPASS, username, password },
        userAgent: `${userAgent} Meterbook`,
        locale: "en-US",
        viewport: isShown ? null : { width: 1280, height: 900 },
        serviceWorkers: "block",
        acceptDownloads: true,
      });
      // An empty window beside the one that counts would be in the way of who looks on.
      if (isShown)
        context.once("page", () => void Promise.all(own.pages().map((page) => page.close().catch(() => {}))));
      return context;
    },
    measure: async () => ({
      memoryBytes: (pid === undefined ? null : readProcessTree(pid))?.memoryBytes ?? null,
      fileBytes: await sizeOf(downloads),
    }),
    ended,
    isGone: () => isGone,
    async end() {
      const timer = setTimeout(leave, CLOSE_MS);
      await Promise.race([browser.close().catch(() => {}), ended]);
      clearTimeout(timer);
      return kill();
    },
    kill,
  };
}

/** Bytes of the files in the folder; files that go meanwhile count nothing. */
async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** A service that was killed could not remove its folders. */
async function removeLeftFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((one) => one.startsWith(FOLDER))) {
    if (isAlive(Number(name.slice(FOLDER.length).split("-")[0]))) continue;
    // Those of other accounts stay.
    await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
