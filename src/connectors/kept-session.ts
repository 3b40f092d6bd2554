/** A signed-in session as text, to be used again by a later visit: its cookies and the values that were read. */
import { CookieJar } from "tough-cookie";
import { z } from "zod";
import { SerializedCookies, writeCookies } from "./cookies.ts";
import type { PortalSession } from "./portal-session.ts";
import type { Recipe } from "./recipe-shape.ts";
import { versionOf } from "./second-factor.ts";

const KeptSession = z.object({
  recipe: z.string(),
  cookies: SerializedCookies,
  values: z.array(z.tuple([z.string(), z.string()])),
});

export async function writeSession({ transport, values }: PortalSession, recipe: Recipe): Promise<string> {
  const kept: z.infer<typeof KeptSession> = {
    recipe: versionOf(recipe),
    cookies: writeCookies(await transport.cookieJar()),
    values: [...values],
  };
  return JSON.stringify(kept);
}

/** Null when it does not belong to this version of the recipe. */
export function readSession(text: string, recipe: Recipe): { jar: CookieJar; values: [string, string][] } | null {
  try {
    const { success, data } = KeptSession.safeParse(JSON.parse(text));
    if (!success || data.recipe !== versionOf(recipe)) return null;
    return { jar: CookieJar.deserializeSync(data.cookies), values: data.values };
  } catch {
    return null;
  }
}
