/** Deliveries by mail: every person gets one mail with the files, nobody who stopped them gets any, and a failure says who must act. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { sql } from "kysely";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { openTestApp } from "../../../test/app.ts";
import { deriveAll } from "../../../test/derived.ts";
import {
  deliverAll,
  deliverNow,
  newDelivery as insertDelivery,
  readDelivery,
  supply,
  type DeliveryWithRuns,
  type Supplied,
} from "../../../test/deliveries.ts";
import { SMTP_LOGIN, startSmtpServer, type ReceivedMail } from "../../../test/smtp-server.ts";
import { ATTACHED_FILES_MAX } from "../../operations/delivery-mails.ts";

const FROM = "meterbook@example.com";
const smtp = await startSmtpServer({ after });
const login = `${encodeURIComponent(SMTP_LOGIN.user)}:${encodeURIComponent(SMTP_LOGIN.password)}`;
const opened = await openTestApp(
  { after },
  {
    METERBOOK_SMTP_URL: `smtp://${login}@127.0.0.1:${smtp.port}`,
    METERBOOK_MAIL_FROM: FROM,
    METERBOOK_MAILS_PER_DAY: "12",
    METERBOOK_MAIL_RECIPIENTS_PER_DAY: "6",
    METERBOOK_ALLOW_LOCAL_WEBHOOKS: "true",
  },
);
const { app, server, logLines, passMs } = opened;
const DAY_MS = 24 * 3600 * 1000;

/** The mails that came since the last call. */
let seen = 0;
function newMails(): ReceivedMail[] {
  const mails = smtp.mails.slice(seen);
  seen = smtp.mails.length;
  return mails;
}

/** With all bills: of what is new no mail would be sent where there is none. */
const newDelivery: typeof insertDelivery = (member, given) =>
  insertDelivery(member, { content: { records: "bills", period: "all" }, ...given });

const mailTo = (to: string[], more: object = {}) => ({ kind: "email", to, ...more });
const MONTHS = { report_type: "monthly_meter_history", period: "last_12_months" };

/** A company with two years of bills. */
async function withBills(name: string): Promise<Supplied> {
  const supplied = await supply(opened, name);
  await supplied.addBills(`${new Date(app.now()).getUTCFullYear() - 1}-01-01`, 24);
  await deriveAll(app);
  return supplied;
}

async function textOfPdf(bytes: Buffer): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const { items } = await (await document.getPage(1)).getTextContent();
  return items.map((item) => ("str" in item ? item.str : "")).join(" ");
}

/** The path of the link that stops the mails, as a mail program reads it. */
const stopPath = (mail: ReceivedMail | undefined): string =>
  new URL(/^<([^>]+)>$/.exec(mail?.headers["list-unsubscribe"] ?? "")?.[1] ?? "").pathname;

const outcome = ({ state, status_detail, action_required_by }: DeliveryWithRuns) => [
  state,
  status_detail,
  action_required_by,
];

describe("a delivery by mail", () => {
  test("of a report as PDF comes to each person in a mail of their own", async () => {
    const { member, place } = await withBills("Our buildings");
    const { id } = await newDelivery(member, {
      name: "Months of each meter",
      format: "pdf",
      schedule: "monthly",
      content: MONTHS,
      destination: mailTo(["One@example.com", "two@example.com"], { message: "Look at July.\nThank you." }),
    });
    const delivery = await deliverNow(app, member, id);
    assert.equal(delivery.state, "delivered", delivery.errors ?? "");
    const mails = newMails();
    assert.deepEqual(
      mails.map(({ from, to }) => [from, to]),
      [
        [FROM, ["One@example.com"]],
        [FROM, ["two@example.com"]],
      ],
    );
    const [mail] = mails;
    assert.match(mail?.headers["subject"] ?? "", /^Our buildings: Months of each meter, \w+ \d{4} to \w+ \d{4}$/);
    assert.equal(mail?.headers["auto-submitted"], "auto-generated");
    assert.equal(mail?.headers["list-unsubscribe-post"], "List-Unsubscribe=One-Click");
    assert.match(mail?.headers["message-id"] ?? "", new RegExp(`^<run-${delivery.runs[0]?.id}-\\d+@localhost>$`));
    assert.notEqual(mail?.headers["message-id"], mails[1]?.headers["message-id"]);
    assert.notEqual(stopPath(mail), stopPath(mails[1]));
    assert.match(mail?.text ?? "", /^Look at July\.\r?\nThank you\./);
    assert.match(mail?.text ?? "", /One file is attached/);
    const [file] = mail?.files ?? [];
    assert.equal(file?.name, delivery.files[0]?.name);
    assert.equal(file?.bytes.length, delivery.files[0]?.bytes);
    const { name } = (await member.send("GET", `/v1/properties/${place.property_id}`)).json<{ name: string }>();
    assert.ok((await textOfPdf(file?.bytes ?? Buffer.alloc(0))).includes(name));
    assert.deepEqual(
      delivery.recipients.map(({ address, state, last_mailed_at }) => [address, state, last_mailed_at !== null]),
      [
        ["One@example.com", "active", true],
        ["two@example.com", "active", true],
      ],
    );
    assert.ok(!logLines.some((line) => /one@example|two@example/i.test(line)), "the log names no person");
  });

  test("of a report as a page, in Spanish and with links alone", async () => {
    const { member } = await withBills("Edificios");
    const { id } = await newDelivery(member, {
      name: "Meses",
      format: "html",
      content: MONTHS,
      destination: mailTo(["a@example.com"], { language: "es", links_only: true }),
    });
    const delivery = await deliverNow(app, member, id);
    assert.equal(delivery.state, "delivered", delivery.errors ?? "");
    const [mail] = newMails();
    assert.deepEqual(mail?.files, []);
    assert.match(mail?.text ?? "", /Edificios le envía "Meses" de \w+ de \d{4}/);
    const link = /http:\/\/localhost:8080(\/files\/deliveries\/\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
    const page = await server.inject(link);
    assert.equal(page.statusCode, 200);
    assert.match(page.body, /^<!doctype html>/);
    assert.match(String(page.headers["content-disposition"]), /^attachment/, "a page is not run as part of this site");
  });

  test("has links when the files are too many to be attached", async () => {
    const { member } = await withBills("Many buildings");
    for (let count = 0; count < ATTACHED_FILES_MAX; count += 1)
      await member.send("POST", "/v1/properties", { name: `Building ${count}` });
    const { id } = await newDelivery(member, { content: MONTHS, destination: mailTo(["a@example.com"]) });
    assert.equal((await deliverNow(app, member, id)).state, "delivered");
    const [mail] = newMails();
    assert.deepEqual(mail?.files, []);
    assert.equal(mail?.text.match(/\/files\/deliveries\//g)?.length, ATTACHED_FILES_MAX + 1);
  });

  test("takes no header and no link from what a company writes", async () => {
    const { member } = await supply(opened, 'Evil\r\nBcc: x@example.com <b>"');
    const { id } = await newDelivery(member, {
      name: "Win at https://evil.example.com",
      content: { records: "meters", period: "all" },
      destination: mailTo(["a@example.com"], {
        message: "Bcc: y@example.com\r\nGo to https://evil.example.com/win now",
      }),
    });
    assert.equal((await deliverNow(app, member, id)).state, "delivered");
    const [mail] = newMails();
    assert.deepEqual([mail?.to, mail?.headers["bcc"]], [["a@example.com"], undefined]);
    const own = (mail?.text ?? "").replaceAll(/http:\/\/localhost:8080\S+/g, "");
    assert.doesNotMatch(own, /:\/\/|\.example/);
  });

  test("that is tested sends a mail that says so, and reports what the server says", async () => {
    const { member } = await supply(opened, "Testing");
    const { id } = await newDelivery(member, { destination: mailTo(["a@example.com", "gone@example.com"]) });
    const tried = async () => (await member.send("POST", `/v1/delivery/${id}/test`)).json<Record<string, unknown>>();
    assert.equal((await tried())["success"], true);
    const mails = newMails();
    assert.deepEqual(
      mails.map(({ to }) => to),
      [["a@example.com"], ["gone@example.com"]],
    );
    assert.match(mails[0]?.text ?? "", /This is a test/);
    smtp.refused.set("gone@example.com", 550);
    const { success, status_detail, error_about, action_required_by } = await tried();
    smtp.refused.clear();
    assert.deepEqual(
      [success, status_detail, error_about, action_required_by],
      [false, "recipient_refused", "gone@example.com", "customer"],
    );
    newMails();
  });
});

describe("a person who gets mails", () => {
  test("stops them by one click of the mail program, and the delivery shows it", async () => {
    const { member } = await supply(opened, "Stopped");
    const { id } = await newDelivery(member, { destination: mailTo(["stay@example.com", "stop@example.com"]) });
    await deliverNow(app, member, id);
    const [, mail] = newMails();
    // A mail program that only looks at the link stops nothing.
    assert.equal((await server.inject(stopPath(mail))).statusCode, 200);
    const { length } = (await readDelivery(member, id)).recipients.filter(({ state }) => state === "stopped");
    assert.equal(length, 0);
    const click = await server.inject({
      method: "POST",
      url: stopPath(mail),
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "List-Unsubscribe=One-Click",
    });
    assert.equal(click.statusCode, 200);
    const shown = (await readDelivery(member, id)).recipients;
    assert.deepEqual(
      shown.map(({ state, since }) => [state, since !== null]),
      [
        ["active", false],
        ["stopped", true],
      ],
    );
    await deliverNow(app, member, id);
    assert.deepEqual(
      newMails().map(({ to }) => to),
      [["stay@example.com"]],
    );
    // Taken out and put in again, the address stays stopped.
    await member.send("PATCH", `/v1/delivery/${id}`, { destination: mailTo(["stay@example.com"]) });
    const again = await member.send("PATCH", `/v1/delivery/${id}`, { destination: mailTo(["STOP@example.com"]) });
    assert.equal(again.json<DeliveryWithRuns>().recipients[0]?.state, "stopped");
    const blocked = await deliverNow(app, member, id);
    assert.deepEqual(outcome(blocked), ["blocked", "no_recipients", "customer"]);
    assert.deepEqual(newMails(), []);
  });

  test("stops all mails of a company on the page, in either form of body, and gets them again", async () => {
    const { member } = await supply(opened, "All of them");
    const first = await newDelivery(member, { destination: mailTo(["p@example.com"]) });
    const second = await newDelivery(member, { destination: mailTo(["p@example.com"]) });
    await deliverNow(app, member, first.id);
    const [mail] = newMails();
    const press = (payload: string, type = "application/x-www-form-urlencoded") =>
      server.inject({ method: "POST", url: stopPath(mail), headers: { "content-type": type }, payload });
    assert.match((await server.inject(`${stopPath(mail)}?lang=es`)).body, /¿Dejar de recibir estos mensajes\?/);
    assert.match((await press("wish=stop_all")).body, /The mails are stopped/);
    const stateOf = async (id: number) => (await readDelivery(member, id)).recipients[0]?.state;
    assert.deepEqual([await stateOf(first.id), await stateOf(second.id)], ["stopped", "stopped"]);
    const third = await newDelivery(member, { destination: mailTo(["p@example.com"]) });
    assert.equal(third.recipients[0]?.state, "stopped", "a new delivery does not begin anew");
    assert.match((await press("wish=resume")).body, /Stop these mails\?/);
    assert.deepEqual([await stateOf(first.id), await stateOf(second.id)], ["active", "active"]);
    const form = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    assert.equal((await press(form, "multipart/form-data; boundary=x")).statusCode, 200);
    assert.deepEqual([await stateOf(first.id), await stateOf(second.id)], ["stopped", "active"]);
    assert.equal((await server.inject(`${stopPath(mail)}x`)).statusCode, 404);
    const foreign = await server.inject({
      method: "POST",
      url: stopPath(mail),
      headers: { origin: "https://evil.example.com", "content-type": "application/x-www-form-urlencoded" },
      payload: "wish=resume",
    });
    assert.equal(foreign.statusCode, 403);
  });
});

describe("a mail that is not taken", () => {
  test("for one address leaves the others their mail, once, and waits for a person", async () => {
    const { member } = await supply(opened, "One refused");
    const { id } = await newDelivery(member, { destination: mailTo(["bad@example.com", "good@example.com"]) });
    smtp.refused.set("bad@example.com", 550);
    const blocked = await deliverNow(app, member, id);
    smtp.refused.clear();
    assert.deepEqual(outcome(blocked), ["blocked", "recipient_refused", "customer"]);
    assert.equal(blocked.error_about, "bad@example.com");
    assert.equal(blocked.recipients[0]?.state, "refused");
    assert.deepEqual(
      newMails().map(({ to }) => to),
      [["good@example.com"]],
    );
    const edited = await member.send("PATCH", `/v1/delivery/${id}`, {
      destination: mailTo(["better@example.com", "good@example.com"]),
    });
    assert.equal(edited.statusCode, 200, edited.body);
    await deliverAll(app);
    const delivery = await readDelivery(member, id);
    assert.deepEqual([delivery.state, delivery.runs.length], ["delivered", 1]);
    assert.deepEqual(
      newMails().map(({ to }) => to),
      [["better@example.com"]],
    );
    assert.ok(!logLines.some((line) => line.includes("bad@example.com")), "the log names no person");
  });

  test("for the moment is tried again, and only what was not taken", async () => {
    const { member } = await supply(opened, "Grey list");
    const { id } = await newDelivery(member, { destination: mailTo(["now@example.com", "later@example.com"]) });
    smtp.refused.set("later@example.com", 451);
    assert.deepEqual(outcome(await deliverNow(app, member, id)), ["waiting", "busy", "none"]);
    smtp.refused.clear();
    assert.equal((await deliverNow(app, member, id)).state, "delivered");
    assert.deepEqual(
      newMails().map(({ to }) => to),
      [["now@example.com"], ["later@example.com"]],
    );
  });

  test("for its content waits for a person", async () => {
    const { member } = await supply(opened, "Refused content");
    const { id } = await newDelivery(member, { destination: mailTo(["a@example.com"]) });
    smtp.refusesContent = 554;
    const blocked = await deliverNow(app, member, id);
    smtp.refusesContent = null;
    assert.deepEqual(outcome(blocked), ["blocked", "mail_refused", "customer"]);
    assert.equal((await deliverNow(app, member, id)).state, "delivered");
    assert.equal(newMails().length, 1);
  });

  test("as PDF because a report is too long names its property and what to choose", async () => {
    const { member, place } = await supply(opened, "Too long");
    const notes = JSON.stringify({ notes: Array.from({ length: 3001 }, () => ({ date: "2026-01-01", text: "x" })) });
    await sql`update properties set metadata = ${notes}::jsonb where id = ${place.property_id}`.execute(app.db);
    const content = { report_type: "property_energy_journal", period: "all" };
    const { id } = await newDelivery(member, { format: "pdf", content, destination: mailTo(["a@example.com"]) });
    const blocked = await deliverNow(app, member, id);
    assert.deepEqual(outcome(blocked), ["blocked", "pdf_too_long", "customer"]);
    const { name } = (await member.send("GET", `/v1/properties/${place.property_id}`)).json<{ name: string }>();
    assert.equal(blocked.error_about, name);
    assert.match(blocked.errors ?? "", /Choose xlsx, csv or html/);
    assert.deepEqual(newMails(), []);
  });

  test("beyond what a company may send in a day waits until it may", async () => {
    const { member } = await supply(opened, "Too many");
    const people = (from: number, count: number) =>
      Array.from({ length: count }, (_, place) => `person-${from + place}@example.com`);
    const first = await newDelivery(member, { destination: mailTo(people(0, 6)) });
    assert.equal((await deliverNow(app, member, first.id)).state, "delivered");
    const other = await newDelivery(member, { destination: mailTo(people(6, 1)) });
    assert.deepEqual(outcome(await deliverNow(app, member, other.id)), ["waiting", "mail_limit", "none"]);
    assert.equal(newMails().length, 6, "a seventh person");
    assert.equal((await deliverNow(app, member, first.id)).state, "delivered");
    assert.equal(newMails().length, 6);
    const tested = await member.send("POST", `/v1/delivery/${first.id}/test`);
    assert.equal(tested.json<{ status_detail: string }>().status_detail, "mail_limit", "tests count, too");
    // Another company may send.
    const stranger = await supply(opened, "Few");
    const few = await newDelivery(stranger.member, { destination: mailTo(["a@example.com"]) });
    assert.equal((await deliverNow(app, stranger.member, few.id)).state, "delivered");
    assert.equal(newMails().length, 1);
    passMs(DAY_MS);
    assert.equal((await deliverNow(app, member, other.id)).state, "delivered");
    assert.deepEqual(
      newMails().map(({ to }) => to),
      [["person-6@example.com"]],
    );
  });
});

test("a mail server that is away, or refuses the service, is tried again and says who must act", async () => {
  for (const [url, expected] of [
    [`smtp://${login}@127.0.0.1:1`, ["waiting", "unreachable", "none"]],
    [`smtp://${login.replace("battery", "wrong")}@127.0.0.1:${smtp.port}`, ["waiting", "mail_setup", "service"]],
  ] as const) {
    const other = await openTestApp({ after }, { METERBOOK_SMTP_URL: url, METERBOOK_MAIL_FROM: FROM });
    const { member } = await supply(other, "Away");
    const { id } = await newDelivery(member, { destination: mailTo(["secret.person@example.com"]) });
    assert.deepEqual(outcome(await deliverNow(other.app, member, id)), [...expected]);
    assert.ok(!other.logLines.some((line) => /secret\.person|wrong|battery/.test(line)), "no secret in the log");
  }
  assert.deepEqual(newMails(), []);
});
