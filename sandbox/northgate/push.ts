/** Northgate Electric's app: who signs in as `demo_push` is let in once the sign-in was approved there, on the sandbox's own page. */
import { html } from "../web/html.ts";
import { page, redirect } from "../web/http.ts";
import type { Ask, Reply } from "../web/http.ts";
import { findScenario } from "../world/scenarios.ts";
import { approvalPage, noticePage, PREFIX } from "./pages.ts";

export const asksApp = (username: string): boolean => findScenario(username)?.twist === "push";

/** What the person decided in the app; one sign-in waits at a time. */
export type Decision = "waiting" | "approved" | "refused";

export interface App {
  decision: Decision;
}

/** The buttons of the app. */
export function answerApp(app: App, ask: Ask): Reply {
  if (ask.method !== "POST") return page(405, noticePage("The app", "Its buttons are on the sandbox's own page."));
  app.decision = ask.path === "/app/approve" ? "approved" : "refused";
  return redirect("/#app");
}

/** What the browser of a sign-in that waits for the app is shown. */
export function answerApproval(app: App, enter: () => Reply, end: () => void): Reply {
  if (app.decision === "approved") return enter();
  if (app.decision === "waiting") return page(200, approvalPage());
  end();
  return page(200, noticePage("Sign in again", "The sign-in was refused in the app."));
}

export const appButtons = () =>
  html`<form method="post" action="${PREFIX}/app/approve"><button type="submit">approve the sign-in</button></form>
    <form method="post" action="${PREFIX}/app/refuse"><button type="submit">refuse it</button></form>`;
