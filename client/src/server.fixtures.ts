/** A small real HTTP server for tests: gives prepared answers one after the other, and records the requests. */
import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { MeterbookError } from "./problem.ts";

export interface Asked {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
  atMs: number;
}

export type Answer = (response: ServerResponse, asked: Asked) => void;

interface TestServer {
  baseUrl: string;
  asked: Asked[];
}

/** Gives the answers in order, and then repeats the last one. */
export async function answering(
  ending: { after(work: () => Promise<void>): void },
  ...answers: Answer[]
): Promise<TestServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => void chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString(), atMs: performance.now() };
      const answer = answers[Math.min(asked.length, answers.length - 1)];
      asked.push(one);
      answer?.(response, one);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  ending.after(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  // A server that listens on a port has an address.
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

export const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));

export const problem = (status: number, slug: string, headers: Record<string, string> = {}): Answer =>
  json(
    {
      type: `https://meterbook.example/problems/${slug}`,
      title: "A title",
      status,
      detail: "A detail.",
      instance: "/v1",
      request_id: "5f0e8f0a-6f3f-4d5e-9f0a-111111111111",
      errors: [{ pointer: "/name", detail: "This field is required." }],
      success: false,
    },
    status,
    { ...headers, "content-type": "application/problem+json" },
  );

/** The connection ends without an answer. */
export const cut: Answer = (response) => response.destroy();

/** Half an answer, then the end. */
export const cutInTheMiddle: Answer = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
  response.write('{"id":', () => response.destroy());
};

/** No answer is sent, and the connection stays open. */
export const silence: Answer = () => {};

/** The error a call fails with. */
export const failureOf = async (call: Promise<unknown>): Promise<MeterbookError> => {
  const error = await call.then(
    () => assert.fail("the call was expected to fail"),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof MeterbookError, String(error));
  return error;
};
