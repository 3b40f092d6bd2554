/** Words each kind of task: what is the matter, how it is settled, and the request to begin with. A new kind is a row here, in `TASK_KINDS` and in `SOURCES` of the store. */
import type { Task, TaskKind, TaskRecord } from "../../records/task.ts";

/** What a sentence names, as the store read it; null where it is unknown. */
export type TaskFacts = Record<string, string | null>;

interface TaskRule extends Pick<Task, "severity" | "method"> {
  record_type: TaskRecord;
  what: (facts: TaskFacts) => string;
  how: string;
  /** `:id` is the id of the record. */
  path: string;
}

/** Names come from files and websites. */
const NAME_MAX = 100;
const DETAIL_MAX = 300;

const cut = (text: string | null | undefined, max: number, fallback: string): string =>
  text === null || text === undefined || text === "" ? fallback : text.length > max ? `${text.slice(0, max)}…` : text;

/** The sentence that the record itself has for its owner. */
const said = ({ errors }: TaskFacts): string =>
  cut(errors, DETAIL_MAX * 2, "It does not go on, and the reason is unknown.");
const named = ({ name }: TaskFacts): string => `“${cut(name, NAME_MAX, "A document")}”`;
const finding = ({ detail }: TaskFacts): string => cut(detail, DETAIL_MAX, "Its findings say why.");

export const TASK_RULES: Record<TaskKind, TaskRule> = {
  second_factor: {
    record_type: "Authorization",
    severity: "error",
    what: said,
    how: "Answer with the code, the answer or one of the options, before the question expires.",
    method: "POST",
    path: "/v1/authorizations/:id/challenge",
  },
  sign_in_refused: {
    record_type: "Authorization",
    severity: "error",
    what: said,
    how: "Do what the sentence says, then correct the login, or start the sign-in again with POST …/inventory; the account holder can do both on the receipt of the form.",
    method: "PATCH",
    path: "/v1/authorizations/:id",
  },
  login_lost: {
    record_type: "Authorization",
    severity: "error",
    what: said,
    how: "Submit the login again, or send the account holder the link of the form.",
    method: "POST",
    path: "/v1/authorizations",
  },
  sign_in_failing: {
    record_type: "Authorization",
    severity: "error",
    what: said,
    how: "The operator of the service has to act; the log says what happened.",
    method: "GET",
    path: "/v1/authorizations/:id",
  },
  document_unreadable: {
    record_type: "Document",
    severity: "error",
    what: (facts) => `No bill was recognised in ${named(facts)}: ${finding(facts)}`,
    how: "Enter the bill beside its file with POST /v1/utility_bills, or reject the document.",
    method: "GET",
    path: "/v1/documents/:id",
  },
  document_in_review: {
    record_type: "Document",
    severity: "error",
    what: (facts) => `${named(facts)} waits in review: ${finding(facts)}`,
    how: "Accept the reading, correct and enter it with POST /v1/utility_bills, or reject the document.",
    method: "GET",
    path: "/v1/documents/:id",
  },
  bill_late: {
    record_type: "UtilityAccount",
    severity: "warning",
    what: ({ acct_num, utility, from, expected_on }) =>
      `The bill of account ${acct_num} at ${utility} for the days from ${from} was expected on ${expected_on} and has not come.`,
    how: "Look for it at the utility; upload it with POST /v1/documents if it is there.",
    method: "POST",
    path: "/v1/documents",
  },
  meter_without_bill: {
    record_type: "UtilityMeter",
    severity: "warning",
    what: ({ meter_num, acct_num, from, until }) =>
      `Meter ${meter_num ?? "without a number"} of account ${acct_num} has no bill from ${from} on, and its account is billed until ${until}.`,
    how: "If it is out of service, give it a deactivation_date; otherwise look for its bills.",
    method: "PATCH",
    path: "/v1/meters/:id",
  },
  finding_open: {
    record_type: "BillFinding",
    severity: "warning",
    what: ({ message }) => cut(message, DETAIL_MAX, "A saved bill is unusual."),
    how: "Correct or void the bill if it is wrong; otherwise close the finding with a note.",
    method: "POST",
    path: "/v1/findings/:id/close",
  },
  mailbox_failing: {
    record_type: "Mailbox",
    severity: "error",
    what: (facts) => `Bills of the mailbox ${named(facts)} do not arrive: ${said(facts)}`,
    how: "Do what the sentence says, then correct the mailbox or have it looked at with POST …/check.",
    method: "PATCH",
    path: "/v1/mailboxes/:id",
  },
  delivery_failing: {
    record_type: "DataDelivery",
    severity: "error",
    what: (facts) => `The delivery ${named(facts)} did not arrive: ${said(facts)}`,
    how: "Correct its destination, or have it sent again with POST …/run.",
    method: "PATCH",
    path: "/v1/delivery/:id",
  },
  webhook_failing: {
    record_type: "Webhook",
    severity: "error",
    what: ({ endpoint_url, errors }) =>
      `${cut(endpoint_url, NAME_MAX, "The endpoint")} does not accept notifications. ${cut(errors, DETAIL_MAX, "They are tried again.")}`,
    how: "Mend the endpoint, test it with POST …/test, and switch the webhook on again with active: true if it is off.",
    method: "PUT",
    path: "/v1/webhooks/:id",
  },
  import_to_confirm: {
    record_type: "BillImport",
    severity: "warning",
    what: (facts) => `The import of ${named(facts)} was checked, and nothing is saved until it is confirmed.`,
    how: "Look at what it would do, then confirm or cancel it.",
    method: "POST",
    path: "/v1/imports/:id/confirm",
  },
};

export interface FoundTask extends Pick<
  Task,
  "kind" | "who" | "since" | "utility_account_id" | "authorization_id" | "property_id" | "utility_bill_id"
> {
  /** Of its record. */
  id: number;
  facts: TaskFacts;
}

const short = (facts: TaskFacts): TaskFacts =>
  Object.fromEntries(
    Object.entries(facts).map(([name, text]) => [name, text === null ? null : cut(text, DETAIL_MAX, "")]),
  );

export function taskOf({ kind, who, since, id, facts, ...about }: FoundTask): Task {
  const { utility_account_id, authorization_id, property_id, utility_bill_id } = about;
  const { severity, record_type, what, how, method, path } = TASK_RULES[kind];
  return {
    svc_object_type: "Task",
    kind,
    who,
    severity,
    since,
    what: what(facts),
    how,
    method,
    path: path.replace(":id", String(id)),
    record_type,
    record_id: id,
    utility_account_id,
    authorization_id,
    property_id,
    utility_bill_id,
    facts: short(facts),
  };
}
