/** Keeps the files of bills that a trial fetches, as they are, for somebody who writes their template: for the owner's eyes alone. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { FetchedFile, PortalAccount, PortalDocument } from "../../connectors/contract.ts";
import { sniff } from "../../parsers/sniff.ts";

export interface KeepBill {
  folder: string;
  count(): number;
  add(account: PortalAccount, document: PortalDocument, file: FetchedFile): void;
}

/** Of a name of a file, in letters. */
const NAME_MAX = 60;
const ENDS: Record<string, string> = { pdf: "pdf", image: "png", html: "html", zip: "zip", xml: "xml" };

/** Letters that every file system takes: a portal chooses ids and numbers. */
const plain = (text: string): string => text.replaceAll(/[^A-Za-z0-9-]+/g, "-").slice(0, NAME_MAX);

/** Files are named by account, day and id, such as `100-1-2026-10-04-a1x5.pdf`. */
export function keepBills(into: string): KeepBill {
  const folder = resolve(into);
  const written = new Set<string>();
  return {
    folder,
    count: () => written.size,
    add({ acct_num }, { date, external_id }, { bytes }) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const [start, end] = [`${plain(acct_num)}-${date}-${plain(external_id)}`, ENDS[sniff(bytes)] ?? "bin"];
      // Ids that differ may be alike in plain letters, and no bill may take the place of another.
      let name = `${start}.${end}`;
      for (let n = 2; written.has(name); n += 1) name = `${start}-${n}.${end}`;
      const file = join(folder, name);
      writeFileSync(file, bytes, { mode: 0o600 });
      // The mode counts for a new file alone.
      chmodSync(file, 0o600);
      written.add(name);
    },
  };
}
