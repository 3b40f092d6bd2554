/** What is said of a delivery in sentences: its state, its schedule, where its files go, and what went wrong. */
import type { DataDelivery, DataDeliveryRun } from "@meterbook/client";
import { language, sayWord, type Say } from "../../app/language.ts";
import { moment } from "../../parts/format.ts";
import type { Tone } from "../../parts/state-mark.tsx";
import type { DELIVERIES_WORDS } from "./deliveries.words.ts";

type Words = (typeof DELIVERIES_WORDS)["en"];
type DeliveriesSay = Say<Words>;

const TONES: Record<string, Tone> = {
  waiting: "warn",
  running: "busy",
  blocked: "bad",
  delivered: "good",
  failed: "bad",
  replaced: "quiet",
};

/** How it stands, with its sign. */
export function stateOf(
  say: DeliveriesSay,
  { state, active, last_delivered_at }: Pick<DataDelivery, "state" | "active" | "last_delivered_at">,
): { tone: Tone; text: string } {
  if (state === "delivered" && last_delivered_at !== null) {
    const text = say("state.arrived", { moment: moment(last_delivered_at) });
    return { tone: "good", text };
  }
  if (state === null) return { tone: "quiet", text: say(active ? "state.none" : "state.paused") };
  return { tone: TONES[state] ?? "quiet", text: sayWord<Words>(say, "state", state) };
}

/** No mail is sent without content. */
export const hadNothingNew = (
  { content, destination }: Pick<DataDelivery, "content" | "destination">,
  { state, rows_written }: Pick<DataDeliveryRun, "state" | "rows_written">,
): boolean =>
  content.period === "new" && destination["kind"] === "email" && state === "delivered" && rows_written === 0;

export const runTone = ({ state }: Pick<DataDeliveryRun, "state">): Tone => TONES[state] ?? "quiet";

/** The weekday of a word such as `monday`; 2026-06-01 is a Monday. */
const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
export const weekdayName = (weekday: string): string =>
  new Intl.DateTimeFormat(language(), { weekday: "long", timeZone: "UTC" }).format(
    Date.UTC(2026, 5, 1 + Math.max(0, WEEKDAYS.indexOf(weekday))),
  );

export const hourName = (hour: number): string =>
  new Intl.DateTimeFormat(language() === "es" ? "es-US" : "en-US", { timeStyle: "short", timeZone: "UTC" }).format(
    Date.UTC(2026, 0, 1, hour),
  );

/** When it is made, such as "every Monday at 6:00 AM (America/Chicago)". */
export function scheduleOf(
  say: DeliveriesSay,
  {
    schedule,
    weekday,
    day,
    hour,
    time_zone,
  }: Pick<DataDelivery, "schedule" | "weekday" | "day" | "hour" | "time_zone">,
): string {
  const at = { time: hourName(hour), zone: time_zone };
  if (schedule === "weekly") return say("every.weekly", { ...at, weekday: weekdayName(weekday ?? "monday") });
  return schedule === "monthly" ? say("every.monthly", { ...at, day: day ?? 1 }) : say("every.daily", at);
}

/** Everything of a report that compares months is the latest year of them. */
export const periodText = (say: DeliveriesSay, portfolioReport: string | undefined, period: string): string =>
  portfolioReport === "portfolio_performance" && period === "all"
    ? say("period.latest")
    : sayWord<Words>(say, "period", period);

/** What is in the files. `sayReport` names reports on a property, `sayPortfolio` those over all. */
export function contentOf<ReportWords, PortfolioWords>(
  say: DeliveriesSay,
  { sayReport, sayPortfolio }: { sayReport: Say<ReportWords>; sayPortfolio: Say<PortfolioWords> },
  {
    content: { records, report_type, portfolio_report, property_ids, period },
    format,
  }: Pick<DataDelivery, "content" | "format">,
  nameOf: (propertyId: number) => string | undefined,
): string {
  const what =
    report_type !== undefined
      ? sayWord(sayReport, "type", report_type)
      : portfolio_report !== undefined
        ? sayWord(sayPortfolio, "type", portfolio_report)
        : sayWord<Words>(say, "records", records ?? "");
  const [only] = property_ids ?? [];
  const where =
    property_ids === undefined
      ? say("of.all")
      : property_ids.length === 1 && only !== undefined
        ? (nameOf(only) ?? say("of.some", { count: 1 }))
        : say("of.some", { count: property_ids.length });
  return [what, where, periodText(say, portfolio_report, period), sayWord<Words>(say, "format", format)].join(" · ");
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Where its files go. */
export function placeOf(say: DeliveriesSay, { destination, recipients }: DataDelivery): string {
  const kind = textOf(destination["kind"]);
  if (kind === "email") return say("place.email", { count: recipients.length });
  if (kind === "s3") return say("place.s3", { bucket: textOf(destination["bucket"]) });
  if (kind === "sftp")
    return say("place.sftp", { host: textOf(destination["host"]), path: textOf(destination["path"]) });
  return say("place.files");
}

/** The name of the server in sentences about what went wrong. */
const serverOf = (say: DeliveriesSay, { destination }: Pick<DataDelivery, "destination">): string =>
  textOf(destination["host"]) ||
  textOf(destination["bucket"]) ||
  say(destination["kind"] === "email" ? "server.mail" : "server.own");

interface Trouble {
  status_detail: string | null;
  errors: string | null;
  error_about: string | null;
}

/** What went wrong and what to do, in the language of the reader; null: nothing. A cause that is new to this page is said by the service. */
export function troubleOf(
  say: DeliveriesSay,
  delivery: Pick<DataDelivery, "destination">,
  { status_detail, errors, error_about }: Trouble,
): string | null {
  if (status_detail === null || errors === null) return errors;
  // Keys that may be missing have no type.
  const sayAny = say as unknown as (key: string, values: Record<string, string>) => string;
  const about = error_about ?? say("about.unknown");
  return sayAny(`trouble.${status_detail}`, { server: serverOf(say, delivery), about, defaultValue: errors });
}
