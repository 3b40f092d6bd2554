import assert from "node:assert/strict";
import { test } from "node:test";
import { answerTo, readSecondFactorAnswers, totpStep, type Question } from "./second-factor-answers.ts";

/** The secret of RFC 6238, appendix B, and its code at 1,111,111,111 s. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const AT = 1_111_111_111_000;

const code: Question = { kind: "code", prompt: "Enter your verification code.", options: null };
const question = (prompt: string): Question => ({ kind: "question", prompt, options: null });
const answer = (instructions: string, asked: Question): string | null =>
  answerTo(readSecondFactorAnswers(instructions), asked, AT)?.answer ?? null;

test("an authenticator is read from its URI or its secret, as portals print them", () => {
  for (const instructions of [
    `otpauth://totp/Sample:pat?secret=${SECRET}&issuer=Sample`,
    `Authenticator: otpauth://totp/pat?secret=${SECRET}`,
    SECRET,
    SECRET.toLowerCase(),
    `${SECRET}====`,
    "gezd gnbv gy3t qojq gezd gnbv gy3t qojq",
    "GEZD-GNBV-GY3T-QOJQ-GEZD-GNBV-GY3T-QOJQ",
    `TOTP secret: ${SECRET}`,
    `2FA setup key = gezd gnbv gy3t qojq gezd gnbv gy3t qojq`,
    `The codes come from an app.\r\nSecret: ${SECRET}\r\n`,
  ]) {
    assert.equal(answer(instructions, code), "050471", instructions);
  }
});

test("a URI states the number of digits, the length of a step and the algorithm", () => {
  const long = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA";
  const address = `otpauth://totp/pat?secret=${long}&algorithm=SHA256&digits=8&period=60`;
  // RFC 6238 prints this code for the first step under SHA-256.
  const read = readSecondFactorAnswers(address);
  assert.equal(answerTo(read, code, 118_000)?.answer, "46119246");
  assert.equal(answerTo(read, code, 118_000)?.step, 1);
});

test("words are not a secret, and unreadable lines are left for a person", () => {
  for (const instructions of [
    "",
    "The code comes by text message.",
    "call this desk then",
    "internationalization",
    "ask my secretary",
    "secret: fluffy rabbit",
    "otpauth://hotp/pat?secret=GEZDGNBVGY3TQOJQ&counter=1",
    "otpauth://totp/pat?secret=not!base32",
    "otpauth://totp/pat",
    `otpauth://totp/pat?secret=${SECRET}&digits=400000`,
    "2FA: the code is sent to 555-0100",
    "GEZD GNBV",
  ]) {
    assert.equal(answer(instructions, code), null, instructions);
  }
  assert.deepEqual(readSecondFactorAnswers(null), { totp: null, answers: [] });
});

test("a code that was sent somewhere is never taken from an authenticator", () => {
  for (const prompt of ["We sent a code to ***-**00.", "Check your e-mail for the code.", "We texted you a code."])
    assert.equal(answer(SECRET, { ...code, prompt }), null, prompt);
  const prompt = "We no longer send text messages. Enter the code of your authenticator app.";
  assert.equal(answer(SECRET, { ...code, prompt }), "050471");
});

test("the time step is returned with the code, because a code works once", () => {
  const read = readSecondFactorAnswers(SECRET);
  assert.ok(read.totp);
  assert.equal(totpStep(read.totp, AT), Math.floor(AT / 30_000));
  assert.equal(answerTo(read, code, AT)?.step, Math.floor(AT / 30_000));
  assert.equal(answerTo(readSecondFactorAnswers("First pet? Rex"), question("First pet"), AT)?.step, null);
});

test("a security answer is found by its question in any spelling", () => {
  for (const line of [
    "What was the name of your first pet?: Rex",
    "What was the name of your first pet? Rex",
    "what was the NAME of your first pet = Rex",
    "What was the name of your first pet? -> Rex",
    "Q: What was the name of your first pet?\nA: Rex",
    "Security question 2: What was the name of your first pet? Rex",
    "1. First pet: Rex",
    "Mother's maiden name: Smith; First pet: Rex",
  ]) {
    assert.equal(answer(line, question("What was the name of your first pet?")), "Rex", line);
  }
  assert.equal(answer("¿Cuál es tu película favorita?: Vértigo", question("Cual es tu pelicula favorita")), "Vértigo");
  assert.equal(answer("Pet’s name: Rex: the dog", question("Your pet's name?")), "Rex: the dog");
});

test("an uncertain answer is not given", () => {
  const city = "In what city were you born?\nSpringfield";
  const cases: [string, string][] = [
    ["First car: Saab", "What was the name of your first pet?"],
    ["name: Pat", "What was the name of the street you grew up on?"],
    ["City: Springfield\nBorn: Riverton", "In what city were you born?"],
    ["What is it: yes", "What is your oldest friend called?"],
    [city, "In what city were you born?"],
  ];
  for (const [instructions, prompt] of cases) assert.equal(answer(instructions, question(prompt)), null, prompt);
  assert.equal(answer("City: Springfield\nCity: Springfield", question("In what city were you born?")), "Springfield");
});

test("the delivery method of a code is the one that was written down, or the authenticator", () => {
  const options = ["Text message to ***-**00", "E-mail to s***@example.com", "Authenticator app"];
  const choice: Question = { kind: "choice", prompt: "Where should we send your code?", options };
  assert.equal(answer("Where should we send your code? e-mail", choice), options[1]);
  assert.equal(answer(SECRET, choice), options[2]);
  assert.equal(answer(`${SECRET}\nWhere should we send your code? Text message`, choice), options[0]);
  assert.equal(answer("Where should we send your code? by pigeon", choice), null);
  assert.equal(answer("Where should we send your code? a", choice), null);
  assert.equal(answer("", choice), null);
});

test("where codes by e-mail can be read, the only such way is chosen, unless another answer was left or there is an authenticator", () => {
  const ways = ["Text message to 00", "E-mail to s…", "Authenticator app"];
  const asked: Question = { kind: "choice", prompt: "Where should we send your code?", options: ways };
  const chosen = (instructions: string, byMail: boolean) =>
    answerTo(readSecondFactorAnswers(instructions), asked, AT, { byMail })?.answer ?? null;
  assert.equal(chosen("", false), null);
  assert.equal(chosen("", true), "E-mail to s…");
  assert.equal(chosen(SECRET, true), "Authenticator app");
  assert.equal(chosen("Where should we send your code? text message", true), "Text message to 00");
  assert.equal(chosen("Where should we send your code? pigeon", true), null);
});
