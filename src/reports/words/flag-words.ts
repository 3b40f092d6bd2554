/** The flags of cost avoidance for readers: a short name and a sentence in each language. */
import { FLAGS, sentenceOf, type Flag } from "../../domain/cost-avoidance/flags.ts";
import type { PageLanguage } from "../../records/company.ts";

const ENGLISH: Record<Flag, string> = {
  no_billing_cycle: "No regular billing",
  no_model: "No model fits",
  usage_days_missing: "Use missing in the baseline",
  temperature_days_missing: "Weather missing in the baseline",
  days_missing: "Days missing in the baseline",
  impossible_period: "Impossible period left out",
  conflicting_reads: "Conflicting reads",
  overlapping_reads: "Overlapping reads",
  negative_usage: "Negative use",
  extreme_usage: "Unusually high use in the baseline",
  station_far: "Weather station far away",
  long_period: "Long billing periods",
  weak_fit: "Weather explains little",
  wide_scatter: "Wide scatter",
  too_few_to_judge: "Too few bills to judge",
  balance_point_at_edge: "Balance point at the edge",
  not_modelled: "Not modelled",
  no_bills: "No use billed",
  delivered_fuel: "Delivered fuel",
  no_weather: "No weather",
  no_savings_start: "No start of savings",
  no_baseline_bills: "No bills before the savings",
  no_savings_bills: "No bills since the savings",
  default_savings_start: "Start of savings assumed",
  unit_converted: "Unit converted",
  unit_unknown: "Unit unknown",
  meter_missing: "A meter is missing",
  meters_apart: "Meters read apart",
  within_uncertainty: "Less than the uncertainty",
  use_unknown: "Use unknown",
  weather_missing: "Weather missing",
  estimated: "Estimated",
  cost_unknown: "Cost unknown",
  last_unit_cost: "Unit cost of an earlier bill",
  unusual_unit_cost: "Unusual unit cost",
  floor_area_unknown: "Floor area unknown",
};

const SPANISH: Record<Flag, [name: string, sentence: string]> = {
  no_billing_cycle: [
    "Sin ciclo de facturación",
    "El medidor no se lee ni cada mes ni cada dos meses: el método no tiene regla para ello.",
  ],
  no_model: ["Ningún modelo se ajusta", "Ningún modelo sin coeficientes negativos se ajusta al periodo de referencia."],
  usage_days_missing: [
    "Falta uso en la referencia",
    "Más de 37 de los 365 días del periodo de referencia no tienen uso medido.",
  ],
  temperature_days_missing: [
    "Falta clima en la referencia",
    "Más de 37 de los 365 días del periodo de referencia no tienen temperatura.",
  ],
  days_missing: [
    "Faltan días en la referencia",
    "A más de 37 de los 365 días del periodo de referencia les falta el uso o la temperatura.",
  ],
  impossible_period: [
    "Periodo imposible omitido",
    "Se omitieron lecturas que no cubren ningún día o terminan antes de empezar.",
  ],
  conflicting_reads: [
    "Lecturas contradictorias",
    "Lecturas del mismo periodo indican usos distintos; se conservó una.",
  ],
  overlapping_reads: ["Lecturas superpuestas", "Hay lecturas que se superponen; se omitieron las posteriores."],
  negative_usage: ["Uso negativo", "El uso medido es negativo, como detrás de un generador no declarado."],
  extreme_usage: [
    "Uso inusualmente alto en la referencia",
    "En el periodo de referencia, el uso por día de una factura supera la mediana en más de tres rangos intercuartílicos; se conservó.",
  ],
  station_far: ["Estación lejana", "La estación meteorológica está a más de 200 km."],
  long_period: ["Periodos largos", "Hay periodos del ahorro más largos de lo que permite el ciclo de facturación."],
  weak_fit: ["El clima explica poco", "El clima explica menos de la mitad de la variación del uso."],
  wide_scatter: ["Mucha dispersión", "El modelo se desvía en los periodos más de un cuarto del uso medio."],
  too_few_to_judge: [
    "Pocas facturas para juzgar",
    "Hay apenas más periodos que coeficientes, así que un buen ajuste dice poco.",
  ],
  balance_point_at_edge: [
    "Punto de equilibrio al límite",
    "Un punto de equilibrio está en el límite del rango buscado.",
  ],
  not_modelled: ["Sin modelo", "El clima no modela este tipo de uso, así que su uso evitado se desconoce."],
  no_bills: ["Sin uso facturado", "Ninguna factura indica cuánto se usó."],
  delivered_fuel: [
    "Combustible entregado",
    "Las facturas de entrega dicen cuándo se compró el combustible, no cuándo se usó.",
  ],
  no_weather: [
    "Sin clima",
    "La propiedad no tiene estación meteorológica, o la estación no tiene temperaturas de estos días.",
  ],
  no_savings_start: [
    "Sin inicio del ahorro",
    "No hay inicio del ahorro anotado, ni 12 meses completos como referencia.",
  ],
  no_baseline_bills: ["Sin facturas antes del ahorro", "Ninguna factura termina antes de que empezara el ahorro."],
  no_savings_bills: ["Sin facturas desde el ahorro", "Ninguna factura ha empezado desde el inicio del ahorro."],
  default_savings_start: [
    "Inicio del ahorro supuesto",
    "No hay inicio del ahorro anotado: los primeros 12 meses completos son la referencia.",
  ],
  unit_converted: [
    "Unidad convertida",
    "La unidad del uso cambió; las facturas anteriores se convirtieron por su energía.",
  ],
  unit_unknown: [
    "Unidad desconocida",
    "La unidad del uso cambió, y de una de las dos no se conoce la energía: estas facturas no cuentan.",
  ],
  meter_missing: [
    "Falta un medidor",
    "El grupo tiene varios medidores en paralelo, y a uno le falta la factura del periodo.",
  ],
  meters_apart: [
    "Medidores leídos por separado",
    "Los medidores del grupo se leen en días distintos, así que su uso no se puede sumar.",
  ],
  within_uncertainty: [
    "Menos que la incertidumbre",
    "El uso evitado es menor que su incertidumbre al 90 %: puede ser cero.",
  ],
  use_unknown: [
    "Uso desconocido",
    "El uso del periodo se desconoce, o solo se conoce por una estimación que ninguna lectura ha confirmado.",
  ],
  weather_missing: ["Falta clima", "Falta más de una décima parte de las temperaturas del periodo."],
  estimated: ["Estimado", "Una lectura del periodo se estimó."],
  cost_unknown: [
    "Costo desconocido",
    "Falta una factura del periodo o no tiene cargos, así que su costo se desconoce.",
  ],
  last_unit_cost: [
    "Costo por unidad de una factura anterior",
    "El uso fue 0 o menos: el costo por unidad es el del último periodo anterior con uso.",
  ],
  unusual_unit_cost: [
    "Costo por unidad inusual",
    "El costo por unidad difiere de la mediana de la referencia en más de un factor de 3.",
  ],
  floor_area_unknown: [
    "Superficie desconocida",
    "La superficie de la referencia falta en floor_area_changes: el factor es 1.",
  ],
};

export const flagWords = (flag: Flag, language: PageLanguage): { flag: string; sentence: string } => {
  const [name, sentence] = SPANISH[flag];
  return language === "es" ? { flag: name, sentence } : { flag: ENGLISH[flag], sentence: sentenceOf(flag) };
};

/** The names of all flags, for the cells of a column. */
export const flagNames = (language: PageLanguage): Readonly<Record<string, string>> =>
  Object.fromEntries(FLAGS.map((flag) => [flag, flagWords(flag, language).flag]));
