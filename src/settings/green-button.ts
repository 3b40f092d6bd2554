/** The setting with the operator's registrations for Green Button Connect: one client at each utility. */
import { z } from "zod";
import { setting } from "./forms.ts";

const client = z.strictObject({
  /** The key of a utility with `green-button.yaml`. */
  utility: z.string().min(1).max(100),
  client_id: z.string().min(1).max(500),
  client_secret: z.string().min(1).max(2000),
});

/** JSON text to clients, at most one for a utility. */
const clients = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue("no JSON");
      return z.NEVER;
    }
  })
  .pipe(z.array(client))
  .refine((all) => new Set(all.map(({ utility }) => utility)).size === all.length);

export const GREEN_BUTTON_SETTINGS = {
  greenButtonClients: setting({
    name: "METERBOOK_GREEN_BUTTON_CLIENTS",
    schema: clients,
    fallback: "[]",
    form: 'JSON such as [{"utility":"greenfield-energy","client_id":"…","client_secret":"…"}], each utility once',
    sentence:
      "What utilities gave you at the registration for Green Button Connect; needs PUBLIC_URL. See docs/green-button-connect.md.",
    secret: true,
    shared: true,
  }),
};
