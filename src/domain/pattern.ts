/**
 * Regular expressions from recipes and templates, which run in time linear in the length of the text, whatever the expression.
 */
import { RE2JS } from "re2js";
import { z } from "zod";

/** A longer one should be several expressions. */
const SOURCE_MAX = 1000;
/** Size of the compiled expression, which bounds the steps per character of a text. Repetitions such as `{500}` make it large. */
const STEPS_MAX = 2000;

/** The position of a group, in UTF-16 units as in strings. */
export interface Span {
  start: number;
  end: number;
}

export interface PatternMatch {
  /** The whole match, then the groups in order; null for a group that did not take part. */
  spans: (Span | null)[];
  /** The named groups that took part. */
  groups: Record<string, Span>;
}

export interface Pattern {
  source: string;
  /** The names of its groups. Two groups in different alternatives may share one. */
  names: string[];
  test(text: string): boolean;
  /** The first match. */
  find(text: string): PatternMatch | null;
}

/** The expression cannot be used; the message completes a sentence that begins with its field. */
export class PatternError extends Error {
  override name = "PatternError";
}

/**
 * Compiles an expression in RE2 syntax: that of JavaScript without the features that need backtracking, `(?=…)`, `(?!…)`,
 * `(?<=…)`, `(?<!…)` and `\1`. @throws PatternError when the syntax is wrong or the expression is too large
 */
export function compilePattern(source: string, { ignoreCase }: { ignoreCase: boolean }): Pattern {
  if (source.length > SOURCE_MAX) throw new PatternError(`is longer than ${SOURCE_MAX} characters`);
  const { unnamed, namesByGroup } = takeNames(source);
  const compiled = compile(unnamed, ignoreCase);
  if (compiled.programSize() > STEPS_MAX) throw new PatternError("repeats too much, as {1000} does: it would be slow");
  return {
    source,
    names: [...new Set(namesByGroup.values())],
    test: (text) => compiled.test(text),
    find(text) {
      // The test is many times faster than the search for groups, and most lines do not match.
      if (!compiled.test(text)) return null;
      const matcher = compiled.matcher(text);
      if (!matcher.find()) return null;
      const spans = Array.from({ length: matcher.groupCount() + 1 }, (_, at) => {
        const start = matcher.start(at);
        return start < 0 ? null : { start, end: matcher.end(at) };
      });
      const named = [...namesByGroup].flatMap(([at, name]) => (spans[at] ? [[name, spans[at]] as const] : []));
      return { spans, groups: Object.fromEntries(named) };
    },
  };
}

/** An expression as a field of a zod schema; the issue explains the fault and shows the expression. */
export const patternField = (options: { ignoreCase: boolean }) =>
  z
    .string()
    .min(1)
    .transform((source, context): Pattern => {
      try {
        return compilePattern(source, options);
      } catch (error) {
        if (!(error instanceof PatternError)) throw error;
        context.addIssue({ code: "custom", message: `${error.message} (${shortened(source)})` });
        return z.NEVER;
      }
    });

const shortened = (source: string): string => (source.length > 80 ? `${source.slice(0, 80)}…` : source);

/** Those that were compiled last: a start compiles most expressions many times, once for each utility of a family. */
const compiledLast = new Map<string, RE2JS>();
/** One takes some 10 kB. */
const COMPILED_MAX = 500;

function compile(source: string, ignoreCase: boolean): RE2JS {
  const key = `${ignoreCase} ${source}`;
  const compiled = compiledLast.get(key) ?? compileNew(source, ignoreCase);
  compiledLast.set(key, compiled);
  const [oldest] = compiledLast.keys();
  if (compiledLast.size > COMPILED_MAX && oldest !== undefined) compiledLast.delete(oldest);
  return compiled;
}

function compileNew(source: string, ignoreCase: boolean): RE2JS {
  try {
    return RE2JS.compile(RE2JS.translateRegExp(source), ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const reason = error.message.replace(/^error parsing regexp: /, "");
    throw new PatternError(`is not a regular expression that can be used: ${reason}`);
  }
}

/**
 * The parts of an expression that matter for finding its groups: an escaped letter, a class, and an opening bracket with its
 * kind.
 */
const PARTS = /\\[^]|\[(?:\\[^]|[^\]\\])*|\((?:\?P?<([A-Za-z_]\w*)>|\?<?[=!]|\?)?/g;

/** The expression with unnamed groups, since RE2 does not allow two groups with one name. */
function takeNames(source: string): { unnamed: string; namesByGroup: Map<number, string> } {
  const namesByGroup = new Map<number, string>();
  let groups = 0;
  const unnamed = source.replaceAll(PARTS, (part: string, name: string | undefined) => {
    if (/^\(\?<?[=!]$/.test(part)) throw new PatternError(`looks ahead or behind, by ${part}…), which can be slow`);
    if (/^\\[1-9k]$/.test(part)) throw new PatternError(`refers to one of its groups, by ${part}, which can be slow`);
    if (part === "(" || name !== undefined) groups += 1;
    if (name === undefined) return part;
    namesByGroup.set(groups, name);
    return "(";
  });
  return { unnamed, namesByGroup };
}
