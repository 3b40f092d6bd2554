/** Challenge: what a utility asks after the password, for a person to answer. */
import { z } from "zod";
import { CHALLENGE_KINDS } from "./codes.ts";
import { Id } from "./scalars.ts";
import { Timestamp } from "./wire.ts";

export const OpenChallenge = z
  .object({
    id: Id.meta({ example: 5 }),
    kind: z.enum(CHALLENGE_KINDS).meta({
      description:
        "`code`: one that was sent or that an app shows. `question`: a security question. `choice`: one of the options.",
      example: "code",
    }),
    prompt: z.string().meta({
      description: "What the utility says, in its own words.",
      example: "We sent a six-digit code to the phone number ending in 00.",
    }),
    options: z
      .array(z.string())
      .nullable()
      .meta({ description: "What can be chosen; null where the answer is typed.", example: null }),
    expires_at: Timestamp.meta({ description: "From then on a new sign-in is needed, and the utility asks anew." }),
    tries_left: z.number().int().meta({ description: "Answers that may still be given.", example: 3 }),
  })
  .meta({ id: "Challenge", description: "What a utility asks for after the password." });
export type OpenChallenge = z.infer<typeof OpenChallenge>;

export const ChallengeAnswer = z
  .strictObject({
    answer: z.string().trim().min(1).max(500).meta({
      description: "The code, the answer, or one of the options as it stands there. Tried once, then forgotten.",
      example: "123456",
    }),
  })
  .meta({ id: "ChallengeAnswer", description: "A person's answer to a challenge." });
