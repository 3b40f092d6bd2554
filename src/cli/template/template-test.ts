/** `meterbook template test`: reads the fixtures of utilities and shows where something else comes out than they expect. */
import { basename, dirname, resolve } from "node:path";
import { countOf } from "../../domain/text.ts";
import { createPdfReader } from "../../parsers/pdf/read-pdf.ts";
import { checkFixture, listFixtures, writeExpected } from "../../utilities/fixtures.ts";
import { CARD_FILE, namesIn } from "../../utilities/read-folder.ts";
import { faultLine } from "../../utilities/utilities.ts";
import { print, type Io } from "../io.ts";
import { listUtilities } from "../utility-folders.ts";

/** Differences of one fixture that are shown. */
const SHOWN_MAX = 20;

/**
 * The fixtures of all utilities, of a folder of utilities, or of one utility; always by all templates, as the service reads.
 * Exit code 0: each gives what it expects. With `save`, what comes out now is written as what is expected.
 */
export async function testTemplates(io: Io, folder: string | undefined, { save }: { save?: true }): Promise<number> {
  const isOne = folder !== undefined && namesIn(folder).includes(CARD_FILE);
  const place = folder === undefined ? undefined : resolve(folder);
  const set = listUtilities(io, place !== undefined && isOne ? dirname(place) : place);
  const utilities = set.utilities.filter(
    (utility) => place === undefined || (isOne ? utility.folder : dirname(utility.folder)) === place,
  );
  const reader = createPdfReader({ processes: 2 });
  let wrong = 0;
  let tried = 0;
  try {
    for (const utility of utilities) {
      const { fixtures, faults } = listFixtures(utility.folder);
      for (const fault of [...utility.faults, ...faults]) print(io, `FAIL  ${faultLine(fault)}`);
      wrong += utility.faults.length + faults.length;
      for (const fixture of fixtures) {
        if (save) await writeExpected(fixture, set.templates, reader);
        const differing = await checkFixture(fixture, set.templates, reader);
        tried += 1;
        if (differing.length > 0) wrong += 1;
        print(io, `${differing.length === 0 ? "ok  " : "FAIL"}  ${basename(utility.folder)}/${fixture.name}`);
        for (const difference of differing.slice(0, SHOWN_MAX)) print(io, `        ${difference}`);
        if (differing.length > SHOWN_MAX) print(io, `        and ${differing.length - SHOWN_MAX} more`);
      }
    }
  } finally {
    await reader.close();
  }
  print(
    io,
    `${countOf(tried, "fixture")} of ${countOf(utilities.length, "utility", "utilities")}, ${countOf(wrong, "fault")}.`,
  );
  return wrong === 0 ? 0 : 1;
}
