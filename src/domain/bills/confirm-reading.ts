/**
 * Says which values of a bill that was read without a template are confirmed by nothing: neither by the bill itself nor by what
 * the records know of its account. A misread digit in such a value would be accepted in silence.
 */
import type { EnergyType } from "../../records/codes.ts";
import type { Day, Period } from "../../records/scalars.ts";
import type { Finding, Statement, StatementMeter } from "../../records/statement.ts";
import { addDays, daysBetween, spanOf } from "../calendar.ts";
import { addDecimals, toNumber } from "../decimal.ts";
import { bareNumber, isSameMeter } from "./bill-identity.ts";
import type { EndConvention } from "./period-convention.ts";
import { conventionOf, withPeriodEnd } from "./period-ends.ts";
import { meterPhrase } from "./rules/finding.ts";

/** The use of a meter on a live bill of the account. */
export interface KnownUse extends Period {
  meter_num: string | null;
  energy_type: EnergyType;
  invoice_date: Day;
  due_date: Day | null;
  /** The sum of its registers; null where they have several units. */
  use: { amount: number; unit: string } | null;
  /** Both as in the statement of the bill. */
  assumed_period_end: EndConvention | null;
  counted_period_end: EndConvention | null;
}

/** What the service knows about a bill besides its file. */
export interface KnownRecords {
  /** The number of the account that lists it, was named for it, or exists with the printed number; null when there is none. */
  acct_num: string | null;
  /** Of live bills of the account, around the days of this one. */
  uses: readonly KnownUse[];
}

/** The use of a meter of a statement, in the form of the records. */
export function useOf({ usages }: Pick<StatementMeter, "usages">): KnownUse["use"] {
  const used = usages.filter(({ utility_usage_type }) => utility_usage_type === "usage_amount");
  const [unit, ...others] = new Set(used.map(({ measurement_unit }) => measurement_unit));
  if (unit === undefined || others.length > 0) return null;
  return { amount: toNumber(addDecimals(used.map(({ amount }) => amount))), unit };
}

export const NOTHING_KNOWN: KnownRecords = { acct_num: null, uses: [] };

/**
 * `confirmed`: it must be so. `usual`: it fits the other bills of the account, but a slightly different value would, too. `open`:
 * nothing speaks for it.
 */
type Support = "confirmed" | "usual" | "open";

/** The names of values, as in `unconfirmed` of a statement. */
export interface Unconfirmed {
  open: string[];
  usual: string[];
}

/** What is left of a statement's own list after asking the records. */
export function unconfirmedOf(statement: Statement, known: KnownRecords): Unconfirmed {
  const { unconfirmed } = statement;
  if (unconfirmed === undefined) return { open: [], usual: [] };
  const aligned = inOneConvention(statement, known.uses);
  const records = { ...known, uses: aligned.uses };
  const values = [...new Set([...unconfirmed, ...withoutNumber(aligned.statement, records)])];
  const supports = values.map((name) => ({ name, support: supportOf(name, aligned.statement, records) }));
  const namesOf = (wanted: Support) => supports.flatMap(({ name, support }) => (support === wanted ? [name] : []));
  return { open: namesOf("open"), usual: namesOf("usual") };
}

const OF_METER = /^meters\.(\d+)\.(\w+)/;

function supportOf(name: string, statement: Statement, known: KnownRecords): Support {
  if (name === "acct_num") return isAccount(statement.acct_num, known.acct_num) ? "confirmed" : "open";
  if (name === "invoice_date") return invoiceDateSupport(statement, known.uses);
  if (name === "due_date") return dueDateSupport(statement, known.uses);
  // It identifies no bill that has a use.
  if (name === "invoice_number") return "usual";
  const [, at, value] = OF_METER.exec(name) ?? [];
  const meter = statement.meters[Number(at)];
  if (meter === undefined) return "open";
  if (value === "meter_num") return isKnownMeter(meter, known.uses) ? "confirmed" : "open";
  return value === "period" ? periodSupport(meter, statement, known.uses) : "open";
}

const isAccount = (printed: string | null, known: string | null): boolean =>
  printed !== null && known !== null && bareNumber(printed) === bareNumber(known);

const isKnownMeter = ({ meter_num, energy_type }: StatementMeter, uses: readonly KnownUse[]): boolean =>
  meter_num !== null && uses.some((use) => use.meter_num !== null && isSameMeter(use, { meter_num, energy_type }));

/** Meters without a number on this bill, although other bills of the account print one for the service. */
const withoutNumber = ({ meters }: Statement, { uses }: KnownRecords): string[] =>
  meters.flatMap(({ meter_num, energy_type }, at) =>
    meter_num === null && uses.some((use) => use.energy_type === energy_type && use.meter_num !== null)
      ? [`meters.${at}.meter_num`]
      : [],
  );

/** Utilities bill on working days: so many days earlier or later after the end of a period than on other bills is usual. */
const USUAL_DAYS_OFF = 5;

/** Other bills show within some days, and not exactly, how long after the end of its use a bill is dated. */
function invoiceDateSupport({ invoice_date, meters }: Statement, uses: readonly KnownUse[]): Support {
  const span = spanOf(meters.flatMap(({ usages }) => usages));
  if (span === null) return "open";
  const days = daysBetween(span.end_date, invoice_date);
  return isUsual(
    days,
    uses.map((use) => daysBetween(use.end_date, use.invoice_date)),
    USUAL_DAYS_OFF,
  )
    ? "usual"
    : "open";
}

/** The due date changes no figure of the bill, so it is open only where the other bills of the account contradict it. */
function dueDateSupport({ invoice_date, due_date }: Statement, uses: readonly KnownUse[]): Support {
  const known = uses.flatMap((use) => (use.due_date === null ? [] : [daysBetween(use.invoice_date, use.due_date)]));
  if (known.length === 0 || due_date === undefined) return "usual";
  return isUsual(daysBetween(invoice_date, due_date), known, USUAL_DAYS_OFF) ? "usual" : "open";
}

const isUsual = (days: number, others: readonly number[], off: number): boolean =>
  others.length > 0 && days >= Math.min(...others) - off && days <= Math.max(...others) + off;

/** By so many days months differ in length. */
const PERIOD_DAYS_OFF = 3;

/**
 * Days are confirmed between two neighbours, and by a bill of the same days. Beside one neighbour a printed number of days leaves no
 * choice at the other end, if the bill counts them as the others do: a misread number can mean that the last day does not count.
 * Otherwise the other end is only usual.
 */
function periodSupport(meter: StatementMeter, statement: Statement, uses: readonly KnownUse[]): Support {
  const span = spanOf(meter.usages);
  if (span === null) return "open";
  const own = usesBeside(meter, uses);
  const isStart = own.some(({ end_date }) => end_date === span.start_date);
  const isEnd = own.some(({ start_date }) => start_date === span.end_date);
  const isSame = own.some((use) => use.start_date === span.start_date && use.end_date === span.end_date);
  if (isSame || (isStart && isEnd)) return "confirmed";
  if (!isStart && !isEnd) return "open";
  const { counted_period_end } = statement;
  if (counted_period_end !== undefined && uses.some((use) => use.counted_period_end === counted_period_end))
    return "confirmed";
  const lengths = own.map((use) => daysBetween(use.start_date, use.end_date));
  return isUsual(daysBetween(span.start_date, span.end_date), lengths, PERIOD_DAYS_OFF) ? "usual" : "open";
}

/** Those of the meter; of a new meter those of its service, since it continues where the old one ended. */
export function usesBeside(meter: StatementMeter, uses: readonly KnownUse[]): KnownUse[] {
  const same = uses.filter((use) => isSameMeter(use, meter));
  return same.length > 0 ? same : uses.filter(({ energy_type }) => energy_type === meter.energy_type);
}

/** Where bills do not say whether their last day counts, all of them together do, as when they are saved. */
export function inOneConvention(
  statement: Statement,
  uses: readonly KnownUse[],
): { statement: Statement; uses: KnownUse[] } {
  const { assumed_period_end } = statement;
  if (assumed_period_end === undefined) return { statement, uses: [...uses] };
  const keyOf = (meter: Pick<KnownUse, "meter_num" | "energy_type">) => `${meter.meter_num} ${meter.energy_type}`;
  const printed = statement.meters.flatMap((meter) =>
    meter.usages.map((usage) => ({ ...usage, assumed_period_end, meter_key: keyOf(meter) })),
  );
  const others = uses.flatMap((use) =>
    use.assumed_period_end === null
      ? []
      : [{ ...use, assumed_period_end: use.assumed_period_end, meter_key: keyOf(use) }],
  );
  const convention = conventionOf([...others, ...printed], assumed_period_end);
  const days = convention === "inclusive" ? 1 : -1;
  const moved = uses.map((use) =>
    use.assumed_period_end === null || use.assumed_period_end === convention
      ? use
      : { ...use, end_date: addDays(use.end_date, days) },
  );
  return { statement: withPeriodEnd(statement, convention), uses: moved };
}

/** An error for what is open, and a warning for what is only usual. None for a statement that a template or a person made (it has no `unconfirmed`). */
export function confirmFindings(statement: Statement, known: KnownRecords): Finding[] {
  const { open, usual } = unconfirmedOf(statement, known);
  const found = (names: string[], severity: Finding["severity"], sentences: (values: string) => string): Finding[] => {
    const [first] = names;
    if (first === undefined) return [];
    const place = statement.printed[first]?.place;
    const detail = sentences(names.map((name) => phraseOf(name, statement)).join("; "));
    return [{ name: "not_confirmed", severity, detail, ...(place && { place }) }];
  };
  return [
    ...found(
      open,
      "error",
      (values) =>
        `Neither the bill nor the records of its account confirm: ${values}. Compare them with the file, and accept the bill; its values then confirm the next bills of the account.`,
    ),
    ...found(usual, "warning", (values) => `The bill prints these once, and nothing else proves them: ${values}.`),
  ];
}

/** A value with its name, for a person. */
export function phraseOf(name: string, statement: Statement): string {
  if (name === "acct_num") return `the account number ${statement.acct_num}`;
  if (name === "invoice_date") return `the bill date ${statement.invoice_date}`;
  if (name === "invoice_number") return `the invoice number ${statement.invoice_number}`;
  if (name === "due_date") return `the due date ${statement.due_date}`;
  const [, at, value] = OF_METER.exec(name) ?? [];
  const meter = statement.meters[Number(at)];
  if (meter === undefined) return name;
  const of = meterPhrase(meter);
  if (value === "meter_num")
    return meter.meter_num === null ? `that ${of} has no meter number` : `the meter number ${meter.meter_num}`;
  const span = spanOf(meter.usages) ?? spanOf(meter.charges);
  if (value === "period")
    return span === null
      ? `the days of ${of}`
      : `the days ${span.start_date} to ${addDays(span.end_date, -1)} of ${of}`;
  const usage = meter.usages[Number(name.split(".").at(-1))];
  return usage === undefined
    ? `a use of ${of}`
    : `${usage.amount} ${usage.measurement_unit} (${usage.description}) of ${of}`;
}
