/** Why a row of a spreadsheet is refused, in Spanish: with its values where the service's sentence is known here, else by its reason. */
import type { ImportRefusal } from "@meterbook/client";
import { meterInSpanish, ruleInSpanish, serviceInSpanish } from "../../parts/bill/finding-sentences.es.ts";
import { translated, type Form } from "../../words/sentence-forms.ts";

const FORMS: readonly Form[] = [
  ["{{row}} is identical.", "{{row}} es idéntica."],
  [
    "{{days}} days of {{meter}} are also in {{row}}, which covers {{first}} to {{last}}.",
    "{{days}} días de {{meter}} también están en la {{row}}, que cubre del {{first}} al {{last}}.",
  ],
  ["{{row}} of the same bill says {{value}}.", "{{row}} de la misma factura dice {{value}}."],
  ["{{row}} of the same bill is refused.", "{{row}} de la misma factura se rechaza."],
  [
    "The charges add up to {{sum}}, the total is {{total}}: {{off}} off.",
    "Los cargos suman {{sum}} y el total es {{total}}: {{off}} de diferencia.",
  ],
  [
    "From {{first}} to {{last}}, the period ends before it begins.",
    "Del {{first}} al {{last}}: el período termina antes de empezar.",
  ],
  [
    "From {{first}} to {{last}} there are {{days}} days, or {{more}} with the last one; the row says {{said}}.",
    "Del {{first}} al {{last}} hay {{days}} días, o {{more}} con el último; la fila dice {{said}}.",
  ],
  [
    "From {{first}} to {{last}} there is no day, because the last day does not count here.",
    "Del {{first}} al {{last}} no hay ningún día, porque aquí el último día no cuenta.",
  ],
  ["{{day}} lies in the future: today is {{today}}.", "El {{day}} está en el futuro: hoy es el {{today}}."],
  ["{{day}} is in the future: today is {{today}}.", "El {{day}} está en el futuro: hoy es el {{today}}."],
  ["{{day}} is before {{first}}.", "El {{day}} es anterior al {{first}}."],
  [
    "{{group}} rows claim to be one bill, with {{lines}} lines; the limit is {{limit}}.",
    "{{group}} filas dicen ser una misma factura, con {{lines}} líneas; el límite es {{limit}}.",
  ],
  [
    "The day of the read in {{row}} cannot be read, and it may be the one before this.",
    "No se puede leer el día de la lectura de la {{row}}, que puede ser la anterior a esta.",
  ],
  [
    "The day of the read in {{row}} cannot be read, and it may be the one after this.",
    "No se puede leer el día de la lectura de la {{row}}, que puede ser la posterior a esta.",
  ],
  [
    "The unit is missing for the {{measure}} of {{service}}. Known units are {{units}} and their usual spellings.",
    "Falta la unidad {{measure}} de {{service}}. Se conocen {{units}} y sus formas habituales.",
  ],
  [
    "{{unit}} is not a known unit for the {{measure}} of {{service}}. Known units are {{units}} and their usual spellings.",
    "{{unit}} no se conoce como unidad {{measure}} de {{service}}. Se conocen {{units}} y sus formas habituales.",
  ],
  [
    '{{type}} is not a known type of energy. Known types are {{types}} and their usual names; map others with "words" in a profile.',
    '{{type}} no es un tipo de energía conocido. Se conocen {{types}} y sus nombres habituales; otros se asignan en un perfil con "words".',
  ],
  ["This must be one of {{words}}.", "Debe ser uno de estos: {{words}}."],
  ["This must map to one of {{words}}.", "Debe corresponder a uno de estos: {{words}}."],
  ["This must be yes or no.", "Debe ser sí o no (yes o no)."],
  [
    "The text has {{length}} characters; the limit is {{limit}}.",
    "El texto tiene {{length}} caracteres; el límite es {{limit}}.",
  ],
  ["{{text}} is not a date in a format of the profile.", "{{text}} no es una fecha en un formato del perfil."],
  [
    "{{text}} is a long number that was shortened when the file was saved, so its last digits are lost. Format the column as text, and save the file again.",
    "{{text}} es un número largo que se abrevió al guardar el archivo, por lo que faltan sus últimas cifras. Dé a la columna formato de texto y guarde el archivo de nuevo.",
  ],
  [
    "The use of the same meter on some of these days is already on {{bills}}, imported before. Void the wrong bill, and import the row again.",
    "El consumo del mismo medidor en algunos de estos días ya está en otra factura importada antes ({{bills}}). Anule la factura equivocada e importe la fila otra vez.",
  ],
  [
    "Another bill of the file states the use of the same meter from {{bills}}, and both would count. Write the meter the same way in all rows, give a corrected bill with all its meters, or leave out the duplicate.",
    "Otra factura del archivo indica el consumo del mismo medidor ({{bills}}), y ambas contarían. Escriba el medidor igual en todas las filas, dé la factura corregida con todos sus medidores o quite la repetida.",
  ],
];

/** By the reason, for sentences without a form. */
export const REASONS: Record<ImportRefusal["reason"], string> = {
  required: "La celda está vacía, pero la factura la necesita.",
  unreadable_number: "La celda no contiene un número en el formato del perfil.",
  unreadable_date: "La celda no contiene una fecha en uno de los formatos del perfil.",
  unknown_energy_type: "El tipo de energía no se conoce.",
  unknown_unit: "La unidad no se conoce para este tipo de energía.",
  unknown_charge_type: "El tipo de cargo no se conoce.",
  unknown_usage_type: "El tipo de consumo no se conoce.",
  unknown_word: "El texto no es uno de los que se permiten aquí.",
  nothing_to_import: "La fila no tiene ni consumo ni cargos.",
  text_too_long: "El texto es más largo de lo que cabe en el campo.",
  no_read_before:
    "La fila solo tiene el día de la lectura, y no hay una lectura anterior del medidor con que empiece su período.",
  no_read_after: "La fila solo tiene el primer día de su período, y no hay uno posterior del medidor con que termine.",
  end_before_start: "El período termina antes de empezar.",
  zero_days: "El período no tiene ningún día.",
  days_do_not_match: "El número de días no corresponde al período.",
  future_date: "La fecha está en el futuro.",
  negative_usage: "El consumo es negativo, lo que solo es posible con energía solar.",
  number_too_large: "El número es mayor que cualquiera de una factura.",
  rows_disagree: "Filas de la misma factura se contradicen.",
  duplicate_row: "La misma fila ya está antes en el archivo.",
  overlaps_other_row: "El período se solapa con el de otra fila del mismo medidor.",
  overlaps_imported_bill: "El período se solapa con el de una factura del mismo medidor importada antes.",
  total_does_not_match: "Los cargos no suman el total.",
  bill_does_not_add_up: "La factura en su conjunto no es válida: sus importes, días o unidades no cuadran.",
  other_row_of_bill: "Otra fila de la misma factura se rechaza, y una factura se importa entera o no se importa.",
};

const MEASURES: Record<string, string> = {
  use: "del consumo",
  demand: "de la demanda",
  "billed demand": "de la demanda facturada",
  "reactive energy": "de la energía reactiva",
};

const rowInSpanish = (row: string): string =>
  row.replace(/^Row/, "La fila").replace(/^row/, "fila").replace(" of sheet ", " de la hoja ");

function write(name: string, value: string): string {
  if (name === "row") return rowInSpanish(value);
  if (name === "meter") return meterInSpanish(value);
  if (name === "service") return serviceInSpanish(value);
  if (name === "measure") return MEASURES[value] ?? value;
  return name === "bills"
    ? value.replaceAll("bill ", "factura ").replaceAll(" to ", " a ").replace(" more", " más")
    : value;
}

export const refusalInSpanish = ({ reason, detail }: Pick<ImportRefusal, "reason" | "detail">): string =>
  translated(detail, FORMS, write)?.replaceAll(" de el ", " del ") ??
  ruleInSpanish(detail) ??
  REASONS[reason] ??
  detail;
