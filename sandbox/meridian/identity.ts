/** Meridian Gas's identity provider: user name on one page, password on the next, then a signed answer for the portal. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { cookie, page, redirect, scriptPage } from "../web/http.ts";
import type { Ask, Reply } from "../web/http.ts";
import { delayFor, outcomeAt } from "../web/sign-in.ts";
import { createTickets } from "../web/tickets.ts";
import { IDENTITY, PREFIX, noticePage, passwordPage, returnPage, userPage } from "./pages.ts";

const UTILITY = "meridian-gas";
const COOKIE = "mgid_flow";
const FLOW_SECONDS = 600;
const ANSWER_SECONDS = 60;

const REFUSED = "We could not sign you in with this user name and password.";
const LOCKED = "Your profile is locked after too many attempts. Please call us.";
const DOWN = "Signing in is not possible during maintenance.";
const EXPIRED = "This sign-in has expired. Please begin again.";

/** One sign-in on its way; its cookie and the hidden field of its forms must agree. */
interface Flow {
  relayState: string;
  username: string;
}

export interface Identity {
  answer(ask: Ask): Promise<Reply>;
  /** Where the portal sends a visitor who is not signed in. */
  signInAddress(relayState: string): string;
  /** The user name of an answer that is good, which it is once; undefined for any other. */
  accept(samlResponse: string): string | undefined;
}

export function createIdentity(): Identity {
  const secret = randomBytes(32);
  const flows = createTickets<Flow>(FLOW_SECONDS);
  const answers = createTickets<string>(ANSWER_SECONDS);
  const sign = (assertion: string): string => createHmac("sha256", secret).update(assertion).digest("base64");

  function respond(username: string): string {
    const assertion = `<Assertion ID="_${answers.issue(username)}"><NameID>${hiddenName(username)}</NameID></Assertion>`;
    const xml = `<Response Destination="${PREFIX}/saml/acs">${assertion}<Signature>${sign(assertion)}</Signature></Response>`;
    return Buffer.from(xml).toString("base64");
  }

  function begin(ask: Ask): Reply {
    const relayState = ask.query.get("RelayState") ?? `${PREFIX}/account`;
    const flow = flows.issue({ relayState, username: "" });
    return scriptPage(200, userPage(flow), { "set-cookie": cookie(COOKIE, flow, IDENTITY) });
  }

  function askPassword(flowId: string, flow: Flow, ask: Ask): Reply {
    flow.username = ask.form.get("identifier") ?? "";
    return redirect(`${IDENTITY}/credential?flow=${flowId}`);
  }

  function checkPassword(flowId: string, flow: Flow, ask: Ask): Reply {
    const { username } = flow;
    if (ask.method === "GET") return page(200, passwordPage(flowId, username, null));
    const outcomes = {
      refused: () => page(200, passwordPage(flowId, username, REFUSED)),
      locked: () => page(403, noticePage("Profile locked", LOCKED)),
      down: () => page(503, noticePage("Maintenance", DOWN), { "retry-after": "600" }),
      accepted: () => {
        flows.end(flowId);
        return scriptPage(200, returnPage(respond(username), flow.relayState), {
          "set-cookie": cookie(COOKIE, "", IDENTITY),
        });
      },
    };
    const outcome = outcomeAt(UTILITY, username, ask.form.get("credential") ?? "");
    return { ...outcomes[outcome](), delayMs: delayFor(username) };
  }

  return {
    async answer(ask) {
      if (ask.path === "/authorize") return begin(ask);
      const flowId = ask.cookies.get(COOKIE) ?? "";
      const flow = flows.find(flowId);
      const sent = ask.method === "GET" ? ask.query.get("flow") : ask.form.get("flow");
      if (flow === undefined || sent !== flowId) return page(400, noticePage("Begin again", EXPIRED));
      if (ask.path === "/identifier" && ask.method === "POST") return askPassword(flowId, flow, ask);
      if (ask.path === "/credential") return checkPassword(flowId, flow, ask);
      return page(404, noticePage("Not found", "There is no such page."));
    },
    signInAddress(relayState) {
      const query = new URLSearchParams({ SAMLRequest: randomBytes(12).toString("base64"), RelayState: relayState });
      return `${IDENTITY}/authorize?${query.toString()}`;
    },
    accept(samlResponse) {
      const xml = Buffer.from(samlResponse, "base64").toString("utf8");
      const [head = "", tail = ""] = xml.split("<Signature>");
      const assertion = head.slice(Math.max(0, head.indexOf("<Assertion ")));
      const [signature = ""] = tail.split("</Signature>");
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(assertion))];
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      return answers.use(/ID="_([^"]+)"/.exec(assertion)?.[1]);
    },
  };
}

/** The portal knows the customer by a number, not by the user name. */
const hiddenName = (username: string): string => createHmac("sha256", "name").update(username).digest("hex");
