/** How the dashboard is built: static files under /app, from our own sources and packages alone. */
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: at("."),
  base: "/app/",
  plugins: [react()],
  // The client is used from its source: nothing has to be built before the dashboard.
  resolve: { alias: { "@meterbook/client": at("../client/src/meterbook.ts") } },
  // `npx vite -c web/vite.config.ts` shows changes at once, with the data of a running service.
  server: {
    proxy: Object.fromEntries(
      ["/v1", "/files"].map((path) => [path, process.env["METERBOOK_URL"] ?? "http://localhost:8080"]),
    ),
  },
  build: {
    target: "es2022",
    // Those that know light-dark(): rewritten for older ones it needs a color-scheme that our pages set in another way, and has no colour.
    cssTarget: ["chrome123", "edge123", "firefox120", "safari17.5"],
    // Data addresses would need a wider policy.
    assetsInlineLimit: 0,
    // Every lazy page would preload its charts otherwise.
    modulePreload: { polyfill: false },
    // What every page needs is one file, in place of one for each set of pages that share something.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] } } },
    chunkSizeWarningLimit: 800,
    reportCompressedSize: false,
  },
});
