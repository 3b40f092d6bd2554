/** The values of X12 elements: days, money, quantities and the codes of utilities. */
import type { ChargeType, EnergyType, UsageType } from "../../records/codes.ts";
import type { Unit } from "../../domain/data/unit-names.ts";
import { isDay } from "../../domain/calendar.ts";
import { canonicalDecimal, fromScaled } from "../../domain/decimal.ts";
import type { Day } from "../../records/scalars.ts";
import type { Decimal } from "../../records/statement.ts";

/** CCYYMMDD; null when it is none. */
export function dayOf(text: string | null): Day | null {
  if (text === null || !/^\d{8}$/.test(text)) return null;
  const day = `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6)}`;
  return isDay(day) ? day : null;
}

/** A number with a written decimal point (type R); null when it is none. */
export const numberOf = (text: string | null): Decimal | null =>
  text !== null && /^[+-]?\d{0,15}(\.\d{1,10})?$/.test(text) && /\d/.test(text)
    ? canonicalDecimal(text.replace("+", "").replace(/^(-?)\./, "$10."))
    : null;

/** Money with two implied decimals (type N2): 12345 is 123.45. Some senders write the point. */
export function centsOf(text: string | null): Decimal | null {
  if (text === null || !/^[+-]?\d{1,15}(\.\d{1,2})?$/.test(text)) return null;
  return text.includes(".") ? numberOf(text) : fromScaled(BigInt(text.replace("+", "")), 2);
}

/** Data element 355, with what is measured in the unit. */
const UNITS: Record<string, { unit: Unit; type: UsageType; energy_type: EnergyType | null }> = {
  KH: { unit: "kWh", type: "usage_amount", energy_type: "ELECTRIC" },
  K1: { unit: "kW", type: "demand_amount", energy_type: "ELECTRIC" },
  K2: { unit: "kvar", type: "reactive_amount", energy_type: "ELECTRIC" },
  K3: { unit: "kvarh", type: "reactive_amount", energy_type: "ELECTRIC" },
  K4: { unit: "kVA", type: "demand_amount", energy_type: "ELECTRIC" },
  TD: { unit: "therm", type: "usage_amount", energy_type: "GAS" },
  HH: { unit: "CCF", type: "usage_amount", energy_type: null },
  TZ: { unit: "MCF", type: "usage_amount", energy_type: null },
  CF: { unit: "cf", type: "usage_amount", energy_type: null },
  GA: { unit: "gal", type: "usage_amount", energy_type: "WATER" },
};
export const unitOf = (code: string) => UNITS[code] ?? null;

/** The words after the qualifier SV in IT1. */
const SERVICES: Record<string, EnergyType> = {
  EL: "ELECTRIC",
  ELECTRIC: "ELECTRIC",
  GAS: "GAS",
  WATER: "WATER",
  SEWER: "SEWER",
};
export const serviceOf = (text: string): EnergyType | null => SERVICES[text.toUpperCase()] ?? null;

/** The letters of the charge codes of the Utility Industry Group, such as BAS001 and ENC043. */
const CHARGES: Record<string, ChargeType> = {
  BAS: "service_cost",
  DMD: "demand_cost",
  ENC: "usage_cost",
  GEN: "usage_cost",
  FUE: "usage_cost",
  TRN: "usage_cost",
  DIS: "usage_cost",
  SUR: "interim_rate_cost",
  ADJ: "other_applied_cost",
  CRE: "other_applied_cost",
  DSC: "other_applied_cost",
  LPC: "other_applied_cost",
  MSC: "other_applied_cost",
  ODL: "service_cost",
};
export const chargeTypeOf = (code: string): ChargeType | null => CHARGES[code.slice(0, 3).toUpperCase()] ?? null;

/** Element 963 of TXI. */
const TAXES: Record<string, string> = {
  CT: "County tax",
  GR: "Gross receipts tax",
  LS: "State and local sales tax",
  LT: "Local sales tax",
  SP: "State tax",
  ST: "State sales tax",
  MT: "Metropolitan transit tax",
  UT: "Utility users' tax",
};
export const taxName = (code: string): string => TAXES[code] ?? `Tax ${code}`;

/** Element 935: registers by time of use; 51 is their total. */
const REGISTERS: Record<string, string> = { "41": "Off-peak", "42": "On-peak", "43": "Intermediate", "51": "Total" };
export const registerName = (code: string): string | null => REGISTERS[code] ?? null;
