/**
 * The 13 models of the ENERGY STAR score: what a building of its kind is predicted to use, and which buildings have none.
 *
 * US EPA, ENERGY STAR Portfolio Manager, Technical References "ENERGY STAR Score for ..." (one for each property type),
 * August 2018, models for the United States. Offices, banks and courthouses were given a further term for cold climates in
 * 2019, which EPA's reference of 2018 does not have: their scores are a few points low there. Wastewater: centers as the
 * worked example has them. Data centers: energy of the equipment converted at 2.80, as in the worked example.
 *
 * A prediction is the constant plus, term by term, coefficient x (quantity - center). Names of inputs are keys of
 * `metadata.property_use`, but for the floor area, the weather and what follows from the type of the property.
 */
import type { Filter, Term } from "../property/star-quantities.ts";

export interface ScoreModel {
  property_types: readonly string[];
  /** The predicted quantity, which is compared with the actual one. */
  dependent: "source_eui" | "ln_source_energy" | "pue" | "source_per_gallon";
  constant: number;
  /** Multiplies the ratio of actual to predicted before the lookup: the mean by which EPA normalizes. */
  keyScale?: number;
  terms: readonly Term[];
  filters: readonly Filter[];
}

export type ModelName =
  | "office"
  | "k12_school"
  | "hotel"
  | "hospital"
  | "retail_supermarket"
  | "warehouse"
  | "worship"
  | "medical_office"
  | "multifamily"
  | "residence_hall"
  | "senior_care"
  | "data_center"
  | "wastewater";

export const SCORE_MODELS: Record<ModelName, ScoreModel> = {
  office: {
    property_types: ["Office", "Financial Office", "Bank Branch", "Courthouse"],
    dependent: "source_eui",
    constant: 143.1,
    terms: [
      { coefficient: 0.0006768, center: 12_342, kind: "amount", input: "gross_floor_area_sqft", cap: 100_000 },
      { coefficient: 0.613, center: 54.09, kind: "amount", input: "weekly_operating_hours" },
      { coefficient: 15.9, center: 2.056, kind: "per_1000_sqft", input: "workers_on_main_shift" },
      { coefficient: 10.13, center: 3.028, kind: "per_1000_sqft", input: "computers" },
      { coefficient: 4.529, center: 6.332, kind: "ln_degree_days", input: "cdd65", percents: ["percent_cooled"] },
      { coefficient: 82.87, kind: "amount", input: "small_bank" },
    ],
    filters: [
      { kind: "amount", input: "computers", least: 1 },
      { kind: "amount", input: "workers_on_main_shift", least: 1 },
      { kind: "amount", input: "weekly_operating_hours", least: 30 },
      { kind: "amount", input: "months_in_use", least: 10 },
      { kind: "per_1000_sqft", input: "workers_on_main_shift", most: 8 },
    ],
  },
  k12_school: {
    property_types: ["K-12 School"],
    dependent: "source_eui",
    constant: 101.7,
    terms: [
      { coefficient: 25.61, center: 0.7967, kind: "per_1000_sqft", input: "workers_on_main_shift" },
      { coefficient: 0.00837, center: 3597, kind: "degree_days", input: "hdd65", percents: ["percent_heated"] },
      { coefficient: 0.02059, center: 1472, kind: "degree_days", input: "cdd65", percents: ["percent_cooled"] },
      { coefficient: 8.182, kind: "amount", input: "cooking" },
      { coefficient: 15.66, kind: "amount", input: "open_weekends" },
      { coefficient: 14.08, kind: "amount", input: "high_school" },
    ],
    filters: [
      { kind: "amount", input: "weekly_operating_hours", least: 30 },
      { kind: "amount", input: "months_in_use", least: 8 },
      { kind: "amount", input: "workers_on_main_shift", least: 1 },
      { kind: "per_1000_sqft", input: "workers_on_main_shift", most: 1.9 },
    ],
  },
  hotel: {
    property_types: ["Hotel"],
    dependent: "source_eui",
    constant: 146.5,
    terms: [
      { coefficient: 34.93, center: 0.3359, kind: "per_1000_sqft", input: "workers_on_main_shift" },
      { coefficient: 103.7, center: 3.022, kind: "per_1000_sqft", input: "rooms", floor: 3, cap: 4 },
      { coefficient: 178.7, center: 0.05219, kind: "per_1000_sqft", input: "commercial_refrigeration_units" },
      { coefficient: 0.006324, center: 2873, kind: "degree_days", input: "hdd65", percents: ["percent_heated"] },
      { coefficient: 0.008473, center: 1722, kind: "degree_days", input: "cdd65", percents: ["percent_cooled"] },
      { coefficient: 46.73, kind: "amount", input: "commercial_kitchen" },
    ],
    filters: [
      { kind: "amount", input: "rooms", least: 1 },
      { kind: "amount", input: "weekly_operating_hours", least: 168 },
      { kind: "amount", input: "workers_on_main_shift", least: 1 },
      { kind: "amount", input: "months_in_use", least: 10 },
      { kind: "amount", input: "gross_floor_area_sqft", least: 5000 },
      { kind: "amount", input: "source_eui", most: 400 },
    ],
  },
  hospital: {
    property_types: ["Hospital (General Medical & Surgical)"],
    dependent: "source_eui",
    constant: 427.9,
    terms: [
      { coefficient: 24.04, center: 2.6, kind: "per_1000_sqft", input: "fte_workers" },
      { coefficient: 96.63, center: 0.4636, kind: "per_1000_sqft", input: "staffed_beds" },
      { coefficient: 7593, center: 0.003058, kind: "per_1000_sqft", input: "mri_machines" },
      { coefficient: 0.01675, center: 1392, kind: "amount", input: "cdd65" },
    ],
    filters: [
      { kind: "per_1000_sqft", input: "fte_workers", least: 0.5, most: 10 },
      { kind: "per_1000_sqft", input: "mri_machines", below: 0.02 },
      { kind: "per_1000_sqft", input: "staffed_beds", below: 1.8 },
      { kind: "amount", input: "gross_floor_area_sqft", below: 2_000_000 },
      { kind: "amount", input: "source_eui", least: 100, most: 1000 },
    ],
  },
  retail_supermarket: {
    property_types: ["Retail Store", "Supermarket/Grocery Store", "Wholesale Club/Supercenter"],
    dependent: "source_eui",
    constant: 162,
    terms: [
      { coefficient: 1.222, center: 77.93, kind: "amount", input: "weekly_operating_hours" },
      { coefficient: 39.28, center: 0.8353, kind: "per_1000_sqft", input: "workers_on_main_shift" },
      { coefficient: 56.88, center: 0.2631, kind: "per_1000_sqft", input: "commercial_refrigeration_units" },
      { coefficient: 6.493, center: 6.911, kind: "ln_degree_days", input: "hdd65", percents: ["percent_heated"] },
      { coefficient: 5.698, center: 5.606, kind: "ln_degree_days", input: "cdd65", percents: ["percent_cooled"] },
      { coefficient: 252.6, kind: "amount", input: "supermarket" },
      {
        coefficient: 81.23,
        center: 0.8353,
        kind: "per_1000_sqft",
        input: "workers_on_main_shift",
        onlyIf: "supermarket",
      },
    ],
    filters: [
      { kind: "amount", input: "weekly_operating_hours", least: 30 },
      { kind: "amount", input: "workers_on_main_shift", least: 1 },
      { kind: "amount", input: "computers_and_cash_registers", least: 1 },
      { kind: "amount", input: "commercial_refrigeration_units", least: 1, onlyIf: "supermarket" },
      { kind: "amount", input: "months_in_use", least: 10 },
      { kind: "amount", input: "gross_floor_area_sqft", least: 5000 },
    ],
  },
  warehouse: {
    property_types: ["Non-Refrigerated Warehouse", "Refrigerated Warehouse", "Distribution Center"],
    dependent: "source_eui",
    constant: 69.62,
    terms: [
      { coefficient: 0.1943, center: 59.25, kind: "amount", input: "weekly_operating_hours" },
      { coefficient: 25.83, center: 0.8502, kind: "per_1000_sqft", input: "workers_on_main_shift" },
      { coefficient: 239.3, center: 0.007669, kind: "amount", input: "percent_cold_storage" },
      { coefficient: 0.00937, center: 1602, kind: "degree_days", input: "hdd65", percents: ["percent_heated"] },
      {
        coefficient: 0.01209,
        center: 552.1,
        kind: "degree_days",
        input: "cdd65",
        percents: ["percent_cooled", "percent_cold_storage"],
      },
    ],
    filters: [
      { kind: "amount", input: "weekly_operating_hours", least: 30 },
      { kind: "amount", input: "workers_on_main_shift", least: 1 },
      { kind: "amount", input: "months_in_use", least: 10 },
      { kind: "per_1000_sqft", input: "workers_on_main_shift", most: 2.8 },
      { kind: "amount", input: "source_eui", most: 500 },
    ],
  },
  worship: {
    property_types: ["Worship Facility"],
    dependent: "source_eui",
    constant: 68.24,
    terms: [
      { coefficient: 0.5107, center: 26.49, kind: "amount", input: "weekly_operating_hours" },
      { coefficient: 0.7336, center: 47.84, kind: "per_1000_sqft", input: "seating_capacity", floor: 40 },
      {
        coefficient: 291.9,
        center: 0.004984,
        kind: "ratio",
        input: "food_preparation_sqft",
        of: "gross_floor_area_sqft",
        cap: 0.1,
      },
      { coefficient: 0.00418, center: 3243, kind: "degree_days", input: "hdd65", percents: ["percent_heated"] },
      { coefficient: 0.01249, center: 1471, kind: "degree_days", input: "cdd65", percents: ["percent_cooled"] },
    ],
    filters: [
      { kind: "amount", input: "weekly_operating_hours", least: 1 },
      { kind: "amount", input: "seating_capacity", least: 1 },
      { kind: "amount", input: "months_in_use", least: 10 },
      { kind: "per_1000_sqft", input: "seating_capacity", most: 250 },
    ],
  },
  medical_office: {
    property_types: ["Medical Office"],
    dependent: "ln_source_energy",
    constant: 2.78889,
    keyScale: 14.919,
    terms: [
      { coefficient: 0.91433, kind: "ln", input: "gross_floor_area_sqft" },
      { coefficient: 0.21568, kind: "ln", input: "workers_on_main_shift" },
      { coefficient: 0.46768, kind: "ln", input: "weekly_operating_hours" },
      { coefficient: 0.00005321, kind: "degree_days", input: "hdd65", percents: ["percent_heated"] },
      { coefficient: 0.00020111, kind: "degree_days", input: "cdd65", percents: ["percent_cooled"] },
    ],
    filters: [
      { kind: "amount", input: "weekly_operating_hours", least: 30 },
      { kind: "amount", input: "workers_on_main_shift", least: 1 },
      { kind: "amount", input: "gross_floor_area_sqft", least: 5000 },
      { kind: "amount", input: "source_eui", least: 38, most: 575 },
    ],
  },
  multifamily: {
    property_types: ["Multifamily Housing"],
    dependent: "source_eui",
    constant: 130.7,
    terms: [
      { coefficient: 48.01, center: 1.215, kind: "per_1000_sqft", input: "units" },
      { coefficient: 22.64, center: 1.238, kind: "ratio", input: "bedrooms", of: "units" },
      { coefficient: -19, kind: "ratio", input: "units_low_rise", of: "units" },
      { coefficient: 0.008989, center: 4233, kind: "amount", input: "hdd65" },
      { coefficient: 0.01406, center: 1364, kind: "amount", input: "cdd65" },
    ],
    filters: [
      { kind: "amount", input: "units", least: 20 },
      { kind: "amount", input: "source_eui", below: 290 },
      { kind: "amount", input: "gross_floor_area_sqft", most: 2_000_000 },
      { kind: "per_1000_sqft", input: "units", below: 2.75 },
    ],
  },
  residence_hall: {
    property_types: ["Residence Hall/Dormitory", "Barracks"],
    dependent: "ln_source_energy",
    constant: 4.99455,
    keyScale: 15.717,
    terms: [
      { coefficient: 0.91308, kind: "ln", input: "gross_floor_area_sqft" },
      { coefficient: 0.09455, kind: "ln", input: "rooms" },
      { coefficient: 0.00009774, kind: "degree_days", input: "hdd65", percents: ["percent_heated"] },
      { coefficient: 0.00016279, kind: "degree_days", input: "cdd65", percents: ["percent_cooled"] },
    ],
    filters: [{ kind: "amount", input: "source_eui", least: 40, most: 425 }],
  },
  senior_care: {
    property_types: ["Senior Care Community", "Residential Care Facility"],
    dependent: "source_eui",
    constant: 219.4,
    terms: [
      { coefficient: 17.43, center: 1.582, kind: "per_1000_sqft", input: "units" },
      { coefficient: 0.7962, center: 87.61, kind: "percent", input: "average_residents", of: "resident_capacity" },
      { coefficient: 253.9, center: 0.06915, kind: "per_1000_sqft", input: "electronic_lifts" },
      { coefficient: 30.36, center: 0.937, kind: "per_1000_sqft", input: "workers_on_main_shift" },
      { coefficient: 75.03, center: 0.3636, kind: "per_1000_sqft", input: "computers" },
      { coefficient: 224, center: 0.09045, kind: "per_1000_sqft", input: "commercial_refrigeration_units" },
      { coefficient: 334.9, center: 0.04317, kind: "per_1000_sqft", input: "commercial_washing_machines" },
      { coefficient: 207.6, center: 0.05842, kind: "per_1000_sqft", input: "residential_washing_machines", cap: 0.16 },
      { coefficient: 0.01456, center: 1184, kind: "degree_days", input: "cdd65", percents: ["percent_cooled"] },
      { coefficient: 0.005431, center: 4524, kind: "degree_days", input: "hdd65", percents: ["percent_heated"] },
    ],
    filters: [
      { kind: "ratio", input: "units_with_care", of: "units", above: 0.5 },
      { kind: "amount", input: "source_eui", least: 10, most: 650 },
    ],
  },
  data_center: {
    property_types: ["Data Center"],
    dependent: "pue",
    constant: 1.924,
    terms: [{ coefficient: -0.9506, center: 0.2091, kind: "it_source_tbtu", input: "annual_it_energy_kwh", cap: 0.4 }],
    filters: [{ kind: "amount", input: "it_energy_measured_at_ups", least: 1 }],
  },
  wastewater: {
    property_types: ["Wastewater Treatment Plant"],
    dependent: "source_per_gallon",
    constant: 10.13,
    terms: [
      { coefficient: -0.9421, center: 1.863, kind: "ln", input: "average_influent_flow_mgd" },
      { coefficient: 4.876, center: 5.204, kind: "ln", input: "influent_bod" },
      { coefficient: -2.082, center: 1.656, kind: "ln", input: "effluent_bod" },
      {
        coefficient: -4.668,
        center: 4.171,
        kind: "ln_percent",
        input: "average_influent_flow_mgd",
        of: "design_flow_mgd",
      },
      { coefficient: -2.577, center: 0.179, kind: "amount", input: "trickle_filtration" },
      { coefficient: 1.235, center: 0.4591, kind: "amount", input: "nutrient_removal" },
      { coefficient: 2.355, center: 8.724, kind: "ln", input: "hdd65" },
      { coefficient: 1.243, center: 6.5, kind: "ln", input: "cdd65" },
    ],
    filters: [],
  },
};
