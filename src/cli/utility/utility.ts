/** `meterbook utility`: the tools of somebody who adds a utility to an installation. */
import { attempt, createCommand, parse, several } from "../command-line.ts";
import type { Run } from "../io.ts";
import { PASSWORD_HELP } from "./portal-credential.ts";
import { recordUtility, type RecordOptions } from "../recording/utility-record.ts";
import { checkUtility, type CheckCommandOptions } from "../check/utility-check.ts";
import { newUtility, type NewOptions } from "./utility-new.ts";
import { tryUtility, type TryOptions } from "./utility-try.ts";

const EXIT_CODES = (none: string, some: string): string =>
  `\nExit codes: 0 ${none}, 1 ${some}, 2 a wrong command, or a utility that cannot be used.`;

const FOLDER = "a folder of utilities besides the built-in ones and METERBOOK_UTILITIES_DIR";

export const run: Run = async (args, io) => {
  let chosen = async () => 0;
  const command = createCommand(io, "utility", "Adds a utility: its folder, its recipe, and trials of it.").addHelpText(
    "after",
    "\nThe guide docs/add-a-utility.md goes from an unknown portal to collected bills.",
  );

  command
    .command("new")
    .description("makes the folder of a utility, with a card and a recipe whose lines are explained")
    .argument("<key>", "lower-case words joined by hyphens, such as lakeside-power; it never changes")
    .option("--name <name>", "the name that people see")
    .option("--website <url>", "an https address, or a portal of your own (METERBOOK_OWN_PORTALS)")
    .option("--code", "with a connector in code in place of a recipe, for a portal that no recipe can express")
    .option("--folder <folder>", "the folder of utilities to put it into; by default METERBOOK_UTILITIES_DIR")
    .addHelpText("after", EXIT_CODES("made", "never"))
    .action((key: string, options: NewOptions) => {
      chosen = async () => newUtility(io, key, options);
    });

  command
    .command("try")
    .description("visits the portal once, and shows each request and what the recipe finds in its answer")
    .argument("<key>", "the utility")
    .requiredOption("--username <name>", "the user name at the portal")
    .option("--account <account>", "only this account: its place in the list, or its number")
    .option("--since <day>", "only bills of this day and later, such as 2026-01-31")
    .option("--save <folder>", "writes the pages, masked, into this folder")
    .option("--bills <folder>", "writes the file of every bill into this folder, NOT masked, to write the template by")
    .option("--hide <text>", "masked besides in saved pages, such as the name of the customer; repeatable", several)
    .option("--utilities <folder>", FOLDER)
    .option(
      "--browser",
      "shows the pages in a window while the visit goes on, slowly; of a recipe for a browser, the browser itself",
    )
    .option("--pictures <folder>", "draws the page of each step into this folder, masked; needs no screen")
    .option("--json", "everything as JSON")
    .addHelpText(
      "after",
      PASSWORD_HELP +
        EXIT_CODES("a bill was fetched", "the visit failed, found no bill, or the same bills for two accounts"),
    )
    .action((key: string, options: TryOptions) => {
      chosen = () => tryUtility(io, key, options);
    });

  command
    .command("record")
    .description("makes masked pages and a draft of the recipe from a visit that you make by hand in a browser")
    .argument("<address or key>", "of the portal or its utility, which is made when it does not exist")
    .requiredOption("--username <name>", "the user name that is typed, to take it out")
    .option("--key <key>", "the key of a utility that is recorded by its address; else made of the host")
    .option(
      "--har <file>",
      "a recording of another browser instead: saved by its network panel, from before the sign-in on",
    )
    .option("--actions <file>", "what the browser does instead of you, without a screen: see docs/add-a-utility.md")
    .option("--hide <text>", "another text to take out, such as the name of the customer; repeatable", several)
    .option("--keep <text>", "words that are no name; repeatable", several)
    .option("--folder <folder>", "the folder of utilities; by default METERBOOK_UTILITIES_DIR")
    .addHelpText(
      "after",
      PASSWORD_HELP + EXIT_CODES("written", "nothing was written, because a secret could not be masked"),
    )
    .action((target: string, options: RecordOptions) => {
      chosen = () => recordUtility(io, target, options);
    });

  command
    .command("check")
    .description("runs the checks that every connector must pass, on recorded pages, or on a visit that is made now")
    .argument("<key>", "the utility")
    .option(
      "--live",
      "visits the portal twice, and checks what was recorded of it, or, with a recipe for a browser, what was listed",
    )
    .option("--username <name>", "the user name at the portal, for --live")
    .option("--wrong", "tries a wrong password, too, once (UTILITY_WRONG_PASSWORD, or asked); portals lock after a few")
    .option("--utilities <folder>", FOLDER)
    .option("--json", "everything as JSON")
    .addHelpText("after", PASSWORD_HELP + EXIT_CODES("every check passed, or could not be tried", "one failed"))
    .action((key: string, options: CheckCommandOptions) => {
      chosen = () => checkUtility(io, key, options);
    });

  return parse(command, args) ?? attempt(io, chosen);
};
