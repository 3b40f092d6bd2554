/** The settings of the browsers for portals whose pages only a browser can show. None starts before a recipe needs one. */
import { count, path, setting } from "./forms.ts";

export const BROWSER_SETTINGS = {
  browser: setting({
    name: "METERBOOK_BROWSER",
    schema: path,
    fallback: null,
    form: "a path",
    sentence:
      "Chrome or Chromium, for portals that need a browser; see docs/operate.md. Absent: an installed one, else on Linux the one that comes with the service.",
  }),
  browsersAtOnce: count(
    "METERBOOK_BROWSERS_AT_ONCE",
    { min: 1, max: 8, fallback: "1" },
    "Browsers that this process runs at the same time. Visits share one; with more, a visit whose page misbehaves disturbs fewer others.",
  ),
  browserVisitsAtOnce: count(
    "METERBOOK_BROWSER_VISITS_AT_ONCE",
    { min: 1, max: 20, fallback: "2" },
    "Visits with a browser that this process makes at the same time; others wait for their turn.",
  ),
  browserMemoryMegabytes: count(
    "METERBOOK_BROWSER_MEMORY_MB",
    { min: 300, max: 16_000, fallback: "1500" },
    "Memory of one browser with all its processes, in megabytes, measured on Linux. One that uses more is ended, and its visits are tried again later.",
  ),
};
