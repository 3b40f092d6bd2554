/** The files that the documentation pages load: a fixed list, each under a name that changes with its content. */
import { readFile } from "node:fs/promises";
import { hash } from "node:crypto";
import { FOREVER, publish, type Published } from "../answers/published.ts";

const ours = (name: string) => new URL(name, import.meta.url);

const JS = "text/javascript; charset=utf-8";
const CSS = "text/css; charset=utf-8";

const FILES = {
  "swagger-ui.js": { at: new URL(import.meta.resolve("swagger-ui-dist/swagger-ui-bundle.js")), type: JS },
  "swagger-ui.css": { at: new URL(import.meta.resolve("swagger-ui-dist/swagger-ui.css")), type: CSS },
  "reference.js": { at: ours("reference.js"), type: JS },
  "reference.css": { at: ours("reference.css"), type: CSS },
  "icon.svg": { at: ours("icon.svg"), type: "image/svg+xml" },
  // The colors are shared with the pages of reports.
  "docs.css": { at: [ours("../../formats/html/colors.css"), ours("docs.css")], type: CSS },
};

export interface Assets {
  /** The path from which a page loads a file. */
  pathOf(name: keyof typeof FILES): string;
  /** By the last segment of that path. */
  find(name: string): Published | undefined;
}

const DIGEST_LETTERS = 12;

/** Reads and compresses all of them. */
export async function openAssets(): Promise<Assets> {
  const paths = new Map<string, string>();
  const files = new Map<string, Published>();
  await Promise.all(
    Object.entries(FILES).map(async ([name, { at, type }]) => {
      const bytes = Buffer.concat(await Promise.all([at].flat().map((file) => readFile(file))));
      const unique = `${hash("sha256", bytes, "hex").slice(0, DIGEST_LETTERS)}-${name}`;
      paths.set(name, `/docs/assets/${unique}`);
      files.set(unique, await publish(bytes, { "content-type": type, "cache-control": FOREVER }));
    }),
  );
  return {
    pathOf: (name) => paths.get(name) ?? "",
    find: (name) => files.get(name),
  };
}
