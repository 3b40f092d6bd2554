/**
 * Which texts of the repository, and files that they link to, the service serves as documentation, and under which addresses. No
 * others are served; what the pages themselves load is in `assets`.
 */
import { readdir } from "node:fs/promises";

const ROOT = new URL("../../../", import.meta.url);

/** The absolute path of a file. @param file path within the repository */
export const placeOf = (file: string): URL => new URL(file, ROOT);

/** `guide`: how to use the service. `project`: about the code. `decision`: why something was decided. */
export type Section = "guide" | "project" | "decision";

/** A text served as a page, and as Markdown under the same address with `.md`. */
export interface Source {
  section: Section;
  /** Path within the repository. */
  file: string;
  /** Path of its page. */
  path: string;
}

const TEXTS: Source[] = [
  { section: "guide", file: "client/README.md", path: "/docs/client" },
  { section: "project", file: "README.md", path: "/docs/readme" },
  { section: "project", file: "ARCHITECTURE.md", path: "/docs/architecture" },
  { section: "project", file: "CONTRIBUTING.md", path: "/docs/contributing" },
  { section: "project", file: "src/connectors/README.md", path: "/docs/connectors" },
  { section: "project", file: "src/parsers/README.md", path: "/docs/parsers" },
  { section: "project", file: "sandbox/README.md", path: "/docs/sandbox" },
  { section: "project", file: "CHANGELOG.md", path: "/docs/changelog" },
];

/** Folders whose Markdown files are all pages, and the page that lists them. */
const FOLDERS: { section: Section; folder: string; path: string; list: string }[] = [
  { section: "guide", folder: "docs", path: "/docs", list: "/docs/guides" },
  { section: "decision", folder: "docs/decisions", path: "/docs/decisions", list: "/docs/decisions" },
];

const PLAIN = "text/plain; charset=utf-8";

/** Of the tour, in the order of its steps; `scripts/write-tour.ts` takes them. */
const TOUR = ["overview", "property", "month", "why", "lines", "bill"];

/** Files that the texts link to and show, served unchanged. */
export const FILES: { file: string; path: string; type: string }[] = [
  { file: ".env.example", path: "/docs/files/env.example", type: PLAIN },
  { file: "LICENSE", path: "/docs/files/LICENSE", type: PLAIN },
  { file: "src/formats/espi/sample-feed.xml", path: "/docs/files/sample-feed.xml", type: "application/xml" },
  { file: "client/test-vectors/webhooks.json", path: "/docs/files/webhooks.json", type: "application/json" },
  { file: "docs/journey.svg", path: "/docs/files/journey.svg", type: "image/svg+xml" },
  { file: "docs/report.png", path: "/docs/files/report.png", type: "image/png" },
  ...TOUR.map((name) => ({
    file: `docs/pictures/tour-${name}.webp`,
    path: `/docs/files/tour-${name}.webp`,
    type: "image/webp",
  })),
];

/** Every text; those of folders in order of name. */
export async function listTexts(): Promise<Source[]> {
  const inFolders = FOLDERS.map(async ({ section, folder, path }) => {
    const names = (await readdir(placeOf(folder))).filter((name) => name.endsWith(".md")).sort();
    return names.map((name) => ({
      section,
      file: `${folder}/${name}`,
      path: `${path}/${name.slice(0, -".md".length)}`,
    }));
  });
  return [...TEXTS, ...(await Promise.all(inFolders)).flat()];
}

/** Address of a path within the repository; undefined when it is not served. */
export type AddressOf = (file: string) => Address | undefined;

export interface Address {
  path: string;
  /** A page that also exists as Markdown. */
  isText: boolean;
}

export function addressesOf(texts: Source[]): AddressOf {
  const addresses = new Map<string, Address>([
    ...FILES.map(({ file, path }) => [file, { path, isText: false }] as const),
    ...FOLDERS.map(({ folder, list }) => [folder, { path: list, isText: false }] as const),
    ...texts.map(({ file, path }) => [file, { path, isText: true }] as const),
  ]);
  return (file) => addresses.get(file);
}
