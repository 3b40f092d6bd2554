/**
 * The catalogue: utilities that people search for although the service may not be able to collect their bills, with public
 * facts of each. It comes with the service as one file and says nothing of what the service can do.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import { US_STATES } from "../domain/us-states.ts";
import { ENERGY_TYPES } from "../records/codes.ts";

/** Its head says what each column and each source means. */
export const CATALOGUE_FILE = fileURLToPath(new URL("../../utilities/us.csv", import.meta.url));

const listOf = <Item extends string>(separator: string, each: z.ZodType<Item, string>) =>
  z
    .string()
    .transform((text) => (text === "" ? [] : text.split(separator)))
    .pipe(z.array(each));

const State = z.string().refine((state) => US_STATES.has(state), "is no state");

const CatalogueRow = z.strictObject({
  /** Never changes: wishes refer to it. A utility with a folder of this key takes the place of the row. */
  key: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  name: z.string().min(1).max(100),
  /** Short names, former names and brands. */
  aliases: listOf("|", z.string().min(1).max(100)),
  /** A host without `www.`, with the beginning of a path where several utilities share it; empty: none is certain. */
  website: z.string().regex(/^(|[a-z0-9-]+(\.[a-z0-9-]+)+(\/[a-z0-9-]+)*)$/),
  states: listOf(" ", State).pipe(z.array(z.string()).min(1)),
  energy_types: listOf(" ", z.enum(ENERGY_TYPES)).pipe(z.array(z.enum(ENERGY_TYPES)).min(1)),
  /** Numbers on Form EIA-861 of the electric companies behind it. */
  eia_ids: listOf(" ", z.string().regex(/^\d+$/)),
  sources: listOf(" ", z.string().regex(/^[a-z0-9]+-\d{4}$/)).pipe(z.array(z.string()).min(1)),
});

export type CatalogueRow = z.infer<typeof CatalogueRow>;

/** @throws when a row is not as the head of the file says; a test reads the file that comes with the service. */
export const parseCatalogue = (text: string): CatalogueRow[] =>
  z.array(CatalogueRow).parse(parse(text, { columns: true, comment: "#", comment_no_infix: true }));

let read: readonly CatalogueRow[] | undefined;

/** The catalogue that comes with the service, read once for all that is opened in this process. */
export const readCatalogue = (): readonly CatalogueRow[] =>
  (read ??= parseCatalogue(readFileSync(CATALOGUE_FILE, "utf8")));
