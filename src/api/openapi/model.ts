/** The parts of an OpenAPI document that are completed here, and a walk over its operations. */
import { accessOf, type AccessRow } from "../auth/access.ts";

export type Json = { [key: string]: unknown };

export interface Schemas {
  [name: string]: Json;
}

export interface Parameter extends Json {
  name: string;
  in: string;
  schema: Json;
}

/** What a request or an answer carries, by content type. */
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

/** An operation with what the rules ask about it. */
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

/** The token is asked for. */
export const isSigned = ({ access: { access } }: Pick<Route, "access">): boolean =>
  access === "user" || access === "admin";

export const isRead = ({ method }: Pick<Route, "method">): boolean => method === "GET";

export const isUnderV1 = ({ path }: Pick<Route, "path">): boolean => path.startsWith("/v1/");

/** Answers with a tag, and with 304 to whoever sends it back. */
export const isTagged = (route: Route): boolean => (isRead(route) && isSigned(route)) || servesParts(route);

/** A file, of which a part can be asked for. */
export const servesParts = ({ operation }: Pick<Route, "operation">): boolean => "206" in operation.responses;

/** Takes `Idempotency-Key`: what a caller is known for can be kept for that caller. */
export const isIdempotent = (route: Route): boolean => route.method === "POST" && isSigned(route);

/** A reference to a component, and the name it leads to. */
export const refTo = (kind: string, name: string): { $ref: string } => ({ $ref: `#/components/${kind}/${name}` });
export const nameOfRef = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);
