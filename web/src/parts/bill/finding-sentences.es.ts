/**
 * What a finding about a file says, in Spanish: with its values where the service's sentence is known here, else what a finding of
 * its name means and what to do.
 */
import { translated, type Form } from "../../words/sentence-forms.ts";
import { MEANINGS } from "./finding-meanings.es.ts";

const OF_RULES: readonly Form[] = [
  ["{{what}} reads {{value}}, which is not a number.", "{{what}} dice {{value}}, que no es un número."],
  [
    "{{what}} reads {{value}}, which is not a calendar day.",
    "{{what}} dice {{value}}, que no es un día del calendario.",
  ],
  [
    "{{what}} is {{value}}, more than any bill holds.",
    "{{what}} es {{value}}, más de lo que contiene cualquier factura.",
  ],
  [
    "{{what}} is {{value}}, with more than {{places}} decimals.",
    "{{what}} es {{value}}, con más de {{places}} decimales.",
  ],
  ["The bill names no meter or service.", "La factura no nombra ningún medidor ni servicio."],
  ["The bill has no charge.", "La factura no tiene ningún cargo."],
  [
    "The charges add up to {{sum}}, the bill prints {{printed}} as current charges: {{off}} off.",
    "Los cargos suman {{sum}} y la factura imprime {{printed}} como cargos actuales: {{off}} de diferencia.",
  ],
  [
    "The charges of {{meter}} add up to {{sum}}, the bill prints {{printed}}.",
    "Los cargos de {{meter}} suman {{sum}} y la factura imprime {{printed}}.",
  ],
  [
    "The charges add up to {{sum}}, the bill asks for {{asked}} and prints no other total.",
    "Los cargos suman {{sum}}; la factura pide {{asked}} y no imprime otro total.",
  ],
  [
    "Balance {{balance}} less {{paid}} paid plus {{current}} current charges is {{due}}, the bill asks for {{asked}}: {{off}} off.",
    "El saldo {{balance}} menos {{paid}} pagados más {{current}} de cargos actuales da {{due}}; la factura pide {{asked}}: {{off}} de diferencia.",
  ],
  [
    "Balance {{balance}} less {{paid}} paid plus {{adjusted}} adjustments plus {{current}} current charges is {{due}}, the bill asks for {{asked}}: {{off}} off.",
    "El saldo {{balance}} menos {{paid}} pagados más {{adjusted}} de ajustes más {{current}} de cargos actuales da {{due}}; la factura pide {{asked}}: {{off}} de diferencia.",
  ],
  [
    "The budget amount is {{budget}}, with the balance {{due}}, the bill asks for {{asked}}.",
    "El importe del plan es {{budget}}, con el saldo {{due}}; la factura pide {{asked}}.",
  ],
  [
    "The bill prints no total that its charges could be checked against.",
    "La factura no imprime un total con que comprobar sus cargos.",
  ],
  [
    "{{what}} of {{meter}}: from {{before}} to {{now}} times {{factor}} is {{use}}, the bill prints {{printed}}.",
    "{{what}} de {{meter}}: de {{before}} a {{now}} por {{factor}} da {{use}}; la factura imprime {{printed}}.",
  ],
  [
    "{{what}} of {{meter}} is {{use}}, and the uses that it is the total of add up to {{sum}}: {{off}} off.",
    "{{what}} de {{meter}} es {{use}}, y los consumos de los que es el total suman {{sum}}: {{off}} de diferencia.",
  ],
  [
    "{{what}} of {{meter}} is {{use}}, more than the use that it is a part of, {{sum}}.",
    "{{what}} de {{meter}} es {{use}}, más que el consumo del que es parte, {{sum}}.",
  ],
  [
    "{{what}} of {{meter}} is {{use}}, and its reads are {{before}} and {{now}}: no usual multiplier makes one of the other.",
    "{{what}} de {{meter}} es {{use}}, y sus lecturas son {{before}} y {{now}}: ningún multiplicador habitual lleva de uno a otro.",
  ],
  [
    "{{what}}: {{quantity}} times {{rate}} is {{product}}, the bill prints {{printed}}.",
    "{{what}}: {{quantity}} por {{rate}} da {{product}}; la factura imprime {{printed}}.",
  ],
  [
    "{{what}}: the quantity {{quantity}} has more decimals than the rate {{rate}}, unlike on the other lines; the two may be exchanged.",
    "{{what}}: la cantidad {{quantity}} tiene más decimales que la tarifa {{rate}}, a diferencia de las otras líneas; puede que estén cambiadas.",
  ],
  [
    "{{what}} of {{meter}} is {{use}}, its charges are priced on {{priced}}.",
    "{{what}} de {{meter}} es {{use}}; sus cargos se calculan sobre {{priced}}.",
  ],
  [
    "{{what}} of {{meter}} is priced on {{quantity}}, and no use for it was found.",
    "{{what}} de {{meter}} se calcula sobre {{quantity}}, y no se encontró un consumo que corresponda.",
  ],
  [
    "{{what}} of {{meter}} is stated in {{unit}}, which is not known as a unit for it ({{service}}). Known are {{known}}.",
    "{{what}} de {{meter}} está en {{unit}}, que no se conoce como unidad de {{service}}. Se conocen {{known}}.",
  ],
  [
    "{{what}}: the bill says that a {{unit}} holds {{factor}} kBtu; {{usual}} is usual.",
    "{{what}}: según la factura, un {{unit}} contiene {{factor}} kBtu; lo habitual es {{usual}}.",
  ],
  ["{{what}} runs from {{first}} back to {{last}}.", "{{what}} va hacia atrás, del {{first}} al {{last}}."],
  [
    "The bill has {{lines}} lines; the limit is {{limit}}.",
    "La factura tiene {{lines}} líneas; el límite es {{limit}}.",
  ],
  [
    "{{what}}: The day must lie between {{first}} and {{last}}.",
    "{{what}}: el día debe estar entre el {{first}} y el {{last}}.",
  ],
  [
    "{{what}}: A line covers at most 5 years ({{limit}} days), not {{days}} days.",
    "{{what}}: una línea cubre como máximo 5 años ({{limit}} días), no {{days}} días.",
  ],
  [
    "{{what}} of {{meter}} covers no days: it starts and ends on {{first}}.",
    "{{what}} de {{meter}} no cubre ningún día: empieza y termina el {{first}}.",
  ],
  [
    "{{what}} of {{meter}} is from {{first}} to {{last}}, its charges are from {{from}} to {{to}}.",
    "{{what}} de {{meter}} es del {{first}} al {{last}}; sus cargos son del {{from}} al {{to}}.",
  ],
  [
    "The use of {{meter}} from {{first}} to {{last}} covers {{days}} days, not {{least}} to {{most}} as a month does: compare them with the bill.",
    "El consumo de {{meter}} del {{first}} al {{last}} cubre {{days}} días, no de {{least}} a {{most}} como un mes: compárelos con la factura.",
  ],
  [
    "{{what}} covers {{first}} to {{last}}, far from the invoice date {{day}}.",
    "{{what}} cubre del {{first}} al {{last}}, lejos de la fecha de la factura, {{day}}.",
  ],
  [
    "The use of {{meter}} ends on {{last}}, after the invoice date {{day}}.",
    "El consumo de {{meter}} termina el {{last}}, después de la fecha de la factura, {{day}}.",
  ],
];

const OF_ACCOUNTS: readonly Form[] = [
  [
    "The bill is for account {{printed}}, it was listed under account {{expected}}.",
    "La factura es de la cuenta {{printed}}, pero estaba en la lista de la cuenta {{expected}}.",
  ],
  [
    "The other bills of the account print the meter {{others}}, this one {{own}}: a new meter, or a misread number.",
    "Las otras facturas de la cuenta imprimen el medidor {{others}}, esta {{own}}: es un medidor nuevo o un número mal leído.",
  ],
  [
    "The days {{first}} to {{last}} of {{meter}} do not join those of another bill, {{from}} to {{to}}.",
    "Los días del {{first}} al {{last}} de {{meter}} no siguen a los de otra factura, del {{from}} al {{to}}.",
  ],
  [
    "The days {{first}} to {{last}} of {{meter}} are {{days}}; on the other bills they are {{usual}}.",
    "Los días del {{first}} al {{last}} de {{meter}} son {{days}}; en las otras facturas son {{usual}}.",
  ],
  [
    "No use of {{meter}} was found, and its other bills have some.",
    "No se encontró consumo de {{meter}}, y sus otras facturas lo tienen.",
  ],
  [
    "{{meter}} uses {{use}}, more than {{times}} times as much a day as on any other bill.",
    "{{meter}} consume {{use}}: más de {{times}} veces al día lo de cualquier otra factura.",
  ],
  [
    "The bill date {{date}} is {{days}} days after the end of its use; on the other bills it is {{usual}}.",
    "La fecha de la factura, {{date}}, está {{days}} días después del fin de su consumo; en las otras facturas son {{usual}}.",
  ],
  [
    "The due date {{date}} is {{days}} days after the bill date {{billed}}; on the other bills it is {{usual}}.",
    "El vencimiento, {{date}}, está {{days}} días después de la fecha de la factura, {{billed}}; en las otras facturas son {{usual}}.",
  ],
  [
    "The account has bill {{bill}} for the same days, with other figures. Accept this one if it corrects that bill, which it then replaces; otherwise reject it.",
    "La cuenta tiene la factura {{bill}} para los mismos días, con otras cifras. Acepte esta si corrige aquella, que entonces queda sustituida; si no, rechácela.",
  ],
  [
    "Bill {{bill}} has the same values: it was saved before, and this file changes nothing.",
    "La factura {{bill}} tiene los mismos valores: ya estaba guardada y este archivo no cambia nada.",
  ],
  [
    "The bill is for account {{own}}, which has no bill yet, and its meter {{meter}} is billed under account {{other}}. Accept the bill if the number is right; otherwise name the account of the document.",
    "La factura es de la cuenta {{own}}, que aún no tiene facturas, y su medidor {{meter}} se factura en la cuenta {{other}}. Acéptela si el número es correcto; si no, indique la cuenta del documento.",
  ],
  [
    "The file does not say to which account its bills belong. Name the account of the document.",
    "El archivo no dice a qué cuenta pertenecen sus facturas. Indique la cuenta del documento.",
  ],
  [
    "Your company has no account, or several, with the printed number {{number}}. Name the account of the document, or upload the file again with the utility's name.",
    "Su empresa no tiene ninguna cuenta, o tiene varias, con el número impreso {{number}}. Indique la cuenta del documento, o cargue el archivo otra vez con el nombre de la compañía.",
  ],
];

const OF_READERS: readonly Form[] = [
  ["The {{field}} was not found.", "No se encontró: {{field}}."],
  [
    "The {{field}} is printed as {{printed}}, which cannot be read.",
    "No se puede leer lo impreso, {{printed}}: {{field}}.",
  ],
  ["The {{field}} is printed as {{one}} and as {{other}}.", "Está impreso como {{one}} y como {{other}}: {{field}}."],
  ["The period of {{field}} was not found.", "No se encontraron los días de: {{field}}."],
  [
    "The period of {{field}} is printed as {{one}} and as {{other}}.",
    "Los días están impresos como {{one}} y como {{other}}: {{field}}.",
  ],
  ["No use with a unit was found for {{field}}.", "No se encontró un consumo con unidad para: {{field}}."],
  ["No rows above {{printed}} give its amount.", "Ninguna fila por encima de {{printed}} da su importe."],
  ["No rows of the bill add up to {{sum}}.", "Ninguna combinación de filas de la factura suma {{sum}}."],
  [
    "The numbers in {{printed}} look like a quantity and a rate, but do not give its amount.",
    "Los números de {{printed}} parecen una cantidad y una tarifa, pero no dan su importe.",
  ],
  [
    "No word of {{printed}} tells its type; it counts as another cost.",
    "Ninguna palabra de {{printed}} dice de qué tipo es; cuenta como otro costo.",
  ],
  [
    "The charge {{printed}} is not in the template and counts as another cost.",
    "El cargo {{printed}} no está en la plantilla y cuenta como otro costo.",
  ],
  [
    "No bill was recognised in this file. If it is one, enter it, or add a template for its layout; otherwise reject the document.",
    "No se reconoció ninguna factura en este archivo. Si lo es, escríbala a mano o añada una plantilla para su diseño; si no, rechace el documento.",
  ],
  ["The unit {{printed}} is not in the template.", "La unidad {{printed}} no está en la plantilla."],
  ["The usage {{printed}} is not in the template.", "El consumo {{printed}} no está en la plantilla."],
  [
    "No known unit is printed for the use in {{printed}}.",
    "Para el consumo de {{printed}} no hay una unidad conocida.",
  ],
  ["The use in {{printed}} cannot be read.", "No se puede leer el consumo de {{printed}}."],
  ["The charge in {{printed}} cannot be read.", "No se puede leer el cargo de {{printed}}."],
  ["The days in {{printed}} cannot be read.", "No se pueden leer los días de {{printed}}."],
  [
    "No template matches this bill: it was read by the words and tables that bills have in common.",
    "Ninguna plantilla corresponde a esta factura: se leyó por las palabras y tablas que las facturas tienen en común.",
  ],
  [
    "The bill asks for {{asked}}, its charges are {{sum}}, and nothing printed explains the other {{off}}.",
    "La factura pide {{asked}}, sus cargos suman {{sum}}, y nada impreso explica los otros {{off}}.",
  ],
  ["The file opens only with a password.", "El archivo solo se abre con una contraseña."],
  ["The end of the file is missing.", "Falta el final del archivo."],
  ["The file is empty.", "El archivo está vacío."],
  [
    "The file has {{pages}} pages, at most {{limit}} are read.",
    "El archivo tiene {{pages}} páginas; se leen como máximo {{limit}}.",
  ],
  [
    "The file has no readable text: perhaps it is a scanned bill.",
    "El archivo no tiene texto que se pueda leer: quizás es una factura escaneada.",
  ],
];

const FORMS: readonly Form[] = [...OF_RULES, ...OF_ACCOUNTS, ...OF_READERS];

const WORDS: Record<string, string> = {
  "account number": "número de cuenta",
  "bill date": "fecha de la factura",
  "due date": "fecha de vencimiento",
  "late fee date": "fecha del recargo por mora",
  "heat content": "contenido calorífico",
  "invoice number": "número de factura",
  "amount due": "importe a pagar",
  "current charges": "cargos actuales",
  "previous balance": "saldo anterior",
  "service address": "dirección del servicio",
  "name of the account holder": "nombre del titular",
  "number of the premises": "número del lugar",
  "number of days": "número de días",
  "meter number": "número de medidor",
  "previous read": "lectura anterior",
  "current read": "lectura actual",
  "first day": "primer día",
  "last day": "último día",
  "invoice date": "fecha de la factura",
  payment: "pago",
  amount: "importe",
  description: "descripción",
  multiplier: "multiplicador",
  period: "período",
  quantity: "cantidad",
  rate: "tarifa",
  total: "total",
  unit: "unidad",
  use: "consumo",
  charge: "cargo",
  "charge of the account": "cargo de la cuenta",
  meter: "medidor",
};

/** "amount of charge 2 of meter 1": importe de cargo 2 de medidor 1. Words that are not known stay. */
const fieldInSpanish = (field: string): string =>
  WORDS[field] ??
  field
    .split(" of ")
    .map((part) => {
      const [, name = part, number = ""] = /^(\D+?)( \d+)?$/.exec(part) ?? [];
      return `${WORDS[name] ?? name}${number}`;
    })
    .join(" de ");

const SERVICES: Record<string, string> = {
  electricity: "electricidad",
  "natural gas": "gas natural",
  steam: "vapor",
  "chilled water": "agua helada",
  "hot water": "agua caliente",
  "fuel oil": "aceite combustible",
  propane: "propano",
  diesel: "diésel",
  water: "agua",
  sewer: "alcantarillado",
  irrigation: "riego",
  stormwater: "aguas pluviales",
  waste: "residuos",
  solar: "energía solar",
};

/** "meter 4711" and "the electricity service". */
export function meterInSpanish(phrase: string): string {
  const service = /^the (.+) service$/.exec(phrase)?.[1];
  if (service !== undefined) return `el servicio de ${serviceInSpanish(service)}`;
  return phrase.replace(/^meter /, "el medidor ");
}

export const serviceInSpanish = (service: string): string => SERVICES[service] ?? service;

/** What lines begin with: "The total of meter 4711". */
const LABELS: readonly Form[] = [
  ["The {{field}} of {{meter}}", "El valor «{{field}}» de {{meter}}"],
  ["The {{field}}", "El valor «{{field}}»"],
];

function write(name: string, value: string): string {
  if (name === "meter") return meterInSpanish(value);
  if (name === "service") return serviceInSpanish(value);
  if (name === "field") return fieldInSpanish(value);
  if (name === "what") return translated(value, LABELS, write) ?? value;
  return name === "usual" ? value.replace(" to ", " a ") : value.replace(" and ", " y ");
}

/** A sentence without a form and without a meaning stays as the service says it. */
export function findingInSpanish({ name, detail }: { name: string; detail: string }): string {
  return sentenceFor(detail, FORMS) ?? MEANINGS[name] ?? detail;
}

/** Of the masculine article: "del medidor". */
const sentenceFor = (detail: string, forms: readonly Form[]): string | null =>
  translated(detail, forms, write)?.replaceAll(" de el ", " del ") ?? null;

/** A sentence of a rule about bills that stands alone; null when it is another one. */
export const ruleInSpanish = (detail: string): string | null => sentenceFor(detail, OF_RULES);
