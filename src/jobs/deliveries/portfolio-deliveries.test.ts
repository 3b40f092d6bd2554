/** Deliveries of reports over all properties: one file, every bill once, and mailed in the language of the mail. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { parse } from "csv-parse/sync";
import { openTestApp } from "../../../test/app.ts";
import { deriveAll } from "../../../test/derived.ts";
import { deliverNow, newDelivery, newestFile, supply } from "../../../test/deliveries.ts";
import { untilWritesEnded } from "../../../test/lock-waits.ts";
import { SMTP_LOGIN, startSmtpServer } from "../../../test/smtp-server.ts";
import { PORTFOLIO_REPORT_TYPES } from "../../records/portfolio-report.ts";

const smtp = await startSmtpServer({ after });
const login = `${encodeURIComponent(SMTP_LOGIN.user)}:${encodeURIComponent(SMTP_LOGIN.password)}`;
const opened = await openTestApp(
  { after },
  {
    METERBOOK_SMTP_URL: `smtp://${login}@127.0.0.1:${smtp.port}`,
    METERBOOK_MAIL_FROM: "meterbook@example.com",
    METERBOOK_ALLOW_LOCAL_WEBHOOKS: "true",
  },
);
const { app } = opened;

const rowsOf = async (delivery: Parameters<typeof newestFile>[1]): Promise<Record<string, string>[]> =>
  parse(await newestFile(opened, delivery), { columns: true });

describe("a delivery of a report over all properties", () => {
  test("with what is new has every bill once", async () => {
    for (const portfolio_report of ["accounts_payable", "general_ledger"]) {
      const { member, addBills } = await supply(opened, portfolio_report);
      await supply(opened, `Beside ${portfolio_report}`).then((other) => other.addBills("2025-01-01", 5));
      await addBills("2025-01-01", 3);
      const content = { portfolio_report, period: "new" };
      const { id } = await newDelivery(member, { name: "Accounting", schedule: "weekly", content });
      const first = await deliverNow(app, member, id);
      assert.equal(first.state, "delivered", first.errors ?? "");
      assert.equal((await rowsOf(first)).length, 3);
      await addBills("2025-04-01", 2);
      const second = await deliverNow(app, member, id);
      assert.equal((await rowsOf(second)).length, 2);
      assert.deepEqual(await rowsOf(await deliverNow(app, member, id)), []);
      assert.match(second.files[0]?.name ?? "", new RegExp(`^accounting-d${id}-[0-9-]+\\.csv$`));
    }
  });

  test("with months has the bills dated in them", async () => {
    const { member, addBills } = await supply(opened, "By month");
    await addBills(`${new Date(app.now()).getUTCFullYear() - 2}-01-01`, 36);
    await untilWritesEnded(app.db);
    const months = { portfolio_report: "accounts_payable", period: "last_12_months" };
    const { id } = await newDelivery(member, { content: months });
    const rows = await rowsOf(await deliverNow(app, member, id));
    assert.equal(rows.length, 12);
  });

  test("is mailed in the language of the mail, with its answer, in every type", async () => {
    const { member, addBills } = await supply(opened, "Edificios");
    await addBills(`${new Date(app.now()).getUTCFullYear() - 2}-01-01`, 24);
    await untilWritesEnded(app.db);
    await deriveAll(app);
    const destination = { kind: "email", to: ["a@example.com"], language: "es" };
    for (const portfolio_report of PORTFOLIO_REPORT_TYPES) {
      const content = { portfolio_report, period: "all" };
      const given = { name: portfolio_report, format: "html", content, destination };
      const delivery = await deliverNow(app, member, (await newDelivery(member, given)).id);
      assert.equal(delivery.state, "delivered", delivery.errors ?? "");
      const mail = smtp.mails.at(-1);
      assert.match(mail?.text ?? "", /Se adjunta un archivo/);
      const page = mail?.files[0]?.bytes.toString("utf8") ?? "";
      assert.match(page, /<html lang="es"/);
      const asked = await member.send("GET", `/v1/portfolio/reports/${portfolio_report}?language=es`);
      const { title } = asked.json<{ title: string }>();
      assert.ok(page.includes(title), title);
    }
  });

  test("with what is new sends no mail when there is nothing new, and its history says so", async () => {
    const { member, addBills } = await supply(opened, "Quiet");
    await addBills("2025-01-01", 2);
    await untilWritesEnded(app.db);
    const content = { portfolio_report: "accounts_payable", period: "new" };
    const destination = { kind: "email", to: ["quiet@example.com"] };
    const { id } = await newDelivery(member, { format: "xlsx", content, destination });
    const mails = () => smtp.mails.filter(({ to }) => to.includes("quiet@example.com")).length;
    const first = await deliverNow(app, member, id);
    assert.deepEqual([first.state, mails()], ["delivered", 1]);
    const second = await deliverNow(app, member, id);
    assert.deepEqual(
      [second.state, second.runs[0]?.state, second.runs[0]?.rows_written],
      ["delivered", "delivered", 0],
    );
    assert.deepEqual([second.last_delivered_at, mails()], [first.last_delivered_at, 1]);
    await addBills("2025-04-01", 1);
    await untilWritesEnded(app.db);
    const third = await deliverNow(app, member, id);
    assert.deepEqual([third.runs[0]?.rows_written, mails()], [1, 2]);
  });

  test("of one property is mailed in the language of the mail too", async () => {
    const { member, addBills } = await supply(opened, "Buildings");
    await addBills(`${new Date(app.now()).getUTCFullYear() - 1}-01-01`, 12);
    await deriveAll(app);
    const content = { report_type: "monthly_meter_history", period: "all" };
    const destination = { kind: "email", to: ["a@example.com"], language: "es" };
    const { id } = await newDelivery(member, { format: "html", content, destination });
    assert.equal((await deliverNow(app, member, id)).state, "delivered");
    assert.match(smtp.mails.at(-1)?.files[0]?.bytes.toString("utf8") ?? "", /<html lang="es"/);
  });

  test("is refused for some properties, and, comparing whole months, with what is new", async () => {
    const { member } = await supply(opened, "Refused");
    const content = { portfolio_report: "portfolio_performance", property_ids: [1], period: "new" };
    const refused = await member.send("POST", "/v1/delivery", { name: "x", format: "pdf", schedule: "daily", content });
    assert.equal(refused.statusCode, 422);
    assert.match(refused.body, /whole months/);
    assert.match(refused.body, /always of all/);
  });
});
