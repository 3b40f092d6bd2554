/** The parts of the schema of a recipe that occur in several places: selectors, conditions, fields, requests and steps. */
import { z } from "zod";
import { patternField } from "../domain/pattern.ts";
import { compileDayFormat } from "./day-format.ts";
import { compileSelector } from "./select.ts";
import { namesIn } from "./values.ts";

/** A CSS selector for pages; a JSONPath for JSON answers; or CSS, a space and a JSONPath for JSON inside an element. */
export const SelectorText = z
  .string()
  .min(1)
  .transform((source, context) => {
    const selector = compileSelector(source);
    if (selector !== null) return selector;
    const kind = /(^|\s)\$[.[]/.test(source) ? "JSONPath" : "CSS selector";
    context.addIssue({ code: "custom", message: `is not a ${kind} that can be read` });
    return z.NEVER;
  });

export const PatternText = patternField({ ignoreCase: false });

const DayFormat = z
  .string()
  .refine(
    (text) => compileDayFormat(text) !== null,
    "must name YYYY or YY, MMMM, MMM, MM or M, and DD or D once each, or be unix or unix_ms",
  );

/** With a port, it may be an address of this machine or a private network, which METERBOOK_OWN_PORTALS must allow. */
export const HostName = z
  .string()
  .regex(
    /^((?=.*[a-z])[a-z0-9-]+(\.[a-z0-9-]+)+|[a-z0-9-]+(\.[a-z0-9-]+)*:\d{1,5})$/,
    "must be a host name in lower case, without scheme or path",
  )
  .refine((host) => URL.canParse(`https://${host}`), "must have a port up to 65535");

/** Lower case, so that `{name}` differs from the braces of other languages. */
export const VALUE_NAME = /^[a-z][a-z0-9_]*$/;
const ValueName = z.string().regex(VALUE_NAME, "must be a name in lower case, such as token");

/** A record whose names are checked; a fault names the name. */
const named = <Value extends z.ZodType>(value: Value, faultOf: (name: string) => string | null) =>
  z.record(z.string(), value).superRefine((record, context) => {
    for (const name of Object.keys(record)) {
      const message = faultOf(name);
      if (message !== null) context.addIssue({ code: "custom", path: [name], message });
    }
  });

const valueNameFault = (name: string): string | null =>
  VALUE_NAME.test(name) ? null : "must be a name in lower case, such as token";

/** An address as a recipe writes it, with the names of values in braces. A value alone is a whole address that the portal gave. */
export const AddressText = z
  .string()
  .regex(/^((https:\/\/[a-z0-9.-]+)?\/(?!\/)[^\s#]*|\{[a-z][a-z0-9_]*\})$/, "must be a path or an https address");
export const PlainAddress = AddressText.refine((text) => namesIn(text).length === 0, "takes no placeholder");

/**
 * All given conditions must hold. `url` is the path at which the visit ended, with `*` as a wildcard. `text` and `regex` are searched
 * in what `selector` finds, else in the visible text.
 */
export const When = z
  .strictObject({
    url: z.string().startsWith("/").optional(),
    status: z.int().min(100).max(599).optional(),
    selector: SelectorText.optional(),
    text: z.string().min(1).optional(),
    regex: PatternText.optional(),
  })
  .refine((when) => Object.keys(when).length > 0, "needs a condition: url, status, selector, text or regex");
export type When = z.infer<typeof When>;

export const Texts = z.record(z.string().min(1), z.string());

const fieldShape = {
  /** Within the row; the row itself when absent. */
  selector: SelectorText.optional(),
  /** The value of this attribute instead of the text. */
  attr: z.string().min(1).optional(),
  /** The first group, or the whole match. */
  regex: PatternText.optional(),
};

/** A text alone is the selector. */
const orSelector = <Shape extends z.ZodType>(shape: Shape) =>
  z.preprocess((given) => (typeof given === "string" ? { selector: given } : given), shape);

export const Field = orSelector(z.strictObject(fieldShape));
export const OptionalField = orSelector(z.strictObject({ ...fieldShape, optional: z.boolean().default(false) }));
export const DayField = z.strictObject({ ...fieldShape, format: DayFormat });
export type Field = z.infer<typeof Field>;
export type OptionalField = z.infer<typeof OptionalField>;
export type DayField = z.infer<typeof DayField>;

/** Values of a row that later addresses, headers and bodies use. */
export const RowValues = named(Field, valueNameFault).default({});

/** A value of an answer; one of a `header`, or of its `address`, after redirects. */
const ValueField = orSelector(
  z
    .strictObject({
      ...fieldShape,
      header: z.string().optional(),
      address: z.literal(true).optional(),
      /** Where the answer has no such value, what was known of the name before stays. */
      optional: z.boolean().optional(),
    })
    .refine((field) => Object.keys(field).length > 0, "says nowhere where the value is"),
);
export type ValueField = z.infer<typeof ValueField>;
export const Values = named(ValueField, valueNameFault).default({});

/** Set by the connection itself. */
const OWN_HEADERS =
  /^(host|cookie|connection|content-length|transfer-encoding|upgrade|proxy-.*|expect|te|trailer|user-agent|accept-encoding)$/;
const headerFault = (name: string): string | null => {
  if (!/^[a-z0-9-]+$/.test(name)) return "must be the name of a header in lower case";
  return OWN_HEADERS.test(name) ? "is a header that the service sets itself" : null;
};
export const HeaderTexts = named(z.string(), headerFault).default({});

const Json = z.json();

const GraphQl = z.strictObject({
  query: z.string().min(1),
  variables: z.record(z.string(), Json).optional(),
  operationName: z.string().optional(),
});

const METHODS = ["GET", "POST", "PUT", "PATCH"] as const;

/** What a step asks the portal for. The text of a GraphQL query takes no values: its variables do. */
export interface PortalRequest {
  url: string;
  method: (typeof METHODS)[number];
  headers: Record<string, string>;
  body: { form: Record<string, string> } | { json: z.infer<typeof Json> } | { graphql: z.infer<typeof GraphQl> } | null;
}

/** An address alone is requested by GET. */
export const RequestText = z.preprocess(
  (given) => (typeof given === "string" ? { url: given } : given),
  z
    .strictObject({
      url: AddressText,
      method: z.enum(METHODS).optional(),
      headers: HeaderTexts,
      form: Texts.optional(),
      json: Json.optional(),
      graphql: GraphQl.optional(),
    })
    .refine(
      ({ form, json, graphql }) => [form, json, graphql].filter((body) => body !== undefined).length <= 1,
      "has one body: form, json or graphql",
    )
    .refine(({ method, ...bodies }) => method !== "GET" || bodyOf(bodies) === null, "has a body, so it is no GET")
    .transform(({ url, method, headers, ...bodies }): PortalRequest => {
      const body = bodyOf(bodies);
      return { url, method: method ?? (body === null ? "GET" : "POST"), headers, body };
    }),
);

interface Bodies {
  form?: Record<string, string> | undefined;
  json?: z.infer<typeof Json> | undefined;
  graphql?: z.infer<typeof GraphQl> | undefined;
}

function bodyOf({ form, json, graphql }: Bodies): PortalRequest["body"] {
  if (form !== undefined) return { form };
  if (json !== undefined) return { json };
  return graphql === undefined ? null : { graphql };
}

const StepShape = z.strictObject({
  /** Requests this. */
  page: RequestText.optional(),
  /** Sends this form of the page that is shown, with its hidden fields. */
  form: SelectorText.optional(),
  /** Follows this link or presses this button of the page that is shown. */
  follow: SelectorText.optional(),
  /** Name of a form field, and the name of the value that goes in. */
  fields: z.record(z.string().min(1), ValueName).default({}),
  /** Also sent, such as the name of the button. */
  submit: Texts.default({}),
  /** Left out where the page that is shown is another one. */
  when: When.optional(),
  /** Left out where the page that is shown has no such form, link or button. */
  optional: z.boolean().default(false),
  /** In a browser: the page is complete when this is there. */
  ready: SelectorText.optional(),
  /** Read from the answer. */
  values: Values,
});

/** One request of a visit. */
export const Step = StepShape.refine(
  ({ page, form, follow }) => [page, form, follow].filter((way) => way !== undefined).length === 1,
  "needs one of page, form and follow",
);
export type Step = z.infer<typeof Step>;

/** A request as the only step. */
export const stepOf = (page: PortalRequest): Step => ({ page, fields: {}, submit: {}, optional: false, values: {} });

export const Steps = z.array(Step).min(1).max(20);
