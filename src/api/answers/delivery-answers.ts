/** Deliveries as answers: each with the result of its last run and fresh links to its files. */
import type { z } from "zod";
import type { App } from "../../app.ts";
import type { DataDelivery, DeliveredFile } from "../../records/data-delivery.ts";
import type { DataDeliveryRow } from "../../store/deliveries/data-deliveries.ts";
import { listFilesOfDeliveries, type DeliveryFileRow } from "../../store/deliveries/data-delivery-files.ts";
import { listLastRuns, type RunRow } from "../../store/deliveries/data-delivery-runs.ts";
import type { Sql } from "../../store/db.ts";
import { word } from "./wire.ts";

type Parts = Pick<App, "links" | "publicUrl">;

/** Adds the last run and up to this many of the newest files to each delivery (null: all files); keeps the given order. */
export async function wireDataDeliveries(
  app: Parts,
  db: Sql,
  companyId: number,
  rows: DataDeliveryRow[],
  filesShown: number | null,
): Promise<z.infer<typeof DataDelivery>[]> {
  const ids = rows.map(({ id }) => id);
  const runs = await listLastRuns(db, companyId, ids);
  const files = Map.groupBy(
    await listFilesOfDeliveries(db, companyId, ids, filesShown),
    ({ data_delivery_id }) => data_delivery_id,
  );
  return rows.map((row) => wireDataDelivery(app, row, runs.get(row.id), files.get(row.id) ?? []));
}

function wireDataDelivery(
  app: Parts,
  row: DataDeliveryRow,
  run: RunRow | undefined,
  files: DeliveryFileRow[],
): z.infer<typeof DataDelivery> {
  const { company_id: _, slug: __, ...shown } = row;
  return {
    ...shown,
    destination: { ...row.destination },
    state: run === undefined ? null : word(run.state),
    errors: run?.errors ?? null,
    action_required_by: run === undefined ? "none" : word(run.action_required_by),
    files: files.map((file) => wireFile(app, file)),
  };
}

const wireFile = (
  { links, publicUrl }: Parts,
  { company_id, id, name, bytes, sha256 }: DeliveryFileRow,
): z.infer<typeof DeliveredFile> => ({
  name,
  bytes,
  sha256: sha256.toString("hex"),
  expiring_link: `${publicUrl}/files/deliveries/${links.signDeliveryFileLink({ company_id, data_delivery_file_id: id })}`,
  expiresIn: "7d",
});
