/** The reference receiver of the specification's section 6, written from its words alone, with a BLAKE3 that is not the service's. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { blake3 } from "@noble/hashes/blake3.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

export interface Notification {
  /** The path it came to: one a webhook. */
  path: string;
  accepted: boolean;
  body: Record<string, unknown>;
}

export interface SpecificationReceiver {
  url(path: string): string;
  secret: string;
  notifications: Notification[];
  close(): Promise<void>;
}

/** Rules 1 to 3: the hash of `<secret>.<nonce>.<body>`, the body being the JSON text of the data. */
function isGenuine(body: Record<string, unknown>, secret: string): boolean {
  const { data, nonce, svc_webhook_signature } = body;
  const text = `${secret}.${String(nonce)}.${JSON.stringify(data)}`;
  return bytesToHex(blake3(utf8ToBytes(text))) === svc_webhook_signature;
}

/** Answers 200, or by rule 4 HTTP 500 with {success: false}. */
export async function startSpecificationReceiver(): Promise<SpecificationReceiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      // What is sent is JSON, or the test fails here.
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
      const accepted = request.method === "POST" && isGenuine(body, receiver.secret);
      receiver.notifications.push({ path: request.url ?? "", accepted, body });
      response.writeHead(accepted ? 200 : 500, { "content-type": "application/json" });
      response.end(JSON.stringify({ success: accepted }));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: SpecificationReceiver = {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    secret: "",
    notifications: [],
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
  return receiver;
}
