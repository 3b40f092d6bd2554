/** Makes the parts of the service and connects them. The only place that decides which parts use which and gives them the clock. */
import type { KeyObject } from "node:crypto";
import { join } from "node:path";
import { createBrowserPool, type BrowserPool } from "./browser/pool.ts";
import { createLimiter, type Limiter } from "./api/http/limiter.ts";
import { loadAuditLog, type AuditLog } from "./safeguards/audit.ts";
import type { Config } from "./config.ts";
import { StartError } from "./errors.ts";
import { openRegistry, type OpenRegistry, type RegistrySettings } from "./connectors/registry.ts";
import { createCustodians, type Custodians } from "./green-button/custodians.ts";
import { readCatalogue } from "./utilities/catalogue.ts";
import { isFictional } from "./utilities/card.ts";
import { openKnownUtilities, type KnownUtilities } from "./utilities/known-utilities.ts";
import { BUILT_IN_UTILITIES, openUtilities, type Utilities } from "./utilities/utilities.ts";
import { createArchive } from "./weather/archive.ts";
import type { WeatherSource } from "./weather/source.ts";
import { createUtilityWeather, type UtilityWeather } from "./weather/utility-weather.ts";
import { loadLinkSigner, type LinkSigner } from "./safeguards/links.ts";
import { hideFromLog, type Log } from "./log.ts";
import { loadPortalLogins, type PortalLogins } from "./safeguards/portal-logins.ts";
import { createLanguageModel, type LanguageModel } from "./language-model/ask.ts";
import { createMailer, type Mailer } from "./mail/send.ts";
import { createOutbound, type Outbound } from "./outbound/outbound.ts";
import { openFileReaders, VIEWS_AT_ONCE, type FileReaders } from "./parsers/file-readers.ts";
import { createPageViews, type PageViews } from "./parsers/page-views.ts";
import { createParsers, type Parsers } from "./parsers/registry.ts";
import { createImportReader, type ImportReader } from "./parsers/tables/import-reader.ts";
import { cutConnections, openDatabase, type Db } from "./store/db.ts";
import { watchDatabase, type DatabaseWatch } from "./store/database-watch.ts";
import type { FileStore } from "./files/file-store.ts";
import { openFolderStore } from "./files/folder-file-store.ts";
import { openFolderKeyStore } from "./files/folder-key-store.ts";
import { openJobs, type Jobs } from "./store/jobs.ts";
import { withCachedKeys, type KeyStore } from "./files/key-store.ts";
import { openS3Store, type S3StoreOptions } from "./files/s3-file-store.ts";
import { openS3KeyStore } from "./files/s3-key-store.ts";
import { ensureServiceKey, openVault } from "./safeguards/root-keys.ts";
import { PASSWORD_COST, type PasswordCost } from "./vault/passwords.ts";
import type { Vault } from "./vault/vault.ts";

/** The parts, passed first to everything that needs them. Plain objects, so that a test can substitute another clock or database. */
export interface App {
  config: Config;
  /** The address of the service for others; known only once the port is. */
  publicUrl: string;
  db: Db;
  /** For a thread that needs its own database connection. Contains a password: never log it. */
  databaseUrl: string;
  /** The embedded database's folder; null when the operator provides the database. */
  databaseFolder: string | null;
  /** Whether the database answers. */
  databaseWatch: Pick<DatabaseWatch, "isAway" | "onAway">;
  jobs: Jobs;
  vault: Vault;
  /** What hashing a password takes. */
  passwordCost: PasswordCost;
  links: LinkSigner;
  /** Counts sign-ins to utility websites. */
  portalLogins: PortalLogins;
  files: FileStore;
  /** The audit log. */
  audit: AuditLog;
  /** Keys of authorizations, stored outside the database. */
  keys: KeyStore;
  /** The folders of utilities, from which the connectors and parsers are made. */
  utilities: Utilities;
  connectors: OpenRegistry;
  /** Browsers for portals that need one; none runs before it is asked for. */
  browsers: BrowserPool;
  /** The utilities that offer Green Button Connect here, and the way to them. */
  custodians: Custodians;
  greenButton: {
    outbound: Outbound;
    verifierKey: KeyObject;
    /** Those of this process. */
    visits: { open: number };
  };
  /** Every utility that people can ask for, also those whose bills are not collected. */
  known: KnownUtilities;
  parsers: Parsers;
  /** Unpacks the archives that users upload. */
  archives: FileReaders["archives"];
  /** Pages of stored files for people who look at them. */
  pages: PageViews;
  /** The profiles for reading spreadsheets of bill history, including the built-in ones. */
  imports: ImportReader;
  /** The sources of temperatures: the archive, if it is set up, and utilities that publish them. */
  weather: { archive: WeatherSource | null; readonly utilities: UtilityWeather[] };
  /** Asked about bills that no reader could read; null unless the operator named one. */
  model: LanguageModel | null;
  /** Sends mails; null unless the operator named a server for them. */
  mailer: Mailer | null;
  /** PDFs of reports, for requests and deliveries together. */
  limitPdf: Limiter;
  /** For webhooks, destinations of deliveries and mailboxes: local addresses only where the settings allow them. */
  outbound: Outbound;
  /** For identity providers; the operator named them, so they may lie in a private network. */
  identity: Outbound;
  log: Log;
  /** Epoch milliseconds. */
  now: () => number;
  close(): Promise<void>;
}

export interface AppOptions {
  config: Config;
  /** Connection of the database, embedded or not, already migrated. */
  databaseUrl: string;
  databaseFolder?: string | null;
  publicUrl: string;
  registry: RegistrySettings;
  log: Log;
  now?: () => number;
  /** Shared with other apps of this process, and not closed with this one; without it the app opens and closes its own. */
  readers?: FileReaders;
  /** How often the database is asked whether it answers, in milliseconds; twice a second unless given. */
  databaseLookMs?: number;
  /** Less than the service spends only for tests, which set passwords and sign in all the time. */
  passwordCost?: PasswordCost;
}

/** Wrapped keys in memory: about 300 bytes each, enough for lists of thousands. */
const CACHED_KEYS_MAX = 20_000;

/** Opens every part. @throws StartError when the root key is not the one the data was sealed with. */
export async function openApp(options: AppOptions): Promise<App> {
  const { config, databaseUrl, databaseFolder = null, publicUrl, registry, log } = options;
  const now = options.now ?? Date.now;
  const db = openDatabase(databaseUrl, {
    max: config.databaseConnections,
    onError: (error) => log.warn({ err: error }, "database connection lost"),
  });
  const vault = await openVault(db, config, log);
  const links = await loadLinkSigner(db, vault, now);
  const audit = await loadAuditLog(db, vault);
  await audit.hashOldRows(db);
  const portalLogins = await loadPortalLogins(db, vault, now);
  const jobs = await openJobs(databaseUrl, db, log, { works: config.roles.includes("workers"), now });
  const cut = () => {
    log.warn({}, "the database does not answer: its connections are closed");
    cutConnections(db);
  };
  const databaseWatch = watchDatabase(databaseUrl, cut, options.databaseLookMs);
  const files = openFiles(config);
  const keys = withCachedKeys(openKeys(config), CACHED_KEYS_MAX);
  const readers = options.readers ?? openFileReaders(config);
  const limitViews = createLimiter({
    atOnce: VIEWS_AT_ONCE,
    // The pages of one company never take all.
    atOnceOfCompany: 1,
    waitingMax: 50,
    refusal: "Too many pages of your company are being drawn or read. Wait for some of them to finish.",
    // Pages that take so long are drawn one after the other, for all companies together: a bill takes less than a second.
    slow: { ms: 10_000, rememberedMs: 600_000, now },
  });
  const utilities = openUtilities({
    folders: [BUILT_IN_UTILITIES, config.utilitiesDir ?? []].flat(),
    now,
    onFault: ({ file, path, line, detail }) =>
      log.warn({ file, path, line, detail }, "a file of a utility is not used"),
  });
  const browsers = createBrowserPool({
    program: config.browser,
    browsersMax: config.browsersAtOnce,
    visitsAtOnce: config.browserVisitsAtOnce,
    memoryBytesMax: config.browserMemoryMegabytes * 1_000_000,
    log,
    now,
  });
  const connectors: OpenRegistry = openRegistry(registry, () => utilities.current().portals, {
    openTab: browsers.openTab,
    now,
    keyAtWebsite: (typed) => known.ofAddress(typed)?.key ?? null,
  });
  const custodians = openCustodians(config, utilities, connectors);
  const known = openKnownUtilities({ connectors, utilities, custodians }, readCatalogue());
  const forGreenButton = createOutbound({ allowedPrivateOrigins: connectors.privateOrigins });
  const showClientSecrets = config.greenButtonClients.map(({ client_secret }) => hideFromLog(client_secret));
  const identity = createOutbound({ allowedPrivateOrigins: config.oidcIssuers.map(({ issuer }) => issuer) });
  // The operator named the archive, so a copy of it may lie in a private network.
  const forWeather = createOutbound({
    allowedPrivateOrigins: [...connectors.privateOrigins, config.weatherUrl ?? []].flat(),
  });
  // The operator named the model, so it may run on this machine or in a private network.
  const forModel = createOutbound({ allowedPrivateOrigins: [config.modelUrl ?? []].flat() });
  const showKey = hideFromLog(config.modelKey ?? "");
  // The operator named the mail server, too.
  const { smtpServer } = config;
  const forMail = createOutbound({
    allowedPrivateOrigins: smtpServer === null ? [] : [`http://${smtpServer.host}:${smtpServer.port}`],
  });
  const showMailPassword = hideFromLog(smtpServer?.login?.password ?? "");
  const forDeliveries = createOutbound({ allowLoopback: config.allowLocalWebhooks });
  return {
    config,
    publicUrl,
    db,
    databaseUrl,
    databaseFolder,
    databaseWatch,
    jobs,
    vault,
    passwordCost: options.passwordCost ?? PASSWORD_COST,
    links,
    portalLogins,
    files,
    keys,
    audit,
    utilities,
    connectors,
    browsers,
    custodians,
    greenButton: {
      outbound: forGreenButton,
      verifierKey: await ensureServiceKey(db, vault, "green-button"),
      visits: { open: 0 },
    },
    known,
    archives: readers.archives,
    parsers: createParsers({ ...readers, templates: () => utilities.current().templates }),
    pages: createPageViews({ ...readers, limit: limitViews }),
    imports: createImportReader(),
    weather: {
      archive: config.weatherUrl === null ? null : createArchive({ outbound: forWeather, baseUrl: config.weatherUrl }),
      // Made anew at each use, because a utility may come while the service runs.
      get utilities() {
        return createUtilityWeather(forWeather, connectors.list());
      },
    },
    model: openModel(config, forModel),
    mailer: openMailer(config, publicUrl, forMail),
    // A third document at once would only make all of them slower.
    limitPdf: createLimiter({
      atOnce: 2,
      atOnceOfCompany: 1,
      waitingMax: 10,
      refusal: "Too many PDF reports of your company are being made. Wait for one of them to finish.",
    }),
    outbound: forDeliveries,
    identity,
    log,
    now,
    async close() {
      await browsers.close();
      if (options.readers === undefined) await readers.close();
      await Promise.all([connectors.close(), forDeliveries.close(), identity.close(), forWeather.close()]);
      await Promise.all([forModel.close(), forMail.close(), forGreenButton.close()]);
      for (const show of showClientSecrets) show();
      showKey();
      showMailPassword();
      await jobs.close();
      await databaseWatch.close();
      await files.close();
      await keys.close();
      await db.destroy();
    },
  };
}

/**
 * The utilities at which the operator registered for Green Button Connect. @throws StartError for a registration that cannot be
 * used, without its secret
 */
function openCustodians(config: Config, utilities: Utilities, { fictionalPlace }: OpenRegistry): Custodians {
  const clients = new Map(
    config.greenButtonClients.map(({ utility, client_id, client_secret }) => [
      utility,
      { id: client_id, secret: client_secret },
    ]),
  );
  const offered = () =>
    utilities.current().utilities.flatMap(({ card, greenButton: setup }) => {
      return card === null || setup === null ? [] : [{ card, setup, isFictional: isFictional(card) }];
    });
  const known = new Set(offered().map(({ card }) => card.key));
  const unknown = [...clients.keys()].filter((key) => !known.has(key));
  if (unknown.length > 0)
    throw new StartError(
      `METERBOOK_GREEN_BUTTON_CLIENTS names ${unknown.join(", ")}: no utility of this key has a green-button.yaml that can be used. npx meterbook utilities shows why.`,
    );
  if (clients.size > 0 && config.publicUrl === null)
    throw new StartError(
      "METERBOOK_GREEN_BUTTON_CLIENTS needs PUBLIC_URL: utilities send their customers back to that address.",
    );
  return createCustodians({ offered, clientOf: (key) => clients.get(key) ?? null, fictional: fictionalPlace });
}

/** The language model that the operator named; null without one. */
function openModel(config: Config, outbound: Outbound): LanguageModel | null {
  const { modelUrl, modelName, modelKey, modelOutputTokensMax, modelTimeoutSeconds } = config;
  if (modelUrl === null || modelName === null) return null;
  const limits = { outputTokensMax: modelOutputTokensMax, timeoutMs: modelTimeoutSeconds * 1000 };
  return createLanguageModel({ outbound, url: modelUrl, name: modelName, key: modelKey, ...limits });
}

/** The operator's mail server; null without one. */
function openMailer({ smtpServer, mailFrom }: Config, publicUrl: string, outbound: Outbound): Mailer | null {
  if (smtpServer === null || mailFrom === null) return null;
  return createMailer({ outbound, server: smtpServer, from: mailFrom, name: new URL(publicUrl).hostname });
}

/** The store of original files that the settings select: a bucket, or else the data folder. */
export function openFiles(config: Config): FileStore {
  const bucket = bucketOf(config);
  return bucket === null ? openFolderStore(filesFolder(config)) : openS3Store(bucket);
}

/** The store of the keys of authorizations: in the same bucket, or else in the data folder. */
export function openKeys(config: Config): KeyStore {
  const bucket = bucketOf(config);
  return bucket === null ? openFolderKeyStore(keysFolder(config)) : openS3KeyStore(bucket);
}

function bucketOf(config: Config): S3StoreOptions | null {
  const { s3Endpoint, s3Bucket, s3AccessKeyId, s3SecretAccessKey } = config;
  if (s3Endpoint === null || s3Bucket === null || s3AccessKeyId === null || s3SecretAccessKey === null) return null;
  return {
    endpoint: s3Endpoint,
    region: config.s3Region,
    bucket: s3Bucket,
    accessKeyId: s3AccessKeyId,
    secretAccessKey: s3SecretAccessKey,
    prefix: config.s3Prefix,
  };
}

/** The folder of files without a bucket. */
export const filesFolder = ({ dataDir, filesDir }: Config): string => filesDir ?? join(dataDir, "files");

/** The folder of keys without a bucket: next to the files, so that processes that share the files share the keys too. */
export const keysFolder = ({ dataDir, filesDir }: Config): string => join(filesDir ?? dataDir, "keys");
