/**
 * The process in which a connector's code runs: in a context of its own that has the language and nothing of Node, in a process that Node
 * allows to read, connect and start nothing. It has no secrets, and ends with its parent.
 */
import { writeSync } from "node:fs";
import vm from "node:vm";
import { createFrameReader, frame } from "../../processes/frames.ts";
import { EXPORTED, inside, type Inside } from "./inside.ts";

/** The answer of a portal, as JSON. */
const MESSAGE_MAX = 16_000_000;

// Node's permissions do not refuse signals to other processes.
for (const name of ["kill", "_kill", "_debugProcess", "_debugEnd", "abort", "reallyExit", "binding", "dlopen"])
  Reflect.deleteProperty(process, name);

/** What the pipe does not take at once is tried again: the parent reads all the time. */
function write(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
    }
  }
}

/** Without a prototype, so that it leads to nothing of this realm. It throws nothing of this realm either. */
function post(text: unknown): void {
  try {
    if (typeof text === "string") for (const part of frame(Buffer.from(text))) write(part);
  } catch {
    process.exit(1);
  }
}
Object.setPrototypeOf(post, null);
Object.freeze(post);

/** The first message is the code. */
function begin({ script, file }: { script: string; file: string }): Inside {
  const realm = vm.createContext(vm.constants.DONT_CONTEXTIFY, { codeGeneration: { strings: false, wasm: false } });
  // Nothing reads what would be written to a console, and no connector needs machine code.
  const make: unknown = vm.runInContext(
    `delete globalThis.console; delete globalThis.WebAssembly; (${inside.toString()})`,
    realm,
  );
  // It is `inside`, evaluated there.
  const made = (make as typeof inside)(post);
  try {
    vm.runInContext(script, realm, { filename: file });
    made.take(vm.runInContext(EXPORTED, realm));
  } catch (error) {
    made.broken(error);
  }
  return made;
}

let within: Inside | null = null;
const frames = createFrameReader(MESSAGE_MAX);
process.stdin.on("data", (chunk: Buffer) => {
  for (const message of frames.push(chunk)) {
    const text = message.toString("utf8");
    // Texts alone go in, so that the code gets no object of this realm.
    if (within === null) within = begin(JSON.parse(text) as { script: string; file: string });
    else within.receive(text);
  }
});
process.stdin.on("end", () => process.exit(0));
// Last, because the streams of this process are made at their first use.
for (const shared of [Object, Function, Array, Promise, Error, Map, String, RegExp]) Object.freeze(shared.prototype);
