/** The English, French and German layouts on which the generic reader is measured; see `held-out-layouts.fixtures.ts`. */
import { addDays } from "../../domain/calendar.ts";
import { grouped, moneyText, type Layout, type Style } from "./bills.fixtures.ts";

const EN = "January February March April May June July August September October November December".split(" ");
const DE = "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" ");

const parts = (day: string): [string, number, string] => [day.slice(0, 4), Number(day.slice(5, 7)), day.slice(8)];
const american: Style = {
  money: (cents) => `$${moneyText(cents, { group: ",", point: "." })}`.replace("$-", "-$"),
  count: (value) => grouped(String(value), ","),
  decimal: (value) => value,
  day: (day) => {
    const [year, month, date] = parts(day);
    return `${EN[month - 1]?.slice(0, 3)} ${Number(date)}, ${year}`;
  },
};

/** Values below their labels, reads as a list, and charges as sentences: "550 kWh @ $0.0800". */
export const ladder: Layout = {
  name: "labels above values",
  style: american,
  services: [
    {
      energy_type: "ELECTRIC",
      name: "Residential Electric",
      unit: "kWh",
      registers: ["Energy"],
      multiplier: 1,
      tariff: [
        { description: "Customer Charge", type: "service_cost", on: "fixed", rate: 1250 },
        { description: "Distribution Charge", type: "usage_cost", on: "use", rate: 411 },
        { description: "Fuel Adjustment", type: "usage_cost", on: "use", rate: 322 },
        { description: "State Sales Tax", type: "tax_cost", on: "sum", rate: 625 },
      ],
    },
  ],
  draw(bill, sheet, { money, day, count }) {
    const [meter] = bill.meters;
    const [use] = meter?.uses ?? [];
    if (meter === undefined || use === undefined) return;
    sheet.left(40, 1, "Prairie Fork Electric Cooperative");
    sheet.left(40, 4, "Account Number");
    sheet.left(190, 4, "Statement Date");
    sheet.left(320, 4, "Due Date");
    sheet.left(450, 4, "Amount Due");
    sheet.left(40, 5, bill.acct_num);
    sheet.left(190, 5, day(bill.invoice_date));
    sheet.left(320, 5, day(bill.due_date));
    sheet.left(450, 5, money(bill.due));
    sheet.left(40, 8, "Account Summary");
    sheet.left(40, 9, "Balance from last statement");
    sheet.right(300, 9, money(bill.previous));
    sheet.left(40, 10, "Payments received - thank you");
    sheet.right(300, 10, money(-bill.paid));
    sheet.left(40, 11, "Total new charges");
    sheet.right(300, 11, money(bill.current));
    sheet.left(330, 8, "Meter Information");
    sheet.left(330, 9, "Meter Number");
    sheet.right(560, 9, meter.meter_num);
    sheet.left(330, 10, `Service from ${day(meter.start)} to ${day(addDays(meter.end, -1))}`);
    sheet.left(330, 11, "Days of service");
    sheet.right(560, 11, String(meter.days));
    sheet.left(330, 12, "Present reading");
    sheet.right(560, 12, count(use.current ?? 0));
    sheet.left(330, 13, "Prior reading");
    sheet.right(560, 13, count(use.previous ?? 0));
    sheet.left(330, 14, "kWh used");
    sheet.right(560, 14, count(use.amount));
    sheet.left(40, 18, "Current charges for Residential Electric");
    for (const [at, charge] of meter.charges.entries()) {
      const { quantity, rate } = charge;
      const priced = quantity === null ? (rate === null ? "" : ` ${rate}%`) : ` ${count(use.amount)} kWh @ $${rate}`;
      sheet.left(40, 19 + at, `${charge.description}${priced}`);
      sheet.right(400, 19 + at, money(charge.cents));
    }
    sheet.left(40, 24, "Total current charges");
    sheet.right(400, 24, money(meter.cents));
    sheet.left(40, 50, "Please return this portion with your payment");
    sheet.left(40, 52, "Account Number");
    sheet.left(190, 52, bill.acct_num);
    sheet.left(320, 52, "Amount Due");
    sheet.right(520, 52, money(bill.due));
  },
};

const quebec: Style = {
  money: (cents) => `${moneyText(cents, { group: " ", point: "," })} $`,
  count: (value) => grouped(String(value), " "),
  decimal: (value) => value.replace(".", ","),
  day: (day) => day,
};

/** French of Canada: days by ISO, amounts with spaces and the sign behind, power and energy. */
export const nordet: Layout = {
  name: "French of Canada with power",
  style: quebec,
  services: [
    {
      energy_type: "ELECTRIC",
      name: "Électricité",
      unit: "kWh",
      registers: ["Énergie"],
      multiplier: 40,
      demand: { description: "Puissance", unit: "kW" },
      tariff: [
        { description: "Frais d'accès au réseau", type: "service_cost", on: "fixed", rate: 1341 },
        { description: "Énergie consommée", type: "usage_cost", on: "use", rate: 567 },
        { description: "Prime de puissance", type: "demand_cost", on: "demand", rate: 145_610 },
        { description: "TPS", type: "tax_cost", on: "sum", rate: 500 },
        { description: "TVQ", type: "tax_cost", on: "sum", rate: 998 },
      ],
    },
  ],
  draw(bill, sheet, { money, day, count, decimal }) {
    const [meter] = bill.meters;
    if (meter === undefined) return;
    sheet.left(40, 1, "Énergie Nordet");
    sheet.left(350, 2, "Numéro de compte");
    sheet.left(460, 2, bill.acct_num);
    sheet.left(350, 3, "Date de facturation");
    sheet.left(460, 3, day(bill.invoice_date));
    sheet.left(350, 4, "Numéro de facture");
    sheet.left(460, 4, bill.invoice_number);
    sheet.left(40, 7, "Montant de la dernière facture");
    sheet.right(300, 7, money(bill.previous));
    sheet.left(40, 8, "Paiement reçu");
    sheet.right(300, 8, money(-bill.paid));
    sheet.left(40, 9, "Frais courants");
    sheet.right(300, 9, money(bill.current));
    sheet.left(40, 10, `Montant à payer avant le ${day(bill.due_date)}`);
    sheet.right(300, 10, money(bill.due));
    sheet.left(40, 14, `Période de consommation du ${day(meter.start)} au ${day(meter.end)} (${meter.days} jours)`);
    const head = {
      Compteur: 40,
      "Relevé précédent": 120,
      "Relevé actuel": 230,
      Multiplicateur: 330,
      Consommation: 420,
    };
    for (const [text, x] of Object.entries(head)) sheet.left(x, 16, text);
    for (const [at, use] of meter.uses.entries()) {
      const y = 17 + at;
      if (use.previous !== null) sheet.left(40, y, meter.meter_num);
      else sheet.left(40, y, use.description);
      if (use.previous !== null) sheet.left(120, y, count(use.previous));
      if (use.current !== null) sheet.left(230, y, count(use.current));
      if (use.previous !== null) sheet.left(330, y, String(use.multiplier));
      sheet.left(420, y, `${count(use.amount)} ${use.unit}`);
    }
    sheet.left(40, 21, "Détail");
    for (const [at, charge] of meter.charges.entries()) {
      sheet.left(40, 22 + at, charge.description);
      if (charge.quantity !== null) {
        sheet.left(200, 22 + at, `${count(Number(charge.quantity))} ${charge.unit} × ${decimal(charge.rate ?? "")} $`);
      } else if (charge.rate !== null) sheet.left(200, 22 + at, `${decimal(charge.rate)} %`);
      sheet.right(460, 22 + at, money(charge.cents));
    }
    sheet.left(40, 29, "Total des frais courants");
    sheet.right(460, 29, money(meter.cents));
  },
};

const german: Style = {
  money: (cents) => `${moneyText(cents, { group: ".", point: "," })} EUR`,
  count: (value) => grouped(String(value), "."),
  decimal: (value) => value.replace(".", ","),
  day: (day) => {
    const [year, month, date] = parts(day);
    return `${Number(date)}. ${DE[month - 1]} ${year}`;
  },
};

/** German power of two registers: days with names of months, the meter's number in a heading. */
export const zweitarif: Layout = {
  name: "German of two registers",
  style: german,
  services: [
    {
      energy_type: "ELECTRIC",
      name: "Strom",
      unit: "kWh",
      registers: ["HT", "NT"],
      multiplier: 1,
      tariff: [
        { description: "Grundpreis", type: "service_cost", on: "fixed", rate: 987 },
        { description: "Arbeitspreis HT", type: "usage_cost", on: 0, rate: 3145 },
        { description: "Arbeitspreis NT", type: "usage_cost", on: 1, rate: 2410 },
        { description: "Stromsteuer", type: "tax_cost", on: "use", rate: 205 },
        { description: "Umsatzsteuer", type: "tax_cost", on: "sum", rate: 1900 },
      ],
    },
  ],
  draw(bill, sheet, { money, day, count, decimal }) {
    const [meter] = bill.meters;
    if (meter === undefined) return;
    sheet.left(50, 1, "Stadtwerke Bruchfeld");
    sheet.left(50, 4, `Vertragskonto: ${bill.acct_num}`);
    sheet.left(300, 4, `Rechnungsnummer: ${bill.invoice_number}`);
    sheet.left(50, 5, `Rechnungsdatum: ${day(bill.invoice_date)}`);
    sheet.left(50, 8, `Ihre Stromrechnung für ${day(meter.start)} bis ${day(addDays(meter.end, -1))}`);
    sheet.left(50, 10, `Zähler Nr. ${meter.meter_num}`);
    const head = { Tarif: 50, "Stand alt": 120, "Stand neu": 200, Faktor: 290, "Verbrauch (kWh)": 360 };
    for (const [text, x] of Object.entries(head)) sheet.left(x, 11, text);
    for (const [at, use] of meter.uses.entries()) {
      sheet.left(50, 12 + at, use.description);
      sheet.right(155, 12 + at, count(use.previous ?? 0));
      sheet.right(238, 12 + at, count(use.current ?? 0));
      sheet.right(310, 12 + at, String(use.multiplier));
      sheet.right(420, 12 + at, count(use.amount));
    }
    sheet.left(50, 16, "Position");
    sheet.left(200, 16, "Menge");
    sheet.left(300, 16, "Preis");
    sheet.right(500, 16, "Betrag");
    for (const [at, charge] of meter.charges.entries()) {
      const y = 17 + at;
      sheet.left(50, y, charge.description);
      if (charge.quantity !== null) {
        sheet.right(240, y, `${count(Number(charge.quantity))} kWh`);
        sheet.right(350, y, `${decimal(charge.rate ?? "")} EUR`);
      } else if (charge.rate !== null) sheet.right(350, y, `${decimal(charge.rate)} %`);
      sheet.right(500, y, money(charge.cents));
    }
    sheet.left(50, 23, "Rechnungsbetrag");
    sheet.right(500, 23, money(meter.cents));
    sheet.left(50, 24, "Offene Forderung");
    sheet.right(500, 24, money(bill.previous));
    sheet.left(50, 25, "Bereits bezahlt");
    sheet.right(500, 25, money(-bill.paid));
    sheet.left(50, 26, `Zu zahlender Betrag`);
    sheet.right(500, 26, money(bill.due));
    sheet.left(50, 28, `Fällig am ${day(bill.due_date)}`);
  },
};
