/** What a browser does in the place of a person, from a file: for recordings without a screen, and for those that are made again. */
import { readFileSync } from "node:fs";
import type { BrowserContext, Page } from "playwright-core";
import { parse, YAMLParseError } from "yaml";
import { z } from "zod";
import { css, fill, MissingElement, press } from "../../browser/form.ts";
import { settle } from "../../browser/settle.ts";
import { VISIT_LIMITS } from "../../browser/visit-limits.ts";
import { watchContext } from "../../browser/watch.ts";
import { StartError } from "../../errors.ts";

const ACTIONS_MAX = 500;
const text = z.string().min(1);
const Action = z.union([
  z.strictObject({ open: text }),
  z.strictObject({ type: z.record(text, z.string()) }),
  z.strictObject({ click: text }),
  z.strictObject({ wait: text }),
]);
export type Action = z.infer<typeof Action>;

/** @throws StartError that names what is wrong */
export function readActions(file: string): Action[] {
  let given: unknown;
  try {
    given = parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof YAMLParseError) throw new StartError(`${file} is not YAML: ${error.message}`);
    throw error;
  }
  const read = z.array(Action).min(1).max(ACTIONS_MAX).safeParse(given);
  if (read.success) return read.data;
  const at = read.error.issues[0]?.path[0];
  const which = typeof at === "number" ? `Action ${at + 1}` : "It";
  throw new StartError(`${file} is not a list of actions. ${which} must be one of open, type, click, wait.`);
}

/** `values` take the place of `{username}` and `{password}` in what is typed. @throws StartError for an action that cannot be done */
export async function act(
  context: BrowserContext,
  actions: readonly Action[],
  values: Record<"username" | "password", string>,
): Promise<void> {
  const now = (): number => performance.now();
  const watch = watchContext(context, { mayVisit: () => true, now });
  const page = (): Page | undefined => context.pages().findLast((each) => !each.isClosed());
  for (const [at, action] of actions.entries()) {
    const shown = page();
    if (shown === undefined) throw new StartError(`Action ${at + 1} has no open window.`);
    shown.setDefaultTimeout(VISIT_LIMITS.elementMs);
    try {
      await perform(shown, action, values);
    } catch (error) {
      if (error instanceof MissingElement) throw new StartError(`Action ${at + 1}: ${error.message}.`);
      // The error of playwright has the typed values in it.
      throw new StartError(`Action ${at + 1} (${Object.keys(action)[0]}) could not be done.`);
    }
    const { stillMs, settleMs: limitMs } = VISIT_LIMITS;
    const ready = "wait" in action ? action.wait : undefined;
    await settle({ page: () => page() ?? shown, watch, ready, stillMs, limitMs, isEnough: () => false, now });
  }
}

async function perform(page: Page, action: Action, values: Record<"username" | "password", string>): Promise<void> {
  if ("open" in action) {
    const url = URL.parse(action.open, page.url());
    // A bill that becomes a file is an error of the opening.
    if (url !== null) await page.goto(url.href, { waitUntil: "commit" }).catch(() => {});
  } else if ("click" in action) await press(page, action.click);
  else if ("wait" in action) await reach(page.locator(css(action.wait)).first().waitFor(), action.wait);
  else
    for (const [selector, given] of Object.entries(action.type)) {
      const typed = given.replace("{username}", () => values.username).replace("{password}", () => values.password);
      await reach(fill(page.locator(css(selector)), typed), selector);
    }
}

async function reach(done: Promise<unknown>, selector: string): Promise<void> {
  try {
    await done;
  } catch {
    throw new MissingElement(`no element ${selector} that can be used`);
  }
}
