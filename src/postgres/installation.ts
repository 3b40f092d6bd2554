/** What stays the same from one server process of a database to the next. */

/** An account of the system; where it may be null, null means our own. */
export interface Account {
  name: string;
  uid: number;
  gid: number;
}

export interface Installation {
  /** The folder that holds everything of the server. */
  home: string;
  /** Real path of the database files. */
  cluster: string;
  /** Folder with `bin`, and the version they are, like `18.4.0-beta.17`. */
  programs: string;
  version: string;
  account: Account | null;
}
