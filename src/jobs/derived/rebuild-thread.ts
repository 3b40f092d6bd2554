/** A thread of rebuilds: takes part in one rebuild after the other, parallel to the service and within its own memory limit. */
import { parentPort } from "node:worker_threads";
import { openDatabase } from "../../store/db.ts";
import { rebuildParts, takenBy, type RebuildOrder, type RebuiltPart } from "./rebuild.ts";

/** `null`: there is no part left, and the thread waits for the next rebuild. An error ends the thread. */
export type ThreadMessage = RebuiltPart | null;

const post = (message: ThreadMessage) => parentPort?.postMessage(message, []);

parentPort?.on("message", (order: RebuildOrder) => void takePart(order));

async function takePart(order: RebuildOrder): Promise<void> {
  const db = openDatabase(order.databaseUrl);
  try {
    await rebuildParts({ db }, order.companyId, takenBy(order), post);
  } finally {
    await db.destroy();
  }
  post(null);
}
