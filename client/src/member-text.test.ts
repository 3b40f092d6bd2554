import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { memberText } from "./member-text.ts";

test("the text of a member is exactly the text in the object", () => {
  const cases: [string, string | undefined][] = [
    ['{"data":1.0}', "1.0"],
    ['{ "a" : 1 , "data" :\n [ 1, {"data": 2} ] , "b":2}', '[ 1, {"data": 2} ]'],
    ['{"x":{"data":1},"data":"\\"}"}', '"\\"}"'],
    ['{"d\\u0061ta":{}}', "{}"],
    ['{"data":1,"data":2}', "2"],
    ['{"a":"data"}', undefined],
    ['["data",1]', undefined],
    ['[{"data":1}]', undefined],
    ["{}", undefined],
  ];
  for (const [json, expected] of cases) assert.equal(memberText(json, "data"), expected, json);
});

test("of any object it is what JSON.parse reads there", () => {
  const object = fc.dictionary(fc.constantFrom("data", "a", '"', "}", "\\"), fc.jsonValue());
  fc.assert(
    fc.property(object, fc.nat({ max: 3 }), (value, indent) => {
      const text = memberText(JSON.stringify(value, null, indent), "data");
      const expected: unknown = JSON.parse(JSON.stringify(value)).data;
      assert.deepEqual(text === undefined ? undefined : JSON.parse(text), expected);
    }),
  );
});
