/** The state of the whole service: counts from the database, and what lies in the data folder. */
import { stat } from "node:fs/promises";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { App } from "../app.ts";
import type { ServiceState } from "../records/service-state.ts";
import { listProcesses } from "../store/processes.ts";
import { countJobs, countLogins, readSizes } from "../store/service-state.ts";
import { DAY_MS, instantOf } from "../domain/instant.ts";

/** Archives of weather are a few days late. */
const CURRENT_WEATHER_DAYS = 5;
/** A backup touches it when it is complete: docs/operate.md. */
const BACKUP_MARK = "last-backup";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

export async function readServiceState({ db, config, now }: App): Promise<ServiceState> {
  const daysAgo = (days: number) => instantOf(now() - days * DAY_MS);
  const [processes, queues, utilities, sizes, keyChangedAt, last_backup_at] = await Promise.all([
    listProcesses(db),
    countJobs(db),
    countLogins(db, daysAgo(1)),
    readSizes(db, daysAgo(CURRENT_WEATHER_DAYS).slice(0, 10)),
    config.rootKey === null ? changeOf(join(config.dataDir, "root.key")) : null,
    changeOf(join(config.dataDir, BACKUP_MARK)),
  ]);
  const { database_bytes, file_bytes, stations, current, last_day, waiting, failing } = sizes;
  return {
    svc_object_type: "ServiceState",
    version,
    at: instantOf(now()),
    processes: processes.map(({ host, pid, roles }) => ({ host, pid, roles })),
    queues,
    utilities,
    storage: { database_bytes, file_bytes },
    weather: { stations, current, last_day: last_day === null ? null : `${last_day}T00:00:00.000Z` },
    webhooks: { waiting, failing },
    root_key: { source: config.rootKey === null ? "file" : "setting", changed_at: keyChangedAt },
    last_backup_at,
  };
}

/** When a file was changed; null when there is none. */
async function changeOf(path: string): Promise<string | null> {
  try {
    return (await stat(path)).mtime.toISOString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
