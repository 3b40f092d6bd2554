/** From the schema of one route to its operation: the library's result, with request bodies written in the same form as answers. */
import type { SwaggerTransform } from "@fastify/swagger";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import type { ProblemSlug } from "../../errors.ts";
import type { Json } from "./model.ts";

declare module "fastify" {
  interface FastifySchema {
    /** Problems that the handler can answer beyond those that follow from the form of the route: see `problems.ts`. */
    problems?: ProblemSlug[];
  }
}

/** A status that no answer has. */
const BODY = "599";

/** The library writes each schema twice, once for requests; ours are the same in both directions, so request bodies are written as answers. */
export const transformRoute: SwaggerTransform = (route) => {
  const { body, response, problems, ...schema } = (route.schema ?? {}) as Json;
  const given = { ...schema, ...(problems === undefined ? {} : { "x-problems": problems }) };
  const answers = { ...(response as Json | undefined), ...(body === undefined ? {} : { [BODY]: body }) };
  const { schema: transformed, url } = jsonSchemaTransform({ ...route, schema: { ...given, response: answers } });
  const { [BODY]: bodySchema, ...rest } = (transformed.response ?? {}) as Json;
  return { schema: { ...transformed, response: rest, ...(body === undefined ? {} : { body: bodySchema }) }, url };
};
