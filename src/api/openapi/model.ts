/** The parts of an OpenAPI document that the rules complete, and a walk over its operations. */
import { accessOf, isSignedIn, type AccessRow } from "../auth/access.ts";
import { UNCOUNTED } from "../auth/auth.ts";

export type Json = { [key: string]: unknown };

export interface Schemas {
  [name: string]: Json;
}

export interface Parameter extends Json {
  name: string;
  in: string;
  schema: Json;
}

/** The content of a request or an answer, by content type. */
export type Content = Record<string, { schema: Json; example?: unknown; examples?: Json }>;

export interface Answer extends Json {
  description?: string;
  headers?: Json;
  content?: Content;
  $ref?: string;
}

export interface Operation extends Json {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: Json & { content: Content };
  responses: Record<string, Answer>;
}

export interface Document extends Json {
  paths: Record<string, Record<string, Operation>>;
  components: Json & { schemas: Schemas };
}

/** An operation with what the rules need to know about it. */
export interface Route {
  method: string;
  /** As in the document, `/v1/meters/{id}`. */
  path: string;
  access: AccessRow;
  operation: Operation;
}

/** Every operation, in the order of the document. */
export const listRoutes = ({ paths }: Pick<Document, "paths">): Route[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      access: accessOf(method.toUpperCase(), path.replace(/\{(\w+)\}/g, ":$1")),
      operation,
    })),
  );

/** The operation needs a token. */
export const isSigned = ({ access: { access } }: Pick<Route, "access">): boolean => isSignedIn(access);

export const isRead = ({ method }: Pick<Route, "method">): boolean => method === "GET";

export const isUnderV1 = ({ path }: Pick<Route, "path">): boolean => path.startsWith("/v1/");

/** The request counts against the quota of its caller. */
export const isCounted = ({ path }: Pick<Route, "path">): boolean => !UNCOUNTED.has(path);

/** Answers carry a tag, and `If-None-Match` with that tag gets 304. */
export const isTagged = (route: Route): boolean => (isRead(route) && isSigned(route)) || servesParts(route);

/** The answer is a file that can be requested in part. */
export const servesParts = ({ operation }: Pick<Route, "operation">): boolean => "206" in operation.responses;

/** Accepts `Idempotency-Key`: possible only where the caller is known. */
export const isIdempotent = (route: Route): boolean => route.method === "POST" && isSigned(route);

/** A reference to a component, and the name it leads to. */
export const refTo = (kind: string, name: string): { $ref: string } => ({ $ref: `#/components/${kind}/${name}` });
export const nameOfRef = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);
