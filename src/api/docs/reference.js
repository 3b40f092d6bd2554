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

try {
  const answer = await fetch("/openapi.json");
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  const spec = await answer.json();
  // Whatever name the service is known by, the page asks the service that it came from.
  spec.servers = [{ url: location.origin }];
  delete spec.externalDocs;
  globalThis.SwaggerUIBundle({
    spec,
    domNode: place,
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    defaultModelExpandDepth: 3,
    displayRequestDuration: true,
    filter: true,
    validatorUrl: null,
    syntaxHighlight: { activated: true, theme: "agate" },
  });
} catch (error) {
  place.textContent = `The document could not be loaded: ${error.message}. It is at /openapi.json.`;
}
