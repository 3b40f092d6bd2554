/** The parts of npm's lock file, version 3, that are read here; npm's record of an install (`node_modules/.package-lock.json`) has the same form. */

/** The keys of `packages` are paths from the project folder; the empty one is the project. */
export type Packages = Record<string, LockEntry>;

export interface LockEntry {
  /** When it differs from the path: for a workspace, or for a package under another name. */
  name?: string;
  version?: string;
  resolved?: string;
  /** Such as `sha512-` and the hash in base64. */
  integrity?: string;
  license?: string;
  /** A workspace: a link to a folder of the project. */
  link?: boolean;
  /** Only development tools need it. */
  dev?: boolean;
  devOptional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

/** The path of the package that Node loads by this name from `parent`: below it, then next to it, then further up. */
export function findPackage(packages: Packages, parent: string, name: string): string | undefined {
  const steps = parent.split("/node_modules/");
  return [...steps.keys(), steps.length]
    .toReversed()
    .map((depth) => [...steps.slice(0, depth).filter(Boolean), name].join("/node_modules/"))
    .map((path) => (path === name ? `node_modules/${name}` : path))
    .find((path) => packages[path] !== undefined);
}
