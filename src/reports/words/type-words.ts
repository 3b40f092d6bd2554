/** The words for the types of entries of the journal, and for the models of cost avoidance. */
import type { PageLanguage } from "../../records/company.ts";
import { JOURNAL_TYPES, type JournalType } from "../energy-journal/journal-event.ts";
import { MODEL_WORDS } from "../cost-avoidance/words.ts";

const SPANISH: Record<JournalType, string> = {
  "data complete through": "datos completos hasta",
  certification: "certificación",
  note: "nota",
  "meter added": "medidor nuevo",
  "meter removed": "medidor retirado",
  "last bill": "última factura",
  "bill received": "factura recibida",
  "bill edited": "factura corregida",
  "estimated read": "lectura estimada",
  gap: "hueco",
  overlap: "días facturados dos veces",
  "usage spike": "pico de uso",
  "demand peak": "pico de demanda",
  "rate change": "cambio de tarifa",
};

const SPANISH_RULES: Record<JournalType, string> = {
  "data complete through": "último día del último mes completo para todos los medidores en servicio",
  certification: "la propiedad está anotada como certificada ENERGY STAR; el día se desconoce",
  note: "una nota de la propiedad o del medidor",
  "meter added": "primer día que cubre una factura del medidor",
  "meter removed":
    "día en que el medidor quedó fuera de servicio, si no, el último día facturado de un medidor inactivo",
  "last bill":
    "último día facturado de un medidor en servicio cuya cuenta no se recoge, como una importada; no se sabe si el medidor sigue ahí",
  "bill received": "fecha de una factura; el valor es lo que cobra por los medidores de la propiedad que nombra",
  "bill edited":
    "día en que se archivó una factura, con el motivo y la factura que la sustituye; para los medidores cuyas líneas cambiaron",
  "estimated read": "último día de una factura estimada, o con una lectura estimada",
  gap: "primero de los días entre dos facturas que ninguna cubre",
  overlap: "primero de los días que cubren dos facturas; un solo día compartido, el de la lectura, no cuenta",
  "usage spike":
    "último día de una factura cuyo uso por día supera en más del 50 % la media del mismo mes en otros años o, con menos de un año de facturas, en más del 100 % la mediana de las demás",
  "demand peak": "último día de una factura cuya demanda supera en más del 5 % la más alta de los 12 meses anteriores",
  "rate change": "último día de una factura cuyo costo por unidad difiere en más del 15 % del de la factura anterior",
};

/** What each type means, for the column of types. */
export const SPANISH_JOURNAL_MEANING = `${JOURNAL_TYPES.map((type) => `${SPANISH[type]}: ${SPANISH_RULES[type]}`).join(". ")}.`;

// The keys of both are the types.
const ENGLISH = Object.fromEntries(Object.keys(SPANISH).map((type) => [type, type])) as Record<JournalType, string>;

export const journalTypeWords = (language: PageLanguage): Readonly<Record<JournalType, string>> =>
  language === "es" ? SPANISH : { ...ENGLISH, overlap: "days billed twice" };

const SPANISH_MODELS: Record<keyof typeof MODEL_WORDS, string> = {
  intercept_only: "Base",
  hdd_only: "Base y calefacción",
  cdd_only: "Base y refrigeración",
  cdd_hdd: "Base, calefacción y refrigeración",
};

/** By the English name, which is the code in cells. */
export const modelWords = (language: PageLanguage): Readonly<Record<string, string>> =>
  Object.fromEntries(
    (Object.keys(MODEL_WORDS) as (keyof typeof MODEL_WORDS)[]).map((type) => [
      MODEL_WORDS[type],
      language === "es" ? SPANISH_MODELS[type] : MODEL_WORDS[type],
    ]),
  );
