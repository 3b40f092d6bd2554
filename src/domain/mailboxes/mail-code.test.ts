/** The code of a mail: one number near the word code, or what the recipe says; everything else is left for a person. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { codeIn, mailOption, mayComeByMail, mayHaveCode } from "./mail-code.ts";

const usual = (text: string) => codeIn(text, { code: null });

const FOUND: [text: string, code: string][] = [
  ["Your verification code is 482913. It expires in 10 minutes.", "482913"],
  ["Your code: 4821", "4821"],
  ["482 913 is your one-time passcode", "482913"],
  ["Tu código es 12345678.", "12345678"],
  ["Code\n\n  771024  \n\nUse it once. The code 771024 is for you alone.", "771024"],
  ["Your PIN is 90210. Dated 03/14/2026, 10:15 am. Call 217-555-0100. Amount due $1,234.56. (c) 2026", "90210"],
  ["Your code is: 899241\r\n\r\nLakefront Energy, 1200 Shore Drive", "899241"],
  ["Your code is 482913 for account 556223", "482913"],
];
for (const [text, code] of FOUND)
  test(`finds ${code} in "${text.slice(0, 40)}"`, () => assert.equal(usual(text), code));

const LEFT: [why: string, text: string][] = [
  ["no word code", "Your bill 482913 is ready."],
  ["two numbers beside each other", "Your code is 482913 or 556223"],
  ["two codes", "Your code is 482913. Your other code is 556223."],
  ["a number before the word that is not said to be it", "For account 556223 a code was made"],
  ["a year", "Your code of 2026 is on its way"],
  ["too short", "Your code is 482"],
  ["too long", "Your code is 482913482913"],
  ["part of a word", "Your code is A482913"],
  ["far from the word", `Your code is below.${" ".repeat(200)}482913`],
  ["an amount", "Your code was used to pay $1234.56"],
  ["a phone number", "Questions about your code? 217-555-0100"],
  ["past the beginning of a long mail", `${"x ".repeat(20_000)} code 482913`],
];
for (const [why, text] of LEFT) test(`leaves alone ${why}`, () => assert.equal(usual(text), null));

test("an expression of the recipe says where the code is: its first group, else the whole", () => {
  const text = "Reference 111111 code 222222. Enter AB12-CD34";
  assert.equal(codeIn(text, { code: String.raw`code (\d{6})` }), "222222");
  assert.equal(codeIn(text, { code: "[A-Z0-9]{4}-[A-Z0-9]{4}" }), "AB12CD34");
  assert.equal(codeIn(text, { code: "absent (x)" }), null);
  assert.equal(codeIn("a".repeat(100), { code: "a+" }), null, "no code is that long");
});

test("a mail counts from a listed sender, with the subject, and not from before the code was asked for", () => {
  const rule = { from: ["utility.example"], subject: "sign-in CODE", code: null };
  const mail = {
    from: ["no-reply@mail.utility.example"],
    subject: "Your sign-in code",
    received_at: "2026-03-14T09:00:05.000Z",
  };
  const after = "2026-03-14T09:00:05.700Z";
  assert.equal(mayHaveCode(mail, rule, after), true, "within the second, which is all that servers say");
  for (const other of [
    { received_at: "2026-03-14T09:00:04.000Z" },
    { received_at: null },
    { from: ["no-reply@utility.example.evil.example"] },
    { from: ["no-reply@utility.example", "x@evil.example"] },
    { from: [] },
    { subject: "Your bill" },
    { subject: null },
  ])
    assert.equal(mayHaveCode({ ...mail, ...other }, rule, after), false, JSON.stringify(other));
  assert.equal(mayHaveCode(mail, { ...rule, from: [] }, after), false, "without senders nobody");
});

test("a code that was sent elsewhere is not expected by mail, and e-mail is chosen where it is the only way by mail", () => {
  assert.equal(mayComeByMail("We sent a code to your phone ending in 00"), false);
  assert.equal(mayComeByMail("Enter the code that your authenticator app shows."), false);
  assert.equal(mayComeByMail("We sent a code to the e-mail address beginning with s"), true);
  assert.equal(mayComeByMail("We sent you a code"), true);
  assert.equal(mailOption(["Text message to 00", "E-mail to s…"]), "E-mail to s…");
  assert.equal(mailOption(["Email to s…", "Email to t…"]), null);
  assert.equal(mailOption(["Text message", "Phone call"]), null);
});
