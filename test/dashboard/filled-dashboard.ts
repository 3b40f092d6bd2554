/** The dashboard of a service without workers and portals, whose records a test writes itself, opened by a real browser that is signed in. */
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { buildDashboard } from "../../scripts/build-dashboard.ts";
import { newMember, openTestApp, type Member, type TestApp } from "../app.ts";
import type { Ending } from "../database.ts";
import { visitDashboard } from "./visit.ts";

export type FilledDashboard = Awaited<ReturnType<typeof openFilledDashboard>>;

let shared: Promise<{ url: string; opened: TestApp }> | undefined;

/** A company of its own. Files of one process share one service, which the first of them ends when all tests of the process are over. */
export async function openFilledDashboard(ending: Ending, browser: Browser) {
  await buildDashboard();
  const { url, opened } = await (shared ??= listen(ending));
  const member = await newMember(opened, { name: "Sample Buildings" });
  return {
    url,
    opened,
    member,
    visit: (
      path: string,
      use: (page: Page) => Promise<void>,
      { as = member, context }: { as?: Member; context?: BrowserContextOptions } = {},
    ) => visitDashboard({ browser, url, login: as, ...(context === undefined ? {} : { context }) }, path, use),
  };
}

async function listen(ending: Ending): Promise<{ url: string; opened: TestApp }> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const opened = await openTestApp(ending, { PUBLIC_URL: url });
  await opened.server.listen({ port, host: "localhost" });
  return { url, opened };
}

/** The address of the service is a setting, so the port is chosen before the service opens. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "localhost");
  await once(server, "listening");
  // Of a server on a port.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
