/** Builds what does not run as it lies, or starts faster when it is built: the programs of limited processes, the service, and the dashboard. */
import { buildDashboard } from "./build-dashboard.ts";
import { buildPrograms, buildService } from "./build-programs.ts";

for (const build of [buildPrograms, buildService]) {
  try {
    await build();
  } catch (error) {
    const [reason] = String(error).split("\n");
    console.error(
      `The service runs from its sources and takes longer to start, because it could not be built: ${reason}`,
    );
  }
}
await buildDashboard();
