/** The columns of records as rows: called as the fields of the API, so that a file and an answer speak of the same thing. */
import type { DeliveredRecords } from "../../records/data-delivery.ts";
import { FIGURE_RULES, MONTH_FIGURES, type MonthFigure } from "../../records/month-figures.ts";
import { MONEY } from "../parts/columns.ts";
import type { Column } from "../../records/table.ts";

const column = (type: Column["type"], key: string, meaning: string, unit: string | null = null): Column => ({
  key,
  label: key,
  unit,
  type,
  meaning,
  ...(type === "money" ? { digits: 2 } : {}),
});
const id = (key: string, of: string) => column("integer", key, `Id of the ${of}.`);
const text = (key: string, meaning: string) => column("text", key, meaning);
const money = (key: string, meaning: string) => column("money", key, meaning, MONEY);
const number = (key: string, meaning: string, unit: string | null = null) => column("number", key, meaning, unit);
const date = (key: string, meaning: string) => column("date", key, meaning);
const flag = (key: string, meaning: string) => column("flag", key, meaning);
const month = (key: string, meaning: string) => column("month", key, meaning);
const MADE = [
  column("instant", "created_at", "When the record was made, in UTC."),
  column("instant", "updated_at", "When it last changed, in UTC."),
];

const ACCOUNT = [
  id("utility_account_id", "utility account"),
  text("acct_num", "Number of the utility account."),
  text("utility_company_name", "Name of the utility."),
];
const PROPERTY = [id("property_id", "property"), text("property_name", "Name of the property.")];
const METER = [
  id("utility_meter_id", "meter"),
  text("meter_num", "Number on the meter; nothing where it has none."),
  text("energy_type", "What the meter measures."),
];
const ARCHIVED = [
  flag("archived", "The bill no longer counts: it was replaced or voided."),
  text("archive_reason", "Why it no longer counts: edited, rebilled, cancelled, duplicate or voided."),
];
const PERIOD = [
  date("start_date", "First day that it covers; nothing where the bill states none."),
  date("end_date", "First day that it no longer covers."),
];
const LINE = [
  id("utility_bill_id", "bill"),
  date("invoice_date", "Date of the bill."),
  ...ACCOUNT,
  ...METER,
  ...PROPERTY,
  text("description", "What the bill calls it."),
];

const figureColumn = (figure: MonthFigure): Column => {
  const { unit, description } = FIGURE_RULES[figure];
  return unit === null ? money(figure, description) : number(figure, description, unit);
};
const MONTH = [
  month("effective_month", "Calendar month."),
  ...MONTH_FIGURES.map(figureColumn),
  flag("estimated", "A bill or a read that the month is made of was estimated."),
  flag("month_complete", "Every day of service of the month is billed exactly once."),
  ...MADE,
];

const perArea = (name: string, what: string, unit: string) => [
  number(`current_${name}_per_sq_ft`, `${what} per square foot, of the 12 months before.`, unit),
  number(`previous_${name}_per_sq_ft`, `The same of the 12 months before those.`, unit),
  number(`yoy_percent_change_${name}_per_sq_ft`, "Change from the one to the other, as a fraction."),
];

const PLACE = ["street1", "street2", "city", "state", "country", "zip_code"].map((key) =>
  text(key, "Part of the address."),
);

export const RECORD_COLUMNS: Record<DeliveredRecords, readonly Column[]> = {
  bills: [
    id("id", "bill"),
    id("original_utility_bill_id", "first bill that it is a correction of"),
    ...ACCOUNT,
    text("invoice_number", "Number of the bill, where it has one."),
    date("invoice_date", "Date of the bill."),
    date("period_start", "First day that it covers."),
    date("period_end", "First day that it no longer covers."),
    flag("estimated", "The utility estimated a read of it."),
    text("account_holder_name", "Whom it is made out to."),
    money("amount_due", "What is to be paid."),
    money("previous_balance", "What was open before."),
    money("amount_paid", "What was paid since the bill before."),
    text("checked_by", "What the bill prints that its charges were compared with."),
    ...ARCHIVED,
    ...MADE,
  ],
  charges: [
    id("id", "charge"),
    ...LINE,
    text("utility_charge_type", "Class of the charge."),
    money("amount", "The charge."),
    ...PERIOD,
    text("line_item_group_id", "The same for lines that the bill shows as one."),
    ...ARCHIVED,
  ],
  usages: [
    id("id", "usage"),
    ...LINE,
    text("utility_usage_type", "Whether it is use or demand."),
    number("amount", "The usage, in its unit."),
    text("measurement_unit", "As printed on the bill."),
    ...PERIOD,
    flag("estimated_meter_read", "The utility estimated the read."),
    number("kbtus", "The same energy.", "kBtu"),
    number("lbs_co2", "Its CO2 equivalent.", "lb"),
    number("gallons", "The same water.", "gal"),
    flag("supply", "A supplier billed it."),
    text("line_item_group_id", "The same for lines that the bill shows as one."),
    ...ARCHIVED,
  ],
  meter_months: [id("id", "month"), ...METER, ...PROPERTY, ...MONTH],
  property_months: [id("id", "month"), ...PROPERTY, ...MONTH],
  energy_type_months: [id("id", "month"), ...PROPERTY, text("energy_type", "What was used."), ...MONTH],
  snapshots: [
    ...PROPERTY,
    month("effective_month", "The month after the 12 that it sums up."),
    column("integer", "STAR_rating", "EPA score from 1 to 100; nothing where it cannot be calculated."),
    ...perArea("cost", "Cost of energy", MONEY),
    ...perArea("kbtus", "Energy", "kBtu"),
    ...perArea("co2", "CO2 equivalent", "lb"),
    ...MADE,
  ],
  properties: [
    id("id", "property"),
    text("name", "Name of the property."),
    text("status", "Active or Inactive."),
    column("integer", "sq_ft", "Floor area.", "sq ft"),
    ...PLACE,
    number("longitude", "East of Greenwich.", "degrees"),
    number("latitude", "North of the equator.", "degrees"),
    text("weather_station_alpha_id", "The weather station whose days count for it."),
    column("integer", "year_built", "Year in which it was built."),
    text("construction_type", "How it is built."),
    text("primary_use", "What it is used for."),
    text("story_type", "How many stories it has."),
    text("cooling_energy_type", "What it is cooled with."),
    text("heating_energy_type", "What it is heated with."),
    flag("star_certified", "It has the certificate of ENERGY STAR."),
    month("data_current_through", "Latest month that is complete for every meter in service."),
    ...MADE,
  ],
  meters: [
    id("id", "meter"),
    id("meter_wrapper_id", "wrapper that joins supply and distribution"),
    ...PROPERTY,
    ...ACCOUNT,
    text("status", "Active or Inactive."),
    text("meter_num", "Number on the meter; nothing where it has none."),
    text("service_address", "Where it stands."),
    text("service_name", "What the utility calls the service."),
    text("premise_num", "Number of the premise."),
    text("association_type", "SUPPLY, DISTRIBUTION or STANDARD."),
    text("energy_type", "What it measures."),
    text("measurement_unit", "As printed on its bills."),
    text("demand_measurement_unit", "The same of demand."),
    text("billing_frequency", "MONTHLY, QUARTERLY or YEARLY."),
    date("latest_usage_date", "Last day that a bill covers."),
    date("deactivation_date", "First day out of service."),
    month("eligibility_start_month", "First of its complete months."),
    month("eligibility_end_month", "Last of its complete months."),
    flag("supply_only", "A supplier alone bills it."),
    ...MADE,
  ],
  accounts: [
    id("id", "utility account"),
    text("utility_company_name", "Name of the utility."),
    text("acct_num", "Number of the account."),
    text("status", "Active or Inactive."),
    date("latest_invoice_date", "Date of its newest bill."),
    text("delivery_method", "How its bills come."),
    text("delivery_name", "Whom its bills go to."),
    text("delivery_email", "The e-mail address of it."),
    text("master_acct_num", "Number of the account it belongs to."),
    text("online_access_url", "Website on which it is looked at."),
    ...MADE,
  ],
};

/** What a table of them is called. */
export const RECORD_TITLES: Record<DeliveredRecords, string> = {
  bills: "Bills",
  charges: "Charges",
  usages: "Usages",
  meter_months: "Months of meters",
  property_months: "Months of properties",
  energy_type_months: "Months of properties by energy type",
  snapshots: "Snapshots",
  properties: "Properties",
  meters: "Meters",
  accounts: "Utility accounts",
};
