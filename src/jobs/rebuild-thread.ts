/** A thread of a rebuild: works in parallel to the service within its own memory limit, and ends after the last part. */
import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "../store/db.ts";
import { rebuildParts, takenBy, type RebuildOrder } from "./rebuild.ts";

// Passed by rebuild-job.ts, which starts the thread.
const order = workerData as RebuildOrder;
const db = openDatabase(order.databaseUrl);
try {
  await rebuildParts({ db }, order.companyId, takenBy(order), (made) => parentPort?.postMessage(made, []));
} finally {
  await db.destroy();
}
