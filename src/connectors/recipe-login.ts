/**
 * Signs in at a portal by its recipe, directly or with the answer to a second step. Contains all code that needs to read pages.
 */
import type { CookieJar } from "tough-cookie";
import type { Outbound } from "../outbound/outbound.ts";
import { PortalError, type Connector, type Visit } from "./contract.ts";
import { jarOf, rememberDevice, writeCookies } from "./cookies.ts";
import { readSession } from "./kept-session.ts";
import { rememberAnswers } from "./last-answer.ts";
import { wordsOfRecipe } from "./mask-answer.ts";
import type { Observe } from "./observe.ts";
import { holds, outcomeOf } from "./outcome.ts";
import { readPage, type Page } from "./page.ts";
import { openSession } from "./portal-session.ts";
import type { Recipe } from "./recipe-shape.ts";
import { openRecipeVisit } from "./recipe-visit.ts";
import { askedOn, giveAnswer, readSuspended } from "./second-factor.ts";
import { signIn } from "./sign-in.ts";
import type { OpenPortalTab } from "./tab.ts";
import { openTransport, type Transport } from "./transport.ts";

interface RecipePortal {
  recipe: Recipe;
  outbound: Pick<Outbound, "fetch">;
  /** Null: no browser may be used. */
  openTab: OpenPortalTab | null;
  /** The origins that a visit may use. */
  origins: ReadonlySet<string>;
  /** Where the addresses of the recipe begin. */
  base: URL;
  observe?: Observe;
  /** Epoch milliseconds; for recipes that renew their session. */
  now?: (() => number) | undefined;
}

/** @throws TypeError where the recipe cannot do without one */
function noClock({ key, renew }: Recipe): () => number {
  if (renew !== undefined) throw new TypeError(`the recipe ${key} renews its session, which needs a clock`);
  return () => 0;
}

export function createRecipeLogin({
  recipe,
  outbound,
  openTab,
  origins,
  base,
  observe,
  now = noClock(recipe),
}: RecipePortal): Required<Pick<Connector, "login" | "answer" | "resume">> {
  /** One visit with these cookies and values; the hidden texts appear in no error. */
  async function openVisit(jar: CookieJar, signal: AbortSignal, hidden: string[], values: [string, string][] = []) {
    const last = rememberAnswers(await connect(jar, signal, hidden), () => wordsOfRecipe(recipe), hidden);
    const { transport } = last;
    const session = openSession({ transport, jar, base, headers: recipe.headers, values, observe });
    return {
      session,
      withAnswer: <Result>(work: Promise<Result>) => last.withAnswer(work, session.values.values()),
      ask: (page: Page, at: number) => askedOn(page, recipe, { session, at }),
      entered: async (): Promise<Visit> => {
        const names = recipe.second_factor?.remember?.cookies ?? [];
        const remembered = names.length === 0 ? null : rememberDevice(await transport.cookieJar(), names);
        return last.visit(openRecipeVisit({ session, recipe, signal, remembered, now }), session.values);
      },
    };
  }

  async function connect(jar: CookieJar, signal: AbortSignal, hidden: string[]): Promise<Transport> {
    const mayVisit = (url: URL): boolean => origins.has(url.origin);
    const delayMs = recipe.limits.delay_ms;
    if (recipe.transport === "http") return openTransport({ outbound, mayVisit, delayMs, signal, hidden, jar });
    if (openTab === null) throw new TypeError("a recipe for a browser needs one");
    const { browserTransport } = await import("./browser-transport.ts");
    return browserTransport(await openTab({ mayVisit, delayMs, signal, hidden, cookies: writeCookies(jar) }));
  }

  /** What a visit that fails has opened is closed. */
  async function entering(transport: Transport, work: () => Promise<Visit>): Promise<Visit> {
    try {
      return await work();
    } catch (error) {
      await transport.close();
      throw error;
    }
  }

  const login: Connector["login"] = async (_url, credential, signal, remembered = null) => {
    const hidden = [credential.username, credential.password];
    const { session, ask, withAnswer, entered } = await openVisit(jarOf(remembered), signal, hidden);
    return entering(session.transport, async () => {
      await withAnswer(signIn(session, recipe.login, credential, { ask }));
      return entered();
    });
  };

  const answer: Connector["answer"] = async (url, credential, signal, given) => {
    const read = readSuspended(given.session, recipe);
    const again = async (): Promise<Visit> => {
      await given.beginAgain?.();
      return login(url, credential, signal);
    };
    if (read === null) return again();
    const hidden = [credential.username, credential.password, given.answer];
    const { jar, suspended } = read;
    const { session, ask, withAnswer, entered } = await openVisit(jar, signal, hidden, suspended.values);
    return entering(session.transport, async () => {
      const page = await withAnswer(
        giveAnswer({ session, recipe, suspended, challenge: given.session, signal }, given.answer),
      );
      if (page === "ended") {
        await session.transport.close();
        return again();
      }
      await withAnswer(signIn(session, recipe.login, credential, { ask, begin: { page, at: suspended.at } }));
      return entered();
    });
  };

  const resume: NonNullable<Connector["resume"]> = async (_url, username, signal, text) => {
    const kept = readSession(text, recipe);
    if (kept === null || recipe.session === undefined) return null;
    const { check, when } = recipe.session;
    const { session, entered } = await openVisit(kept.jar, signal, [username], kept.values);
    let visit: Visit | null = null;
    try {
      const page = readPage(await session.send(session.callOf(check), "page"));
      if (holds(when, page) && outcomeOf(recipe.interruptions, page) === null) visit = await entered();
    } catch (error) {
      // It may lead anywhere once it has forgotten the session; the sign-in tells whether the portal has changed.
      if (!(error instanceof PortalError) || error.kind !== "portal_changed") throw error;
    } finally {
      if (visit === null) await session.transport.close();
    }
    return visit;
  };

  return { login, answer, resume };
}
