/** The report that a demo leaves behind: a page that a browser opens, with charts, out of the bills that have just come in. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ApiCaller } from "./api-caller.ts";

const REPORT = "energy_history_detail_report";

/** Of the first property. Gives the path of the file; null where no bill has made a property. */
export async function saveReport(caller: ApiCaller, folder: string): Promise<string | null> {
  const [property] = await caller.get<{ id: number }[]>("/properties");
  if (property === undefined) return null;
  const page = await caller.text(`/reports/${REPORT}/${property.id}?format=html`);
  const path = join(folder, "energy-report.html");
  // It holds what was paid.
  await writeFile(path, page, { mode: 0o600 });
  return path;
}
