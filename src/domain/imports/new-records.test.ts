/** The properties that rows name, and the meters that they create. */
import { eachMeterText } from "../../records/meter-texts.ts";
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { normaliseAddress } from "../address.ts";
import { newRecordsOf, oneProperty, placesOf, propertiesByPlace, type SitePlace } from "./new-records.ts";

const MAIN = "100 Main Street, Springfield, IL 62701";
const place = (name: string | null, address = ""): SitePlace => ({ name, address: normaliseAddress(address) });
const meter = (meter_num: string, service_address: string | null = null) => ({
  ...eachMeterText(() => null),
  meter_num,
  energy_type: "ELECTRIC" as const,
  association_type: "STANDARD" as const,
  service_address,
  measurement_unit: null,
  demand_measurement_unit: null,
  charges: [],
  usages: [],
  printed_total: null,
});
const billAt = (name: string | null, ...meters: ReturnType<typeof meter>[]) => ({
  bill: { property_names: meters.map(() => name) },
  statement: { service_address: MAIN, meters },
});

describe("a property that a row names", () => {
  test("is the one with that name, else a new one, even at the address of another", () => {
    const properties = propertiesByPlace();
    const places = [place("North  Hall", MAIN), place("Main Hall", MAIN), place("South Hall")];
    const words = properties.unseen(places);
    const main = normaliseAddress(MAIN)?.key ?? "";
    assert.deepEqual(words, {
      names: ["north hall", "main hall", "south hall"],
      address_keys: [main, "name south hall"],
    });
    properties.see(words, [
      { id: 3, name: "north hall", address_key: null },
      { id: 4, name: "elsewhere", address_key: main },
      { id: 5, name: "north hall", address_key: null },
    ]);
    assert.deepEqual(properties.unseen(places), { names: [], address_keys: [] });
    assert.deepEqual(
      places.map((each) => properties.at(each)),
      [
        { id: 3 },
        { address_key: `${main} name main hall`, name: "Main Hall", address: normaliseAddress(MAIN) },
        { address_key: "name south hall", name: "South Hall", address: null },
      ],
    );
    assert.deepEqual(properties.at(place(null, MAIN)), { id: 4 }, "without a name the address decides");
    assert.equal(properties.toMake.length, 2);
    assert.equal(properties.at(place(null)), null);
  });

  test("is created once, and found later by its address or its name", () => {
    const properties = propertiesByPlace();
    const made = properties.at(place(null, MAIN));
    assert.equal(properties.at(place(null, MAIN.replace("Street", "St."))), made);
    assert.equal(properties.at(place("100 MAIN STREET")), made);
    assert.equal(properties.toMake.length, 1);
  });

  test("is the one that the import gives for all rows", () => {
    const properties = oneProperty(7);
    assert.deepEqual(properties.at(place("North Hall", MAIN)), { id: 7 });
    assert.equal(properties.toMake.length, 0);
  });
});

describe("a bill", () => {
  test("creates the meters that the account lacks, and looks up a place only for those", () => {
    const properties = propertiesByPlace();
    const keys = new Set(["E1|ELECTRIC|STANDARD"]);
    const first = newRecordsOf(billAt("North Hall", meter("E1"), meter("E2")), keys, properties);
    assert.deepEqual([first.meters, first.sites.map((site) => site !== null)], [1, [false, true]]);
    const again = newRecordsOf(billAt("South Hall", meter("E1"), meter("E2")), keys, properties);
    assert.deepEqual([again.meters, again.sites], [0, [null, null]]);
    assert.deepEqual(
      properties.toMake.map(({ name }) => name),
      ["North Hall"],
    );
  });

  test("names each place once, by the address of the meter or else of the bill", () => {
    const side = "7 Side Road, Springfield, IL 62701";
    const places = placesOf([billAt("Hall", meter("E1"), meter("E2", side)), billAt("Hall", meter("E3"))]);
    assert.deepEqual(
      places.map(({ name, address }) => [name, address?.street1]),
      [
        ["Hall", "100 Main Street"],
        ["Hall", "7 Side Road"],
      ],
    );
  });
});
