/** Every feed is valid against the schemas of ESPI 4.0, whatever the bills contain. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { sharedMaterial } from "../../../test/shared.ts";
import * as fc from "fast-check";
import { anyText } from "../../../test/any-text.ts";
import { XmlBufferInputProvider, XmlDocument, XsdValidator, xmlRegisterInputProvider } from "libxml2-wasm";
import {
  ARCHIVE_REASONS,
  ASSOCIATION_TYPES,
  BILLING_FREQUENCIES,
  CHARGE_TYPES,
  ENERGY_TYPES,
  USAGE_TYPES,
} from "../../records/codes.ts";
import { wireDay } from "../../records/wire.ts";
import { addDays } from "../../domain/calendar.ts";
import { UNIT_NAMES } from "../../domain/data/unit-names.ts";
import type { EspiBill } from "./bill.ts";
import { DAY, groupId, makeBill, makeCharge, makeEspiBill, makeMeter, makeUsage } from "./espi.fixtures.ts";
import { espiFeed } from "./feed.ts";
import { sandboxBills } from "../../../test/sandbox-bills.ts";

const { path: FOLDER, skip } = sharedMaterial("data/espi");

/** All three namespaces in one schema. The schemas refer to each other by these addresses. */
const DRIVER = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:import namespace="http://www.w3.org/2005/Atom" schemaLocation="atom.xsd"/>
  <xs:import namespace="http://naesb.org/espi" schemaLocation="espi-4.0.20231213.xsd"/>
  <xs:import namespace="http://naesb.org/espi/customer" schemaLocation="customer-4.0.20231213.xsd"/>
</xs:schema>`;

function loadValidator(): XsdValidator {
  const read = (name: string) => readFileSync(join(FOLDER, name));
  xmlRegisterInputProvider(
    new XmlBufferInputProvider({
      "espi/atom.xsd": read("atom.xsd"),
      "espi/espi-4.0.20231213.xsd": read("espi-4.0.20231213.xsd"),
      "espi/customer-4.0.20231213.xsd": read("customer-4.0.20231213.xsd"),
      "http://www.w3.org/2001/03/xml.xsd": read("xml.xsd"),
    }),
  );
  using driver = XmlDocument.fromString(DRIVER, { url: "espi/driver.xsd" });
  return XsdValidator.fromDoc(driver);
}

const validator = skip ? null : loadValidator();
after(() => validator?.dispose());

/** @throws when the bills' feed is not well-formed or not valid */
function validate(bills: Iterable<EspiBill>): void {
  using document = XmlDocument.fromString([...espiFeed(DAY, bills)].join(""));
  validator?.validate(document);
}

test("the validator detects an element out of order, an unknown code and a missing one", { skip }, () => {
  const good = [...espiFeed(DAY, [makeEspiBill()])].join("");
  const spoilt = [
    good.replace(/(<currency>840<\/currency>)(<dataQualifier>12<\/dataQualifier>)/, "$2$1"),
    good.replace("<kind>12</kind>", "<kind>energy</kind>"),
    good.replace(/<statusTimeStamp>\d+<\/statusTimeStamp>/, ""),
    good.replace("<amount>8127000</amount>", "<amount>999999999999999</amount>"),
    good.replace(/<issueDateTime>\d+/, "<issueDateTime>today"),
  ];
  for (const text of spoilt) {
    assert.notEqual(text, good);
    using document = XmlDocument.fromString(text);
    assert.throws(() => validator?.validate(document));
  }
});

test("a bill in another currency is valid", { skip }, () => validate([makeEspiBill({ currency: "CAD" })]));

test("a day without bills is valid", { skip }, () => validate([]));

test("the bills of the sandbox are valid", { skip }, (context) => {
  const bills = sandboxBills();
  context.diagnostic(`${bills.length} bills`);
  assert.ok(bills.length > 400);
  validate(bills);
});

test("every energy with every unit and every kind of line is valid", { skip }, () => {
  const bills = ENERGY_TYPES.map((energy_type, at) =>
    makeEspiBill(
      {
        id: at + 1,
        charges: CHARGE_TYPES.map((utility_charge_type, id) => makeCharge({ id, utility_charge_type })),
        usages: USAGE_TYPES.flatMap((utility_usage_type) =>
          [...Object.keys(UNIT_NAMES), "widgets"].map((measurement_unit) =>
            makeUsage({ measurement_unit, utility_usage_type }),
          ),
        ),
      },
      [makeMeter({ energy_type })],
    ),
  );
  validate(bills);
});

const text = fc.oneof(anyText({ maxLength: 300 }), fc.constantFrom("", "<&>\"'", "🔌".repeat(257)));
const amount = fc.oneof(
  fc.integer({ min: -(10 ** 9), max: 10 ** 9 }).map((cents) => cents / 100),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1e21, 5e-324, 999_999_999_999_999, 140_737_488_355_328, -1_407_374_883.55329),
);
const day = fc.integer({ min: -719_000, max: 2_932_000 }).map((number) => wireDay(addDays("1970-01-01", number)));
const period = fc.record({ start_date: day, end_date: day });
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const lines = {
  line_item_group_id: fc.integer({ min: 1, max: 4 }).map(groupId),
  utility_meter_id: fc.constantFrom(1, 2),
};
const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });

const charge = fc
  .record({
    ...lines,
    id,
    amount,
    description: text,
    utility_charge_type: fc.constantFrom(...CHARGE_TYPES),
    period: orNull(period),
  })
  .map(({ period: dates, ...line }) => makeCharge({ ...line, ...(dates ?? { start_date: null, end_date: null }) }));
const usage = fc
  .record({
    ...lines,
    id,
    amount,
    description: text,
    estimated_meter_read: fc.boolean(),
    utility_usage_type: fc.constantFrom(...USAGE_TYPES),
    measurement_unit: fc.oneof(fc.constantFrom(...Object.keys(UNIT_NAMES)), text),
    kbtus: orNull(amount),
    period,
  })
  .map(({ period: dates, ...line }) => makeUsage({ ...line, ...dates }));
const meter = fc.record({
  meter_num: orNull(text),
  service_address: orNull(text),
  service_name: orNull(text),
  premise_num: orNull(text),
  property_name: orNull(text),
  association_type: fc.constantFrom(...ASSOCIATION_TYPES),
  energy_type: fc.constantFrom(...ENERGY_TYPES),
  billing_frequency: fc.constantFrom(...BILLING_FREQUENCIES),
  status: fc.constantFrom("Active" as const, "Inactive" as const),
});
/** Not `fc.webUrl`: that of the library is built for a second and more. */
const link = fc
  .record({ pathname: text, search: text, hash: text })
  .map((parts) => Object.assign(new URL("https://files.example.com"), parts).href);
const bill = fc
  .record({
    bill: fc.record({
      id,
      invoice_date: day,
      estimated: fc.boolean(),
      account_holder_name: orNull(text),
      amount_due: amount,
      previous_balance: orNull(amount),
      archived: fc.boolean(),
      archive_reason: orNull(fc.constantFrom(...ARCHIVE_REASONS)),
      source: orNull(
        fc.record({
          format: fc.oneof(fc.constantFrom("pdf", "zip"), text),
          expiring_link: link,
          expiresIn: fc.constant("7d" as const),
        }),
      ),
      charges: fc.array(charge, { maxLength: 5 }),
      usages: fc.array(usage, { maxLength: 6 }),
    }),
    account: fc.record({ acct_num: text, utility_company_name: text }),
    meters: fc.tuple(meter, meter),
  })
  .map(({ bill: given, account, meters }) => ({
    bill: makeBill(given),
    account,
    meters: meters.map((one, at) => makeMeter({ ...one, id: at + 1 })),
  }));

test(`a feed of any bills is well-formed${skip ? "" : " and valid"}`, () => {
  fc.assert(
    fc.property(fc.array(bill, { maxLength: 4 }), (bills) => validate(bills)),
    { numRuns: 500 },
  );
});
