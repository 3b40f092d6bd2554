// The reference: draws the OpenAPI document of this very service, and tries requests against it alone.

const dark = matchMedia("(prefers-color-scheme: dark)");
const showColours = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", showColours);
showColours();

const place = document.getElementById("reference");

/** What the package leaves without a name is named, whenever it has drawn something new. */
function nameControls() {
  for (const select of place.querySelectorAll("select:not([aria-label])")) {
    const near = select.closest("[data-param-name]")?.getAttribute("data-param-name");
    select.setAttribute(
      "aria-label",
      near ?? (select.closest(".responses-wrapper") ? "Content type of the answer" : "Choice"),
    );
  }
  for (const field of place.querySelectorAll("textarea:not([aria-label])")) field.setAttribute("aria-label", "Body");
  for (const input of place.querySelectorAll("input:not([aria-label]):not([id])"))
    input.setAttribute("aria-label", input.getAttribute("placeholder") ?? "Value");
  for (const block of place.querySelectorAll(".highlight-code pre:not([tabindex])"))
    block.setAttribute("tabindex", "0");
  // A link within a button: the button does the same, and the address changes with it.
  for (const link of place.querySelectorAll(".opblock-summary-control a[href]")) link.removeAttribute("href");
}
new MutationObserver(nameControls).observe(place, { childList: true, subtree: true });

const METHODS = ["get", "put", "post", "patch", "delete"];

/** A component that is referred to. */
const resolved = (spec, node) =>
  node.$ref === undefined
    ? node
    : node.$ref
        .slice(2)
        .split("/")
        .reduce((at, step) => at[step], spec);

/**
 * The document as it is drawn here. Parameters that may be left out start empty, with their example as text: filled in, they would be
 * sent. Refusals are named, and explained on pages of their own.
 */
function drawn(spec) {
  for (const path of Object.values(spec.paths)) {
    for (const operation of METHODS.flatMap((method) => path[method] ?? [])) {
      operation.parameters = (operation.parameters ?? []).map((given) => withoutExample(resolved(spec, given)));
      for (const [status, given] of Object.entries(operation.responses)) {
        if (status < "400") continue;
        const { description } = resolved(spec, given);
        const name = given.$ref?.split("/").at(-1);
        const links = (name?.split("-or-") ?? []).map((slug) => `[${slug}](/problems/${slug})`);
        operation.responses[status] = { description: [description, ...links].join(" ") };
      }
    }
  }
  // Whatever name the service is known by, the page asks the service that it came from.
  spec.servers = [{ url: location.origin }];
  delete spec.externalDocs;
  return spec;
}

function withoutExample({ example, ...parameter }) {
  if (parameter.required || example === undefined)
    return { ...parameter, ...(example === undefined ? {} : { example }) };
  return { ...parameter, description: `${parameter.description ?? ""} For example \`${example}\`.`.trim() };
}

/** The components that a part of the document refers to, directly or through others. */
function componentsOf(spec, part) {
  const components = {};
  const waiting = [part];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (typeof node !== "object" || node === null) continue;
    waiting.push(...Object.values(node));
    const [, kind, name] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(node.$ref ?? "") ?? [];
    if (kind === undefined || components[kind]?.[name] !== undefined) continue;
    const component = spec.components[kind][name];
    (components[kind] ??= {})[name] = component;
    waiting.push(component);
  }
  return components;
}

/**
 * The document with nothing but the part at the path and the components that it refers to. Paths of this service have nothing but
 * operations, so that none is lost.
 */
function onlyPart(spec, path) {
  const part = path.reduce((at, step) => at[step], spec);
  const alone = { ...spec, tags: [], paths: {}, webhooks: {}, components: componentsOf(spec, part) };
  let at = alone;
  for (const step of path.slice(0, -1)) at = at[step] ??= {};
  at[path.at(-1)] = part;
  return alone;
}

/** For each operation that is opened, the package reads the whole document it is given, which takes seconds: it is given a small one. */
const resolvesOnlyPart = ({ fn: { resolveSubtree } }) => ({
  fn: { resolveSubtree: (spec, path, options) => resolveSubtree(onlyPart(spec, path), path, options) },
});

try {
  const answer = await fetch("/openapi.json");
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const spec = drawn(await answer.json());
  globalThis.SwaggerUIBundle({
    spec,
    domNode: place,
    deepLinking: true,
    // Groups begin closed. From 150 lines on the package draws only those in sight, and the page cannot be searched.
    docExpansion: "none",
    defaultModelsExpandDepth: 0,
    defaultModelExpandDepth: 3,
    displayRequestDuration: true,
    filter: true,
    validatorUrl: null,
    plugins: [resolvesOnlyPart],
    syntaxHighlight: { activated: true, theme: "agate" },
  });
} catch (error) {
  place.textContent = `The document could not be loaded: ${error.message}. It is at /openapi.json.`;
}
