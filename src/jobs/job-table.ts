/** All kinds of jobs: what each runs, how many run at once, how long one may take, and how often it is retried. */
import type { App } from "../app.ts";
import type { JobName, JobPayloads } from "../store/job-kinds.ts";
import type { ClaimedJob } from "../store/jobs.ts";
import { giveUpMailbox, runCheckMailbox } from "./mailboxes/check-mailbox.ts";
import { runDeleteDemoData } from "./delete-demo-data.ts";
import { giveUpDelivery, runDeliverData } from "./deliveries/deliver-data.ts";
import { runAskModel } from "./bills/ask-model.ts";
import { runDerive } from "./derived/derive.ts";
import { runFetch } from "./visits/fetch.ts";
import { giveUpImport, runImport } from "./imports/import.ts";
import { giveUpVisit, runInventory } from "./visits/inventory.ts";
import { giveUpParse, runParse, runParsePictures } from "./bills/parse.ts";
import { giveUpReset, runMailInvitation, runMailReset } from "./mail-people.ts";
import { giveUpFormLink, runMailAction, runMailFormLink, runMailReceipt } from "./mail-tenants.ts";
import { giveUpRevokePermission, runRevokePermission } from "./visits/revoke-permission.ts";
import { giveUpReadCode, runReadCode } from "./mailboxes/read-code.ts";
import { runRebuild } from "./derived/rebuild-job.ts";
import { runRollUp } from "./derived/roll-up.ts";
import { requestSweep, runSweep } from "./sweep.ts";
import { runAttachStation, runWeatherJob } from "./weather/weather.ts";

/** How the jobs of one kind run. */
interface JobKind<N extends JobName> {
  run: (app: App, payload: JobPayloads[N], signal: AbortSignal, job: ClaimedJob<N>) => Promise<void>;
  /** How many of a kind run at once in this process, or the setting with that number. */
  concurrency:
    | number
    | "visitsAtOnce"
    | "parsesAtOnce"
    | "picturesAtOnce"
    | "importsAtOnce"
    | "mailboxesAtOnce"
    | "modelQuestionsAtOnce";
  /**
   * While one of these runs here it is likely to request this kind again: it is then claimed twice a second, so that one run serves
   * several requests.
   */
  mergesWhile?: JobName[];
  /** A run that takes longer is aborted, and the job becomes free. */
  limitSeconds: number;
  /** The wait after the first failure; it doubles after each further one, up to the second value. */
  retrySeconds: [first: number, most: number];
  /** How often it is retried after an internal error, and what is done after that; without this it is retried forever. */
  giveUp?: { retries: number; run: (app: App, payload: JobPayloads[N]) => Promise<void> };
}

/** Mails wait for a mail server that is away: 12 retries take some four hours. */
const MAIL: Pick<JobKind<JobName>, "concurrency" | "limitSeconds" | "retrySeconds"> = {
  concurrency: 2,
  limitSeconds: 120,
  retrySeconds: [10, 3600],
};
const MAIL_RETRIES = 12;
/** After the last retry of a mail whose record shows nothing of it. */
const recordNothing = async (): Promise<void> => {};

/** All kinds of jobs. The queue defines for which kinds companies are served in round-robin order. */
export const JOB_KINDS: { [N in JobName]: JobKind<N> } = {
  inventory: {
    run: runInventory,
    concurrency: "visitsAtOnce",
    limitSeconds: 900,
    retrySeconds: [2, 300],
    giveUp: { retries: 5, run: giveUpVisit },
  },
  fetch: {
    run: runFetch,
    concurrency: "visitsAtOnce",
    limitSeconds: 3600,
    retrySeconds: [2, 300],
    giveUp: { retries: 5, run: giveUpVisit },
  },
  parse: {
    run: runParse,
    concurrency: "parsesAtOnce",
    limitSeconds: 300,
    retrySeconds: [1, 300],
    giveUp: { retries: 5, run: giveUpParse },
  },
  "delete-demo-data": {
    run: runDeleteDemoData,
    concurrency: 1,
    limitSeconds: 600,
    retrySeconds: [2, 300],
    giveUp: { retries: 5, run: () => Promise.resolve() },
  },
  // Apart from the others, so that scans never take the slots of files with text.
  "parse-pictures": {
    run: runParsePictures,
    concurrency: "picturesAtOnce",
    limitSeconds: 1800,
    retrySeconds: [1, 300],
    giveUp: { retries: 5, run: giveUpParse },
  },
  // Answers take seconds to minutes, and its server may be away for days: nothing else waits for it.
  "ask-model": {
    run: runAskModel,
    concurrency: "modelQuestionsAtOnce",
    limitSeconds: 3600,
    retrySeconds: [10, 3600],
    giveUp: { retries: 5, run: giveUpParse },
  },
  derive: {
    run: (app, payload) => runDerive(app, payload),
    concurrency: 2,
    mergesWhile: ["inventory", "fetch", "parse", "parse-pictures", "ask-model", "import"],
    limitSeconds: 300,
    retrySeconds: [1, 600],
  },
  "roll-up": {
    run: (app, payload, _signal, { months }) => runRollUp(app, payload, months),
    concurrency: 2,
    mergesWhile: ["derive"],
    limitSeconds: 300,
    retrySeconds: [1, 600],
  },
  "attach-station": {
    run: (app, payload) => runAttachStation(app, payload),
    concurrency: 1,
    limitSeconds: 60,
    retrySeconds: [1, 600],
  },
  rebuild: { run: runRebuild, concurrency: 1, limitSeconds: 6 * 3600, retrySeconds: [10, 3600] },
  weather: { run: runWeatherJob, concurrency: 1, limitSeconds: 900, retrySeconds: [30, 3600] },
  // One company has at most two: the queue keeps the last slot for another company.
  "deliver-data": {
    run: (app, payload, signal) => runDeliverData(app, payload, signal),
    concurrency: 3,
    limitSeconds: 2 * 3600,
    retrySeconds: [5, 300],
    giveUp: { retries: 5, run: giveUpDelivery },
  },
  // Companies take turns, and the queue keeps the last slot of each process for another company.
  "check-mailbox": {
    run: runCheckMailbox,
    concurrency: "mailboxesAtOnce",
    limitSeconds: 900,
    retrySeconds: [5, 300],
    giveUp: { retries: 3, run: giveUpMailbox },
  },
  // Each mostly waits, for minutes at most, and the queue keeps the last slot of each process for another company: so there may be
  // many.
  "read-code": {
    run: runReadCode,
    concurrency: 8,
    limitSeconds: 600,
    retrySeconds: [2, 10],
    giveUp: { retries: 3, run: giveUpReadCode },
  },
  // The queue keeps the last slot for another company: of the two of the default one company has one, so that a short import of another never waits for a long one.
  import: {
    run: runImport,
    concurrency: "importsAtOnce",
    limitSeconds: 4 * 3600,
    retrySeconds: [2, 300],
    giveUp: { retries: 5, run: giveUpImport },
  },
  "mail-invitation": { ...MAIL, run: runMailInvitation, giveUp: { retries: MAIL_RETRIES, run: recordNothing } },
  "mail-form-link": { ...MAIL, run: runMailFormLink, giveUp: { retries: MAIL_RETRIES, run: giveUpFormLink } },
  "mail-receipt": { ...MAIL, run: runMailReceipt, giveUp: { retries: MAIL_RETRIES, run: recordNothing } },
  "mail-action": { ...MAIL, run: runMailAction, giveUp: { retries: MAIL_RETRIES, run: recordNothing } },
  // A utility may be away for days. The waits add up to two of them.
  "revoke-permission": {
    run: runRevokePermission,
    concurrency: 2,
    limitSeconds: 120,
    retrySeconds: [10, 3 * 3600],
    giveUp: { retries: 24, run: giveUpRevokePermission },
  },
  // Each try makes a new link, so a late mail would still be valid; but who asked for it waits at the page, for some twenty minutes.
  "mail-reset": {
    run: runMailReset,
    concurrency: 2,
    limitSeconds: 120,
    retrySeconds: [5, 600],
    giveUp: { retries: 8, run: giveUpReset },
  },
  sweep: {
    run: async (app) => {
      await requestSweep(app);
      await runSweep(app);
    },
    concurrency: 1,
    limitSeconds: 300,
    retrySeconds: [60, 60],
  },
};
// The keys of the table are the job names.
export const JOB_NAMES = Object.keys(JOB_KINDS) as JobName[];
