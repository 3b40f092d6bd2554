/** Fills in the fields of a form and presses its button, by what is visible to a person where there is anything. */
import type { Locator, Page } from "playwright-core";

type Field = readonly [field: string, value: string];

/** Selectors of recipes are CSS, and nothing else of what playwright understands. */
export const css = (selector: string): string => `css=${selector}`;

/** What is missing, in the words of the recipe. Nothing of what was typed is in it. */
export class MissingElement extends Error {
  override name = "MissingElement";
}

const SUBMITS = "button:not([type=button], [type=reset]), input[type=submit], input[type=image]";

/** @throws MissingElement */
export async function submitForm(
  page: Page,
  { form: selector, fields, button }: { form: string; fields: readonly Field[]; button: string | undefined },
): Promise<void> {
  const form = page.locator(css(selector)).first();
  await reach(form.waitFor({ state: "attached" }), `no form ${selector}`);
  let last: Locator | null = null;
  for (const [field, value] of fields) {
    last = await findField(page, form, field);
    await reach(fill(last, value), `no field ${field} that can be filled in`);
  }
  if (button !== undefined) return press(page, button);
  const own = form.locator(css(SUBMITS)).locator("visible=true").first();
  const pressed = (await own.count()) > 0 ? own.click() : (last?.press("Enter") ?? form.evaluate(requestSubmit));
  return reach(pressed, `the form ${selector} cannot be sent`);
}

/** Clicks the first such element. @throws MissingElement */
export const press = (page: Page, selector: string): Promise<void> =>
  reach(page.locator(css(selector)).first().click(), `no element ${selector} that can be clicked`);

async function reach(acted: Promise<unknown>, missing: string): Promise<void> {
  try {
    await acted;
  } catch {
    // Its error has what was typed in it.
    throw new MissingElement(missing);
  }
}

/** The field with this name in the form, else the one of this selector, in the form or anywhere. */
async function findField(page: Page, form: Locator, field: string): Promise<Locator> {
  const named = form.locator(css(`[name=${JSON.stringify(field)}]`));
  for (const candidate of [named, form.locator(css(field)), page.locator(css(field))]) {
    // A name such as ctl00$user is no selector.
    const count = await candidate.count().catch(() => 0);
    if (count > 0) return candidate;
  }
  return page.locator(css(field)).first();
}

/** What these functions, which run in the page, use of an element. */
interface FieldElement {
  tagName: string;
  type?: string;
  value: string;
}
const kindOf = (element: FieldElement): string => (element.tagName === "SELECT" ? "select" : String(element.type));
const setValue = (element: FieldElement, value: string): void => {
  element.value = value;
};
const requestSubmit = (form: { requestSubmit(): void }): void => form.requestSubmit();

/** Types into a field, chooses from a list, ticks a box. What playwright throws has the value in it. */
export async function fill(field: Locator, value: string): Promise<unknown> {
  const first = field.first();
  const kind = await first.evaluate(kindOf);
  if (kind === "select") return first.selectOption(value);
  if (kind === "hidden") return first.evaluate(setValue, value);
  if (kind === "checkbox") return first.setChecked(value !== "" && value !== "false");
  if (kind === "radio") return field.and(field.page().locator(css(`[value=${JSON.stringify(value)}]`))).check();
  return first.fill(value);
}
