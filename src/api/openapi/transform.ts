/** From the schema of one route to its operation: what the library makes of it, with bodies written as answers are. */
import type { SwaggerTransform } from "@fastify/swagger";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import type { ProblemSlug } from "../../errors.ts";
import type { Json } from "./model.ts";

declare module "fastify" {
  interface FastifySchema {
    /** What the handler can refuse beyond what follows from the form of the route: see `problems.ts`. */
    problems?: ProblemSlug[];
  }
}

/** A status no answer has. */
const BODY = "599";

/** The library writes each schema twice, once for requests; ours are the same in both directions, so bodies go as answers. */
export const transformRoute: SwaggerTransform = (route) => {
  const { body, response, problems, ...schema } = (route.schema ?? {}) as Json;
  const given = { ...schema, ...(problems === undefined ? {} : { "x-problems": problems }) };
  const answers = { ...(response as Json | undefined), ...(body === undefined ? {} : { [BODY]: body }) };
  const { schema: transformed, url } = jsonSchemaTransform({ ...route, schema: { ...given, response: answers } });
  const { [BODY]: bodySchema, ...rest } = (transformed.response ?? {}) as Json;
  return { schema: { ...transformed, response: rest, ...(body === undefined ? {} : { body: bodySchema }) }, url };
};
