/** The suite that every connector must pass, whatever portal is behind it: the checks of `src/connectors/conformance`. */
import { describe, test } from "node:test";
import { checksOf } from "../../src/connectors/conformance/checks.ts";
import type { ConformanceSubject } from "../../src/connectors/conformance/subject.ts";

/** Registers the tests. They run one after the other, because they watch one outbound. */
export function testConformance(subject: ConformanceSubject): void {
  describe(`the connector ${subject.connector.description.key} keeps the contract`, { concurrency: 1 }, () => {
    for (const { name, skip, run } of checksOf(subject)) test(name, { skip }, async () => run());
  });
}
