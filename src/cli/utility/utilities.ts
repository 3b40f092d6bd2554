/** `meterbook utilities`: the utilities of this installation, with their portals, templates, fixtures and faults; or their health. */
import { basename } from "node:path";
import { readConfig } from "../../config.ts";
import { countOf } from "../../domain/text.ts";
import { StartError } from "../../errors.ts";
import { callbackAddress, notificationAddress } from "../../operations/green-button.ts";
import { isFictional } from "../../utilities/card.ts";
import { listFixtures } from "../../utilities/fixtures.ts";
import type { UtilityFolder } from "../../utilities/read-folder.ts";
import { faultLine } from "../../utilities/utilities.ts";
import { attempt, createCommand, parse } from "../command-line.ts";
import { print, type Io, type Run } from "../io.ts";
import { showHealth } from "./utility-health.ts";
import { listUtilities, tableOf } from "../utility-folders.ts";

interface Options {
  json?: true;
  greenButton?: true;
  health?: true;
  url?: string;
}

export const run: Run = async (args, io) => {
  const command = createCommand(
    io,
    "utilities",
    "Lists the utilities that come with the service and those of METERBOOK_UTILITIES_DIR, with every fault in their files.",
  )
    .argument("[folder]", "a folder of utilities besides these")
    .option("--json", "everything as JSON")
    .option("--green-button", "what the registration for Green Button Connect at each utility asks for")
    .option("--health", "whether the websites of utilities work, as a running service counts its visits")
    .option(
      "--url <address>",
      "address of the service, for --health; by default METERBOOK_URL, or http://localhost:8080",
    )
    .addHelpText(
      "after",
      "\n--health signs in with an API token in METERBOOK_TOKEN; figures are shown to a token of an administrator.\nExit codes: 0 no file has a fault, or no website is in trouble, 1 one has or is, 2 a wrong command or setting, or no answer.",
    );
  return parse(command, args) ?? attempt(io, () => list(io, command.args[0], command.opts<Options>()));
};

async function list(io: Io, other: string | undefined, options: Options): Promise<number> {
  const { json, greenButton: isForGreenButton, health, url } = options;
  if (health) return showHealth(io, { isJson: json === true, ...(url === undefined ? {} : { url }) });
  if (isForGreenButton && json) throw new StartError("--green-button prints a table: leave --json out.");
  const set = listUtilities(io, other);
  const utilities = set.utilities.map(({ folder, card, recipe, code, greenButton, templates }) => ({
    key: basename(folder),
    name: card?.name ?? null,
    energy_types: card?.energy_types ?? [],
    time_zone: card?.time_zone ?? null,
    website: card?.website ?? null,
    folder,
    has_portal: recipe !== null || code !== null,
    has_green_button: greenButton !== null,
    templates: templates.map(({ template }) => ({ id: template.id, version: template.version, name: template.name })),
    fixtures: listFixtures(folder).fixtures.map(({ name }) => name),
  }));
  const faults = [...set.faults, ...set.utilities.flatMap(({ folder }) => listFixtures(folder).faults)];
  if (isForGreenButton) printGreenButton(io, set.utilities);
  else if (json) print(io, JSON.stringify({ version: set.version, utilities, faults }, null, 2));
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
      io,
      ...tableOf([["KEY", "NAME", "ENERGY", "PORTAL", "TEMPLATES", "FIXTURES", "FOLDER"], ...rows]),
      "",
      faults.length === 0 ? "No faults." : `${countOf(faults.length, "fault")}:`,
      ...faults.map((fault) => `  ${faultLine(fault)}`),
    );
  }
  return faults.length === 0 ? 0 : 1;
}

/** Addresses are those of the settings of this command: the ones to give to the utility. */
function printGreenButton(io: Io, utilities: readonly UtilityFolder[]): void {
  const { publicUrl, port, greenButtonClients } = readConfig(io.env);
  const app = { publicUrl: publicUrl ?? `http://localhost:${port}` };
  const clients = new Set(greenButtonClients.map(({ utility }) => utility));
  const rows = utilities.flatMap(({ card, greenButton }) =>
    card === null || greenButton === null
      ? []
      : [
          [
            card.key,
            clients.has(card.key) ? "yes" : isFictional(card) ? "not needed" : "no",
            notificationAddress(app, card.key),
            greenButton.scope,
          ],
        ],
  );
  print(
    io,
    `Callback (redirect URI), for every utility: ${callbackAddress(app)}`,
    ...(publicUrl === null ? ["PUBLIC_URL is not set: utilities cannot reach this address."] : []),
    "",
    ...tableOf([["KEY", "CLIENT", "NOTIFICATIONS", "SCOPE"], ...rows]),
    "",
    "CLIENT says whether METERBOOK_GREEN_BUTTON_CLIENTS has the client of the utility.",
  );
}
