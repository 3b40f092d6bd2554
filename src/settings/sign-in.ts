/** The settings that say who may sign in and how, and whose programs may call from a browser. */
import { z } from "zod";
import { identityProviders } from "./identity-providers.ts";
import { PASSWORD_MIN } from "../records/caller.ts";
import { origins, setting, yesNo } from "./forms.ts";

export const SIGN_IN_SETTINGS = {
  adminEmail: setting({
    name: "METERBOOK_ADMIN_EMAIL",
    schema: z.email(),
    fallback: null,
    form: "an e-mail address",
    sentence: "E-mail of the first admin, created when there is none yet. Absent: a one-time link is printed.",
  }),
  adminPassword: setting({
    name: "METERBOOK_ADMIN_PASSWORD",
    schema: z.string().min(PASSWORD_MIN),
    fallback: null,
    form: `at least ${PASSWORD_MIN} characters`,
    sentence: "Password of the first admin; goes with METERBOOK_ADMIN_EMAIL.",
    secret: true,
  }),
  requireAdminAuthenticator: setting({
    name: "METERBOOK_REQUIRE_ADMIN_AUTHENTICATOR",
    schema: yesNo,
    fallback: "false",
    form: "true or false",
    sentence: "An admin without an authenticator app acts as a user until one is set up; see docs/sign-in.md.",
  }),
  allowedOrigins: setting({
    name: "METERBOOK_ALLOWED_ORIGINS",
    schema: origins,
    fallback: "",
    form: "origins such as https://app.example.com, separated by commas",
    sentence: "Websites whose programs may call the API from a browser; see docs/operate.md. Absent: none.",
  }),
  oidcIssuers: setting({
    name: "METERBOOK_OIDC_ISSUERS",
    schema: identityProviders,
    fallback: "[]",
    form: 'JSON such as [{"issuer":"https://login.example.com","audience":"meterbook","company_id":2}]',
    sentence:
      "Identity providers whose tokens sign in the users of one company, by e-mail address; see docs/sign-in.md.",
    shared: true,
  }),
};
