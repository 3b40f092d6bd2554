/** Runs a template over the pages of a bill: returns a statement in which every value has its place, and the findings. */
import { eachMeterText } from "../../records/meter-texts.ts";
import { kbtuPerUnit, type HeatFactor } from "../../domain/heat-factor.ts";
import type { EndConvention } from "../../domain/bills/period-convention.ts";
import { addDays } from "../../domain/calendar.ts";
import { withAccountCharges } from "../../domain/bills/account-charges.ts";
import { addDecimals, multiplyDecimals } from "../../domain/decimal.ts";
import type { Decimal, Finding, Reading, Statement, StatementMeter, StatementUsage } from "../../records/statement.ts";
import type { Day } from "../../records/scalars.ts";
import { anotherBill } from "./another-bill.ts";
import {
  asDay,
  asDayBefore,
  asNumberOfBill,
  asDecimal,
  asText,
  known,
  takeField,
  type BillContext,
} from "./bill-context.ts";
import { createDayReader } from "./dates.ts";
import type { ReadText } from "./find-field.ts";
import { findSections, type Section } from "./find-sections.ts";
import { error } from "./findings.ts";
import { keptLines } from "./kept-lines.ts";
import { linesOf, type Line } from "./lines.ts";
import type { Locator } from "./locator.ts";
import { negate } from "./numbers.ts";
import type { Page } from "../pdf/page-model.ts";
import { readAccountCharges, readCharges } from "./read-charges.ts";
import { readPeriod } from "./read-period.ts";
import { useNotTaken } from "./use-not-taken.ts";
import { isRegister, readUsages } from "./read-usages.ts";
import type { BalanceType } from "./rows.ts";
import { reportUnknownLines, takeRows } from "./take-rows.ts";
import { BILL_FIELDS, REQUIRED_FIELDS, type MeterSection, type Template } from "./template.ts";
import type { Pattern } from "../../domain/pattern.ts";

/** Whether the template matches the bill. */
export function fits({ match }: Template, lines: Line[]): boolean {
  const isThere = (pattern: Pattern) => lines.some(({ text }) => pattern.test(text));
  return match.all.every(isThere) && !match.none.some(isThere);
}

/** Assumed when the template leaves it open, until the account's other bills decide. */
const ASSUMED_END = "inclusive";

/** The statement is null when a required field is missing; then a finding names it. */
export function runTemplate(template: Template, pages: Page[]): Reading {
  const { period_end } = template;
  if (period_end !== "detect") return readBill(template, pages, period_end).reading;
  const { reading, printedEnds } = readBill(template, pages, ASSUMED_END);
  // A number of days printed for one meter shows the convention of the whole bill.
  const [printed, contradiction] = printedEnds;
  if (printed !== undefined) {
    const isAsAssumed = printed === ASSUMED_END || contradiction !== undefined;
    return isAsAssumed ? reading : readBill(template, pages, printed).reading;
  }
  const { statement, findings } = reading;
  return { statement: statement && { ...statement, assumed_period_end: ASSUMED_END }, findings };
}

/** Stands for the date of a bill that was not found, where days are printed without a year. */
const LATEST: Day = "2100-01-01";

function readBill(template: Template, pages: Page[], periodEnd: EndConvention) {
  const { locale } = template;
  const context: BillContext = {
    template,
    days: createDayReader(locale.date_formats, locale.language),
    periodEnd,
    printedEnds: new Set(),
    lines: linesOf(pages),
    findings: template.draft === true ? [templateIsDraft(template)] : [],
    balances: [],
    printed: {},
  };
  const header = readHeader(context);
  // Also without a header: its author wants to see all that is missing at once.
  const meters = readMeters(context, header?.invoice_date ?? LATEST);
  const statement: Statement | null =
    header === null || meters === null
      ? null
      : {
          template: { id: template.id, version: template.version },
          ...withBalances(header, context),
          estimated: meters.some(({ usages, registers = [] }) =>
            [...usages, ...registers].some(({ estimated_meter_read }) => estimated_meter_read),
          ),
          meters,
          printed: context.printed,
        };
  return { reading: { statement, findings: context.findings }, printedEnds: context.printedEnds };
}

/** What a draft reads adds up, and can still be the wrong values: nobody has compared them with the bill. */
const templateIsDraft = ({ id }: Template): Finding =>
  error(
    "template_is_draft",
    `The template ${id} is a draft: compare what it reads with the bill, look at each LOOK in it, and remove its line "draft: true".`,
  );

/** The amount with the sign that the template gives it. */
const signed = (amount: Decimal | null, locator: Locator | undefined): Decimal | null =>
  amount !== null && locator?.negate === true ? negate(amount) : amount;

type Header = Omit<Statement, "template" | "estimated" | "meters" | "printed">;

function readHeader(context: BillContext): Header | null {
  const { template, lines } = context;
  const take = <Value>(name: keyof typeof BILL_FIELDS, read: ReadText<Value>): Value | null =>
    takeField(context, lines, {
      name,
      locator: template.fields[name],
      read,
      isRequired: REQUIRED_FIELDS.some((required) => required === name),
    });
  const money = (name: keyof typeof BILL_FIELDS) => signed(take(name, asDecimal(context)), template.fields[name]);
  const fields = {
    acct_num: take("acct_num", asText),
    invoice_number: take("invoice_number", asNumberOfBill),
    invoice_date: take("invoice_date", asDay(context)),
    account_holder_name: take("account_holder_name", asText),
    service_address: take("service_address", asText),
    amount_due: money("amount_due"),
    previous_balance: money("previous_balance"),
    amount_paid: money("amount_paid"),
    current_charges: money("current_charges"),
  };
  const { acct_num, invoice_date, amount_due } = fields;
  const rare = known({
    budget_amount: money("budget_amount"),
    deferred_amount: money("deferred_amount"),
    adjustments: money("adjustments"),
    due_date: take("due_date", dayAfter(context, invoice_date)),
    late_fee_date: take("late_fee_date", dayAfter(context, invoice_date)),
    currency: template.locale.currency ?? null,
  });
  for (const [name, locator] of Object.entries(template.fields))
    if (!(name in BILL_FIELDS)) takeField(context, lines, { name, locator, read: asText, isRequired: false });
  if (acct_num === null || invoice_date === null || amount_due === null) return null;
  const corrected = template.corrected !== undefined && lines.some(({ text }) => template.corrected?.test(text));
  const header = { ...fields, ...rare, acct_num, invoice_date, amount_due, corrected };
  context.findings.push(...anotherBill(context, header));
  return template.nothing_to_compare ? { ...header, nothing_to_compare: true } : header;
}

/** How long after its date a bill is due at most, for days that are printed without a year. */
const DAYS_UNTIL_DUE_MAX = 180;

const dayAfter = (context: BillContext, invoiceDate: Day | null) =>
  invoiceDate === null ? asDay(context) : asDayBefore(context, addDays(invoiceDate, DAYS_UNTIL_DUE_MAX));

/** Balances whose sign is that of the record; payments and what is put off are printed as credits and kept as positive amounts. */
const AS_PRINTED: ReadonlySet<BalanceType> = new Set(["previous_balance", "adjustments"]);

/** Amounts of the balance that are printed among the charges; credits are printed there as negative amounts. */
function withBalances(header: Header, { balances, printed }: BillContext): Header {
  const sums: Partial<Record<BalanceType, Decimal>> = {};
  for (const { type, amount, found } of balances) {
    // A field of the bill states the sum already.
    if (type in header && header[type] !== null) continue;
    sums[type] = addDecimals([sums[type] ?? "0", AS_PRINTED.has(type) ? amount : negate(amount)]);
    printed[type] ??= found;
  }
  return { ...header, ...sums };
}

function readMeters(context: BillContext, invoiceDate: Day): StatementMeter[] | null {
  const { template, lines } = context;
  const kept = keptLines(lines, template.ignore);
  const sections = findSections(kept, template.meters);
  if (sections.length === 0) context.findings.push(error("field_missing", "No meter section was found."));
  const meters = sections.map((section, at) => readMeter(context, section, { name: `meters.${at}`, invoiceDate }));
  const read = meters.filter((meter) => meter !== null);
  if (sections.length === 0 || read.length < meters.length) return null;
  const whole = withoutAbsent(context, read, sections);
  const inSections = new Set(sections.filter(({ spec }) => spec.start !== undefined).flatMap((each) => each.lines));
  const outside = kept.filter((line) => !inSections.has(line));
  return withAccountCharges(whole, readAccountCharges(context, outside, whole));
}

/** Without the sections that are not on this bill: all their rows are optional, none is there, and no line begins them. */
function withoutAbsent({ printed }: BillContext, meters: StatementMeter[], sections: Section[]): StatementMeter[] {
  const isThere = ({ usages, charges, registers = [] }: StatementMeter, at: number) => {
    const spec = sections[at]?.spec;
    const rules = [...(spec?.usages ?? []), ...(spec?.charges ?? [])];
    return (
      usages.length + charges.length + registers.length > 0 ||
      spec?.start !== undefined ||
      !rules.every(({ optional }) => optional)
    );
  };
  const kept = meters.filter(isThere);
  if (kept.length === 0 || kept.length === meters.length) return meters;
  // Meters are numbered as in the statement: a later one takes the place of one that is left out before it.
  const renamed = Object.entries(printed).map(([name, found]) => {
    const [, at, field] = /^meters\.(\d+)\.(.+)$/.exec(name) ?? [];
    const now = at === undefined ? null : kept.findIndex((meter) => meter === meters[Number(at)]);
    return { was: name, name: now === null ? name : now < 0 ? null : `meters.${now}.${field}`, found };
  });
  for (const { was } of renamed) delete printed[was];
  for (const { name, found } of renamed) if (name !== null) printed[name] = found;
  return kept;
}

/** The heat factor that is printed for the meter, as the product of its fields; null when one of them is missing. */
function readHeat(context: BillContext, lines: Line[], { heat }: MeterSection, name: string): HeatFactor | null {
  if (heat === undefined) return null;
  const factors = heat.factor.map((locator, at) =>
    takeField(context, lines, {
      name: `${name}.heat_factor${at === 0 ? "" : `_${at + 1}`}`,
      locator,
      read: asDecimal(context),
      isRequired: false,
    }),
  );
  const read = factors.filter((factor) => factor !== null);
  if (read.length < factors.length) return null;
  return { ...heat, factor: read.reduce((product, factor) => multiplyDecimals(product, factor)) };
}

function withHeat(usage: StatementUsage, heat: HeatFactor | null): StatementUsage {
  if (heat === null || usage.utility_usage_type !== "usage_amount") return usage;
  const kbtu_per_unit = kbtuPerUnit(heat, usage.measurement_unit);
  return kbtu_per_unit === null ? usage : { ...usage, kbtu_per_unit };
}

/** Null when its period is unknown, because then its lines have no days. */
function readMeter(
  context: BillContext,
  { spec, lines, opening }: Section,
  { name, invoiceDate }: { name: string; invoiceDate: Day },
): StatementMeter | null {
  const take = <Value>(field: keyof typeof spec.fields, read: ReadText<Value>): Value | null => {
    const found = opening[field];
    if (found === undefined) {
      return takeField(context, lines, {
        name: `${name}.${field}`,
        locator: spec.fields[field],
        read,
        isRequired: false,
      });
    }
    context.printed[`${name}.${field}`] = found;
    return read(found.text);
  };
  const period = readPeriod(context, lines, { name, spec: spec.period, invoiceDate });
  if (period === null) return null;
  const heat = readHeat(context, lines, spec, name);
  const taken = {
    usages: takeRows(context, lines, spec.usages, { name, word: "usage" }),
    charges: takeRows(context, lines, spec.charges, { name, word: "charges" }),
  };
  reportUnknownLines(context, name, [...taken.usages, ...taken.charges]);
  const read = readUsages(context, taken.usages, { name, period });
  const registers = read.filter(isRegister);
  const usages = read.filter((usage) => !isRegister(usage)).map((usage) => withHeat(usage, heat));
  const unitOf = (isDemand: boolean) =>
    usages.find(({ utility_usage_type }) => (utility_usage_type !== "usage_amount") === isDemand)?.measurement_unit ??
    null;
  if (usages.length === 0) context.findings.push(...useNotTaken(context, lines, spec, name));
  return {
    ...eachMeterText((text) => take(text, asText)),
    energy_type: spec.energy_type,
    association_type: spec.association_type,
    measurement_unit: unitOf(false),
    demand_measurement_unit: unitOf(true),
    ...known({ tariff: take("tariff", asText) }),
    charges: readCharges(context, taken.charges, { name, period }),
    usages,
    ...(registers.length === 0 ? {} : { registers }),
    printed_total: signed(take("printed_total", asDecimal(context)), spec.fields["printed_total"]),
  };
}
