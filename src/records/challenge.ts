/** Challenge: what a utility asks after the password; a user must answer it. */
import { z } from "zod";
import { CHALLENGE_KINDS } from "./codes.ts";
import { Id } from "./scalars.ts";
import { Timestamp } from "./wire.ts";

/** What becomes of a code that comes by mail. */
export const CODE_MAILS = ["waiting", "not_found", "mailbox_failing"] as const;
export type CodeMail = (typeof CODE_MAILS)[number];

export const OpenChallenge = z
  .object({
    id: Id.meta({ example: 5 }),
    kind: z.enum(CHALLENGE_KINDS).meta({
      description:
        "`code`: a code that was sent or that an app shows. `question`: a security question. `choice`: one of the options. `approval`: approved by the person in the utility's own app; the answer is `approved`.",
      example: "code",
    }),
    prompt: z.string().meta({
      description: "The text of the utility.",
      example: "We sent a six-digit code to the phone number ending in 00.",
    }),
    options: z
      .array(z.string())
      .nullable()
      .meta({ description: "The options of a choice; null when the answer is typed.", example: null }),
    expires_at: Timestamp.meta({ description: "After this a new sign-in is needed, and the utility asks again." }),
    tries_left: z.number().int().meta({ description: "How many answers can still be tried.", example: 3 }),
    code_mail: z.enum(CODE_MAILS).nullable().meta({
      description:
        "waiting: the service waits for the mail with the code, and answers by itself; a person who has the code may be faster. not_found: no mail with a code came in time. mailbox_failing: the mailbox cannot be read. Null: the code is not read from a mailbox.",
      example: null,
    }),
  })
  .meta({ id: "Challenge", description: "What a utility asks after the password." });
export type OpenChallenge = z.infer<typeof OpenChallenge>;

export const ChallengeAnswer = z
  .strictObject({
    answer: z.string().trim().min(1).max(500).meta({
      description:
        "The code, the answer, or the exact text of one of the options; of an approval, `approved`. Tried once, then deleted.",
      example: "123456",
    }),
  })
  .meta({ id: "ChallengeAnswer", description: "A user's answer to a challenge." });
