/** `meterbook template`: the tools for authors of bill templates. */
import { resolve } from "node:path";
import { attempt, createCommand, parse, several } from "../command-line.ts";
import type { Io, Run } from "../io.ts";
import { saveFixture, type FixtureOptions } from "./template-fixture.ts";
import { draftTemplate, type DraftOptions } from "./template-new.ts";
import { testTemplates } from "./template-test.ts";
import { tryBills, type TryOptions } from "./template-try.ts";
import { runAgainAtChanges } from "./template-watch.ts";
import { listBills, listTemplates } from "../utility-folders.ts";

const EXIT_CODES = (none: string, some: string): string =>
  `\nExit codes: 0 ${none}, 1 ${some}, 2 a wrong command, or a file or template that cannot be used.`;

export const run: Run = async (args, io) => {
  let chosen = async () => 0;
  const command = createCommand(io, "template", "Writes, tries and tests the templates that read bills.").addHelpText(
    "after",
    "\nThe guide docs/read-a-bill.md goes from an unknown bill to accepted data.",
  );

  command
    .command("try")
    .description(
      "shows what the templates make of a bill, and the verdict of the service; of several bills, a table of verdicts",
    )
    .argument("<file...>", "bills, their words (.words.json), or folders of them")
    .option("--template <file>", "only this template, wherever its file is")
    .option("--utilities <folder>", "a folder of utilities besides the built-in ones and METERBOOK_UTILITIES_DIR")
    .option("--words", "each cell of a line with its start and end, in points from the left")
    .option("--account <number>", "the account that the bill is listed under")
    .option("--save", "writes the words and what comes out as a fixture beside the template")
    .option("--hide <text>", "a text that --save masks, such as a name, an address or a number; repeatable", several)
    .option("--watch", "runs again when the bill or the template changes")
    .option("--json", "everything as JSON")
    .addHelpText("after", EXIT_CODES("every bill would be accepted", "one would wait in review"))
    .action((paths: string[], { watch, ...options }: TryOptions & { watch?: true }) => {
      chosen = () => (watch ? watchTries : tryBills)(io, paths, options);
    });

  command
    .command("new")
    .description("drafts a template from a bill, by its labels and tables; a comment marks what is uncertain")
    .argument("<file>", "a bill, or its words (.words.json)")
    .option("--into <folder>", "writes the template into the folder of a utility, with a card if it has none")
    .option("--name <name>", "the name of the utility; by default the first words of the bill")
    .addHelpText("after", EXIT_CODES("drafted", "the bill cannot be read"))
    .action((file: string, options: DraftOptions) => {
      chosen = () => draftTemplate(io, file, options);
    });

  command
    .command("test")
    .description("reads the fixtures of utilities, and shows where something else comes out than they expect")
    .argument("[folder]", "a folder of utilities, or of one utility; by default all that the service uses")
    .option("--save", "writes what comes out now as what is expected; look at the difference before you keep it")
    .addHelpText("after", EXIT_CODES("each fixture gives what it expects", "one does not"))
    .action((folder: string | undefined, options: { save?: true }) => {
      chosen = () => testTemplates(io, folder, options);
    });

  command
    .command("fixture")
    .description(
      "saves a bill of the service that people accepted, entered or corrected as a fixture: its words, and its values",
    )
    .argument("<document>", "the id of its document")
    .requiredOption("--company <id>", "the company of the document")
    .requiredOption("--into <folder>", "the folder of the utility")
    .option("--name <name>", "the name of the fixture; by default that of the document")
    .addHelpText("after", EXIT_CODES("saved", "the file has no words that can be read"))
    .action((document: string, options: FixtureOptions) => {
      chosen = () => saveFixture(io, document, options);
    });

  return parse(command, args) ?? attempt(io, chosen);
};

/** A template with a fault is reported, and tried again when it changes. */
async function watchTries(io: Io, paths: string[], options: TryOptions): Promise<number> {
  const files = () => {
    const template = options.template;
    const templates = template === undefined ? listTemplates(io, options).map(({ file }) => file) : [resolve(template)];
    return [...listBills(paths).map((path) => resolve(path)), ...templates];
  };
  return runAgainAtChanges(io, files, () => attempt(io, () => tryBills(io, paths, options)));
}
