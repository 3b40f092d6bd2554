/** The stream of changes comes back after every break, also where a browser alone would give it up. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { EventSource } from "undici";
import { keepOpen } from "../../web/src/data/keep-open.ts";

test(
  "a stream that is cut and then refused is opened again, and what was missed is asked for",
  { timeout: 20_000 },
  async (t) => {
    const streams: ServerResponse[] = [];
    let refusals = 0;
    const server = createServer((_, response) => {
      // Its second and third time, as while the service restarts.
      if (streams.length === 1 && refusals < 2) {
        refusals += 1;
        response.writeHead(503).end();
        return;
      }
      streams.push(response);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("retry: 10\n\n");
    }).listen(0, "localhost");
    await once(server, "listening");
    // Of a server on a port.
    const { port } = server.address() as AddressInfo;
    const said: string[] = [];
    const back = Promise.withResolvers<void>();
    const end = keepOpen({
      open: () => new EventSource(`http://localhost:${port}/`),
      againMs: 10,
      onOpen: () => {
        said.push("open");
        if (said.length === 1) streams[0]?.destroy();
      },
      onBreak: () => said.push("break"),
      onBack: () => {
        said.push("back");
        back.resolve();
      },
    });
    t.after(() => {
      end();
      server.closeAllConnections();
      server.close();
    });
    await back.promise;
    assert.deepEqual(said, ["open", "break", "break", "break", "open", "back"]);
    assert.equal(refusals, 2);
  },
);
