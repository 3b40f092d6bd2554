/** Saves the report of a demo: a page with charts from the new bills. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ApiCaller } from "./api-caller.ts";

const REPORT = "energy_history_detail_report";

/** For the first property. Returns the path of the file; null when no bill has made a property. */
export async function saveReport(caller: ApiCaller, folder: string): Promise<string | null> {
  const [property] = await caller.get<{ id: number }[]>("/properties");
  if (property === undefined) return null;
  const page = await caller.text(`/reports/${REPORT}/${property.id}?format=html`);
  const path = join(folder, "energy-report.html");
  // It contains costs.
  await writeFile(path, page, { mode: 0o600 });
  return path;
}
