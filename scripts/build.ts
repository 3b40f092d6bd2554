/** Builds what the service serves and does not run as it lies: the dashboard. */
import { buildDashboard } from "./build-dashboard.ts";

await buildDashboard();
