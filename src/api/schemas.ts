/** What endpoints share: the type of their server, ids in paths, and the short answers that confirm an action. */
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { KNOWN_METADATA_TEXT } from "../records/metadata.ts";
import { Id } from "../records/scalars.ts";

/** A server whose routes take their types from their schemas. */
export type Server = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** An id in a path. A value that is not a positive whole number is an id that no record has. */
export const PathId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .refine(Number.isSafeInteger);

export const IdPath = z.object({ id: PathId });

/** Any object: what a client stores as metadata. `readMetadata` checks its limits. */
export const MetadataBody = z.unknown().meta({
  type: "object",
  additionalProperties: true,
  description: `Replaces the whole metadata of the record. At most 64 KB and 16 levels. For properties and meters, keys that the service reads must have their form: ${KNOWN_METADATA_TEXT}. All other keys are free.`,
  example: { cost_center: "4100", tags: ["lab"] },
});

export const Done = z
  .object({
    message: z.string().meta({ description: "What was done, in a sentence.", example: "It is done." }),
    success: z.literal(true),
  })
  .meta({ id: "Done", description: "Confirms the action." });

export const DoneWithId = Done.extend({ id: Id }).meta({
  id: "DoneWithId",
  description: "Confirms the action on this record.",
});
