/** The sentence of a finding in the language of the reader. In English it is mostly the service's own. */
import { defineWords, sayWord, type Say } from "../app/language.ts";
import { day, money, number, withDays } from "./format.ts";

const OWN = {
  "says.gap": "{{message}}",
  "says.overlap": "{{message}}",
  "says.duplicate": "{{message}}",
  "says.missing_meter": "{{message}}",
  "says.future_days": "{{message}}",
  "says.unusual_use": "{{message}}",
  "says.unusual_cost": "The cost of {{per_day}} per day is far {{direction}} the usual {{usual_per_day}} {{basis}}.",
  "says.zero_use": "{{message}}",
  "says.repeated_use": "{{message}}",
  "says.rate_change": "{{message}}",
  "says.unit_change": "{{message}}",
} as const;

export const useFindingWords = defineWords("finding", {
  en: {
    ...OWN,
    "as.above": "above",
    "as.below": "below",
    "as.for the weather": "for the weather",
    "as.on the same days a year before": "on the same days a year before",
    "as.on the earlier bills": "on the earlier bills",
  },
  es: {
    "says.gap": "Ninguna factura cubre los {{days}} días del {{first_day}} al {{last_day}}.",
    "says.overlap": "Los {{days}} días del {{first_day}} al {{last_day}} están en más de una factura.",
    "says.duplicate": "La factura {{other_bill}} tiene el mismo consumo y el mismo costo para casi los mismos días.",
    "says.missing_meter":
      "La factura no incluye este medidor, que se facturó junto con otros de la factura hasta el {{last_day}}.",
    "says.future_days":
      "La factura cubre {{days}} días, del {{first_day}} al {{last_day}}, posteriores al día en que llegó.",
    "says.unusual_use":
      "El consumo de {{per_day}} {{unit}} al día está muy {{direction}} de los {{usual_per_day}} {{unit}} habituales {{basis}}.",
    "says.unusual_cost":
      "El costo de {{per_day}} al día está muy {{direction}} de los {{usual_per_day}} habituales {{basis}}.",
    "says.zero_use":
      "La factura no muestra consumo; cada una de las {{bills}} facturas de los 13 meses anteriores muestra alguno.",
    "says.repeated_use":
      "{{bills}} facturas seguidas muestran el mismo consumo de {{per_day}} {{unit}} al día: pueden ser estimaciones.",
    "says.rate_change":
      "El precio de {{price}} por {{unit}} está un {{percent}} % {{direction}} de los de los 13 meses anteriores, de {{low}} a {{high}}.",
    "says.unit_change": "El consumo se indica en {{unit}}, y en la factura anterior en {{earlier_unit}}.",
    "as.above": "por encima",
    "as.below": "por debajo",
    "as.for the weather": "para el clima",
    "as.on the same days a year before": "en los mismos días del año anterior",
    "as.on the earlier bills": "en las facturas anteriores",
  },
});

export interface NamedFinding {
  rule: string;
  message: string;
  figures: Record<string, string | number | null>;
}

/** Which figures of a rule are money. */
const MONEY: Partial<Record<string, readonly string[]>> = { unusual_cost: ["per_day", "usual_per_day"] };

/** A finding of a rule that is not known here has the service's sentence. */
export function findingSentence<Words>(say: Say<Words>, { rule, message, figures }: NamedFinding): string {
  const written = Object.entries(figures).map(([name, value]) => [name, writeFigure(say, name, value, MONEY[rule])]);
  // Which figures a sentence names depends on the rule.
  const saying = say as unknown as (key: string, values: Record<string, string>) => string;
  const own = withDays(message);
  return saying(`says.${rule}`, { ...Object.fromEntries(written), message: own, defaultValue: own });
}

function writeFigure<Words>(
  say: Say<Words>,
  name: string,
  value: string | number | null,
  amounts: readonly string[] = [],
): string {
  const text = String(value ?? "");
  if (amounts.includes(name) && text !== "" && Number.isFinite(Number(text))) return money(Number(text));
  if (name === "direction" || name === "basis") return sayWord(say, "as", text);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return day(text);
  return name !== "other_bill" && text !== "" && Number.isFinite(Number(text)) ? number(Number(text), 4) : text;
}
