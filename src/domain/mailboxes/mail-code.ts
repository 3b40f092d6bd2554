/** Finds the code of a second sign-in step in the text of a mail; never a guess, because a wrong code may lock the account. */
import { compilePattern } from "../pattern.ts";
import { isFromListed } from "./senders.ts";

/** What a recipe says of the mail with a code. */
export interface CodeMailRule {
  /** Addresses and domains, in lower case. */
  from: string[];
  /** Part of its subject, case ignored; null: any subject. */
  subject: string | null;
  /** An expression (RE2) whose first group, else whole match, is the code; null: see `codeIn`. */
  code: string | null;
}

/** What is known of a mail before its text is read. */
export interface CodeMailHead {
  received_at: string | null;
  from: string[];
  subject: string | null;
}

/** Servers give the time of arrival in whole seconds. */
const toSecond = (instant: string): number => Math.floor(Date.parse(instant) / 1000);

/** Whether the mail can have the code: from a listed sender, and not from before the code was asked for. */
export function mayHaveCode({ from, subject, received_at }: CodeMailHead, rule: CodeMailRule, after: string): boolean {
  if (received_at === null || toSecond(received_at) < toSecond(after)) return false;
  // Without senders anybody could send a code.
  if (rule.from.length === 0 || !isFromListed(rule.from, from)) return false;
  return rule.subject === null || (subject ?? "").toLowerCase().includes(rule.subject.toLowerCase());
}

/** Longer texts are cut: a code stands at the beginning of a mail. */
const TEXT_MAX = 20_000;
const CODE_MAX = 32;

/** The code in a text: with an expression its first match, or the group in it; without one the number of four to eight digits that follows the word code, or that "is your" code; null: none, or different ones. */
export function codeIn(text: string, rule: Pick<CodeMailRule, "code">): string | null {
  const read = text.slice(0, TEXT_MAX);
  return rule.code === null ? onlyNumberNearCode(read) : codeByPattern(read, rule.code);
}

function codeByPattern(text: string, source: string): string | null {
  const [whole, group] = compilePattern(source, { ignoreCase: false }).find(text)?.spans ?? [];
  const span = group ?? whole ?? null;
  const code = span === null ? "" : text.slice(span.start, span.end).replaceAll(/[\s-]/g, "");
  return code !== "" && code.length <= CODE_MAX ? code : null;
}

const CODE_WORD = /\b(?:code|passcode|pin|c[oó]digo)\b/giu;
/** In one piece or in two of three digits; not part of an amount, a date, a phone number or a word. */
const NUMBER = /\b(?:\d{4,8}|\d{3}[ -]\d{3})\b/g;
const JOINED_BEFORE = /[\w$#,/+-]$|\d[.:] ?$|\d[,/-] $/u;
const JOINED_AFTER = /^(?:[\w/-]|[.,:]\d| [-/] ?\d| \d| (?:am|pm)\b)/iu;
const YEAR = /^(?:19|20)\d\d$/;
/** Between the word and its number. */
const NEAR = 60;
/** Two numbers so close to each other are a choice, not a code. */
const APART = 8;

interface Written {
  start: number;
  end: number;
  digits: string;
}

/** The first number after the word code, or one that "is your" code: all of the text must name the same. */
function onlyNumberNearCode(text: string): string | null {
  const numbers = [...text.matchAll(NUMBER)].flatMap(({ index: start, 0: written }): Written[] => {
    const end = start + written.length;
    const isJoined =
      JOINED_BEFORE.test(text.slice(Math.max(0, start - 3), start)) || JOINED_AFTER.test(text.slice(end, end + 5));
    return isJoined || YEAR.test(written) ? [] : [{ start, end, digits: written.replaceAll(/\D/g, "") }];
  });
  const found = new Set<string>();
  for (const { index, 0: word } of text.matchAll(CODE_WORD)) {
    const end = index + word.length;
    const after = numbers.find(({ start }) => start >= end);
    const before = numbers.findLast((number) => number.end <= index);
    if (after !== undefined && after.start - end <= NEAR) found.add(after.digits);
    if (before !== undefined && index - before.end <= NEAR && IS_YOUR.test(text.slice(before.end, index)))
      found.add(before.digits);
  }
  const [only] = found;
  if (only === undefined || found.size > 1) return null;
  const isChoice = numbers.some(({ digits, end }, at) => {
    const next = numbers[at + 1];
    return (
      next !== undefined && next.start - end <= APART && digits !== next.digits && [digits, next.digits].includes(only)
    );
  });
  return isChoice ? null : only;
}

const IS_YOUR = /^ (?:is your|es su|es tu)\b/i;

const BY_MAIL = /\be-?mail/i;
const OTHERWISE = /\b(?:text(?:ed)?|sms|phone|call(?:ed)?|voice|authenticator)\b/i;

/** Whether a question's own words allow that its code comes by mail. */
export const mayComeByMail = (prompt: string): boolean => BY_MAIL.test(prompt) || !OTHERWISE.test(prompt);

/** The only option by which the code comes by mail; null: none, or several. */
export function mailOption(options: readonly string[]): string | null {
  const [only, ...others] = options.filter((option) => BY_MAIL.test(option) && !OTHERWISE.test(option));
  return only !== undefined && others.length === 0 ? only : null;
}
