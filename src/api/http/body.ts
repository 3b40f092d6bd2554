/** Request bodies before schema validation: JSON that the database can store, and metadata within its limits. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { knownKeyFaults } from "../../domain/metadata.ts";
import { invalid, Problem } from "../../errors.ts";
import { requireMetadataLimits } from "../../operations/metadata.ts";
import type { Day, Metadata } from "../../records/scalars.ts";
import { pointerOf } from "./problems.ts";

/** Deeper bodies are refused, so code that walks a body may rely on this limit. */
const BODY_LEVELS_MAX = 64;

/** A text can contain what PostgreSQL and UTF-8 refuse only if it has one of these. */
const SUSPECT_ESCAPE = /\\u(?:0000|d[89a-f])/i;

const MERGE_PATCH = "application/merge-patch+json";
/** For the schema of a PATCH that merges metadata: the body is a merge patch in both senses (RFC 7396). */
export const PATCH_TYPES = ["application/json", MERGE_PATCH];

const isMergePatch = ({ headers }: FastifyRequest) => headers["content-type"]?.toLowerCase().startsWith(MERGE_PATCH);

/** Parses JSON; a merge patch only where a route accepts one. An empty body counts as no body: many clients send the content type with every request. */
export function acceptJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser("error", "error");
  server.removeAllContentTypeParsers();
  server.addContentTypeParser<string>(PATCH_TYPES, { parseAs: "string" }, (request, text, done) => {
    if (isMergePatch(request) && request.routeOptions.schema?.consumes?.includes(MERGE_PATCH) !== true)
      return done(new Problem("unsupported-media-type", "A merge patch is not accepted here: send application/json."));
    if (text.trim() === "") return done(null, undefined);
    if (isDeeperThan(text, BODY_LEVELS_MAX)) {
      return done(new Problem("malformed-request", `A body may have at most ${BODY_LEVELS_MAX} levels.`));
    }
    return parse(request, text, (error, value) => {
      if (error) {
        const detail = "The body is not JSON.";
        return done(new Problem("malformed-request", detail, { cause: error }));
      }
      const broken = SUSPECT_ESCAPE.test(text) ? findBrokenText(value) : null;
      if (broken === null) return done(null, value);
      const sentence = "This text contains a zero character or half a character, which cannot be stored.";
      return done(invalid([{ pointer: broken, detail: sentence }]));
    });
  });
}

/** How deep objects and arrays are nested, counted from the brackets outside of texts before anything is parsed. */
function isDeeperThan(text: string, levelsMax: number): boolean {
  let levels = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isInText) {
      if (sign === "\\") at += 1;
      else if (sign === '"') isInText = false;
    } else if (sign === '"') isInText = true;
    else if (sign === "{" || sign === "[") {
      levels += 1;
      if (levels > levelsMax) return true;
    } else if (sign === "}" || sign === "]") levels -= 1;
  }
  return false;
}

const isBroken = (text: string) => text.includes("\0") || !text.isWellFormed();

/** JSON pointer of the first text or key that cannot be stored. */
function findBrokenText(value: unknown): string | null {
  const open: { value: unknown; path: PropertyKey[] }[] = [{ value, path: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path } = next;
    if (typeof next.value === "string" && isBroken(next.value)) return pointerOf(path);
    if (typeof next.value !== "object" || next.value === null) continue;
    for (const [key, inner] of Object.entries(next.value)) {
      if (isBroken(key)) return pointerOf(path);
      open.push({ value: inner, path: [...path, key] });
    }
  }
  return null;
}

/**
 * A body that becomes metadata. With `today`, also checks the keys that reports read. @throws Problem for a body that is not an object,
 * is too deep or too large, or has a wrong value for a key that the service reads
 */
export function readMetadata(body: unknown, today: Day | null = null): Metadata {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw invalid([{ pointer: "", detail: "The body must be a JSON object: it becomes the metadata." }]);
  }
  requireMetadataLimits(body);
  // The body came out of a JSON parser and is an object.
  const metadata = body as Metadata;
  const faults = today === null ? [] : knownKeyFaults(metadata, today);
  if (faults.length > 0) throw invalid(faults);
  return metadata;
}
