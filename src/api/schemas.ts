/** What endpoints have in common: ids in paths, and the short answers that say that something was done. */
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

/** An id in a path. Whatever is no positive whole number is simply the id of nothing. */
export const PathId = z
  .string()
  .regex(/^[1-9]\d{0,15}$/)
  .transform(Number)
  .refine(Number.isSafeInteger);

export const IdPath = z.object({ id: PathId });
export const DeliveryPath = z.object({ id: PathId, delivery_id: PathId });

/** Any object: what a client keeps as metadata. Its limits are checked by `readMetadata`. */
export const MetadataBody = z.unknown().meta({
  type: "object",
  additionalProperties: true,
  description: `Becomes the metadata of the record, whole. 64 KB and 16 levels at most. Of properties and meters, keys that the service reads are held to their form: ${KNOWN_METADATA_TEXT}. All others are free.`,
  example: { cost_center: "4100", tags: ["lab"] },
});

export const Done = z
  .object({
    message: z.string().meta({ description: "What was done, in a sentence.", example: "It is done." }),
    success: z.literal(true),
  })
  .meta({ id: "Done", description: "It was done." });

export const DoneWithId = Done.extend({ id: Id }).meta({
  id: "DoneWithId",
  description: "It was done to this record.",
});
