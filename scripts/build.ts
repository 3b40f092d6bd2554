/** Builds what does not run as it lies: the dashboard, and the programs of limited processes. */
import { buildDashboard } from "./build-dashboard.ts";
import { buildPrograms } from "./build-programs.ts";

await buildDashboard();
try {
  await buildPrograms();
} catch (error) {
  console.error(`The readers of files could not be built, so each takes longer to start: ${String(error)}`);
}
