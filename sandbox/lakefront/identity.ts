/** Lakefront Energy's identity provider: a page whose script posts to it and reads JSON, and a code by e-mail for some customers. */
import { randomBytes } from "node:crypto";
import { cookie, json, page, redirect, scriptPage } from "../web/http.ts";
import type { Ask, Reply } from "../web/http.ts";
import type { Codes } from "../web/codes.ts";
import type { SandboxMail, SendMail } from "../web/portal.ts";
import { delayFor, outcomeAt, outcomeOfSignIn, stepOf } from "../web/sign-in.ts";
import { createTickets } from "../web/tickets.ts";
import { IDENTITY, PREFIX, noticePage, scriptedPage } from "./pages.ts";

const UTILITY = "lakefront-energy";
const POLICY = "B2C_1A_SignIn";
const TENANT = `/lakefront.onmicrosoft.example/${POLICY}`;
const COOKIE = "x-ms-cpim-csrf";
const FLOW_SECONDS = 600;
const CODE_SECONDS = 60;
const MAIL = "s*****@mail.example";

/** One sign-in on its way. */
interface Flow {
  /** Sent back with each request, beside the cookie: a new one on each page. */
  csrf: string;
  transId: string;
  username: string;
  /** The page that is shown. */
  api: "CombinedSigninAndSignup" | "SelfAsserted";
  /** What must still be done on it. */
  needs: "password" | "code" | "confirmation" | "nothing";
  /** The code that was mailed for it. */
  code: string | null;
}

export interface Identity {
  answer(ask: Ask): Promise<Reply>;
  /** Where the portal sends a visitor who is not signed in. */
  signInAddress: string;
  /** The user name behind a code that the visitor brings back, which is good once. */
  accept(code: string | null): string | undefined;
}

const done = (): Reply => json(200, { status: "200" }, { "content-type": "text/json; charset=utf-8" });
/** A refusal has the status 200, too. */
const refused = (errorCode: string, message: string): Reply =>
  json(200, { status: "400", errorCode, message }, { "content-type": "text/json; charset=utf-8" });

const REFUSED = "Your user name or password is not right.";
const LOCKED = "Your account is temporarily locked to prevent unauthorized use. Try again later.";
const WRONG_CODE = "That code is incorrect. Please try again.";

const text = (): string => randomBytes(18).toString("base64url");

function showPage(flow: Flow): Reply {
  flow.csrf = text();
  const settings = {
    remoteResource: `https://lakefront.example/${flow.api}.html`,
    api: flow.api,
    csrf: flow.csrf,
    transId: flow.transId,
    pageViewId: text(),
    config: { enableRememberMe: "false" },
    hosts: { tenant: TENANT, policy: POLICY, static: "https://lakefront.example/static/" },
  };
  const fields = {
    AttributeFields: [
      { UX_INPUT_TYPE: "TextBox", ID: "extension_isMFAEnabled", PRE: "False" },
      {
        UX_INPUT_TYPE: "DisplayControl",
        ID: "emailVerificationControl",
        DISPLAY_FIELDS: [{ UX_INPUT_TYPE: "TextBox", ID: "displayEmailAddress", PRE: MAIL }],
      },
    ],
  };
  const variables = flow.api === "SelfAsserted" ? { SETTINGS: settings, SA_FIELDS: fields } : { SETTINGS: settings };
  return scriptPage(200, scriptedPage("Sign in", variables));
}

function checkPassword(flow: Flow, { form }: Ask): Reply {
  const username = form.get("signInName") ?? "";
  const password = form.get("password") ?? "";
  const asked = stepOf(username) === "code" && outcomeOfSignIn(username, password) === "asked";
  const accept = (): Reply => {
    flow.username = username;
    flow.needs = "nothing";
    return done();
  };
  const outcomes = {
    refused: () => (asked ? accept() : refused("AADB2C90054", REFUSED)),
    locked: () => refused("AADB2C90114", LOCKED),
    down: () => page(503, noticePage("Maintenance", "Signing in is not possible during maintenance.")),
    accepted: accept,
  };
  return { ...outcomes[outcomeAt(UTILITY, username, password)](), delayMs: delayFor(username) };
}

const codeMail = (code: string): SandboxMail => ({
  from: "no-reply@lakefront.example",
  subject: "Lakefront Energy account verification code",
  text: `Thanks for verifying your account.\r\n\r\nYour code is: ${code}\r\n\r\nLakefront Energy, 1200 Shore Drive\r\n`,
});

export function createIdentity(codes: Codes, sendMail?: SendMail): Identity {
  const flows = createTickets<Flow>(FLOW_SECONDS);
  const answers = createTickets<string>(CODE_SECONDS);

  function begin(): Reply {
    const flow: Flow = {
      csrf: "",
      transId: `StateProperties=${text()}`,
      username: "",
      api: "CombinedSigninAndSignup",
      needs: "password",
      code: null,
    };
    const shown = showPage(flow);
    return { ...shown, headers: { ...shown.headers, "set-cookie": cookie(COOKIE, flows.issue(flow), IDENTITY) } };
  }

  function confirm(flowId: string, flow: Flow): Reply {
    if (flow.needs !== "nothing") return showPage(flow);
    if (flow.api === "CombinedSigninAndSignup" && stepOf(flow.username) === "code") {
      flow.api = "SelfAsserted";
      flow.needs = "code";
      return showPage(flow);
    }
    flows.end(flowId);
    const query = new URLSearchParams({ state: flow.transId, code: answers.issue(flow.username) });
    return redirect(`${PREFIX}/signin-oidc?${query.toString()}`, { "set-cookie": cookie(COOKIE, "", IDENTITY) });
  }

  function verify(flow: Flow, { form }: Ask): Reply {
    if (flow.code === null || form.get("verificationCode") !== flow.code) return refused("AADB2C90086", WRONG_CODE);
    codes.use(UTILITY);
    flow.needs = "confirmation";
    return done();
  }

  /** The page with the field for the code is sent as a whole, after its code was found right. */
  function assert(flow: Flow, ask: Ask): Reply {
    if (flow.needs === "password") return checkPassword(flow, ask);
    if (flow.needs !== "confirmation") return refused("AADB2C90086", WRONG_CODE);
    flow.needs = "nothing";
    return done();
  }

  function post(flow: Flow, ask: Ask): Reply {
    const control = "/SelfAsserted/DisplayControlAction/vbeta/emailVerificationControl";
    const isForFlow = ask.query.get("tx") === flow.transId && ask.query.get("p") === POLICY;
    if (!isForFlow || ask.headers.get("x-csrf-token") !== flow.csrf)
      return page(400, noticePage("Bad request", "The request is not of this page."));
    if (ask.path === `${TENANT}/SelfAsserted`) return assert(flow, ask);
    if (flow.needs === "code" && ask.form.get("displayEmailAddress") === MAIL) {
      if (ask.path === `${TENANT}${control}/VerifyCode`) return verify(flow, ask);
      if (ask.path === `${TENANT}${control}/SendCode`) {
        flow.code = codes.sendNew(UTILITY);
        sendMail?.(codeMail(flow.code));
        return done();
      }
    }
    return page(404, noticePage("Not found", "There is no such page."));
  }

  return {
    async answer(ask) {
      if (ask.path === `${TENANT}/oauth2/v2.0/authorize`) return begin();
      const flowId = ask.cookies.get(COOKIE) ?? "";
      const flow = flows.find(flowId);
      if (flow === undefined) return page(400, noticePage("Begin again", "This sign-in has expired."));
      if (ask.method === "POST") return post(flow, ask);
      const isConfirmed =
        ask.path === `${TENANT}/api/${flow.api}/confirmed` && ask.query.get("csrf_token") === flow.csrf;
      return isConfirmed ? confirm(flowId, flow) : page(404, noticePage("Not found", "There is no such page."));
    },
    signInAddress: `${IDENTITY}${TENANT}/oauth2/v2.0/authorize?${new URLSearchParams({ response_type: "code", scope: "openid" }).toString()}`,
    accept: (code) => answers.use(code ?? undefined),
  };
}
