/** Builds what does not run as it lies, or starts faster when it is built: the dashboard, the programs of limited processes, and the service. */
import { buildDashboard } from "./build-dashboard.ts";
import { buildPrograms, buildService } from "./build-programs.ts";

await buildDashboard();
for (const build of [buildPrograms, buildService]) {
  try {
    await build();
  } catch (error) {
    console.error(
      `The service could not be built, so it and its readers of files take longer to start: ${String(error)}`,
    );
  }
}
