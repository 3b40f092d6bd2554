/** The fields of the form of a delivery as texts, and what is sent of them. */
import type { DataDelivery, DataDeliveryEdit, NewDataDelivery } from "@meterbook/client";
import { MeterbookError } from "@meterbook/client";
import type { PortfolioReportType } from "../../data/portfolio-reports.ts";
import type { ReportType } from "../../data/reports.ts";
import { sentenceText } from "../../words/service-sentence.ts";

type Content = NewDataDelivery["content"];
type Destination = NonNullable<NewDataDelivery["destination"]>;
export type RecordsKind = NonNullable<Content["records"]>;
export type DeliveryFormat = NewDataDelivery["format"];
export type DeliveryPeriod = Content["period"];
export type DestinationKind = Destination["kind"];

export const RECORDS = [
  "bills",
  "charges",
  "usages",
  "meter_months",
  "property_months",
  "energy_type_months",
  "snapshots",
  "properties",
  "meters",
  "accounts",
] as const satisfies RecordsKind[];
/** They belong to no month. */
const TIMELESS: ReadonlySet<RecordsKind> = new Set(["properties", "meters", "accounts"]);

export const SCHEDULES = ["daily", "weekly", "monthly"] as const;
export const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export const KINDS = ["email", "files", "s3", "sftp"] as const satisfies DestinationKind[];

/** A report on each property, a report over all properties, or records. */
export const CONTENT_KINDS = ["report", "portfolio", "records"] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

export interface DeliveryValues {
  name: string;
  what: ContentKind;
  report_type: ReportType;
  portfolio_report: PortfolioReportType;
  records: RecordsKind;
  /** Ids; none: all properties. */
  property_ids: string[];
  period: DeliveryPeriod;
  format: DeliveryFormat;
  schedule: (typeof SCHEDULES)[number];
  weekday: (typeof WEEKDAYS)[number];
  day: string;
  hour: string;
  time_zone: string;
  kind: DestinationKind;
  to: string[];
  language: "en" | "es";
  message: string;
  links_only: boolean;
  endpoint: string;
  region: string;
  bucket: string;
  prefix: string;
  access_key_id: string;
  secret_access_key: string;
  host: string;
  port: string;
  path: string;
  username: string;
  signIn: "password" | "key";
  password: string;
  private_key: string;
  host_key_sha256: string;
}

export const formatsOf = ({ what, records }: Pick<DeliveryValues, "what" | "records">): DeliveryFormat[] =>
  what === "records"
    ? ["xlsx", "csv", "json", ...(records === "bills" ? (["xml"] as const) : [])]
    : ["pdf", "xlsx", "csv", "html", "json"];

type ChosenContent = Pick<DeliveryValues, "what" | "records" | "portfolio_report">;

export function periodsOf({ what, records, portfolio_report }: ChosenContent): DeliveryPeriod[] {
  if (what === "report") return ["last_month", "last_12_months", "all"];
  if (what === "portfolio" && portfolio_report === "portfolio_performance")
    return ["last_month", "all", "last_12_months"];
  if (what === "portfolio") return ["new", "last_month", "last_12_months", "all"];
  return TIMELESS.has(records) ? ["new", "all"] : ["new", "last_month", "last_12_months", "all"];
}

/** With a format and a period that the content can have. */
export function fitting<Values extends ChosenContent & Pick<DeliveryValues, "format" | "period">>(
  values: Values,
): Values {
  const [formats, periods] = [formatsOf(values), periodsOf(values)];
  return {
    ...values,
    format: formats.includes(values.format) ? values.format : (formats[0] ?? "xlsx"),
    period: periods.includes(values.period) ? values.period : (periods[1] ?? "all"),
  };
}

const EMPTY: DeliveryValues = {
  name: "",
  what: "report",
  report_type: "energy_history_detail_report",
  portfolio_report: "accounts_payable",
  records: "bills",
  property_ids: [],
  period: "last_12_months",
  format: "pdf",
  schedule: "monthly",
  weekday: "monday",
  day: "3",
  hour: "6",
  time_zone: "UTC",
  kind: "email",
  to: [],
  language: "en",
  message: "",
  links_only: false,
  endpoint: "",
  region: "",
  bucket: "",
  prefix: "",
  access_key_id: "",
  secret_access_key: "",
  host: "",
  port: "22",
  path: "",
  username: "",
  signIn: "password",
  password: "",
  private_key: "",
  host_key_sha256: "",
};

/** Accountants want new bills every week, managers the latest year every month. */
export const portfolioValues = (portfolio_report: PortfolioReportType): Partial<DeliveryValues> => ({
  what: "portfolio",
  portfolio_report,
  ...(portfolio_report === "portfolio_performance"
    ? { period: "all" }
    : { period: "new", schedule: "weekly", format: "xlsx" }),
});

export const newValues = (given: Partial<DeliveryValues>): DeliveryValues => fitting({ ...EMPTY, ...given });

/** Texts of what is shown of the destination; passwords and keys are never shown. */
const shownText = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

export function valuesOf({ content, destination, ...delivery }: DataDelivery): DeliveryValues {
  const text = (key: string) => shownText(destination[key]);
  const to = Array.isArray(destination["to"]) ? destination["to"].map(shownText) : [];
  return {
    ...EMPTY,
    name: delivery.name,
    what: kindOf(content),
    report_type: content.report_type ?? EMPTY.report_type,
    portfolio_report: content.portfolio_report ?? EMPTY.portfolio_report,
    records: content.records ?? EMPTY.records,
    property_ids: (content.property_ids ?? []).map(String),
    period: content.period,
    // A newer service may have further words; the form offers those that it knows.
    format: delivery.format as DeliveryFormat,
    schedule: SCHEDULES.find((known) => known === delivery.schedule) ?? "monthly",
    weekday: WEEKDAYS.find((known) => known === delivery.weekday) ?? "monday",
    day: String(delivery.day ?? 1),
    hour: String(delivery.hour),
    time_zone: delivery.time_zone,
    kind: KINDS.find((known) => known === destination["kind"]) ?? "files",
    to,
    language: destination["language"] === "es" ? "es" : "en",
    message: text("message"),
    links_only: destination["links_only"] === true,
    endpoint: text("endpoint"),
    region: text("region"),
    bucket: text("bucket"),
    prefix: text("prefix"),
    access_key_id: text("access_key_id"),
    host: text("host"),
    port: text("port") || EMPTY.port,
    path: text("path"),
    username: text("username"),
    host_key_sha256: text("host_key_sha256"),
  };
}

function kindOf({ report_type, portfolio_report }: Content): ContentKind {
  if (report_type !== undefined) return "report";
  return portfolio_report === undefined ? "records" : "portfolio";
}

const NAMED: Record<ContentKind, (values: DeliveryValues) => Partial<Content>> = {
  report: ({ report_type, property_ids }) => ({ report_type, ...ofProperties(property_ids) }),
  portfolio: ({ portfolio_report }) => ({ portfolio_report }),
  records: ({ records, property_ids }) => ({ records, ...ofProperties(property_ids) }),
};

const ofProperties = (ids: string[]): Partial<Content> => (ids.length === 0 ? {} : { property_ids: ids.map(Number) });

const orNull = (text: string): string | null => (text.trim() === "" ? null : text.trim());

const DESTINATIONS: Record<DestinationKind, (values: DeliveryValues) => Destination> = {
  files: () => ({ kind: "files" }),
  email: ({ to, language, message, links_only }) => ({
    kind: "email",
    to,
    language,
    message: orNull(message),
    links_only,
  }),
  s3: ({ endpoint, region, bucket, prefix, access_key_id, secret_access_key }) => ({
    kind: "s3",
    endpoint: endpoint.trim(),
    region: region.trim(),
    bucket: bucket.trim(),
    prefix: orNull(prefix),
    access_key_id: access_key_id.trim(),
    ...(secret_access_key === "" ? {} : { secret_access_key }),
  }),
  sftp: ({ host, port, path, username, signIn, password, private_key, host_key_sha256 }) => ({
    kind: "sftp",
    host: host.trim(),
    port: Number(port),
    path: path.trim(),
    username: username.trim(),
    host_key_sha256: orNull(host_key_sha256),
    ...(signIn === "password" && password !== "" ? { password } : {}),
    ...(signIn === "key" && private_key !== "" ? { private_key } : {}),
  }),
};

const termsOf = (values: DeliveryValues) => ({
  name: values.name.trim(),
  format: values.format,
  schedule: values.schedule,
  hour: Number(values.hour),
  weekday: values.schedule === "weekly" ? values.weekday : null,
  day: values.schedule === "monthly" ? Number(values.day) : null,
  time_zone: values.time_zone,
  content: { ...NAMED[values.what](values), period: values.period },
});

export const newDeliveryOf = (values: DeliveryValues): NewDataDelivery => ({
  ...termsOf(values),
  destination: DESTINATIONS[values.kind](values),
});

/** The destination is sent only when it was changed: the service tries waiting files again with a new one. */
export function editOf(values: DeliveryValues, known: DataDelivery): DataDeliveryEdit {
  const before = valuesOf(known);
  const [destination, same] = [DESTINATIONS[values.kind](values), DESTINATIONS[before.kind](before)];
  const isChanged = JSON.stringify(destination) !== JSON.stringify(same);
  return { ...termsOf(values), ...(isChanged ? { destination } : {}) };
}

/** What the service says about each field, by the name of the field; of a list, about the list. */
export function deliveryErrorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof MeterbookError)) return {};
  return Object.fromEntries(
    error.errors.map(({ pointer, detail }) => {
      const names = pointer.split("/").filter((name) => name !== "" && !/^\d+$/.test(name));
      const field = names.at(-1) ?? "";
      return [field === "content" ? "records" : field, sentenceText(detail, error.slug)];
    }),
  );
}
