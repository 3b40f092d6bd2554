/** A value that is revealed only by an explicit call: JSON, logs, templates and debuggers get `[redacted]`. */
import { inspect } from "node:util";

const REDACTED = "[redacted]";

/** Holds one secret text in a private field, so that no walk over properties finds it. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  /** The text itself. Keep it only for its one use; never put it into an error or a log. */
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
