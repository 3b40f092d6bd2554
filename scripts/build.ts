/** Builds what starts faster when it is built, the programs of limited processes and the service, and the dashboard, which must be built. */
import { buildDashboard } from "./build-dashboard.ts";
import { buildPrograms, buildService } from "./build-programs.ts";

const CODE = { "The readers of files": buildPrograms, "The service and its commands": buildService };

for (const [what, build] of Object.entries(CODE)) {
  try {
    await build();
  } catch (error) {
    const [reason] = String(error).split("\n");
    console.error(`${what} could not be built. They run from their sources, and take longer to start: ${reason}`);
  }
}
await buildDashboard();
