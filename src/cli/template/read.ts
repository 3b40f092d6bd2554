/** `meterbook read FILE…`: reads bills without a service, and prints their statements with the findings on them. */
import { createBillReader } from "../../parsers/bill-reader.ts";
import { checkBills, readPagesOf } from "../../utilities/read-bill.ts";
import { findingLines, statementLines, verdictText } from "./bill-texts.ts";
import { attempt, createCommand, parse } from "../command-line.ts";
import { print, type Io, type Run } from "../io.ts";
import { listBills, listUtilities } from "../utility-folders.ts";

interface Options {
  utilities?: string;
  account?: string;
  json?: true;
}

export const run: Run = async (args, io) => {
  const command = createCommand(
    io,
    "read",
    "Reads bills without a service, and prints what the service would read from them.",
  )
    .argument("<file...>", "bills, or folders of them")
    .option("--utilities <folder>", "a folder of utilities besides the built-in ones and METERBOOK_UTILITIES_DIR")
    .option("--account <number>", "the account that the bills are listed under")
    .option("--json", "the statements and findings as JSON, with their places in the file")
    .addHelpText(
      "after",
      "\nExit codes: 0 every bill would be accepted, 1 one would wait in review, 2 a wrong command, or a file that cannot be opened.",
    );
  return parse(command, args) ?? attempt(io, () => readBills(io, command.args, command.opts<Options>()));
};

async function readBills(io: Io, paths: readonly string[], { utilities, account, json }: Options): Promise<number> {
  const { templates } = listUtilities(io, utilities);
  const today = Temporal.Now.plainDateISO("UTC").toString();
  const expected = { acct_num: account ?? null, today, withGeneric: true };
  const reader = createBillReader({ processes: 2 });
  try {
    const read = [];
    for (const file of listBills(paths))
      read.push({ file, bills: await checkBills(await readPagesOf(file, reader), templates, expected) });
    if (json) print(io, JSON.stringify(read, null, 2));
    else
      for (const { file, bills } of read)
        for (const bill of bills)
          print(
            io,
            file,
            ...(bill.statement === null ? [] : statementLines(bill.statement)),
            ...findingLines(bill.findings).map((line) => `  ${line}`),
            `  ${verdictText(bill)}`,
          );
    return read.every(({ bills }) => bills.length > 0 && bills.every(({ accepted }) => accepted)) ? 0 : 1;
  } finally {
    await reader.close();
  }
}
