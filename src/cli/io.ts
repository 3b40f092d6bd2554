/** What a command has of its process. The process itself is in the entry alone (`call.ts` and `enter.ts`), so that a command is a function that a test can call. */
import { createLog, type Log } from "../log.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where text goes; a terminal says that it is one. */
export type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number; hasColors?: () => boolean };

export interface Input {
  /** Whether a person sits at a terminal. */
  isTerminal: boolean;
  /** A line that a person types, shown or not; empty when the person ends the input (Ctrl+D). */
  typedLine(question: string, options: { isSecret: boolean; signal?: AbortSignal }): Promise<string>;
  /** The next line that is piped in; null after the last one. */
  nextLine(): Promise<string | null>;
}

export interface Io {
  /** Results. */
  out: Output;
  /** Progress, questions and refusals. */
  error: Output;
  in: Input;
  /** The settings: of the environment, and of the file .env. */
  env: Environment;
  /** Until the returned function is called, Ctrl+C does not end the process, but calls `stop` so that the command ends in order. */
  onInterrupt(stop: () => void): () => void;
}

/** A command: it gets the arguments after its name, and returns its exit code. */
export type Run = (args: readonly string[], io: Io) => Promise<number>;

/** Writes lines of the result. */
export const print = ({ out }: Pick<Io, "out">, ...lines: string[]): void => void out.write(`${lines.join("\n")}\n`);

/** Tells the person something that is no result. */
export const say = ({ error }: Pick<Io, "error">, sentence: string): void => void error.write(`${sentence}\n`);

/** For parts of the service that a command uses: what they log as an error. */
export const errorLog = ({ error }: Pick<Io, "error">): Log =>
  createLog({ level: "error", write: (line) => void error.write(line) });
