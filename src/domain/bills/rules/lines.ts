/** Checks within a line: reads give the usage, quantity times rate gives the charge, and the unit fits the service. */
import { energyInWords } from "../in-words.ts";
import type { Decimal, StatementMeter, StatementUsage } from "../../../records/statement.ts";
import {
  absoluteDecimal,
  addDecimals,
  compareDecimals,
  fromScaled,
  multiplyDecimals,
  roundDecimal,
  subtractDecimals,
} from "../../decimal.ts";
import { conversionOf, unitFits, unitsThatFit, usageFigures } from "../../units.ts";
import { error, meterPhrase, warning, type Rule } from "./finding.ts";

/** All registers of the meter: those of its use, and those that are kept beside it. */
const withRegisters = ({ usages, registers = [] }: StatementMeter): StatementUsage[] => [...usages, ...registers];

/**
 * (current - previous) x multiplier = usage, within half a unit of the last printed digit. The multiplier contains all factors.
 * The register of exported energy counts upwards, and its usage is negative.
 */
export const readsGiveUsage: Rule = ({ meters }) =>
  meters.flatMap((meter) =>
    withRegisters(meter).flatMap((usage) => {
      const { previous_read, current_read, multiplier, amount, description, place } = usage;
      if (previous_read === null || current_read === null || multiplier === null) return [];
      const metered = stepsBetween(previous_read, current_read).map((steps) => multiplyDecimals(steps, multiplier));
      const counted = usage.exported === true ? absoluteDecimal(amount) : amount;
      if (metered.some((used) => isNear(used, counted, halfOfLastDigit(amount)))) return [];
      return [
        error(
          "reads_do_not_give_usage",
          `${description} of ${meterPhrase(meter)}: from ${previous_read} to ${current_read} times ${multiplier} is ${metered.at(-1)}, the bill prints ${amount}.`,
          place,
        ),
      ];
    }),
  );

/**
 * What a step of a register may be besides whole units: a tenth and so on, and hundreds of cubic feet in thousands of gallons or in
 * gallons.
 */
const STEPS = [0.1, 0.01, 0.001, 0.748, 7.48, 748];
/** The factors are rounded, and so is each read: together by up to a step, which is a large share of a small use. */
const FACTOR_TOLERANCE = 0.0005;
const STEP_TOLERANCE = 0.005;

/** Of a therm in hundreds of cubic feet, and of a kWh of gas in tenths of cubic metres: heat factors that the bill does not print. */
const isHeat = (step: number): boolean => (step > 0.9 && step < 1.2) || (step > 8.5 && step < 12.5);

/** Without a printed multiplier the reads give the use in steps of a plausible size. */
export const readsFitUsage: Rule = ({ meters }) =>
  meters.flatMap((meter) =>
    withRegisters(meter).flatMap((usage) => {
      const { previous_read, current_read, multiplier, amount, description, place } = usage;
      if (previous_read === null || current_read === null || multiplier !== null) return [];
      const used = Math.abs(Number(amount));
      const half = Number(halfOfLastDigit(amount));
      const isPlausible = stepsBetween(previous_read, current_read).some((steps) => {
        const counted = Number(steps);
        if (counted <= 0) return counted === 0 && used === 0;
        const step = used / counted;
        const isWhole = [Math.max(1, Math.round(step)), ...STEPS].some(
          (known) => Math.abs(known * counted - used) <= Math.max(half, toleranceOf(known, counted)),
        );
        return isWhole || (meter.energy_type === "GAS" && isHeat(step));
      });
      if (isPlausible) return [];
      const detail = `${description} of ${meterPhrase(meter)} is ${amount}, and its reads are ${previous_read} and ${current_read}: no usual multiplier makes one of the other.`;
      return [warning("reads_unlike_use", detail, place)];
    }),
  );

const toleranceOf = (step: number, steps: number): number =>
  Math.max(step * steps * FACTOR_TOLERANCE, Math.min(step, step * steps * STEP_TOLERANCE));

/**
 * The steps between two reads: the plain difference, and where the dial rolled over, the difference across the rollover of its
 * digits.
 */
function stepsBetween(previous: Decimal, current: Decimal): Decimal[] {
  const straight = subtractDecimals(current, previous);
  if (compareDecimals(current, previous) >= 0) return [straight];
  const digits = Math.max(...[previous, current].map((read) => read.split(".")[0]?.length ?? 0));
  return [straight, addDecimals([straight, fromScaled(10n ** BigInt(digits), 0)])];
}

function halfOfLastDigit(printed: Decimal): Decimal {
  return fromScaled(5n, placesOf(printed) + 1);
}

/**
 * A register that is the sum of the uses beside it is their sum, and one that is within a use is no larger than it. Each may differ
 * by half of its last printed digit and, because each register is rounded by itself, by a step of its own. Without a use in its unit
 * there is nothing to compare it with.
 */
export const registersAddUp: Rule = ({ meters }) =>
  meters.flatMap((meter) =>
    (meter.registers ?? []).flatMap(({ description, amount, measurement_unit, not_added, place, ...register }) => {
      const uses = meter.usages.filter(
        (usage) =>
          usage.utility_usage_type === "usage_amount" &&
          usage.exported !== true &&
          usage.measurement_unit === measurement_unit &&
          usage.start_date < register.end_date &&
          register.start_date < usage.end_date,
      );
      const sum = addDecimals(uses.map((usage) => usage.amount));
      const off = subtractDecimals(sum, amount);
      const slack = addDecimals([...uses, { amount, ...register }].map(slackOf));
      const isRight =
        isNear(sum, amount, slack) || (not_added === "part" && compareDecimals(absoluteDecimal(amount), sum) < 0);
      if (uses.length === 0 || isRight) return [];
      const of = `${description} of ${meterPhrase(meter)} is ${amount} ${measurement_unit}`;
      const detail =
        not_added === "total"
          ? `${of}, and the uses that it is the total of add up to ${sum}: ${off} off.`
          : `${of}, more than the use that it is a part of, ${sum}.`;
      return [error("registers_do_not_add_up", detail, place)];
    }),
  );

const slackOf = ({
  amount,
  current_read,
  multiplier,
}: Pick<StatementUsage, "amount" | "current_read" | "multiplier">): Decimal =>
  current_read === null || multiplier === null ? halfOfLastDigit(amount) : absoluteDecimal(multiplier);

/** Utilities round in different ways; two cents are normal. */
const LINE_TOLERANCE: Decimal = "0.02";

/** Quantity times rate is the charge. A credit is often printed with a positive quantity and rate. */
export const rateGivesCharge: Rule = ({ meters }) =>
  meters.flatMap(({ charges }) =>
    charges.flatMap((charge) => {
      const { description, quantity, rate, amount, place } = charge;
      if (quantity === null || rate === null) return [];
      const product = roundDecimal(multiplyDecimals(quantity, rate), 2);
      const isCredit = amount.startsWith("-") && !product.startsWith("-");
      if (isNear(product, isCredit ? absoluteDecimal(amount) : amount, LINE_TOLERANCE)) return [];
      return [
        warning(
          "line_math_differs",
          `${description}: ${quantity} times ${rate} is ${product}, the bill prints ${amount}.`,
          place,
        ),
      ];
    }),
  );

/** So many rows show that the rates of a bill are printed with more decimals than its quantities. */
const ROWS_SHOWING = 2;

/**
 * A rate is printed with more decimals than its quantity, as in `30 at 0.4975`. Where one row of a bill has it the other way round,
 * its two columns were exchanged: their product is the same.
 */
export const pricesAreInOrder: Rule = ({ meters }) => {
  const priced = meters.flatMap(({ charges }) =>
    charges.flatMap(({ description, quantity, rate, place }) =>
      quantity === null || rate === null
        ? []
        : [{ description, quantity, rate, place, more: placesOf(rate) - placesOf(quantity) }],
    ),
  );
  const [odd, ...others] = priced.filter(({ more }) => more < 0);
  if (odd === undefined || others.length > 0 || priced.filter(({ more }) => more > 0).length < ROWS_SHOWING) return [];
  const detail = `${odd.description}: the quantity ${odd.quantity} has more decimals than the rate ${odd.rate}, unlike on the other lines; the two may be exchanged.`;
  return [warning("price_columns_exchanged", detail, odd.place)];
};

const placesOf = (printed: Decimal): number => printed.split(".")[1]?.length ?? 0;

/**
 * The charges of a usage have its quantity: one charge has all of it, or several add up to it, as tiers do. Further charges may
 * have a part of it, such as a credit for the first kilowatt-hours; none may have a quantity that differs from it in one digit.
 */
export const usageIsPriced: Rule = ({ meters }) =>
  meters.flatMap((meter) => {
    const usagesByGroup = Map.groupBy(meter.usages, ({ group }) => group);
    return [...usagesByGroup].flatMap(([group, usages]) => {
      const charges = meter.charges.filter((charge) => charge.group === group);
      const priced = charges.flatMap(({ quantity }) => quantity ?? []);
      if (group === null || priced.length === 0) return [];
      const stated = [...priced, addDecimals(priced)];
      const used = amountsOf(
        usages,
        (meter.registers ?? []).filter((register) => register.group === group),
      );
      const isUsed = (quantity: Decimal | null) =>
        quantity !== null && used.some((amount) => isSameQuantity(quantity, amount));
      const isSwapped = charges.some(({ quantity, rate }) => !isUsed(quantity) && isUsed(rate));
      const isMisread = priced.some(
        (quantity) => !isUsed(quantity) && used.some((amount) => isDigitOff(quantity, amount)),
      );
      if (!isSwapped && !isMisread && stated.some(isUsed)) return [];
      const [first] = usages;
      return [
        warning(
          "priced_quantity_differs",
          `${first?.description} of ${meterPhrase(meter)} is ${used.at(-1)}, its charges are priced on ${priced.join(" and ")}.`,
          first?.place,
        ),
      ];
    });
  });

/** A usage on which a charge is priced is on the bill, in its group or elsewhere. */
export const pricedUsageIsFound: Rule = ({ meters }) =>
  meters.flatMap((meter) => {
    const groups = new Set(meter.usages.map(({ group }) => group));
    const used = amountsOf(meter.usages, meter.registers ?? []);
    const missing = meter.charges.find(
      ({ group, quantity, part_of }) =>
        group !== null &&
        !groups.has(group) &&
        quantity !== null &&
        part_of === undefined &&
        !used.some((amount) => isSameQuantity(quantity, amount)),
    );
    if (missing === undefined) return [];
    const detail = `${missing.description} of ${meterPhrase(meter)} is priced on ${missing.quantity}, and no use for it was found.`;
    return [warning("use_not_found", detail, missing.place)];
  });

/** Within the rounding of either; a credit may have its sign in the rate. */
function isSameQuantity(a: Decimal, b: Decimal): boolean {
  const [left, right] = [absoluteDecimal(a), absoluteDecimal(b)];
  return isNear(left, right, halfOfLastDigit(a)) || isNear(left, right, halfOfLastDigit(b));
}

/** Tiers of small uses are near them by chance. */
const DIGITS_COMPARED_MIN = 4;

const isDigitOff = (one: Decimal, other: Decimal): boolean =>
  one.length === other.length &&
  one.replace(/\D/g, "").length >= DIGITS_COMPARED_MIN &&
  Array.from(one, (digit, at) => digit !== other[at]).filter(Boolean).length === 1;

/** Each register and usage, and the sum of the usages that can be added. */
function amountsOf(usages: readonly StatementUsage[], registers: readonly StatementUsage[]): Decimal[] {
  const additive = usages.filter(({ utility_usage_type }) => utility_usage_type === "usage_amount");
  const sum = additive.length > 1 ? [addDecimals(additive.map(({ amount }) => amount))] : [];
  return [...[...registers, ...usages].map(({ amount }) => amount), ...sum];
}

export const unitsFit: Rule = ({ meters }) =>
  meters.flatMap((meter) =>
    withRegisters(meter)
      .filter((usage) => !unitFits({ ...usage, energy_type: meter.energy_type }))
      .map(({ description, measurement_unit, utility_usage_type, place }: StatementUsage) =>
        error(
          "unit_does_not_fit",
          `${description} of ${meterPhrase(meter)} is stated in ${JSON.stringify(measurement_unit)}, which is not known as a unit for it (${energyInWords(meter.energy_type)}). Known are ${unitsThatFit({ energy_type: meter.energy_type, utility_usage_type }).join(", ") || "none"}.`,
          place,
        ),
      ),
  );

/**
 * The heat content of gas varies by a few percent between places; a larger difference means a misread factor, or the factor of
 * something else.
 */
const HEAT_FACTOR_MAX_DIFFERENCE = 0.25;

export const heatFactorIsUsual: Rule = ({ meters }) =>
  meters.flatMap(({ energy_type, usages }) =>
    usages.flatMap(({ description, measurement_unit, kbtu_per_unit, place }) => {
      const usual = Number(conversionOf({ energy_type, measurement_unit })?.kbtu_per_unit ?? 0);
      if (kbtu_per_unit === undefined || usual === 0) return [];
      if (Math.abs(Number(kbtu_per_unit) / usual - 1) <= HEAT_FACTOR_MAX_DIFFERENCE) return [];
      const detail = `${description}: the bill says that a ${measurement_unit} holds ${kbtu_per_unit} kBtu; ${usual} is usual.`;
      return [error("heat_factor_unusual", detail, place)];
    }),
  );

/** kBtu or gallons: more than any country uses in a month. */
const ENERGY_MAX = 1e12;

/** Above it a number or a unit was misread, and the derived values do not fit the database columns. */
export const energyIsBounded: Rule = ({ meters }) =>
  meters.flatMap((meter) =>
    meter.usages
      .filter((usage) => {
        const { kbtus, gallons } = usageFigures({ ...usage, energy_type: meter.energy_type });
        return Math.abs(kbtus ?? gallons ?? 0) > ENERGY_MAX;
      })
      .map(({ description, amount, measurement_unit, place }) =>
        error("number_too_large", `${description} is ${amount} ${measurement_unit}, more than any bill holds.`, place),
      ),
  );

function isNear(a: Decimal, b: Decimal, tolerance: Decimal): boolean {
  return compareDecimals(absoluteDecimal(subtractDecimals(a, b)), tolerance) <= 0;
}
