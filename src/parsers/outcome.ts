/** The result of a reader process for one file: what it was asked for, or the one fault of the file. */

export interface FileFinding {
  name: string;
  severity: "error";
  detail: string;
}

export interface Failure {
  ok: false;
  finding: FileFinding;
}

export type Outcome<Good> = Good | Failure;

/** The result for a file that cannot be read. */
export const unreadable = (name: string, detail: string): Failure => ({
  ok: false,
  finding: { name, severity: "error", detail },
});

/** A fault of the file, thrown inside a reader process and turned into a result at its boundary. */
export class Unreadable extends Error {
  override name = "Unreadable";
  readonly finding: FileFinding;
  constructor(name: string, detail: string) {
    super(detail);
    this.finding = unreadable(name, detail).finding;
  }
}
