/** A thread of a rebuild: computes beside the service and beside its like, within a memory of its own, and ends with the last part. */
import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "../store/db.ts";
import { takenBy, type RebuildOrder } from "./rebuild-order.ts";
import { rebuildParts } from "./rebuild.ts";

// Whoever starts the thread hands it this (rebuild-job.ts).
const order = workerData as RebuildOrder;
const db = openDatabase(order.databaseUrl);
try {
  await rebuildParts({ db }, order.companyId, takenBy(order), (made) => parentPort?.postMessage(made, []));
} finally {
  await db.destroy();
}
