import { defineWords, sayWord, type Say } from "../../app/language.ts";

/** The words for something that the service names; a newer service may name more: then its own sentence is shown. */
export function sayOr<Words>(say: Say<Words>, prefix: string, word: string, own: string): string {
  const said = sayWord(say, prefix, word);
  return said === word ? own : said;
}

export const useRulesWords = defineWords("settings-rules", {
  en: {
    lead: "Every saved bill is compared with the others of its meter. What these rules report is on the overview, and on the pages of the property and the bill. An empty number means the usual one.",
    saved: "Saved. Existing bills are checked again.",
    on: "On",
    onNamed: "{{rule}}: on",
    usual: "Usually {{usual}} ({{unit}})",
    "severity.warning": "warning",
    "severity.notice": "notice",
    "unit.days": "days",
    "unit.bills": "bills",
    "unit.percent": "percent",
    "unit.deviations": "deviations",
    "unit.units": "units",
    "rule.gap": "Gap",
    "rule.overlap": "Overlap",
    "rule.duplicate": "Duplicate",
    "rule.missing_meter": "Missing meter",
    "rule.future_days": "Days in the future",
    "rule.unusual_use": "Unusual use",
    "rule.unusual_cost": "Unusual cost",
    "rule.zero_use": "No use",
    "rule.repeated_use": "Repeated use",
    "rule.rate_change": "Change of the price",
    "rule.unit_change": "Change of the unit",
    "about.gap": "No bill covers days between two bills of a meter.",
    "about.overlap": "Two bills of a meter cover the same days, and are no duplicates.",
    "about.duplicate": "Two bills of a meter have the same use and the same cost, and mostly the same days.",
    "about.missing_meter":
      "A bill leaves out a meter in service that the bill before it had, and no other bill has it for these days.",
    "about.future_days":
      "A bill covers days after the day on which it arrived. Services that are billed in advance are left out.",
    "about.unusual_use":
      "The use per day is far from the usual one. Of several such bills in a row, the first is reported.",
    "about.unusual_cost":
      "The cost per day is far from the usual one although the use is not. Of several such bills in a row, the first is reported.",
    "about.zero_use": "A bill shows no use, although every bill of the 13 months before it shows some.",
    "about.repeated_use":
      "Several bills in a row have the same use per day, as estimates that are not marked do. Flat services are left out.",
    "about.rate_change":
      "The price, which is the charges for usage by the use, is outside the prices of the 13 months before.",
    "about.unit_change": "A bill states its use in another unit than the bill before it.",
    "threshold.days": "From how many days on",
    "threshold.bills": "How many bills are needed",
    "threshold.percent": "By how many percent",
    "threshold.percent_above": "How far above the usual",
    "threshold.percent_below": "How far below the usual",
    "threshold.deviations": "And by how many standard deviations",
    "threshold.least_use": "The least use of a bill",
  },
  es: {
    lead: "Cada factura guardada se compara con las demás de su medidor. Lo que informan estas reglas está en el resumen y en las páginas de la propiedad y de la factura. Un número vacío significa el habitual.",
    saved: "Guardado. Las facturas existentes se evalúan de nuevo.",
    on: "Activa",
    onNamed: "{{rule}}: activa",
    usual: "Habitual: {{usual}} ({{unit}})",
    "severity.warning": "advertencia",
    "severity.notice": "aviso",
    "unit.days": "días",
    "unit.bills": "facturas",
    "unit.percent": "por ciento",
    "unit.deviations": "desviaciones",
    "unit.units": "unidades",
    "rule.gap": "Días sin factura",
    "rule.overlap": "Días facturados dos veces",
    "rule.duplicate": "Duplicado",
    "rule.missing_meter": "Falta un medidor",
    "rule.future_days": "Días en el futuro",
    "rule.unusual_use": "Consumo inusual",
    "rule.unusual_cost": "Costo inusual",
    "rule.zero_use": "Sin consumo",
    "rule.repeated_use": "Consumo repetido",
    "rule.rate_change": "Cambio del precio",
    "rule.unit_change": "Cambio de la unidad",
    "about.gap": "Ninguna factura cubre días entre dos facturas de un medidor.",
    "about.overlap": "Dos facturas de un medidor cubren los mismos días, y no son duplicados.",
    "about.duplicate": "Dos facturas de un medidor tienen el mismo consumo y el mismo costo, y casi los mismos días.",
    "about.missing_meter":
      "Una factura omite un medidor en servicio que la anterior tenía, y ninguna otra lo tiene para esos días.",
    "about.future_days":
      "Una factura cubre días posteriores al día en que llegó. No cuentan los servicios que se facturan por adelantado.",
    "about.unusual_use":
      "El consumo por día está lejos del habitual. De varias facturas así seguidas se informa la primera.",
    "about.unusual_cost":
      "El costo por día está lejos del habitual, aunque el consumo no. De varias facturas así seguidas se informa la primera.",
    "about.zero_use": "Una factura no muestra consumo, aunque todas las de los 13 meses anteriores muestran alguno.",
    "about.repeated_use":
      "Varias facturas seguidas tienen el mismo consumo por día, como las estimaciones sin marcar. No cuentan los servicios de tarifa fija.",
    "about.rate_change":
      "El precio, es decir, los cargos por consumo entre el consumo, está fuera de los precios de los 13 meses anteriores.",
    "about.unit_change": "Una factura indica su consumo en otra unidad que la anterior.",
    "threshold.days": "A partir de cuántos días",
    "threshold.bills": "Cuántas facturas se necesitan",
    "threshold.percent": "En cuánto por ciento",
    "threshold.percent_above": "Cuánto por encima de lo habitual",
    "threshold.percent_below": "Cuánto por debajo de lo habitual",
    "threshold.deviations": "Y en cuántas desviaciones estándar",
    "threshold.least_use": "El consumo mínimo de una factura",
  },
});
