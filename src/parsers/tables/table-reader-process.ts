/**
 * The child process that reads one spreadsheet: the question and then the file from stdin, the answers on stdout. Has no
 * secrets and ends with its parent.
 */
import { once } from "node:events";
import { frame } from "../../processes/frames.ts";
import type { TableAnswer, TableQuestion } from "./answer.ts";
import { readTable } from "./read-table.ts";

const chunks: Buffer[] = [];
for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
const all = Buffer.concat(chunks);
chunks.length = 0;
const length = all.readUInt32BE(0);
// The question comes from our own parent process.
const question = JSON.parse(all.toString("utf8", 4, 4 + length)) as TableQuestion;

for await (const answer of readTable(all.subarray(4 + length), question)) await say(answer);

/** Waits for the parent, so that pending answers do not accumulate here. */
async function say(answer: TableAnswer): Promise<void> {
  const pieces = frame(Buffer.from(JSON.stringify(answer)));
  const isTaken = pieces.map((piece) => process.stdout.write(piece)).every(Boolean);
  if (!isTaken) await once(process.stdout, "drain");
}
