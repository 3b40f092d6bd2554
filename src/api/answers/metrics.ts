/** The state of the service in the text format of Prometheus: https://prometheus.io/docs/instrumenting/exposition_formats/. */
import type { ServiceState } from "../../records/service-state.ts";

type Sample = [labels: Record<string, string>, value: number];

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

const seconds = (instant: string | null): Sample[] => (instant === null ? [] : [[{}, Date.parse(instant) / 1000]]);

/** Every metric is a gauge: each request counts anew. A value that is not known is left out. */
const METRICS: [name: string, help: string, samples: (state: ServiceState) => Sample[]][] = [
  ["meterbook_info", "1, with the version of the process that answers.", ({ version }) => [[{ version }, 1]]],
  ["meterbook_processes", "Processes that live.", ({ processes }) => [[{}, processes.length]]],
  [
    "meterbook_jobs",
    "Jobs by kind and state.",
    ({ queues }) =>
      queues.flatMap(({ kind, ...counts }) =>
        (["due", "later", "running", "failing"] as const).map((state): Sample => [{ kind, state }, counts[state]]),
      ),
  ],
  [
    "meterbook_job_oldest_due_seconds",
    "How long the longest waiting due job of a kind waits.",
    ({ queues }) => queues.map(({ kind, oldest_due_seconds }): Sample => [{ kind }, oldest_due_seconds ?? 0]),
  ],
  [
    "meterbook_logins",
    "Logins at a utility that are not stopped.",
    ({ utilities }) => utilities.map(({ utility_company, logins }): Sample => [{ utility: utility_company }, logins]),
  ],
  [
    "meterbook_logins_visited",
    "Logins that were visited within the last day.",
    ({ utilities }) => utilities.map(({ utility_company, visited }): Sample => [{ utility: utility_company }, visited]),
  ],
  [
    "meterbook_logins_in_trouble",
    "Logins that do not work, by the detail of their status.",
    ({ utilities }) =>
      utilities.flatMap(({ utility_company, trouble }) =>
        Object.entries(trouble).map(([detail, count]): Sample => [{ utility: utility_company, detail }, count]),
      ),
  ],
  ["meterbook_database_bytes", "Size of the database.", ({ storage }) => [[{}, storage.database_bytes]]],
  ["meterbook_file_bytes", "Kept files of all companies.", ({ storage }) => [[{}, storage.file_bytes]]],
  ["meterbook_weather_stations", "Stations of properties.", ({ weather }) => [[{}, weather.stations]]],
  [
    "meterbook_weather_stations_current",
    "Stations with temperatures of the last five days.",
    ({ weather }) => [[{}, weather.current]],
  ],
  ["meterbook_webhook_deliveries_waiting", "Deliveries that wait.", ({ webhooks }) => [[{}, webhooks.waiting]]],
  ["meterbook_webhooks_failing", "Webhooks that fail now.", ({ webhooks }) => [[{}, webhooks.failing]]],
  [
    "meterbook_last_backup_timestamp_seconds",
    "When the mark of the last backup was changed.",
    ({ last_backup_at }) => seconds(last_backup_at),
  ],
];

/** In labels a backslash, a quotation mark and a line end are escaped. */
const quoted = (text: string): string =>
  `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;

const written = (labels: Record<string, string>): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${quoted(value)}`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
};

export const writeMetrics = (state: ServiceState): string =>
  METRICS.map(([name, help, samples]) => {
    const lines = samples(state).map(([labels, value]) => `${name}${written(labels)} ${value}`);
    return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...lines, ""].join("\n");
  }).join("");
