/**
 * The credential that a command signs in with, and the answers to what a portal asks besides. A password is never an argument,
 * which other programs of the machine could read.
 */
import type { Credential } from "../../connectors/contract.ts";
import type { Question } from "../../domain/portals/second-factor-answers.ts";
import { StartError } from "../../errors.ts";
import { say, type Io } from "../io.ts";

/** The variable that holds the password where there is no terminal. */
export const PASSWORD_VARIABLE = "UTILITY_PASSWORD";

export const PASSWORD_HELP = `
The password is asked without being shown; or it is the variable ${PASSWORD_VARIABLE}, or the first line of standard input. Where the
portal asks for a code, it is asked, too; without a terminal each answer is the next line of standard input.`;

/** @throws StartError without a password */
export async function readPassword(io: Io, label: string, variable = PASSWORD_VARIABLE): Promise<string> {
  const asked = async () => (io.in.isTerminal ? io.in.typedLine(`${label}: `, { isSecret: true }) : io.in.nextLine());
  const given = io.env[variable] ?? (await asked());
  if (given === null || given === "")
    throw new StartError(`No password was given: set ${variable}, or type it when you are asked.`);
  return given;
}

const NOBODY_ANSWERS =
  "There is no answer: type it at a terminal, or give it as a line of standard input, after that of the password if that is there, too.";

/** The portal's question as a person reads it. */
export function questionText({ kind, prompt, options }: Question): string {
  const choices = options?.map((option, at) => `\n  ${at + 1}  ${option}`).join("") ?? "";
  return `The portal asks: ${prompt}${choices}${kind === "approval" ? "\nType approved when that is done." : ""}`;
}

/** What a person answers to the question, which has been shown; an option may be given by its number. Null, after a sentence, when the input has ended. */
export async function readAnswer(io: Io, { options }: Question): Promise<string | null> {
  const line = await (io.in.isTerminal ? io.in.typedLine("Answer: ", { isSecret: false }) : io.in.nextLine());
  const given = line?.trim() ?? "";
  if (given !== "") return options?.[Number(given) - 1] ?? given;
  say(io, NOBODY_ANSWERS);
  return null;
}

export const credentialOf = (username: string, password: string): Credential => ({
  username,
  password,
  twoFactorInstructions: null,
  other_details: null,
});
