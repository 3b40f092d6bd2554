/** A language model of our own: a server that speaks the chat-completions form, and answers, lies or fails as a test tells it. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { BillAnswer, Printed } from "../src/parsers/model/answer.ts";
import type { Ending } from "./database.ts";

/** The words of a question, each with its number. */
type NumberedWord = [number: number, text: string];

/** Points to printed words, as a model does that reads well: the first place, or the one counted from 0. */
export type PointTo = (text: string, place?: number) => Printed;

export function pointerIn(question: string): PointTo {
  const words: NumberedWord[] = question
    .split(/\s+/)
    .flatMap((entry) => (/^\d+:./.test(entry) ? [entry] : []))
    .map((entry) => [Number(entry.slice(0, entry.indexOf(":"))), entry.slice(entry.indexOf(":") + 1)]);
  return (text, place = 0) => {
    const sought = text.split(" ");
    const places = words.filter((_, at) => sought.every((word, next) => words[at + next]?.[1] === word));
    const first = places[place]?.[0];
    if (first === undefined) throw new Error(`the question has no ${text}`);
    return { text, words: sought.map((_, at) => first + at) };
  };
}

export interface AskedQuestion {
  body: { model: string; temperature: number; max_tokens: number; messages: { role: string; content: string }[] };
  headers: IncomingMessage["headers"];
  /** The text of the bill. */
  text: string;
}

/** What the server does with a question. */
export type Reply = (question: AskedQuestion, response: ServerResponse) => void;

export interface LanguageModelServer {
  /** As an operator names it. */
  url: string;
  asked: AskedQuestion[];
  /** For the questions from now on. */
  reply: Reply;
}

export async function startLanguageModel(ending: Ending): Promise<LanguageModelServer> {
  const running: LanguageModelServer = { url: "", asked: [], reply: (_, response) => void response.end() };
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // The service sends this form, which the tests compare.
    const body = JSON.parse(await readBody(request)) as AskedQuestion["body"];
    const question = { body, headers: request.headers, text: body.messages.at(-1)?.content ?? "" };
    running.asked.push(question);
    running.reply(question, response);
  }
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ending.after(async () => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on a port has an address of this form.
  running.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  return running;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

/** Answers with a text, in the form of chat completions. */
export const says =
  (textOf: (question: AskedQuestion) => string): Reply =>
  (question, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const message = { role: "assistant", content: textOf(question) };
    const usage = { prompt_tokens: 1200, completion_tokens: 400, total_tokens: 1600 };
    response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: "stop" }], usage }));
  };

/** Answers with the values of a bill. */
export const answersWith = (answerOf: (to: PointTo) => BillAnswer): Reply =>
  says(({ text }) => JSON.stringify(answerOf(pointerIn(text))));

/** Refuses, or fails, with a status. */
export const fails =
  (status: number, body = "{}", headers: Record<string, string> = {}): Reply =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);
