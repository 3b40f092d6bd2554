import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { anyText } from "../../test/any-text.ts";
import { normaliseAddress } from "./address.ts";

const partsOf = (text: string) => {
  const address = normaliseAddress(text);
  return address && [address.street1, address.street2, address.city, address.state, address.zip_code];
};

test("an address is parsed as bills print it", () => {
  assert.deepEqual(partsOf("14 Example Lane, Springfield, IL 62701"), [
    "14 Example Lane",
    null,
    "Springfield",
    "IL",
    "62701",
  ]);
  assert.deepEqual(partsOf("1200 Sample Parkway\nSuite 4\nSpringfield IL 62701-1234"), [
    "1200 Sample Parkway",
    "Suite 4",
    "Springfield",
    "IL",
    "62701",
  ]);
  assert.deepEqual(partsOf("1200 SAMPLE PKWY STE 4, SPRINGFIELD, Illinois 627011234 USA"), [
    "1200 SAMPLE PKWY",
    "STE 4",
    "SPRINGFIELD",
    "IL",
    "62701",
  ]);
  assert.deepEqual(partsOf("48 Specimen Road #12, Springfield, West Virginia"), [
    "48 Specimen Road",
    "#12",
    "Springfield",
    "WV",
    null,
  ]);
  assert.deepEqual(partsOf("305 Demonstration Drive"), ["305 Demonstration Drive", null, null, null, null]);
  assert.deepEqual(partsOf("305 Demonstration Drive, Unit B"), ["305 Demonstration Drive", "Unit B", null, null, null]);
});

test("without commas the city begins after the street's suffix, its direction and its unit", () => {
  assert.deepEqual(partsOf("220 SPECIMEN ST LOWELL MA 01854"), ["220 SPECIMEN ST", null, "LOWELL", "MA", "01854"]);
  assert.deepEqual(partsOf("7 SAMPLE AVE NW APT 3C NEW YORK NY 10001"), [
    "7 SAMPLE AVE NW",
    "APT 3C",
    "NEW YORK",
    "NY",
    "10001",
  ]);
  assert.deepEqual(partsOf("48 SPECIMEN RD #12 LOWELL MA 01854"), ["48 SPECIMEN RD", "#12", "LOWELL", "MA", "01854"]);
  assert.deepEqual(partsOf("100 N COURT ST LOWELL MA 01854"), ["100 N COURT ST", null, "LOWELL", "MA", "01854"]);
  assert.deepEqual(partsOf("100 BROADWAY NEW YORK NY 10001"), ["100 BROADWAY NEW YORK", null, null, "NY", "10001"]);
});

test("a state is distinguished from a street's abbreviations and from a city", () => {
  assert.deepEqual(partsOf("9 Sample Ct"), ["9 Sample Ct", null, null, null, null]);
  assert.deepEqual(partsOf("9 Sample Ct, Hartford CT 06101"), ["9 Sample Ct", null, "Hartford", "CT", "06101"]);
  assert.deepEqual(partsOf("9 Sample St, New York, NY"), ["9 Sample St", null, "New York", "NY", null]);
});

test("one place has one key, however it is spelled", () => {
  const spellings = [
    "1200 North Sample Parkway, Suite 4, Springfield, IL 62701",
    "1200 N SAMPLE PKWY STE 4 SPRINGFIELD IL 62701-1234",
    "1200 N. Sample Pkwy., #4,  Springfield,  Illinois 62701",
    " 1200 n sample parkway\r\nApt. #4\r\nspringfield il 627011234\r\nUSA",
    "1200 North Sample Parkway, Unit 4; Springfield, IL, 62701",
  ];
  const keys = new Set(spellings.map((text) => normaliseAddress(text)?.key));
  assert.deepEqual([...keys], ["1200 N SAMPLE PKWY # 4 SPRINGFIELD IL 62701"]);
  assert.equal(
    normaliseAddress("8 Fifth Ave., Saint Paul MN 55101")?.key,
    normaliseAddress("8 5th Avenue, St. Paul, MN 55101")?.key,
  );
  assert.equal(
    normaliseAddress("8 Oak St Apt 4-B, Lowell MA")?.key,
    normaliseAddress("8 OAK STREET #4B, LOWELL, MA")?.key,
  );
});

test("different places have different keys", () => {
  const places = [
    "14 Example Lane, Springfield, IL 62701",
    "15 Example Lane, Springfield, IL 62701",
    "14 Example Street, Springfield, IL 62701",
    "14 Example Lane, Springfield, MA 01101",
    "14 Example Lane, Apt 1, Springfield, IL 62701",
    "14 Example Lane, Apt 2, Springfield, IL 62701",
    "14 N Example Lane, Springfield, IL 62701",
  ];
  assert.equal(new Set(places.map((text) => normaliseAddress(text)?.key)).size, places.length);
});

test("a text without a place has no address", () => {
  for (const text of ["", "  ", "Various", "See attached", "12345", ", , ,", "#"])
    assert.equal(normaliseAddress(text), null, text);
});

test("case, spaces and punctuation never change the key, and no text throws", () => {
  const word = fc.constantFrom("Example", "Oak", "North", "Street", "Avenue", "Lane", "Apt", "Saint", "12", "4B");
  const street = fc
    .array(word, { minLength: 1, maxLength: 5 })
    .map((words) => `14 ${words.join(" ")}, Springfield, IL 62701`);
  fc.assert(
    fc.property(street, (text) => {
      const { key } = normaliseAddress(text) ?? {};
      assert.ok(key);
      for (const other of [
        text.toUpperCase(),
        text.toLowerCase(),
        text.replaceAll(" ", "  "),
        text.replaceAll(",", ""),
      ]) {
        assert.equal(normaliseAddress(other)?.key, key);
      }
      assert.equal(normaliseAddress(`${text}-1234`)?.key, key);
    }),
  );
  fc.assert(fc.property(anyText(), (text) => void normaliseAddress(text)));
});
