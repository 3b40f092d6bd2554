/** Layouts on which the generic reader is improved; `held-out-layouts.fixtures.ts` has those on which it is measured. */
import { addDays } from "../../domain/calendar.ts";
import { grouped, moneyText, type Layout, type Service, type Style } from "./bills.fixtures.ts";

const commas = (value: string): string => value.replace(".", ",");
const slashes = (day: string): string => day.split("-").toReversed().join("/");
const english: Style = {
  money: (cents) => moneyText(cents, { group: ",", point: "." }),
  count: (value) => String(value),
  decimal: (value) => value,
  day: (day) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`,
};
const continental = (sign: string): Style => ({
  money: (cents) => `${moneyText(cents, { group: ".", point: "," })}${sign}`,
  count: (value) => grouped(String(value), "."),
  decimal: commas,
  day: (day) => day.split("-").toReversed().join("."),
});

const electric = (words: { name: string; register: string; fixed: string; use: string; tax: string }): Service => ({
  energy_type: "ELECTRIC",
  name: words.name,
  unit: "kWh",
  registers: [words.register],
  multiplier: 1,
  tariff: [
    { description: words.fixed, type: "service_cost", on: "fixed", rate: 800 },
    { description: words.use, type: "usage_cost", on: "use", rate: 812 },
    { description: words.tax, type: "tax_cost", on: "sum", rate: 1250 },
  ],
});

/** Reads in a table, charges in columns with a header, all balances. */
const lake: Layout = {
  name: "table with multiplier",
  style: english,
  services: [
    {
      ...electric({ name: "Electric", register: "Energy", fixed: "Basic charge", use: "Energy", tax: "Town tax" }),
      multiplier: 2,
      demand: { description: "Demand", unit: "kW" },
      tariff: [
        { description: "Basic charge", type: "service_cost", on: "fixed", rate: 800 },
        { description: "Energy charge", type: "usage_cost", on: "use", rate: 812 },
        { description: "Demand charge", type: "demand_cost", on: "demand", rate: 91_336 },
        { description: "Town tax", type: "tax_cost", on: "sum", rate: 1250 },
      ],
    },
  ],
  draw(bill, sheet, { money, day, count, decimal }) {
    const [meter] = bill.meters;
    if (meter === undefined) return;
    sheet.left(40, 1, "Lakeside Power");
    sheet.left(350, 1, "Account");
    sheet.right(550, 1, bill.acct_num);
    sheet.left(350, 2, "Bill date");
    sheet.right(550, 2, day(bill.invoice_date));
    sheet.left(350, 3, "Invoice number");
    sheet.right(550, 3, bill.invoice_number);
    sheet.left(40, 6, "Previous balance");
    sheet.right(550, 6, money(bill.previous));
    sheet.left(40, 7, `Your payment of ${day(addDays(bill.invoice_date, -20))}`);
    sheet.right(550, 7, money(-bill.paid));
    sheet.left(40, 8, "New charges");
    sheet.right(550, 8, money(bill.current));
    sheet.left(40, 9, "Please pay");
    sheet.right(550, 9, money(bill.due));
    sheet.left(40, 12, `Meter ${meter.meter_num}`);
    sheet.left(200, 12, `Service from ${day(meter.start)} through ${day(addDays(meter.end, -1))}, ${meter.days} days`);
    const head = { Register: 40, Previous: 150, Current: 240, Times: 330, Units: 400 };
    for (const [text, x] of Object.entries(head)) sheet.left(x, 13, text);
    for (const [at, use] of meter.uses.entries()) {
      sheet.left(40, 14 + at, use.description);
      if (use.previous !== null) sheet.left(150, 14 + at, count(use.previous));
      if (use.current !== null) sheet.left(240, 14 + at, `${count(use.current)} A`);
      if (use.previous !== null) sheet.left(330, 14 + at, String(use.multiplier));
      sheet.left(400, 14 + at, `${count(use.amount)} ${use.unit}`);
    }
    const head2 = { Charge: 40, Quantity: 220, Price: 330, Amount: 500 };
    for (const [text, x] of Object.entries(head2)) sheet.left(x, 18, text);
    for (const [at, charge] of meter.charges.entries()) {
      sheet.left(40, 19 + at, charge.description);
      if (charge.quantity !== null) sheet.left(220, 19 + at, `${charge.quantity} ${charge.unit}`);
      if (charge.rate !== null)
        sheet.left(330, 19 + at, charge.quantity === null ? `${charge.rate}%` : decimal(charge.rate));
      sheet.right(550, 19 + at, money(charge.cents));
    }
    sheet.left(40, 24, `Total of meter ${meter.meter_num}`);
    sheet.right(550, 24, money(meter.cents));
  },
};

/** French power of two registers: days with slashes, the period in a sentence. */
const heures: Layout = {
  name: "French of two registers",
  style: {
    money: (cents) => `${moneyText(cents, { group: " ", point: "," })} €`,
    count: (value) => grouped(String(value), " "),
    decimal: commas,
    day: slashes,
  },
  services: [
    {
      ...electric({ name: "Électricité", register: "", fixed: "", use: "", tax: "" }),
      registers: ["Heures pleines", "Heures creuses"],
      tariff: [
        { description: "Abonnement", type: "service_cost", on: "fixed", rate: 1295 },
        { description: "Consommation heures pleines", type: "usage_cost", on: 0, rate: 2700 },
        { description: "Consommation heures creuses", type: "usage_cost", on: 1, rate: 2068 },
        { description: "TVA", type: "tax_cost", on: "sum", rate: 2000 },
      ],
    },
  ],
  draw(bill, sheet, { money, day, count, decimal }) {
    const [meter] = bill.meters;
    if (meter === undefined) return;
    sheet.left(40, 1, "Lumière du Midi");
    sheet.left(40, 3, `N° de compte : ${bill.acct_num}`);
    sheet.left(40, 4, `Facture n° ${bill.invoice_number} du ${day(bill.invoice_date)}`);
    sheet.left(40, 5, `Date de facture : ${day(bill.invoice_date)}`);
    sheet.left(40, 6, `Compteur n° ${meter.meter_num}`);
    sheet.left(40, 7, `Consommation du ${day(meter.start)} au ${day(meter.end)}, soit ${meter.days} jours`);
    const head = { Poste: 40, "Index début": 150, "Index fin": 250, "Consommation kWh": 350 };
    for (const [text, x] of Object.entries(head)) sheet.left(x, 9, text);
    for (const [at, use] of meter.uses.entries()) {
      sheet.left(40, 10 + at, use.description);
      sheet.left(150, 10 + at, count(use.previous ?? 0));
      sheet.left(250, 10 + at, count(use.current ?? 0));
      sheet.left(350, 10 + at, count(use.amount));
    }
    for (const [at, charge] of meter.charges.entries()) {
      sheet.left(40, 14 + at, charge.description);
      if (charge.quantity !== null) sheet.left(220, 14 + at, `${count(Number(charge.quantity))} kWh`);
      if (charge.rate !== null)
        sheet.left(
          320,
          14 + at,
          charge.quantity === null ? `${decimal(charge.rate)} %` : `${decimal(charge.rate)} €/kWh`,
        );
      sheet.right(550, 14 + at, money(charge.cents));
    }
    sheet.left(40, 19, "Total TTC");
    sheet.right(550, 19, money(meter.cents));
    sheet.left(40, 20, "Solde précédent");
    sheet.right(550, 20, money(bill.previous));
    sheet.left(40, 21, "Vos paiements");
    sheet.right(550, 21, money(-bill.paid));
    sheet.left(40, 22, "Net à payer");
    sheet.right(550, 22, money(bill.due));
    sheet.left(40, 23, `Date d'échéance : ${day(bill.due_date)}`);
  },
};

/** German water: values beside their labels, an amount due without balances when there are none. */
const wasser: Layout = {
  name: "German water",
  style: continental(" €"),
  services: [
    {
      energy_type: "WATER",
      name: "Trinkwasser",
      unit: "m³",
      registers: ["Trinkwasser"],
      multiplier: 1,
      tariff: [
        { description: "Grundgebühr", type: "service_cost", on: "fixed", rate: 1450 },
        { description: "Trinkwasser", type: "usage_cost", on: "use", rate: 18_900 },
        { description: "MwSt.", type: "tax_cost", on: "sum", rate: 700 },
      ],
    },
  ],
  draw(bill, sheet, { money, day, count, decimal }) {
    const [meter] = bill.meters;
    const [use] = meter?.uses ?? [];
    if (meter === undefined || use === undefined) return;
    sheet.left(40, 1, "Wasserwerk Lindenau");
    sheet.left(40, 3, "Kundennummer");
    sheet.left(150, 3, bill.acct_num);
    sheet.left(40, 4, "Rechnungsnr.");
    sheet.left(150, 4, bill.invoice_number);
    sheet.left(40, 5, "Datum");
    sheet.left(150, 5, day(bill.invoice_date));
    sheet.left(40, 6, "Abrechnungszeitraum");
    sheet.left(150, 6, `${day(meter.start)} - ${day(addDays(meter.end, -1))}`);
    sheet.left(40, 8, "Zählernummer");
    sheet.left(150, 8, meter.meter_num);
    sheet.left(40, 9, "Alter Zählerstand");
    sheet.left(150, 9, count(use.previous ?? 0));
    sheet.left(40, 10, "Neuer Zählerstand");
    sheet.left(150, 10, count(use.current ?? 0));
    sheet.left(40, 11, "Verbrauch");
    sheet.left(150, 11, `${count(use.amount)} m³`);
    for (const [at, charge] of meter.charges.entries()) {
      sheet.left(40, 14 + at, charge.description);
      if (charge.quantity !== null)
        sheet.left(150, 14 + at, `${count(use.amount)} m³ x ${decimal(charge.rate ?? "")} €/m³`);
      else if (charge.rate !== null) sheet.left(150, 14 + at, `${decimal(charge.rate)} %`);
      sheet.right(450, 14 + at, money(charge.cents));
    }
    sheet.left(40, 18, "Summe");
    sheet.right(450, 18, money(meter.cents));
    sheet.left(40, 19, "Vorheriger Saldo");
    sheet.right(450, 19, money(bill.previous));
    sheet.left(40, 20, "Zahlungen");
    sheet.right(450, 20, money(-bill.paid));
    sheet.left(40, 21, "Zahlbetrag");
    sheet.right(450, 21, money(bill.due));
    sheet.left(40, 23, `Zahlbar bis ${day(bill.due_date)}`);
  },
};

/** Spanish power whose charges go on over a page without a header. */
const luz: Layout = {
  name: "Spanish power over two pages",
  style: {
    ...continental(" €"),
    day: (day) => {
      const months = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split(
        " ",
      );
      return `${Number(day.slice(8))} de ${months[Number(day.slice(5, 7)) - 1]} de ${day.slice(0, 4)}`;
    },
  },
  services: [
    electric({ name: "Electricidad", register: "Energía activa", fixed: "Potencia", use: "Energía", tax: "Impuesto" }),
  ],
  draw(bill, sheet, { money, day, count, decimal }) {
    const [meter] = bill.meters;
    const [use] = meter?.uses ?? [];
    if (meter === undefined || use === undefined) return;
    sheet.left(40, 1, "Luz del Valle");
    sheet.left(40, 3, `Número de cuenta: ${bill.acct_num}`);
    sheet.left(40, 4, `Fecha de factura: ${day(bill.invoice_date)}`);
    sheet.left(40, 5, `Periodo: del ${day(meter.start)} al ${day(addDays(meter.end, -1))} (${meter.days} días)`);
    sheet.left(40, 7, `Número de contador: ${meter.meter_num}`);
    sheet.left(40, 8, `Lectura anterior: ${count(use.previous ?? 0)}`);
    sheet.left(40, 9, `Lectura actual: ${count(use.current ?? 0)}`);
    sheet.left(40, 10, `Consumo: ${count(use.amount)} kWh`);
    for (const [at, charge] of meter.charges.entries()) {
      if (at === 1) sheet.nextPage();
      const y = at === 0 ? 60 : 2 + at;
      sheet.left(40, y, charge.description);
      if (charge.quantity !== null) sheet.left(200, y, `${count(use.amount)} kWh * ${decimal(charge.rate ?? "")} €`);
      sheet.right(500, y, money(charge.cents));
    }
    sheet.left(40, 7, "Total");
    sheet.right(500, 7, money(meter.cents));
    sheet.left(40, 8, "Importe anterior");
    sheet.right(500, 8, money(bill.previous));
    sheet.left(40, 9, "Pago recibido");
    sheet.right(500, 9, money(-bill.paid));
    sheet.left(40, 10, "Importe a pagar");
    sheet.right(500, 10, money(bill.due));
  },
};

/** Portuguese power: labels in a row over their values, the read of the month with days. */
const luzPt: Layout = {
  name: "Portuguese power",
  style: { ...continental(""), day: slashes },
  services: [
    {
      ...electric({ name: "Energia elétrica", register: "Energia ativa", fixed: "", use: "", tax: "" }),
      tariff: [
        { description: "Energia ativa TUSD", type: "usage_cost", on: "use", rate: 5066 },
        { description: "Energia ativa TE", type: "usage_cost", on: "use", rate: 4021 },
        { description: "Contribuição iluminação pública", type: "tax_cost", on: "fixed", rate: 784 },
      ],
    },
  ],
  draw(bill, sheet, { money, day, count, decimal }) {
    const [meter] = bill.meters;
    const [use] = meter?.uses ?? [];
    if (meter === undefined || use === undefined) return;
    sheet.left(40, 1, "Energia do Planalto");
    sheet.left(40, 3, "Conta contrato");
    sheet.left(170, 3, "Data da fatura");
    sheet.left(300, 3, "Vencimento");
    sheet.left(420, 3, "Total a pagar");
    sheet.left(40, 4, bill.acct_num);
    sheet.left(170, 4, day(bill.invoice_date));
    sheet.left(300, 4, day(bill.due_date));
    sheet.left(420, 4, `R$ ${money(bill.due)}`);
    sheet.left(40, 7, "Medidor");
    sheet.left(130, 7, "Leitura anterior");
    sheet.left(240, 7, "Leitura atual");
    sheet.left(340, 7, "Fator");
    sheet.left(420, 7, "Consumo (kWh)");
    sheet.left(40, 8, meter.meter_num);
    sheet.left(130, 8, count(use.previous ?? 0));
    sheet.left(240, 8, count(use.current ?? 0));
    sheet.left(340, 8, "1");
    sheet.left(420, 8, count(use.amount));
    sheet.left(40, 10, `Período de ${day(meter.start)} a ${day(meter.end)}`);
    sheet.left(300, 10, "Número de dias");
    sheet.left(400, 10, String(meter.days));
    for (const [at, charge] of meter.charges.entries()) {
      sheet.left(40, 13 + at, charge.description);
      if (charge.quantity !== null) {
        sheet.left(200, 13 + at, `${count(use.amount)} kWh`);
        sheet.left(300, 13 + at, decimal(charge.rate ?? ""));
      }
      sheet.right(500, 13 + at, money(charge.cents));
    }
    sheet.left(40, 17, "Total da fatura");
    sheet.right(500, 17, money(bill.current));
    sheet.left(40, 18, "Saldo anterior");
    sheet.right(500, 18, money(bill.previous));
    sheet.left(40, 19, "Pagamentos");
    sheet.right(500, 19, money(-bill.paid));
    sheet.left(40, 20, "Total a pagar");
    sheet.right(500, 20, money(bill.due));
  },
};

/** Two services of one account: each under its heading with its own total, the summary on the first page. */
const combined: Layout = {
  name: "power and gas",
  style: {
    ...english,
    day: (day) => day,
    money: (cents) => `$${moneyText(Math.abs(cents), { group: ",", point: "." })}${cents < 0 ? " CR" : ""}`,
  },
  services: [
    electric({ name: "Electric", register: "Energy", fixed: "Customer charge", use: "Energy charge", tax: "City tax" }),
    {
      energy_type: "GAS",
      name: "Gas",
      unit: "therms",
      registers: ["Gas"],
      multiplier: 1,
      tariff: [
        { description: "Customer charge", type: "service_cost", on: "fixed", rate: 1050 },
        { description: "Gas delivery", type: "usage_cost", on: "use", rate: 4432 },
        { description: "Gas supply", type: "usage_cost", on: "use", rate: 6121 },
      ],
    },
  ],
  draw(bill, sheet, { money, day, count, decimal }) {
    sheet.left(40, 1, "Two Rivers Utilities");
    sheet.left(40, 3, `Account number ${bill.acct_num}`);
    sheet.left(300, 3, `Statement date ${day(bill.invoice_date)}`);
    sheet.left(40, 5, "Previous balance");
    sheet.right(300, 5, money(bill.previous));
    sheet.left(40, 6, "Payments received");
    sheet.right(300, 6, money(-bill.paid));
    for (const [at, { service, cents }] of bill.meters.entries()) {
      sheet.left(40, 7 + at, `${service.name} charges`);
      sheet.right(300, 7 + at, money(cents));
    }
    sheet.left(40, 10, "Total current charges");
    sheet.right(300, 10, money(bill.current));
    sheet.left(40, 11, "Amount due");
    sheet.right(300, 11, money(bill.due));
    sheet.left(40, 12, `Due date ${day(bill.due_date)}`);
    sheet.nextPage();
    let y = 2;
    for (const meter of bill.meters) {
      const [use] = meter.uses;
      if (use === undefined) continue;
      sheet.left(40, y, `${meter.service.name} service`);
      sheet.left(40, y + 1, `Meter number: ${meter.meter_num}`);
      sheet.left(250, y + 1, `Service period: ${day(meter.start)} to ${day(meter.end)}`);
      sheet.left(450, y + 1, `${meter.days} days`);
      sheet.left(40, y + 2, `Current reading ${count(use.current ?? 0)}`);
      sheet.left(200, y + 2, `Previous reading ${count(use.previous ?? 0)}`);
      sheet.left(380, y + 2, `Total usage ${count(use.amount)} ${use.unit}`);
      y += 4;
      for (const charge of meter.charges) {
        const priced =
          charge.quantity === null ? "" : ` (${charge.quantity} ${use.unit} x $${decimal(charge.rate ?? "")})`;
        sheet.left(40, y, `${charge.description}${priced}`);
        sheet.right(480, y, money(charge.cents));
        y += 1;
      }
      sheet.left(40, y, `Total ${meter.service.name.toLowerCase()} charges`);
      sheet.right(480, y, money(meter.cents));
      y += 3;
    }
  },
};

export const TUNING: Layout[] = [lake, heures, wasser, luz, luzPt, combined];
