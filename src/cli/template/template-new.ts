/** `meterbook template new`: drafts a template from a bill, to standard output or into the folder of a utility. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { countOf } from "../../domain/text.ts";
import { StartError } from "../../errors.ts";
import { createBillReader } from "../../parsers/bill-reader.ts";
import { draftOf, type Draft } from "../../utilities/draft/draft.ts";
import { readPagesOf } from "../../utilities/read-bill.ts";
import { CARD_FILE, TEMPLATES_FOLDER } from "../../utilities/read-folder.ts";
import { print, say, type Io } from "../io.ts";

export interface DraftOptions {
  into?: string;
  name?: string;
}

/** Exit code 1: the bill cannot be read. @throws StartError when the template exists already */
export async function draftTemplate(io: Io, file: string, { into, name }: DraftOptions): Promise<number> {
  const reader = createBillReader({ processes: 1 });
  try {
    const read = await readPagesOf(file, reader);
    if (!read.ok) {
      say(io, `${file}: ${read.finding.name}: ${read.finding.detail}`);
      return 1;
    }
    const draft = draftOf(read.pages, name);
    if (into === undefined) print(io, draft.yaml.trimEnd());
    else write(io, resolve(into), draft, file);
    say(io, `${countOf(draft.doubts.length, "place")} to look at, each marked LOOK.`);
    return 0;
  } finally {
    await reader.close();
  }
}

/** The key of a utility is the name of its folder, whatever the bill is called. */
function write(io: Io, folder: string, { key, name, isNamed, energy_type, yaml }: Draft, bill: string): void {
  const own = basename(folder);
  const template = join(folder, TEMPLATES_FOLDER, `${own}.yaml`);
  if (existsSync(template)) throw new StartError(`${template} exists already: a draft takes the place of nothing.`);
  mkdirSync(join(folder, TEMPLATES_FOLDER), { recursive: true });
  writeFileSync(template, yaml.replace(`\nid: ${key}\n`, `\nid: ${own}\n`));
  const card = join(folder, CARD_FILE);
  if (!existsSync(card)) {
    const zone = Temporal.Now.timeZoneId();
    const look = isNamed ? "" : " # LOOK: the name that people see, on bills and accounts";
    const lines = [`key: ${own}`, `name: ${JSON.stringify(name)}${look}`, `energy_types: [${energy_type}]`];
    writeFileSync(card, `${lines.join("\n")}\ntime_zone: ${zone} # LOOK: where the utility is\n`);
    print(io, `Wrote ${card}`);
  }
  print(io, `Wrote ${template}`, `Try it: npx meterbook template try ${bill} --template ${template}`);
}
