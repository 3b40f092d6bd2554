/** A good statement for tests: a business with an electric and a gas meter, whose figures all agree. */
import { eachMeterText } from "../../records/meter-texts.ts";
import type { SourcePlace, Statement, StatementCharge, StatementUsage } from "../../records/statement.ts";

const PLACE: SourcePlace = { page: 1, box: [60, 300, 540, 312] };
const PERIOD = { start_date: "2026-03-04", end_date: "2026-04-02" };

function charge(line: Partial<StatementCharge> & Pick<StatementCharge, "description" | "amount">): StatementCharge {
  return {
    utility_charge_type: "usage_cost",
    group: null,
    quantity: null,
    rate: null,
    place: PLACE,
    ...PERIOD,
    ...line,
  };
}

function usage(line: Partial<StatementUsage> & Pick<StatementUsage, "description" | "amount">): StatementUsage {
  return {
    measurement_unit: "kWh",
    utility_usage_type: "usage_amount",
    estimated_meter_read: false,
    group: null,
    previous_read: null,
    current_read: null,
    multiplier: null,
    place: PLACE,
    ...PERIOD,
    ...line,
  };
}

/** A new one at each call, so that a test may change it. The off-peak dial rolled over. */
export function goodStatement(): Statement {
  return {
    template: { id: "sample-utility", version: 1 },
    acct_num: "5512-004",
    invoice_number: "77120",
    invoice_date: "2026-04-06",
    account_holder_name: "Sample Holdings",
    service_address: "1200 Sample Parkway, Springfield, IL 62701",
    amount_due: "8706.98",
    previous_balance: "7511.20",
    amount_paid: "7000.00",
    current_charges: "8195.78",
    estimated: false,
    corrected: false,
    printed: { current_charges: { text: "$8,195.78", place: PLACE }, amount_due: { text: "$8,706.98", place: PLACE } },
    meters: [
      {
        ...eachMeterText(() => null),
        meter_num: "E100",
        energy_type: "ELECTRIC",
        association_type: "STANDARD",
        service_name: "Building main",
        measurement_unit: "kWh",
        demand_measurement_unit: "kW",
        printed_total: "8083.03",
        charges: [
          charge({ description: "Customer charge", amount: "48.00", utility_charge_type: "service_cost" }),
          charge({ description: "On-peak energy", amount: "2621.58", group: "on", quantity: "26680", rate: "0.09826" }),
          charge({
            description: "Off-peak energy",
            amount: "3320.58",
            group: "off",
            quantity: "54400",
            rate: "0.06104",
          }),
          charge({
            description: "Demand charge",
            amount: "1791.72",
            utility_charge_type: "demand_cost",
            group: "demand",
            quantity: "151.2",
            rate: "11.85",
          }),
          charge({
            description: "Fuel rider",
            amount: "-174.32",
            utility_charge_type: "interim_rate_cost",
            quantity: "81080",
            rate: "-0.00215",
          }),
          charge({
            description: "State sales tax",
            amount: "475.47",
            utility_charge_type: "tax_cost",
            quantity: "7607.56",
            rate: "0.0625",
          }),
        ],
        usages: [
          usage({
            description: "On-peak",
            amount: "26680",
            group: "on",
            previous_read: "41210",
            current_read: "41877",
            multiplier: "40",
          }),
          usage({
            description: "Off-peak",
            amount: "54400",
            group: "off",
            previous_read: "99120",
            current_read: "00480",
            multiplier: "40",
          }),
          usage({
            description: "Measured demand",
            amount: "132.4",
            measurement_unit: "kW",
            utility_usage_type: "demand_amount",
          }),
          usage({
            description: "Billed demand",
            amount: "151.2",
            measurement_unit: "kW",
            utility_usage_type: "billed_demand_amount",
            group: "demand",
          }),
        ],
      },
      {
        ...eachMeterText(() => null),
        meter_num: "G7",
        energy_type: "GAS",
        association_type: "STANDARD",
        service_name: "Gas service",
        measurement_unit: "therms",
        demand_measurement_unit: null,
        printed_total: "112.75",
        charges: [
          charge({ description: "Gas customer charge", amount: "12.75", utility_charge_type: "service_cost" }),
          charge({ description: "Gas delivery", amount: "42.33", group: "gas", quantity: "117.181", rate: "0.36120" }),
          charge({ description: "Gas supply", amount: "59.11", group: "gas", quantity: "117.181", rate: "0.50440" }),
          charge({
            description: "Purchased gas adjustment",
            amount: "-1.44",
            utility_charge_type: "interim_rate_cost",
            quantity: "117.181",
            rate: "-0.01230",
          }),
        ],
        usages: [
          usage({
            description: "Gas",
            amount: "117.181",
            measurement_unit: "therms",
            group: "gas",
            previous_read: "3345",
            current_read: "3458",
            multiplier: "1.037",
          }),
        ],
      },
    ],
  };
}
