/** Deliveries in a real browser: a report is sent monthly from its preview, arrives by mail at a click, is changed and deleted; a viewer only looks. */
import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { axeFindings, startBrowser } from "../browser.ts";
import { drawBill } from "../drawn-bills.ts";
import { SMTP_LOGIN, startSmtpServer } from "../smtp-server.ts";
import { until } from "../callers.ts";
import { openLiveDashboard, type LiveDashboard } from "./live-dashboard.ts";

const browser = await startBrowser();
const skip = browser === null ? "no browser starts here" : false;
after(async () => browser?.close());
const smtp = await startSmtpServer({ after });
const login = `${encodeURIComponent(SMTP_LOGIN.user)}:${encodeURIComponent(SMTP_LOGIN.password)}`;
// Without a browser every test is skipped and this is unused.
const { caller, visit } =
  browser === null
    ? ({} as LiveDashboard)
    : await openLiveDashboard({ after }, browser, {
        METERBOOK_SMTP_URL: `smtp://${login}@127.0.0.1:${smtp.port}`,
        METERBOOK_MAIL_FROM: "meterbook@example.com",
      });

describe("a report on a schedule", { skip }, () => {
  test("is set up from its preview, tested, sent at once, changed and deleted", async () => {
    await caller.send("POST", "/properties", { name: "14 Example Lane" });
    const { email } = await caller.get<{ email: string }>("/me");
    await visit("/reports", async (page) => {
      await page.getByText("Send monthly").click();
      await page.getByRole("heading", { name: "New delivery" }).waitFor();
      const name = page.getByRole("textbox", { name: "Name" });
      assert.equal(await name.inputValue(), "14 Example Lane: Energy by month, against last year");
      await page.getByText(email, { exact: true }).waitFor();
      assert.deepEqual(await axeFindings(page), []);
      const addresses = page.getByLabel("Addresses").and(page.locator("input"));
      await addresses.fill("nobody");
      await addresses.press("Enter");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("This must be an e-mail address.").waitFor();
      await addresses.press("Backspace");
      await addresses.fill("owner@example.com");
      await addresses.press("Enter");
      await page.getByRole("button", { name: "Save and test" }).click();
      await page.getByText("The mail server took a test mail to each person.").waitFor();
      assert.deepEqual(
        smtp.mails.map(({ to }) => to[0]),
        [email, "owner@example.com"],
      );
      await name.fill("Energy of the lane");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("heading", { name: "Energy of the lane" }).waitFor();
      await page.getByRole("button", { name: "Send now" }).click();
      await page
        .getByText(/^Arrived /)
        .first()
        .waitFor();
      const [, , mail] = smtp.mails;
      assert.match(mail?.headers["subject"] ?? "", /^Sample Buildings: Energy of the lane/);
      assert.equal(mail?.files.length, 1);
      const file = page.getByRole("link", { name: /^energy-of-the-lane-.*\.pdf$/ });
      assert.equal((await page.request.get((await file.getAttribute("href")) ?? "")).status(), 200);
      assert.deepEqual(await axeFindings(page), []);
      await page.getByRole("button", { name: "Pause" }).click();
      await page.getByRole("button", { name: "Resume" }).waitFor();
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page.getByText("Nothing is sent on a schedule yet").waitFor();
      assert.deepEqual(await caller.get<unknown[]>("/delivery"), []);
    });
  });

  test("of the bills to pay is sent every week, with what is new, in Spanish too", async () => {
    const { bytes } = await drawBill("northgate-electric", "demo_residential", 0);
    const file = new Blob([Buffer.from(bytes)]);
    const { id: document } = await caller.upload<{ id: number }>("/documents?name=bill.pdf", file);
    await until("the bill", async () => {
      const { state } = await caller.get<{ state: string }>(`/documents/${document}`);
      return state === "waiting" ? null : true;
    });
    await visit("/reports?about=all&report=accounts_payable", async (page) => {
      await page.getByText("Send weekly").click();
      await page.getByRole("heading", { name: "New delivery" }).waitFor();
      assert.equal(await page.getByRole("textbox", { name: "Name" }).inputValue(), "Bills to pay");
      assert.ok(await page.getByRole("radio", { name: /^A report over all properties/ }).isChecked());
      assert.equal(
        await page.getByRole("combobox", { name: "Time", exact: true }).inputValue(),
        "new and changed since the last time",
      );
      assert.equal(await page.getByText("All properties, later ones too").count(), 0);
      assert.deepEqual(await axeFindings(page), []);
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("heading", { name: "Bills to pay" }).waitFor();
      await page.getByText(/^Bills to pay · all properties · new and changed since the last time · Excel/).waitFor();
      await page.getByRole("button", { name: "Send now" }).click();
      await page
        .getByText(/^Arrived /)
        .first()
        .waitFor();
      assert.match(smtp.mails.at(-1)?.files[0]?.name ?? "", /^bills-to-pay-.*\.xlsx$/);
      const sent = smtp.mails.length;
      await page.getByRole("button", { name: "Send now" }).click();
      await page
        .getByText(/^Nothing new .*: no mail was sent$/)
        .first()
        .waitFor();
      assert.equal(smtp.mails.length, sent);
      const [made] = await caller.get<{ id: number; content: object; schedule: string }[]>("/delivery");
      assert.deepEqual(made?.content, { portfolio_report: "accounts_payable", period: "new" });
      assert.equal(made?.schedule, "weekly");
      await page.getByText("Change", { exact: true }).click();
      await page.getByRole("combobox", { name: "Report", exact: true }).click();
      await page.getByRole("option", { name: "How the properties do against last year" }).click();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText(/the latest 12 months with bills/).waitFor();
      await page.evaluate(`localStorage.setItem("meterbook-language", "es")`);
      await page.reload();
      await page
        .getByText(/Cómo van las propiedades frente al año anterior · .*los últimos 12 meses con fact/)
        .waitFor();
      await caller.send("DELETE", `/delivery/${made?.id}`, {});
    });
  });

  test("of records, whose server is away, says what happened and what to do, in Spanish too", async () => {
    const made = await caller.send<{ id: number }>("POST", "/delivery", {
      name: "Every night",
      format: "csv",
      schedule: "daily",
      content: { records: "meters", period: "all" },
      destination: { kind: "sftp", host: "127.0.0.1", port: 1024, path: "/in", username: "u", password: "p" },
    });
    await visit("/deliveries", async (page) => {
      await page.getByRole("link", { name: "Every night" }).click();
      await page.getByRole("button", { name: "Send now" }).click();
      const section = page.getByRole("region", { name: "How it stands" });
      await section.getByText(/127\.0\.0\.1 (could not be reached|is not an address on the public internet)/).waitFor();
      await page.getByText("Change", { exact: true }).click();
      assert.equal(await page.getByLabel("Password", { exact: true }).inputValue(), "", "a password is never shown");
      await page.getByRole("textbox", { name: "Name", exact: true }).fill("Every evening");
      await page.getByLabel("Time of day").selectOption({ label: "8:00 PM" });
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByRole("heading", { name: "Every evening" }).waitFor();
      await page.getByText(/Every day at 8:00 PM/).waitFor();
      const { success } = await caller.send<{ success: boolean }>("POST", `/delivery/${made.id}/test`, {});
      assert.equal(success, false);
      await page.evaluate(`localStorage.setItem("meterbook-language", "es")`);
      await page.reload();
      await page.getByRole("heading", { name: "Cómo está" }).waitFor();
      await page
        .getByText(/(No se pudo llegar a 127|127\.0\.0\.1 no es una dirección)/)
        .first()
        .waitFor();
      assert.deepEqual(await axeFindings(page), []);
    });
    await caller.send("DELETE", `/delivery/${made.id}`, {});
  });
});

test("a viewer sees deliveries and can change nothing", { skip }, async () => {
  const made = await caller.send<{ id: number }>("POST", "/delivery", {
    name: "Seen",
    format: "csv",
    schedule: "weekly",
    content: { records: "bills", period: "new" },
  });
  const { link } = await caller.send<{ link: string }>("POST", "/invitations", {
    email: "viewer@example.com",
    company_role: "viewer",
    language: "en",
  });
  await visit("/deliveries", async (page) => {
    const { origin } = new URL(page.url());
    const { hash } = new URL(link);
    const guest = await page.context().browser()?.newContext({ locale: "en-US" });
    assert.ok(guest);
    try {
      const accepted = await guest.request.post(`${origin}/v1/invitations/accept`, {
        data: { token: hash.slice(1), name: "A viewer", password: "a long passphrase" },
      });
      assert.equal(accepted.status(), 201, await accepted.text());
      await guest.request.post(`${origin}/v1/sessions`, {
        data: { email: "viewer@example.com", password: "a long passphrase" },
      });
      const view = await guest.newPage();
      await view.goto(`${origin}/app/deliveries`);
      await view.getByRole("link", { name: "Seen" }).waitFor();
      assert.equal(await view.getByText("New delivery").count(), 0);
      await view.goto(`${origin}/app/deliveries/${made.id}`);
      await view.getByRole("heading", { name: "How it stands" }).waitFor();
      assert.equal(await view.getByRole("button", { name: /Send now|Test|Pause|Delete/ }).count(), 0);
      await view.goto(`${origin}/app/deliveries/${made.id}/edit`);
      await view.getByText("You may look at deliveries.").waitFor();
      assert.equal(await view.getByRole("button", { name: "Save" }).count(), 0);
    } finally {
      await guest.close();
    }
  });
});
