/** Harbor Power's only page: an empty shell that its script fills. */
import { html } from "../web/html.ts";
import { framedPage } from "../web/page-frame.ts";
import { PLAIN } from "../world/plain-utilities.ts";

export const PREFIX = "/harbor-power";

/** `clientId` is sent back in a header with every request of the script. */
export const shellPage = (clientId: string): string =>
  framedPage(
    PLAIN["harbor-power"],
    "My account",
    html`<nav><button id="sign-out" type="button" hidden>Sign out</button></nav>`,
    html`<meta name="client-id" content="${clientId}" />
      <div id="app"><p>Loading…</p></div>
      <noscript><p>This site needs JavaScript.</p></noscript>
      <script src="${PREFIX}/app.js"></script>`,
  );
