/** Deliveries as answers: each with the result of its last run and fresh links to its files. */
import type { z } from "zod";
import type { App } from "../../app.ts";
import { RUN_DETAILS, type DataDelivery, type DeliveredFile, type RunDetail } from "../../records/data-delivery.ts";
import type { DataDeliveryRow } from "../../store/deliveries/data-deliveries.ts";
import { listFilesOfDeliveries, type DeliveryFileRow } from "../../store/deliveries/data-delivery-files.ts";
import { listLastRuns, type RunRow } from "../../store/deliveries/data-delivery-runs.ts";
import { listRecipients, type RecipientRow } from "../../store/deliveries/delivery-recipients.ts";
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
  const mailed = rows.filter(({ destination }) => destination.kind === "email").map(({ id }) => id);
  const people = Map.groupBy(
    mailed.length === 0 ? [] : await listRecipients(db, companyId, mailed),
    ({ data_delivery_id }) => data_delivery_id,
  );
  return rows.map((row) =>
    wireDataDelivery(app, row, {
      run: runs.get(row.id),
      files: files.get(row.id) ?? [],
      people: people.get(row.id) ?? [],
    }),
  );
}

function wireDataDelivery(
  app: Parts,
  row: DataDeliveryRow,
  { run, files, people }: { run: RunRow | undefined; files: DeliveryFileRow[]; people: RecipientRow[] },
): z.infer<typeof DataDelivery> {
  const { company_id: _, slug: __, ...shown } = row;
  return {
    ...shown,
    destination: { ...row.destination },
    state: run === undefined ? null : word(run.state),
    status_detail: detailOf(run),
    errors: run?.errors ?? null,
    error_about: run?.error_about ?? null,
    recipients: wireRecipients(row, people),
    action_required_by: run === undefined ? "none" : word(run.action_required_by),
    files: files.map((file) => wireFile(app, file)),
  };
}

/** The outcome of a run is written with a word of this list. */
const detailOf = (run: RunRow | undefined): RunDetail | null =>
  RUN_DETAILS.find((detail) => detail === run?.status_detail) ?? null;

/** An address that no mail was sent to yet has no row. */
function wireRecipients(
  { destination }: DataDeliveryRow,
  people: RecipientRow[],
): z.infer<typeof DataDelivery>["recipients"] {
  if (destination.kind !== "email") return [];
  const known = new Map(people.map((person) => [person.address, person]));
  return destination.to.map((address) => {
    const person = known.get(address.toLowerCase());
    const last_mailed_at = person?.last_mailed_at ?? null;
    if (person?.is_stopped === true) return { address, state: "stopped", since: person.stopped_at, last_mailed_at };
    if (person === undefined || person.refused_at === null)
      return { address, state: "active", since: null, last_mailed_at };
    return { address, state: "refused", since: person.refused_at, last_mailed_at };
  });
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
