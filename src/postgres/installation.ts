/** The properties of a database that do not change between its server processes. */

/** A system account; where it may be null, null means our own. */
export interface SystemAccount {
  name: string;
  uid: number;
  gid: number;
}

export interface Installation {
  /** The folder with everything of the server. */
  home: string;
  /** Real path of the database files. */
  cluster: string;
  /** Folder with `bin`, and its version, like `18.4.0-beta.17`. */
  programs: string;
  version: string;
  account: SystemAccount | null;
}
