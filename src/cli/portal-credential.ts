/** The credential that a command signs in with. A password is never an argument, which other programs of the machine could read. */
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import type { Credential } from "../connectors/contract.ts";
import { StartError } from "../errors.ts";

/** The variable that holds the password where there is no terminal. */
export const PASSWORD_VARIABLE = "UTILITY_PASSWORD";

export const PASSWORD_HELP = `\nThe password is asked without being shown; or it is the variable ${PASSWORD_VARIABLE}, or the first line of standard input.`;

const silent = new Writable({ write: (_chunk, _encoding, done) => done() });

/** A line that is typed, shown or not; null without a terminal. */
export async function ask(question: string, { isSecret }: { isSecret: boolean }): Promise<string | null> {
  if (!process.stdin.isTTY) return null;
  process.stderr.write(question);
  const lines = createInterface({ input: process.stdin, output: isSecret ? silent : process.stderr, terminal: true });
  try {
    return await lines.question("");
  } finally {
    lines.close();
    if (isSecret) process.stderr.write("\n");
  }
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) return line;
  return "";
}

/** @throws StartError without a password */
export async function readPassword(label: string, variable = PASSWORD_VARIABLE): Promise<string> {
  const given = process.env[variable] ?? (await ask(`${label}: `, { isSecret: true })) ?? (await firstLine());
  if (given === "") throw new StartError(`No password was given: set ${variable}, or type it when you are asked.`);
  return given;
}

export const credentialOf = (username: string, password: string): Credential => ({
  username,
  password,
  twoFactorInstructions: null,
  other_details: null,
});
