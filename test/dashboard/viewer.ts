/** What a viewer of a company finds: everything to read, and nothing that changes what is not the viewer's own. */
import type { Page } from "playwright-core";
import { readOperations, sampleOf } from "../openapi-operations.ts";

/** Operations that concern the viewer's own user, or that need no sign-in. */
const OWN = new Set([
  "POST /v1/auth/login",
  "POST /v1/auth/logout",
  "POST /v1/sessions",
  "POST /v1/sessions/link",
  "DELETE /v1/sessions",
  "DELETE /v1/sessions/current",
  "DELETE /v1/me/sessions/:id",
  "POST /v1/me/authenticator",
  "POST /v1/me/authenticator/confirm",
  "POST /v1/me/authenticator/remove",
  "PATCH /v1/me",
  "POST /v1/me/password",
  "POST /v1/api_tokens",
  "DELETE /v1/api_tokens/:id",
  "POST /v1/password_resets",
  "POST /v1/password_resets/accept",
  "POST /v1/invitations/open",
  "POST /v1/invitations/accept",
]);

/** What pages send about the viewer's own user. */
const OWN_PATH = /^\/v1\/(?:me|sessions)(?:\/|$)/;

/** Asked at the same time. */
const AT_ONCE = 8;

/** Tries every operation of the OpenAPI document that changes something: how many there were, and which were not refused with 403. */
export async function tryEveryChange(url: string, token: string): Promise<{ tried: number; notRefused: string[] }> {
  const document = await (await fetch(`${url}/openapi.json`)).text();
  const changing = readOperations(document).filter(
    ({ method, pattern, row }) => method !== "GET" && pattern.startsWith("/v1/") && !OWN.has(row),
  );
  const notRefused: string[] = [];
  const queue = changing.values();
  const work = async () => {
    for (const { method, pattern, row, body, fileTypes } of queue) {
      const [file] = fileTypes;
      const answer = await fetch(`${url}${pattern.replaceAll(/:\w+/g, "1")}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(file === undefined && body === null ? {} : { "content-type": file ?? "application/json" }),
        },
        body: file === undefined ? (body === null ? null : JSON.stringify(sampleOf(body))) : "a file",
      });
      if (answer.status !== 403) notRefused.push(`${row} answers ${answer.status}`);
      await answer.body?.cancel();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { tried: changing.length, notRefused };
}

/**
 * Runs in the page: presses every button of its content, and those of dialogs that open; gives what a viewer must not have, and how
 * many were pressed. A form waits for fields, so that one is a fault before it is sent.
 */
const PRESS = `(async () => {
  const content = document.querySelector("main");
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const nameOf = (each) => (each.getAttribute("aria-label") ?? each.textContent).trim();
  const canBePressed = (each) => each.checkVisibility() && !each.disabled;
  const faults = [...content.querySelectorAll("input[type=file], form [type=submit]")].map(
    (each) => each.type === "file" ? "takes files" : "has a form: " + nameOf(each));
  let pressed = 0;
  // Beside the page of a bill there is a button for each value, which lights it up.
  const buttons = [...content.querySelectorAll("button:not(.mark, .value-name), [role=switch]")].filter(canBePressed);
  for (const each of buttons) {
    if (!each.isConnected) continue;
    each.click();
    pressed += 1;
    await drawn();
    for (const dialog of document.querySelectorAll('[role="dialog"]:not([data-position])')) {
      if (dialog.querySelector("[type=submit]")) faults.push(nameOf(each) + " opens a form");
      else for (const inner of [...dialog.querySelectorAll("button")].filter(canBePressed)) { inner.click(); pressed += 1; }
    }
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  }
  await drawn();
  return { faults, pressed };
})()`;

/** Presses what a page offers to a viewer, whose requests that change something are kept from the service and are faults. */
export async function pressEverything(page: Page): Promise<{ faults: string[]; pressed: number }> {
  const sent: string[] = [];
  // For good: a request that was kept from the service is sent again later.
  await page.route("**/v1/**", (route) => {
    const request = route.request();
    if (request.method() === "GET") return route.continue();
    const { pathname } = new URL(request.url());
    if (!OWN_PATH.test(pathname)) sent.push(`sends ${request.method()} ${pathname}`);
    return route.abort();
  });
  const { faults, pressed } = await page.evaluate<{ faults: string[]; pressed: number }>(PRESS);
  return { faults: [...faults, ...sent], pressed };
}
