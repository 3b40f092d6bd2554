/** One case of each problem, for the examples in the document and on the pages: the request and the answer's detail. */
import type { FieldError, ProblemFinding, ProblemSlug } from "../../errors.ts";
import { NOT_ACCEPTABLE } from "../answers/table-answers.ts";

interface ProblemCase {
  detail: string;
  instance: string;
  errors?: FieldError[];
  findings?: ProblemFinding[];
}

export const PROBLEM_CASES: Record<ProblemSlug, ProblemCase> = {
  "malformed-request": {
    detail: 'There is no query parameter "lmit" here.',
    instance: "/v1/meters",
    errors: [{ pointer: "lmit", detail: "There is no such query parameter here." }],
  },
  unauthenticated: { detail: "The Authorization header is missing.", instance: "/v1/meters" },
  "wrong-login": { detail: "The e-mail address or the password is wrong.", instance: "/v1/auth/login" },
  "code-required": { detail: "This user also signs in with a code: send it as code.", instance: "/v1/auth/login" },
  "wrong-code": { detail: "The code is wrong, or it was used before.", instance: "/v1/auth/login" },
  forbidden: { detail: "This endpoint is for administrators.", instance: "/v1/companies" },
  "cross-site-request": {
    detail: "A request with the session cookie must come from a page of this service.",
    instance: "/v1/properties/4",
  },
  "not-found": { detail: "No record of your company has this id.", instance: "/v1/meters/48" },
  "method-not-allowed": { detail: "The path accepts GET, HEAD.", instance: "/v1/me" },
  "dead-link": {
    detail: "This link has expired. Read the bill again for a new one.",
    instance: "/files/2.640.mx0ptmo0.B6aHG8AP6ZBku3oaN03VIFc2b3cHuHBY5K3Dg71GpLI",
  },
  "not-acceptable": {
    detail: NOT_ACCEPTABLE,
    instance: "/v1/reports/utility_meter_history/4",
  },
  "does-not-add-up": {
    detail:
      "charges_do_not_add_up: The charges add up to 1058.36, the bill prints 1082.36 as current charges: -24.00 off.",
    instance: "/v1/utility_bills/812",
    findings: [
      {
        name: "charges_do_not_add_up",
        detail: "The charges add up to 1058.36, the bill prints 1082.36 as current charges: -24.00 off.",
      },
    ],
  },
  "request-timeout": { detail: "The request did not arrive completely in time.", instance: "/" },
  conflict: { detail: "The webhook was deleted. Make a new one.", instance: "/v1/webhooks/3" },
  "idempotency-key-in-use": {
    detail: "A request with this key is being carried out.",
    instance: "/v1/authorizations",
  },
  "idempotency-outcome-unknown": {
    detail:
      "The first request with this key failed or was interrupted, and may have taken effect. Look before you send it again.",
    instance: "/v1/properties",
  },
  "precondition-failed": {
    detail: "The record has changed since it was read with this tag. Read it again.",
    instance: "/v1/properties/4",
  },
  "payload-too-large": { detail: "The body is larger than 1 MB.", instance: "/v1/authorizations" },
  "unsupported-media-type": {
    detail:
      "This address does not take a body of this Content-Type: most take application/json, uploads the type of the file.",
    instance: "/v1/authorizations",
  },
  "range-not-satisfiable": {
    detail: "The file has 48213 bytes.",
    instance: "/files/2.640.mx0ptmo0.B6aHG8AP6ZBku3oaN03VIFc2b3cHuHBY5K3Dg71GpLI",
  },
  invalid: {
    detail: "/online_access_url: This field is required.",
    instance: "/v1/authorizations",
    errors: [{ pointer: "/online_access_url", detail: "This field is required." }],
  },
  "idempotency-key-reused": { detail: "This key was used for another request.", instance: "/v1/authorizations" },
  "too-many-requests": { detail: "More than 600 requests in one minute.", instance: "/v1/meters" },
  "headers-too-large": { detail: "The headers are larger than 16 KB.", instance: "/" },
  internal: { detail: "This is an error of the service, and it was logged.", instance: "/v1/meters" },
  unavailable: { detail: "The database does not answer.", instance: "/v1/meters" },
  "quota-exceeded": {
    detail:
      "Your company holds 1,000,000 bills of the 1,000,000 that its quota bills allows. The operator of the service can raise it by METERBOOK_QUOTA_BILLS.",
    instance: "/v1/imports",
  },
  "storage-full": {
    detail: "The service has no room left to store this: nothing was stored.",
    instance: "/v1/imports",
  },
};
