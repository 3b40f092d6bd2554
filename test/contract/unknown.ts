/** Where the house answers null though the specification notes none: what is not known is null, never 0 and never left out. */

/** A statement, a portal or a person may never say these. Everything else must have a value in every record. */
export const MAY_BE_UNKNOWN: Record<string, string[]> = {
  AuthorizationAccount: ["data_start_date"],
  UtilityAccount: ["latest_invoice_date", "delivery_name", "delivery_email", "master_acct_num", "online_access_url"],
  UtilityBill: ["account_holder_name", "previous_balance", "amount_paid", "source"],
  UtilityCharge: ["start_date", "end_date"],
  UtilityUsage: ["kbtus", "lbs_co2", "gallons"],
  UtilityMeter: [
    "property_id",
    "property_name",
    "meter_num",
    "service_address",
    "service_name",
    "premise_num",
    "latest_usage_date",
    "measurement_unit",
    "demand_measurement_unit",
    "eligibility_start_month",
    "eligibility_end_month",
  ],
  Property: [
    "sq_ft",
    "weather_station_alpha_id",
    "street1",
    "street2",
    "city",
    "state",
    "zip_code",
    "longitude",
    "latitude",
    "year_built",
    "construction_type",
    "primary_use",
    "story_type",
    "cooling_energy_type",
    "heating_energy_type",
    "data_current_through",
  ],
  SnapshotInfo: [
    "STAR_rating",
    // Nothing is known per square foot of a property without a floor area.
    "current_cost_per_sq_ft",
    "current_kbtus_per_sq_ft",
    "current_co2_per_sq_ft",
    "previous_cost_per_sq_ft",
    "yoy_percent_change_cost_per_sq_ft",
    "previous_kbtus_per_sq_ft",
    "yoy_percent_change_kbtus_per_sq_ft",
    "previous_co2_per_sq_ft",
    "yoy_percent_change_co2_per_sq_ft",
  ],
  MonthlyConsumptionData: [
    // Of a property or an energy type as a whole.
    "utility_meter_id",
    "distribution_kbtus",
    "distribution_lbs_co2",
    "supply_kbtus",
    "supply_lbs_co2",
    "demand_consumption",
    "usage_cost",
    "demand_cost",
    "service_cost",
    "interim_rate_cost",
    "other_applied_cost",
    "tax_cost",
    "gallons",
  ],
};

/** Fields that nothing gives a value yet, by what is missing. One that has a value must leave this list. */
export const NOT_YET: Record<string, string[]> = {};
