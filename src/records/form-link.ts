/** Form link: the credential form for one person, and how far it has come. */
import { z } from "zod";
import { PAGE_LANGUAGES } from "./company.ts";
import { text } from "./inputs.ts";
import { Id } from "./scalars.ts";
import { TIMES, Timestamp } from "./wire.ts";

export const FORM_LINK_STATES = ["sent", "opened", "done", "broken", "expired", "ended"] as const;
export type FormLinkState = (typeof FORM_LINK_STATES)[number];

/** Of the mail with a link. */
export const FORM_LINK_MAIL_STATES = ["waiting", "sent", "failed"] as const;
export type FormLinkMailState = (typeof FORM_LINK_MAIL_STATES)[number];

/** In one request. */
export const FORM_LINKS_AT_ONCE_MAX = 500;
/** Shown of one link: a person submits one or two. */
export const LINK_AUTHORIZATIONS_MAX = 50;

const reference = {
  description: "Your name for whom it is sent to, such as the number of a tenant or unit. Several links may have it.",
  example: "unit-12b",
};
const property = {
  description: "The property of the meters found with it. Null: by the printed service address.",
  example: null,
};
const utility = {
  description: "Key of the utility whose login the form asks for. Null: the person chooses.",
  example: "northgate-electric",
};
const language = {
  description: "Language of its pages, unless the person chooses another. Null: that of the company.",
  example: "es",
};
const note = { description: "A note for your own use; the person does not see it.", example: "Called on Monday." };
const email = {
  description: "Where the service sends the link by mail, if mail is set up. Null: you send it yourself.",
  example: "tenant@example.com",
};
const expires = { description: "From then on it opens nothing. Null: it does not expire." };

export const TenantFormLink = z
  .object({
    id: Id.meta({ example: 51 }),
    svc_object_type: z.literal("FormLink"),
    reference: z.string().meta(reference),
    property_id: Id.nullable().meta(property),
    utility: z.string().nullable().meta(utility),
    language: z.enum(PAGE_LANGUAGES).nullable().meta(language),
    note: z.string().nullable().meta(note),
    email: z
      .string()
      .nullable()
      .meta({ ...email, example: null }),
    mail_state: z.enum(FORM_LINK_MAIL_STATES).nullable().meta({
      description:
        "Of the mail with this link. waiting: it is being sent. sent: the mail server took it. failed: it did not take it, the address got several such mails within a day, or the link ended or expired before the mail was sent. Null: no mail was asked for, or no mail is set up.",
      example: null,
    }),
    mailed_at: Timestamp.nullable().meta({ description: "When the mail server took the mail.", example: null }),
    link: z.string().nullable().meta({
      description: "The address to send. Null for a token that may only read, and once it opens nothing any more.",
      example: "http://localhost:8080/form/2.b0w2kfYd6mX0qJ1s.n.mDq1qSfdN27BCKIAwFwarM_fTX4sY7jFzawnl9fDIJ0",
    }),
    state: z.enum(FORM_LINK_STATES).meta({
      description:
        "sent: not opened yet. opened: opened, but not used yet. done: a form was sent. broken: an authorization made through it needs the person again. expired: it was not used in time. ended: you ended it.",
      example: "opened",
    }),
    expires_at: Timestamp.nullable().meta({ ...expires, example: null }),
    opened_at: Timestamp.nullable().meta({ description: "When it was first opened." }),
    submitted_at: Timestamp.nullable().meta({ description: "When a form was last sent through it.", example: null }),
    ended_at: Timestamp.nullable().meta({ description: "When you ended it.", example: null }),
    authorization_ids: z.array(Id).meta({
      description: `The authorizations made through it, ${LINK_AUTHORIZATIONS_MAX} at most.`,
      example: [],
    }),
    ...TIMES,
  })
  .meta({ id: "TenantFormLink", description: "The credential form for one person." });

const end = z.iso
  .datetime({ offset: true })
  .nullable()
  .optional()
  .meta({ ...expires, example: "2027-01-31T00:00:00Z" });

export const NewFormLink = z
  .strictObject({
    reference: text(200).meta(reference),
    property_id: Id.nullable().optional().meta(property),
    utility: text(100).nullable().optional().meta(utility),
    language: z.enum(PAGE_LANGUAGES).nullable().optional().meta(language),
    expires_at: end,
    note: text(1000).nullable().optional().meta(note),
    email: z.email().max(320).nullable().optional().meta(email),
  })
  .meta({ id: "NewFormLink", description: "A form link to make.", example: { reference: "unit-12b", language: "es" } });
export type NewFormLink = z.infer<typeof NewFormLink>;

export const NewFormLinks = z
  .strictObject({ form_links: z.array(NewFormLink).min(1).max(FORM_LINKS_AT_ONCE_MAX) })
  .meta({
    id: "NewFormLinks",
    description: `Up to ${FORM_LINKS_AT_ONCE_MAX} form links to make: all or none.`,
    example: { form_links: [{ reference: "unit-12a" }, { reference: "unit-12b", language: "es" }] },
  });

export const FormLinkRenewal = z.strictObject({ expires_at: end }).meta({
  id: "FormLinkRenewal",
  description: "When the new link expires. Left out: as before, or never if that time is over.",
  example: {},
});

export const FormLinkMail = z.strictObject({ email: z.email().max(320).optional().meta(email) }).meta({
  id: "FormLinkMail",
  description: "Where to send the link. Left out: to the address that it has.",
  example: { email: "tenant@example.com" },
});
