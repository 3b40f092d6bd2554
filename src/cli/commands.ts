/** The commands by name. Each is loaded when it is called: all of them take longer to load than most of them run. */
import type { Run } from "./io.ts";

export const COMMANDS: Readonly<Record<string, () => Promise<{ run: Run }>>> = {
  audit: () => import("./installation/audit.ts"),
  "copy-files": () => import("./installation/copy-files.ts"),
  demo: () => import("./demo/demo.ts"),
  import: () => import("./import/import.ts"),
  read: () => import("./template/read.ts"),
  rebuild: () => import("./installation/rebuild.ts"),
  reread: () => import("./installation/reread.ts"),
  template: () => import("./template/template.ts"),
  user: () => import("./installation/user.ts"),
  utilities: () => import("./utility/utilities.ts"),
  utility: () => import("./utility/utility.ts"),
  weather: () => import("./installation/weather.ts"),
};
