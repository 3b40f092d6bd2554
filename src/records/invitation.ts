/** Invitation: a person whom an owner asks to become a user of the company; as shown, as made, and as the invited person sees it. */
import { z } from "zod";
import { CompanyRoleOfUser, NewPassword } from "./caller.ts";
import { MAIL_LANGUAGES } from "./codes.ts";
import { Id } from "./scalars.ts";
import { TIMES, Timestamp } from "./wire.ts";

const INVITATION_STATES = ["sent", "accepted", "expired", "withdrawn"] as const;
export type InvitationState = (typeof INVITATION_STATES)[number];

/** The name of a user, as typed. */
export const UserName = z.string().trim().min(1).max(200);

export const Invitation = z
  .object({
    id: Id.meta({ example: 4 }),
    company_id: Id,
    email: z.string().meta({ description: "The user name of the future user.", example: "person@example.com" }),
    name: z.string().nullable().meta({ description: "A suggestion for the name.", example: "A person" }),
    company_role: CompanyRoleOfUser,
    state: z.enum(INVITATION_STATES).meta({
      description:
        "sent: the link works. accepted: there is a user. expired: the link ended after seven days and can be renewed. withdrawn: the link ended at once.",
    }),
    invited_by: Id.meta({
      description:
        "The user who made the invitation, or renewed it last. It is withdrawn when that user no longer manages users.",
      example: 5,
    }),
    expires_at: Timestamp.meta({ description: "When the link ends." }),
    mailed_at: Timestamp.nullable().meta({
      description: "When the mail server took the mail with the link; null until then, and where no mail is set up.",
    }),
    accepted_at: Timestamp.nullable().meta({ description: "Null until it is accepted." }),
    user_id: Id.nullable().meta({ description: "The user who was made by it.", example: null }),
    ...TIMES,
  })
  .meta({
    id: "Invitation",
    description: "An invitation to become a user of the company. Its link is not shown again.",
  });

export const MadeInvitation = Invitation.extend({
  link: z.string().meta({
    description:
      "The page on which the invited person chooses a password. Give it to that person; it is not shown again.",
    example: "http://localhost:8080/app/invitation#Zk3vX0qf2b7mT4yN8sLr1cHd6wGpQeJu5aKiV9oBxMz",
  }),
}).meta({ id: "MadeInvitation", description: "The invitation with its link, shown only once." });

export const Language = z
  .enum(MAIL_LANGUAGES)
  .default("en")
  .meta({ description: "The language of the mail.", example: "en" });

export const NewInvitation = z
  .strictObject({
    email: z.email().max(320),
    name: UserName.nullish(),
    company_role: CompanyRoleOfUser,
    language: Language,
  })
  .meta({
    id: "NewInvitation",
    description: "Whom to invite, and as what.",
    example: { email: "new.person@example.com", name: "A person", company_role: "viewer" },
  });

/** The token of a one-time link: the part after `#`. */
export const LinkToken = z
  .string()
  .min(1)
  .max(100)
  .meta({ description: "What follows `#` in the link.", example: "Zk3vX0qf2b7mT4yN8sLr1cHd6wGpQeJu5aKiV9oBxMz" });

export const LinkGiven = z
  .strictObject({ token: LinkToken })
  .meta({ id: "LinkGiven", example: { token: "Zk3vX0qf2b7mT4yN8sLr1cHd6wGpQeJu5aKiV9oBxMz" } });

export const OpenedInvitation = z
  .object({
    company_name: z.string().meta({ example: "Our buildings" }),
    email: z.string().meta({ example: "person@example.com" }),
    name: z.string().nullable().meta({ description: "A suggestion.", example: "A person" }),
    company_role: CompanyRoleOfUser,
    expires_at: Timestamp,
  })
  .meta({ id: "OpenedInvitation", description: "What the invited person is asked to accept." });

export const InvitationAcceptance = z.strictObject({ token: LinkToken, name: UserName, password: NewPassword }).meta({
  id: "InvitationAcceptance",
  description: "The name and the password of the new user.",
  example: {
    token: "Zk3vX0qf2b7mT4yN8sLr1cHd6wGpQeJu5aKiV9oBxMz",
    name: "A person",
    password: "a long passphrase",
  },
});
