/**
 * Reads `twoFactorInstructions`, in which a customer leaves answers for a second sign-in step, and answers the portal when the
 * answer is certain.
 */
import { Secret, TOTP, URI } from "otpauth";
import type { ChallengeKind } from "../../records/codes.ts";
import { mailOption } from "../mailboxes/mail-code.ts";
import { cutEnd } from "../text.ts";

/** A portal's question. */
export interface Question {
  kind: ChallengeKind;
  prompt: string;
  /** The options; null when the answer is typed. */
  options: string[] | null;
}

export interface SecondFactorAnswers {
  /** The authenticator that was paired with the portal. */
  totp: TOTP | null;
  /** Security answers, in the given order. */
  answers: { question: string; answer: string }[];
}

/** Shorter texts are not secrets: words would match. */
const SECRET_LETTERS_MIN = 16;

/** Longer than a question with its answer, or a URI; longer lines are left for a person. */
const LINE_MAX = 500;
/** More lines than anyone leaves answers in. */
const LINES_MAX = 100;

/**
 * One item per line: an `otpauth://totp/` URI, a base32 secret, or `question: answer`. Other lines are left for a person. The
 * first of several secrets counts.
 */
export function readSecondFactorAnswers(instructions: string | null): SecondFactorAnswers {
  const lines = (instructions ?? "")
    .split(/\r?\n|;(?=\s)/, LINES_MAX)
    .map((line) => line.trim())
    .filter((line) => line.length <= LINE_MAX);
  const totp = lines.map(readTotp).find((found) => found !== null) ?? null;
  const answers = joinPairs(lines)
    .filter((line) => readTotp(line) === null)
    .flatMap((line) => readAnswer(line) ?? []);
  return { totp, answers };
}

/** The text before and after the first colon or equals sign; null when either is empty. */
function readLabelled(line: string): { label: string; value: string } | null {
  const at = line.search(/[:=]/);
  const [label, value] = [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()];
  return label === "" || value === "" ? null : { label, value };
}

/** A code is at most 31 bits long (RFC 4226), so more digits would be zeros alone. */
const DIGITS_MAX = 10;

const ADDRESS = /otpauth:\/\/\S+/i;
const OF_AUTHENTICATOR = /\b(?:totp|otp|2fa|mfa|authenticator|secret|setup|key)\b/i;

function readTotp(line: string): TOTP | null {
  const address = ADDRESS.exec(line)?.[0];
  if (address !== undefined) return fromAddress(address);
  const { label, value } = readLabelled(line) ?? { label: "", value: line };
  const isLabelled = OF_AUTHENTICATOR.test(label);
  return fromBase32(isLabelled ? value : line, isLabelled);
}

function fromAddress(address: string): TOTP | null {
  try {
    const parsed = URI.parse(address);
    return parsed instanceof TOTP && parsed.digits <= DIGITS_MAX ? parsed : null;
  } catch {
    return null;
  }
}

/** A secret as portals print it, in one piece or in groups of four. Without a label it must not look like words. */
function fromBase32(text: string, isLabelled: boolean): TOTP | null {
  const trimmed = text.trim();
  const isGrouped = /^[a-z2-7]{4}([ -][a-z2-7]{4}){3,}([ -][a-z2-7]{1,4})?$/i.test(trimmed);
  const letters = isGrouped ? trimmed.replaceAll(/[ -]/g, "") : cutEnd(trimmed, /=/);
  if (letters.length < SECRET_LETTERS_MIN || !/^[a-z2-7]+$/i.test(letters)) return null;
  if (!isLabelled && !/[2-7]/.test(letters) && letters !== letters.toUpperCase()) return null;
  return new TOTP({ secret: Secret.fromBase32(letters.toUpperCase()) });
}

/** `Q: …` and `A: …` on two lines are one pair. */
function joinPairs(lines: string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const answer = valueOf(line, /^a(?:nswer)?$/i);
    const question = valueOf(joined.at(-1) ?? "", /^q(?:uestion)?$/i);
    if (answer !== null && question !== null) joined.splice(-1, 1, `${cutEnd(question, /[?:=\s]/)}? ${answer}`);
    else joined.push(line);
  }
  return joined;
}

function valueOf(line: string, label: RegExp): string | null {
  const found = readLabelled(line);
  return found !== null && label.test(found.label) ? found.value : null;
}

const LABEL = /^(?:\d+[.)]|(?:security|secret)\s+question(?:\s*\d+)?\s*[:=]|q(?:uestion)?(?:\s*\d+)?\s*[:=])\s*/i;
/** Between a question mark and the answer. */
const MARK = /^(?:[:=]|->|–|-)\s*(?=\S)/;

/** The question is the text up to a question mark, else up to a colon, an equals sign or an arrow. */
function readAnswer(text: string): { question: string; answer: string } | null {
  const line = text.replace(LABEL, "").trim();
  const asked = line.indexOf("?", 1) + 1;
  const rest = line.slice(asked).trim();
  if (asked > 0 && rest !== "") return { question: line.slice(0, asked), answer: rest.replace(MARK, "") };
  const mark = /[:=]|->/.exec(line);
  if (mark === null) return null;
  const question = line.slice(0, mark.index).trim();
  const answer = line.slice(mark.index + mark[0].length).trim();
  return question === "" || answer === "" ? null : { question, answer };
}

/** An answer that needs no person; `step` is the time step of an authenticator, whose codes work once. */
export interface KnownAnswer {
  answer: string;
  step: number | null;
}

const AUTHENTICATOR = /\bauthenticat(or|ion) app|\bauthenticator\b/i;
/** The code was sent, so an authenticator does not show it. */
const SENT = /\b(sent|send|text message|texted|sms|e-?mail(ed)?)\b/i;

/**
 * The answer to a portal's question; null when a person must give it. Never a guess: a wrong one may lock the account.
 * `byMail`: a code that is sent by e-mail can be read.
 */
export function answerTo(
  { totp, answers }: SecondFactorAnswers,
  question: Question,
  nowMs: number,
  { byMail = false }: { byMail?: boolean } = {},
): KnownAnswer | null {
  if (question.kind === "code") {
    if (SENT.test(question.prompt) && !AUTHENTICATOR.test(question.prompt)) return null;
    return totp && { answer: totp.generate({ timestamp: nowMs }), step: totpStep(totp, nowMs) };
  }
  // Only a person can approve in an app.
  if (question.kind === "approval") return null;
  const written = matchingAnswer(answers, question.prompt);
  if (question.kind === "question") return written === null ? null : { answer: written, step: null };
  const options = question.options ?? [];
  const option =
    optionFor(options, written, totp !== null) ?? (byMail && written === null ? mailOption(options) : null);
  return option === null ? null : { answer: option, step: null };
}

/** The authenticator's time step at a moment. */
export const totpStep = (totp: TOTP, nowMs: number): number => totp.counter({ timestamp: nowMs });

/** The one option that was written down, or the authenticator when we have its secret. */
function optionFor(options: string[], written: string | null, hasTotp: boolean): string | null {
  const fits = (option: string): boolean =>
    written === null ? hasTotp && AUTHENTICATOR.test(option) : plain(option).includes(plain(written));
  const [first, ...others] = options.filter(fits);
  return first !== undefined && others.length === 0 ? first : null;
}

/** Letters and digits in lower case, without accents, with single spaces. */
function plain(text: string): string {
  const bare = text.normalize("NFKD").replaceAll(/\p{Mn}|['\u2019]/gu, "");
  return bare
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

const EMPTY_WORDS = new Set(
  "a an and are at be been did do does for from had has have i in is it me my of on or our the this to was we were what when where which who whom whose with you your".split(
    " ",
  ),
);

const wordsOf = (text: string): Set<string> =>
  new Set(
    plain(text)
      .split(" ")
      .filter((word) => !EMPTY_WORDS.has(word) && word !== ""),
  );

/** The answer to the same question, or to the only question whose words are all in the prompt and are at least half of it. */
function matchingAnswer(answers: SecondFactorAnswers["answers"], prompt: string): string | null {
  const same = answers.filter(({ question }) => plain(question) === plain(prompt));
  const asked = wordsOf(prompt);
  const close = answers.filter(({ question }) => {
    const words = wordsOf(question);
    return words.size > 0 && words.isSubsetOf(asked) && words.size * 2 >= asked.size;
  });
  const found = new Set((same.length > 0 ? same : close).map(({ answer }) => answer));
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : null;
}
