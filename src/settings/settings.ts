/** The table of settings: the name, default, form and meaning of each. `config.ts` reads them. */
import { z } from "zod";
import { BROWSER_SETTINGS } from "./browser.ts";
import {
  bareUrl,
  bucketName,
  count,
  keyPrefix,
  keyText,
  oneOrigin,
  origins,
  path,
  port,
  roles,
  setting,
  systemAccount,
  text,
  url,
  yesNo,
} from "./forms.ts";
import { GREEN_BUTTON_SETTINGS } from "./green-button.ts";
import { KEEPING } from "./keeping.ts";
import { LANGUAGE_MODEL_SETTINGS } from "./language-model.ts";
import { MAIL_SETTINGS } from "./mail.ts";
import { SIGN_IN_SETTINGS } from "./sign-in.ts";

/** In the order of `.env.example`. */
export const SETTINGS = {
  port: setting({
    name: "PORT",
    schema: port,
    fallback: "8080",
    form: "a port number from 0 to 65535",
    sentence: "Port the service listens on; 0 takes any free one.",
  }),
  host: setting({
    name: "HOST",
    schema: text,
    fallback: "127.0.0.1",
    form: "an address or host name",
    sentence: "Address the service listens on; 0.0.0.0 opens it to the network.",
  }),
  databaseUrl: setting({
    name: "DATABASE_URL",
    schema: z.url({ protocol: /^postgres(ql)?$/ }),
    fallback: null,
    form: "a URL such as postgres://user:password@host:5432/database",
    sentence: "PostgreSQL 15 or newer. Absent: an embedded PostgreSQL under the data folder.",
    secret: true,
  }),
  dataDir: setting({
    name: "METERBOOK_DATA_DIR",
    schema: path,
    fallback: "./data",
    form: "a path",
    sentence: "Folder for bill files, the root key and the embedded database. One process at a time.",
  }),
  databaseUser: setting({
    name: "METERBOOK_DATABASE_USER",
    schema: systemAccount,
    fallback: "meterbook",
    form: "the name of a system account of its own, neither root nor nobody",
    sentence: "Account that runs the embedded database when root starts the service; created when it does not exist.",
  }),
  filesDir: setting({
    name: "METERBOOK_FILES_DIR",
    schema: path,
    fallback: null,
    form: "a path",
    sentence: "Folder for bill files that several processes share. Absent: in the data folder, or in a bucket.",
  }),
  utilitiesDir: setting({
    name: "METERBOOK_UTILITIES_DIR",
    schema: path,
    fallback: null,
    form: "a path",
    sentence:
      "Folder with utilities of your own, a folder each; see docs/read-a-bill.md. A change is taken up without a restart.",
    shared: true,
  }),
  watchedFolder: setting({
    name: "METERBOOK_WATCHED_FOLDER",
    schema: path,
    fallback: null,
    form: "a path",
    sentence:
      "Folder whose bill files are uploaded: a sub-folder for each company, named by its id; see docs/operate.md. Absent: none is watched.",
  }),
  roles: setting({
    name: "METERBOOK_ROLES",
    schema: roles,
    fallback: "api,workers",
    form: "api, workers, or both with a comma between them",
    sentence:
      "What this process does: answer requests, collect and deliver, or both. Without api it answers health checks only.",
  }),
  visitsAtOnce: count(
    "METERBOOK_VISITS_AT_ONCE",
    { min: 1, max: 50, fallback: "3" },
    "Visits to portals that this process makes at the same time: this many to find accounts, and this many to fetch bills.",
  ),
  visitsPerMinute: count(
    "METERBOOK_VISITS_PER_MINUTE",
    { min: 1, max: 1000, fallback: "25", shared: true },
    "Visits to the website of one utility for new bills that begin in a minute, of all companies and processes together. Companies take turns; see docs/scale.md.",
  ),
  ...BROWSER_SETTINGS,
  parsesAtOnce: count(
    "METERBOOK_PARSES_AT_ONCE",
    { min: 1, max: 32, fallback: "3" },
    "Bill files that this process reads at the same time. Each takes a process of about 100 MB. Companies whose files take long leave one of them to the others.",
  ),
  picturesAtOnce: count(
    "METERBOOK_PICTURES_AT_ONCE",
    { min: 1, max: 16, fallback: "1" },
    "Scanned bill files whose text this process recognises at the same time. Each takes a processor for some seconds per page, and 500 MB.",
  ),
  importsAtOnce: count(
    "METERBOOK_IMPORTS_AT_ONCE",
    { min: 1, max: 8, fallback: "2" },
    "Spreadsheets that this process imports at the same time. Each may take 1 GB of memory while it is read.",
  ),
  mailboxesAtOnce: count(
    "METERBOOK_MAILBOXES_AT_ONCE",
    { min: 1, max: 16, fallback: "4" },
    "Mailboxes that this process looks at at the same time. Each takes up to 60 MB while a file is fetched.",
  ),
  databaseConnections: count(
    "METERBOOK_DATABASE_CONNECTIONS",
    { min: 5, max: 500, fallback: "20" },
    "Database connections that requests and jobs of this process share; up to 10 more serve the queue, small reads, the watch over the database and rebuilds.",
  ),
  s3Endpoint: setting({
    name: "METERBOOK_S3_ENDPOINT",
    schema: bareUrl,
    fallback: null,
    form: "a URL starting with http:// or https://, without user and query",
    sentence:
      "S3 store for the bill files, with METERBOOK_S3_BUCKET and the two keys. Absent: in the data folder, or in METERBOOK_FILES_DIR.",
  }),
  s3Bucket: setting({
    name: "METERBOOK_S3_BUCKET",
    schema: bucketName,
    fallback: null,
    form: "the name of a bucket that exists",
    sentence: "Bucket of the bill files. The service needs permission to read, write, delete and list in it.",
  }),
  s3Region: setting({
    name: "METERBOOK_S3_REGION",
    schema: text,
    fallback: "us-east-1",
    form: "the name of a region",
    sentence: "Region of the bucket; it goes into each signature.",
  }),
  s3AccessKeyId: setting({
    name: "METERBOOK_S3_ACCESS_KEY_ID",
    schema: text,
    fallback: null,
    form: "a text",
    sentence: "Id of the key that opens the bucket.",
  }),
  s3SecretAccessKey: setting({
    name: "METERBOOK_S3_SECRET_ACCESS_KEY",
    schema: text,
    fallback: null,
    form: "a text",
    sentence: "The key itself; never logged.",
    secret: true,
  }),
  s3Prefix: setting({
    name: "METERBOOK_S3_PREFIX",
    schema: keyPrefix,
    fallback: null,
    form: "letters, digits, -, _ and ., in parts separated by single slashes",
    sentence: "Prefix of each file name, so that a bucket can be shared. Absent: none.",
  }),
  rootKey: setting({
    name: "METERBOOK_ROOT_KEY",
    schema: keyText,
    fallback: null,
    form: "32 bytes as 64 hexadecimal digits or as base64",
    sentence: "Key that seals all secrets. Absent: made once and kept in the data folder as root.key, mode 0600.",
    secret: true,
  }),
  previousRootKey: setting({
    name: "METERBOOK_PREVIOUS_ROOT_KEY",
    schema: keyText,
    fallback: null,
    form: "32 bytes as 64 hexadecimal digits or as base64",
    sentence:
      "The previous root key while METERBOOK_ROOT_KEY is being changed: the start re-wraps everything with the new key; then remove this setting.",
    secret: true,
  }),
  metricsToken: setting({
    name: "METERBOOK_METRICS_TOKEN",
    schema: z.string().regex(/^[\x21-\x7e]{20,200}$/),
    fallback: null,
    form: "20 to 200 letters, digits and marks, without spaces",
    sentence: "Token with which a monitor reads /metrics. Absent: /metrics answers 404.",
    secret: true,
  }),
  publicUrl: setting({
    name: "PUBLIC_URL",
    schema: url,
    fallback: null,
    form: "a URL starting with http:// or https://",
    sentence: "Address at which others reach the service, used in its links. Absent: http://localhost and the port.",
    shared: true,
  }),
  trustProxy: setting({
    name: "METERBOOK_TRUST_PROXY",
    schema: yesNo,
    fallback: "false",
    form: "true or false",
    sentence:
      "Takes the address of a caller from the last entry of X-Forwarded-For. Only behind one proxy of yours that adds it.",
  }),
  ...SIGN_IN_SETTINGS,
  ...GREEN_BUTTON_SETTINGS,
  sandboxPort: setting({
    name: "METERBOOK_SANDBOX_PORT",
    schema: port,
    fallback: null,
    form: "a port number from 0 to 65535",
    sentence: "Set: the sandbox utilities run on this port of 127.0.0.1, with bills up to the day of the start.",
  }),
  sandboxUrl: setting({
    name: "METERBOOK_SANDBOX_URL",
    schema: oneOrigin,
    fallback: null,
    form: "a URL such as http://127.0.0.1:8090, without a path",
    sentence:
      "Address of running sandbox utilities (npm run sandbox), for several processes. Instead of METERBOOK_SANDBOX_PORT.",
    shared: true,
  }),
  ownPortals: setting({
    name: "METERBOOK_OWN_PORTALS",
    schema: origins.refine((list) => list.length <= 20),
    fallback: "",
    form: "origins such as http://127.0.0.1:8123, at most 20, separated by commas",
    sentence:
      "Portals of your own on this machine or in a private network that recipes may visit, these alone. For authors; see docs/add-a-utility.md.",
    shared: true,
  }),
  allowLocalWebhooks: setting({
    name: "METERBOOK_ALLOW_LOCAL_WEBHOOKS",
    schema: yesNo,
    fallback: "false",
    form: "true or false",
    sentence:
      "Lets webhooks and deliveries go to this machine, and mailboxes be on it. Leave false where untrusted users may make them.",
    shared: true,
  }),
  webhooksPerCompany: count(
    "METERBOOK_WEBHOOKS_PER_COMPANY",
    { min: 1, max: 10_000, fallback: "50", shared: true },
    "Webhooks a company may have at once; deleted ones do not count.",
  ),
  weatherUrl: setting({
    name: "METERBOOK_WEATHER_URL",
    schema: bareUrl,
    fallback: null,
    form: "a URL starting with http:// or https://, without user and query",
    sentence:
      "Archive of temperatures, https://www.ncei.noaa.gov or a copy of it, asked once a day. Absent: no archive is asked.",
    shared: true,
  }),
  weatherDir: setting({
    name: "METERBOOK_WEATHER_DIR",
    schema: path,
    fallback: null,
    form: "a path",
    sentence: "Folder with files of the archive of temperatures, read every hour; see docs/weather.md. Absent: none.",
    shared: true,
  }),
  ...LANGUAGE_MODEL_SETTINGS,
  ...MAIL_SETTINGS,
  revealPasswords: setting({
    name: "METERBOOK_REVEAL_PASSWORDS",
    schema: yesNo,
    fallback: "true",
    form: "true or false",
    sentence: "Lets an admin read a utility password in clear by GET /authorizations/:id; each reading is audited.",
    shared: true,
  }),
  auditDays: count(
    "METERBOOK_AUDIT_DAYS",
    { min: 0, max: 36_500, fallback: "0" },
    "Days for which rows of the audit log are kept; 0: for ever. The remaining rows can still be verified.",
  ),
  requestsPerMinute: count(
    "METERBOOK_REQUESTS_PER_MINUTE",
    { min: 0, max: 1_000_000, fallback: "3000", zero: "for no limit" },
    "Requests per minute for a user, and for an address that is not signed in, including pages; counted by each process.",
  ),
  connectionsMax: count(
    "METERBOOK_CONNECTIONS_MAX",
    { min: 10, max: 100_000, fallback: "2000" },
    "Connections that a process holds at once; further ones are closed immediately.",
  ),
  stalledAnswerSeconds: count(
    "METERBOOK_STALLED_ANSWER_SECONDS",
    { min: 1, max: 3600, fallback: "20" },
    "A connection whose answer is not read for this long is closed.",
  ),
  ...KEEPING,
  logLevel: setting({
    name: "LOG_LEVEL",
    schema: z.enum(["silent", "fatal", "error", "warn", "info", "debug", "trace"]),
    fallback: "info",
    form: "one of silent, fatal, error, warn, info, debug, trace",
    sentence: "How much the service logs on standard output, as JSON lines.",
  }),
};
