/**
 * Six layouts on which the generic reader is measured. They were written before its vocabulary and are not used to improve it:
 * a layout that is read badly here stays as it is.
 */
import { grouped, moneyText, type Layout, type Style } from "./bills.fixtures.ts";
import { ladder, nordet, zweitarif } from "./held-out-north.fixtures.ts";

const spanish: Style = {
  money: (cents) => `${moneyText(cents, { group: ".", point: "," })} €`,
  count: (value) => grouped(String(value), "."),
  decimal: (value) => value.replace(".", ","),
  day: (day) => day.split("-").toReversed().join("-"),
};

/** Spanish gas: a header of two lines, days with dashes, the amount due alone, and no balances. */
const gas: Layout = {
  name: "Spanish gas",
  style: spanish,
  services: [
    {
      energy_type: "GAS",
      name: "Gas natural",
      unit: "m3",
      registers: ["Gas natural"],
      multiplier: 1,
      tariff: [
        { description: "Término fijo", type: "service_cost", on: "fixed", rate: 843 },
        { description: "Consumo de gas", type: "usage_cost", on: "use", rate: 6120 },
        { description: "Alquiler de contador", type: "service_cost", on: "fixed", rate: 114 },
        { description: "IVA", type: "tax_cost", on: "sum", rate: 2100 },
      ],
    },
  ],
  draw(bill, sheet, { money, day, count, decimal }) {
    const [meter] = bill.meters;
    const [use] = meter?.uses ?? [];
    if (meter === undefined || use === undefined) return;
    sheet.left(40, 1, "Gas Sierra Clara - Factura de gas natural");
    sheet.left(40, 3, "Nº de factura:");
    sheet.left(130, 3, bill.invoice_number);
    sheet.left(300, 3, "Fecha de emisión:");
    sheet.left(400, 3, day(bill.invoice_date));
    sheet.left(40, 4, "Nº de contrato:");
    sheet.left(130, 4, bill.acct_num);
    sheet.left(300, 4, "Fecha de vencimiento:");
    sheet.left(400, 4, day(bill.due_date));
    sheet.left(40, 5, "Periodo de facturación:");
    sheet.left(160, 5, `${day(meter.start)} a ${day(meter.end)}`);
    sheet.left(300, 5, "Días facturados:");
    sheet.left(400, 5, String(meter.days));
    sheet.left(40, 9, "Contador");
    sheet.left(150, 9, "Lectura");
    sheet.left(250, 9, "Lectura");
    sheet.left(350, 9, "Consumo");
    sheet.left(150, 10, "anterior");
    sheet.left(250, 10, "actual");
    sheet.left(350, 10, "(m3)");
    sheet.left(40, 11, meter.meter_num);
    sheet.left(150, 11, count(use.previous ?? 0));
    sheet.left(250, 11, count(use.current ?? 0));
    sheet.left(350, 11, count(use.amount));
    sheet.left(40, 14, "Concepto");
    sheet.right(500, 14, "Importe");
    for (const [at, charge] of meter.charges.entries()) {
      sheet.left(40, 15 + at, charge.description);
      if (charge.quantity !== null) {
        sheet.left(200, 15 + at, `${count(use.amount)} m3 x ${decimal(charge.rate ?? "")} €/m3`);
      } else if (charge.rate !== null) sheet.left(200, 15 + at, `${decimal(charge.rate)}%`);
      sheet.right(500, 15 + at, money(charge.cents));
    }
    sheet.left(40, 20, "Total factura");
    sheet.right(500, 20, money(meter.cents));
    sheet.left(40, 21, "Saldo anterior");
    sheet.right(500, 21, money(bill.previous));
    sheet.left(40, 22, "Pagos");
    sheet.right(500, 22, money(-bill.paid));
    sheet.left(40, 23, "Total a pagar");
    sheet.right(500, 23, money(bill.due));
  },
};

const brazilian: Style = {
  money: (cents) => moneyText(cents, { group: ".", point: "," }),
  count: (value) => grouped(String(value), "."),
  decimal: (value) => value.replace(".", ","),
  day: (day) => day.split("-").toReversed().join("/"),
};

/** Brazilian water: its charges are continued on a second page under the repeated header. */
const agua: Layout = {
  name: "Brazilian water on two pages",
  style: brazilian,
  services: [
    {
      energy_type: "WATER",
      name: "Água",
      unit: "m³",
      registers: ["Água"],
      multiplier: 1,
      tariff: [
        { description: "Tarifa básica", type: "service_cost", on: "fixed", rate: 2310 },
        { description: "Água consumida", type: "usage_cost", on: "use", rate: 57_300 },
        { description: "Coleta de esgoto", type: "usage_cost", on: "use", rate: 45_840 },
        { description: "Taxa de regulação", type: "other_applied_cost", on: "fixed", rate: 112 },
        { description: "Multa por atraso", type: "other_applied_cost", on: "fixed", rate: 207 },
      ],
    },
  ],
  draw(bill, sheet, { money, day, count, decimal }) {
    const [meter] = bill.meters;
    const [use] = meter?.uses ?? [];
    if (meter === undefined || use === undefined) return;
    sheet.left(40, 1, "Companhia de Águas do Vale");
    sheet.left(40, 3, "Código do cliente");
    sheet.left(200, 3, "Data de emissão");
    sheet.left(340, 3, "Vencimento");
    sheet.left(450, 3, "Valor a pagar (R$)");
    sheet.left(40, 4, bill.acct_num);
    sheet.left(200, 4, day(bill.invoice_date));
    sheet.left(340, 4, day(bill.due_date));
    sheet.left(450, 4, money(bill.due));
    sheet.left(40, 7, "Hidrômetro");
    sheet.left(130, 7, "Data anterior");
    sheet.left(220, 7, "Data atual");
    sheet.left(300, 7, "Leitura anterior");
    sheet.left(390, 7, "Leitura atual");
    sheet.left(480, 7, "Consumo m³");
    sheet.left(40, 8, meter.meter_num);
    sheet.left(130, 8, day(meter.start));
    sheet.left(220, 8, day(meter.end));
    sheet.left(300, 8, count(use.previous ?? 0));
    sheet.left(390, 8, count(use.current ?? 0));
    sheet.left(480, 8, count(use.amount));
    sheet.left(40, 9, `Dias de consumo: ${meter.days}`);
    const header = (y: number) => {
      sheet.left(40, y, "Descrição");
      sheet.left(230, y, "Quantidade");
      sheet.left(320, y, "Tarifa");
      sheet.right(520, y, "Valor (R$)");
    };
    header(56);
    for (const [at, charge] of meter.charges.entries()) {
      if (at === 3) {
        sheet.nextPage();
        sheet.left(40, 1, "Companhia de Águas do Vale");
        sheet.left(450, 1, "Página 2 de 2");
        header(4);
      }
      const y = at < 3 ? 57 + at : 2 + at;
      sheet.left(40, y, charge.description);
      if (charge.quantity !== null) {
        sheet.left(230, y, `${count(use.amount)} m³`);
        sheet.left(320, y, decimal(charge.rate ?? ""));
      }
      sheet.right(520, y, money(charge.cents));
    }
    sheet.left(40, 8, "Total do mês");
    sheet.right(520, 8, money(meter.cents));
    sheet.left(40, 9, "Débitos anteriores");
    sheet.right(520, 9, money(bill.previous));
    sheet.left(40, 10, "Pagamentos efetuados");
    sheet.right(520, 10, money(-bill.paid));
    sheet.left(40, 11, "Valor a pagar");
    sheet.right(520, 11, money(bill.due));
  },
};

const city: Style = {
  money: (cents) =>
    cents < 0 ? `${moneyText(-cents, { group: ",", point: "." })}-` : moneyText(cents, { group: ",", point: "." }),
  count: (value) => String(value),
  decimal: (value) => value,
  day: (day) => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(2, 4)}`,
};

/** Two services of a city: a summary by service first, their details after it, credits with the minus behind. */
const twoServices: Layout = {
  name: "two services of a city",
  style: city,
  services: [
    {
      energy_type: "WATER",
      name: "WATER",
      unit: "kgal",
      registers: ["Water"],
      multiplier: 1,
      tariff: [
        { description: "Base charge", type: "service_cost", on: "fixed", rate: 1835 },
        { description: "Volume charge", type: "usage_cost", on: "use", rate: 42_500 },
      ],
    },
    {
      energy_type: "GAS",
      name: "GAS",
      unit: "CCF",
      registers: ["Gas"],
      multiplier: 1,
      tariff: [
        { description: "Facilities fee", type: "service_cost", on: "fixed", rate: 1100 },
        { description: "Gas cost", type: "usage_cost", on: "use", rate: 7310 },
        { description: "Franchise tax", type: "tax_cost", on: "sum", rate: 300 },
      ],
    },
  ],
  draw(bill, sheet, { money, day, count, decimal }) {
    sheet.left(40, 1, "City of Alder Creek Utilities");
    sheet.left(40, 3, `Acct No: ${bill.acct_num}`);
    sheet.left(300, 3, `Billing Date: ${day(bill.invoice_date)}`);
    sheet.left(300, 4, `Pay By: ${day(bill.due_date)}`);
    sheet.left(40, 6, "Last bill amount");
    sheet.right(300, 6, money(bill.previous));
    sheet.left(40, 7, "Payments");
    sheet.right(300, 7, money(-bill.paid));
    sheet.left(40, 8, "Current charges");
    sheet.right(300, 8, money(bill.current));
    sheet.left(40, 9, "TOTAL AMOUNT DUE");
    sheet.right(300, 9, money(bill.due));
    let y = 12;
    for (const meter of bill.meters) {
      const [use] = meter.uses;
      if (use === undefined) continue;
      sheet.left(40, y, `${meter.service.name} SERVICE`);
      sheet.left(40, y + 1, "Meter");
      sheet.left(120, y + 1, "From");
      sheet.left(190, y + 1, "To");
      sheet.left(250, y + 1, "Days");
      sheet.left(300, y + 1, "Previous");
      sheet.left(370, y + 1, "Current");
      sheet.left(440, y + 1, "Usage");
      sheet.left(40, y + 2, meter.meter_num);
      sheet.left(120, y + 2, day(meter.start));
      sheet.left(190, y + 2, day(meter.end));
      sheet.left(250, y + 2, String(meter.days));
      sheet.left(300, y + 2, count(use.previous ?? 0));
      sheet.left(370, y + 2, count(use.current ?? 0));
      sheet.left(440, y + 2, `${count(use.amount)} ${use.unit}`);
      y += 4;
      for (const charge of meter.charges) {
        sheet.left(40, y, charge.description);
        if (charge.quantity !== null)
          sheet.left(200, y, `${charge.quantity} ${use.unit} at ${decimal(charge.rate ?? "")}`);
        else if (charge.rate !== null) sheet.left(200, y, `${charge.rate}%`);
        sheet.right(480, y, money(charge.cents));
        y += 1;
      }
      sheet.left(40, y, `Total ${meter.service.name.toLowerCase()}`);
      sheet.right(480, y, money(meter.cents));
      y += 3;
    }
  },
};

export const HELD_OUT: Layout[] = [ladder, nordet, zweitarif, gas, agua, twoServices];
