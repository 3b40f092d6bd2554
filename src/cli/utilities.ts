/** `meterbook utilities`: the utilities of this installation, with their portals, templates, fixtures and faults. */
import { basename } from "node:path";
import { countOf } from "../domain/text.ts";
import { listFixtures } from "../utilities/fixtures.ts";
import { faultLine } from "../utilities/utilities.ts";
import { createCommand, understands } from "./command-line.ts";
import { listUtilities, print, runToEnd, tableOf } from "./utility-folders.ts";

const command = createCommand(
  "utilities",
  "Lists the utilities that come with the service and those of METERBOOK_UTILITIES_DIR, with every fault in their files.",
)
  .argument("[folder]", "a folder of utilities besides these")
  .option("--json", "everything as JSON")
  .addHelpText("after", "\nExit codes: 0 no file has a fault, 1 one has, 2 a wrong command or setting.");

async function main(): Promise<number> {
  const set = listUtilities(command.args[0]);
  const utilities = set.utilities.map(({ folder, card, recipe, templates }) => ({
    key: basename(folder),
    name: card?.name ?? null,
    energy_types: card?.energy_types ?? [],
    time_zone: card?.time_zone ?? null,
    website: card?.website ?? null,
    folder,
    has_portal: recipe !== null,
    templates: templates.map(({ template }) => ({ id: template.id, version: template.version, name: template.name })),
    fixtures: listFixtures(folder).fixtures.map(({ name }) => name),
  }));
  const faults = [...set.faults, ...set.utilities.flatMap(({ folder }) => listFixtures(folder).faults)];
  if (command.opts<{ json?: true }>().json) print(JSON.stringify({ version: set.version, utilities, faults }, null, 2));
  else {
    const rows = utilities.map(({ key, name, energy_types, has_portal, templates, fixtures, folder }) => [
      key,
      name ?? "",
      energy_types.join(" "),
      has_portal ? "yes" : "no",
      String(templates.length),
      String(fixtures.length),
      folder,
    ]);
    print(
      ...tableOf([["KEY", "NAME", "ENERGY", "PORTAL", "TEMPLATES", "FIXTURES", "FOLDER"], ...rows]),
      "",
      faults.length === 0 ? "No faults." : `${countOf(faults.length, "fault")}:`,
      ...faults.map((fault) => `  ${faultLine(fault)}`),
    );
  }
  return faults.length === 0 ? 0 : 1;
}

if (understands(command)) await runToEnd(main);
