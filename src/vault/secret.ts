/** A value that shows itself only when asked by name: JSON, logs, templates and debuggers get `[redacted]`. */
import { inspect } from "node:util";

const REDACTED = "[redacted]";

/** Holds one secret text. The field is private to the language, so no walk over properties finds it. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  /** The text itself. Keep it no longer than its one use; never put it in an error or a log. */
  reveal(): string {
    return this.#value;
  }
  toString(): string {
    return REDACTED;
  }
  toJSON(): string {
    return REDACTED;
  }
  [inspect.custom](): string {
    return REDACTED;
  }
}
