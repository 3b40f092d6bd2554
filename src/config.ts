/** The settings of the service, read once at the start. The only reader of settings in the environment. */
import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import type { z } from "zod";
import type { Setting } from "./settings/forms.ts";
import { SETTINGS } from "./settings/settings.ts";

/** Read by commands that ask a running service: set in a shell, or in the `.env` that the service reads too. */
const OF_COMMANDS = ["METERBOOK_URL", "METERBOOK_TOKEN"];
const KNOWN = new Set<string>([...Object.values(SETTINGS).map(({ name }) => name), ...OF_COMMANDS]);

type Value<S> = S extends Setting<infer T, infer Fallback> ? T | (Fallback & null) : never;

/** The settings as the service uses them; `null` where one without a default is absent. */
export type Config = { [K in keyof typeof SETTINGS]: Value<(typeof SETTINGS)[K]> };

/** Settings that are only useful together. */
const TOGETHER: (keyof Config)[][] = [
  ["adminEmail", "adminPassword"],
  ["s3Endpoint", "s3Bucket", "s3AccessKeyId", "s3SecretAccessKey"],
  ["modelUrl", "modelName"],
  ["smtpServer", "mailFrom"],
  ["modelInputPrice", "modelOutputPrice"],
];

/** Settings that exclude each other. */
const APART: [keyof Config, keyof Config][] = [
  ["sandboxPort", "sandboxUrl"],
  ["filesDir", "s3Endpoint"],
];

/**
 * A portal on a private network may be visited without https, and only its author should be able to send it there: anyone who reaches
 * the service could otherwise make it look at the operator's network and send passwords in the clear.
 */
function ownPortalsInPublic({ ownPortals, publicUrl }: Config): string[] {
  if (ownPortals.length === 0 || publicUrl === null || isOfThisMachine(publicUrl)) return [];
  const { name } = SETTINGS.ownPortals;
  return [`${name} is for authors on their own machine: it cannot be set with a PUBLIC_URL that others reach.`];
}

const isOfThisMachine = (url: string): boolean =>
  ["localhost", "127.0.0.1", "[::1]"].includes(URL.parse(url)?.hostname ?? "");

function bothSet(config: Config, [one, other]: [keyof Config, keyof Config]): string[] {
  if (config[one] === null || config[other] === null) return [];
  return [`${SETTINGS[one].name} and ${SETTINGS[other].name} exclude each other: set one of them.`];
}

/** A sentence when some of them are set and others are not. */
function halfSet(config: Config, keys: (keyof Config)[]): string[] {
  const missing = keys.filter((key) => config[key] === null).map((key) => SETTINGS[key].name);
  if (missing.length === 0 || missing.length === keys.length) return [];
  const names = new Intl.ListFormat("en").format(keys.map((key) => SETTINGS[key].name));
  return [`${names} go together: set all or none. Not set: ${missing.join(", ")}.`];
}

/** What processes on one database must have in common, by name of the setting. */
export function sharedValues(config: Config): Record<string, unknown> {
  const shared = Object.entries(SETTINGS).filter(([, { shared: isShared }]) => isShared === true);
  // Each key of the table is one of the settings.
  return Object.fromEntries(shared.map(([key, { name }]) => [name, config[key as keyof Config]]));
}

/** Wrong settings: each sentence names one, and none repeats its value. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** Turns environment texts into settings. @throws ConfigError naming every wrong one. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const problems: string[] = [];
  const entries = Object.entries(SETTINGS).map(([key, { name, schema, fallback, form }]) => {
    const given = environment[name];
    const value = given === undefined || given === "" ? fallback : given;
    if (value === null) return [key, null];
    const parsed = (schema as z.ZodType).safeParse(value);
    if (!parsed.success) problems.push(`${name} must be ${form}.`);
    return [key, parsed.data];
  });
  for (const name of Object.keys(environment)) {
    if (name.startsWith("METERBOOK_") && !name.startsWith("METERBOOK_TEST_") && !KNOWN.has(name)) {
      problems.push(`${name} is not a setting: .env.example lists all of them.`);
    }
  }
  // Every key of SETTINGS was read above, by its own schema.
  const config = Object.fromEntries(entries) as Config;
  if (problems.length === 0) {
    problems.push(
      ...TOGETHER.flatMap((keys) => halfSet(config, keys)),
      ...APART.flatMap((keys) => bothSet(config, keys)),
      ...ownPortalsInPublic(config),
    );
  }
  if (problems.length > 0) throw new ConfigError(problems.join(" "));
  return config;
}

/** The environment of this process, over the `.env` file of the working folder if it exists. */
export function environmentWithFile(path = ".env"): Record<string, string | undefined> {
  try {
    return { ...parseEnv(readFileSync(path, "utf8")), ...process.env };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { ...process.env };
    throw new ConfigError(`The file ${path} cannot be read.`, { cause: error });
  }
}

/** The text of `.env.example`: every setting with its sentence, none of them set. */
export function envExample(): string {
  const blocks = Object.values(SETTINGS).map(
    ({ name, sentence, form, fallback }) => `# ${sentence}\n# Form: ${form}.\n# ${name}=${fallback ?? ""}\n`,
  );
  return `# Settings of Meterbook. Copy to .env, take the # away before those you set.\n\n${blocks.join("\n")}`;
}
