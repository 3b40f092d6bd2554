/** The hosted form as used by a browser without scripts: opens its pages, reads them, submits them. */
import { parseHtml, type CheerioAPI } from "../src/domain/html.ts";
import type { LightMyRequestResponse } from "fastify";
import type { Member, TestApp } from "./app.ts";

export type Texts = Record<string, string>;

/** A login at a utility of the sandbox. */
export const TYPED = {
  utility: "northgate-electric",
  online_access_username: "tenant@example.com",
  online_access_password: "the tenant's <secret>",
  twoFactorInstructions: "first pet: rex",
};

/** Headers that browsers send with a form from the same site. */
const OWN: Texts = { origin: "http://localhost:80", "sec-fetch-site": "same-origin" };

/** The path of a company's form link. */
export async function formPathOf(member: Pick<Member, "send">): Promise<string> {
  const answer = await member.send("GET", "/v1/authorizations/formlink");
  return new URL(answer.json<{ authorizationFormLink: string }>().authorizationFormLink).pathname;
}

export const openPage = async ({ server }: Pick<TestApp, "server">, path: string): Promise<CheerioAPI> =>
  parseHtml((await server.inject(path)).body);

/** The page on which the login is entered. */
export const openLogin = (running: Pick<TestApp, "server">, path: string): Promise<CheerioAPI> =>
  openPage(running, `${path}?utility=${TYPED.utility}&facts=short`);

/** The page on which the website of a utility that is not listed is entered. */
export const openUnlisted = (running: Pick<TestApp, "server">, path: string): Promise<CheerioAPI> =>
  openPage(running, `${path}?website=&facts=short`);

/** The signed text that identifies the submission of a page. */
export const pageOf = ($: CheerioAPI): string => String($("input[name=page]").attr("value"));

export const postForm = (
  { server }: Pick<TestApp, "server">,
  path: string,
  fields: Texts,
  headers: Texts = OWN,
): Promise<LightMyRequestResponse> =>
  server.inject({
    method: "POST",
    url: path,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: new URLSearchParams(fields).toString(),
  });

/** Fills in the form, and returns the path of the receipt. */
export async function submitForm(running: Pick<TestApp, "server">, path: string, changes: Texts = {}): Promise<string> {
  const page = pageOf(await openLogin(running, path));
  return String((await postForm(running, path, { ...TYPED, ...changes, page })).headers["location"]);
}
