/** The mails of deliveries say what came in the words of their language, and nothing that a company writes becomes a link or a second line of the subject. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { deliveryMail, periodWords, type DeliveryMail } from "./delivery-texts.ts";

const MAIL: DeliveryMail = {
  company: "Our buildings",
  name: "Energy",
  period: "October 2026",
  message: null,
  answers: [],
  files: [{ name: "energy-d1-2026-10.pdf", bytes: 48_213, link: null }],
  stop_link: "https://meters.example.com/mail/2.1.n.x",
};

describe("a mail of a delivery", () => {
  test("begins with the words of the company, then the answers of its reports, then its files", () => {
    const { subject, text, html } = deliveryMail("en", {
      ...MAIL,
      message: "For the board.",
      answers: ["14 Example Lane used 3.2 % less than a year ago: $1,140.50 of $35,000."],
    });
    assert.equal(subject, "Our buildings: Energy, October 2026");
    assert.deepEqual(text.split("\n\n").slice(0, 4), [
      "For the board.",
      'Our buildings sends you "Energy" for October 2026.',
      "14 Example Lane used 3.2 % less than a year ago: $1,140.50 of $35,000.",
      "One file is attached:\n- energy-d1-2026-10.pdf (48 kB)",
    ]);
    assert.ok(text.trimEnd().endsWith(MAIL.stop_link));
    assert.equal(html.match(/href="/g)?.length, 1, "the only link is the one that stops the mails");
  });

  test("has a link to each file that is not attached, and their sizes, in Spanish too", () => {
    const files = [1, 2].map((number) => ({
      name: `f-${number}.csv`,
      bytes: 12_300_000,
      link: `https://meters.example.com/files/deliveries/${number}`,
    }));
    const { text, html } = deliveryMail("es", { ...MAIL, files });
    assert.match(text, /Estos enlaces abren los 2 archivos durante 7 días/);
    assert.match(text, /- f-1\.csv \(12,3 MB\)\n {2}https:\/\/meters\.example\.com\/files\/deliveries\/1/);
    assert.equal(html.match(/href="/g)?.length, 3);
  });

  test("takes no more of what others write than a reader wants, and no link", () => {
    const answers = Array.from({ length: 200 }, () => `See www.evil.example ${"x".repeat(2000)}`);
    const { subject, text, html } = deliveryMail("en", {
      ...MAIL,
      company: `Evil\r\nBcc: a@example.com ${"y".repeat(500)}`,
      name: "<b>https://evil.example</b>",
      answers,
    });
    assert.doesNotMatch(subject, /[\r\n]/);
    assert.ok(text.length < 15_000, String(text.length));
    assert.doesNotMatch(text.replaceAll(MAIL.stop_link, ""), /:\/\/|evil\.example/);
    assert.ok(!html.includes("<b>"));
  });
});

test("a period is months in words, or the day", () => {
  const year = { start_date: "2025-11-01", end_date: "2026-11-01" };
  const month = { start_date: "2026-10-01", end_date: "2026-11-01" };
  assert.equal(periodWords("en", { months: year, day: "2026-11-03" }), "November 2025 to October 2026");
  assert.equal(periodWords("es", { months: month, day: "2026-11-03" }), "octubre de 2026");
  assert.equal(periodWords("en", { months: null, day: "2026-11-03" }), "November 3, 2026");
});
