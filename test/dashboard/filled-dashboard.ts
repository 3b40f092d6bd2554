/** The dashboard of a service without workers and portals, whose records a test writes itself, opened by a real browser that is signed in. */
import assert from "node:assert/strict";
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { buildDashboard } from "../../scripts/build-dashboard.ts";
import { newMember, openTestApp, type Member } from "../app.ts";
import type { Ending } from "../database.ts";
import { DESK } from "./live-dashboard.ts";

export type FilledDashboard = Awaited<ReturnType<typeof openFilledDashboard>>;

export async function openFilledDashboard(ending: Ending, browser: Browser) {
  await buildDashboard();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const opened = await openTestApp(ending, { PUBLIC_URL: url });
  await opened.server.listen({ port, host: "localhost" });
  const member = await newMember(opened, { name: "Sample Buildings" });
  return {
    opened,
    member,
    /** A window of its own, signed in. Fails when a page reports an error, or requests anything from another site. */
    async visit(
      path: string,
      use: (page: Page) => Promise<void>,
      { as = member, context: more = {} }: { as?: Member; context?: BrowserContextOptions } = {},
    ): Promise<void> {
      const context = await browser.newContext({ ...DESK, reducedMotion: "reduce", ...more });
      await context.request.post(`${url}/v1/sessions`, { data: { email: as.email, password: as.password } });
      const page = await context.newPage();
      const faults: string[] = [];
      page.on("pageerror", (error) => void faults.push(error.message));
      page.on("request", (request) => {
        if (!request.url().startsWith(`${url}/`) && !request.url().startsWith("blob:")) faults.push(request.url());
      });
      try {
        await page.goto(`${url}/app${path}`);
        await use(page);
        assert.deepEqual(faults, []);
      } finally {
        await context.close();
      }
    },
  };
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
