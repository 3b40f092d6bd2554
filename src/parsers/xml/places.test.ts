/** The places of elements in the text of a file, by which pieces of it are cut. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Unreadable } from "../outcome.ts";
import { readXml, readXmlInPieces, type XmlElement } from "./read-xml.ts";

const never = new AbortController().signal;

async function slicesOf(text: string): Promise<string[]> {
  const read = await readXmlInPieces(Buffer.from(text), never);
  const slice = ({ from, to }: XmlElement): string => read.text.slice(from, to);
  return read.root.children.map(slice);
}

test("an element is found in its text by its place, also after signs of several units and line ends of two", async () => {
  const entries = ["<a>1</a>", '<b x="&gt;/"/>', "<c>\r\n  <d>😀é</d>\r\n</c>", "<e><![CDATA[</e>]]></e>"];
  const text = `<?xml version="1.0"?>\r\n<!-- 😀 -->\r\n<root y='>'>${entries.join("\r\n")}</root>\n`;
  assert.deepEqual(await slicesOf(text), entries);
});

test("places hold across the pieces in which a long text is read", async () => {
  const entries = Array.from({ length: 9000 }, (_, at) => `<entry id="${at}">\r\n<v>é😀${at}</v>\r\n</entry>`);
  assert.deepEqual(await slicesOf(`<feed>${entries.join("\r\n")}</feed>`), entries);
});

test("a text in another encoding has its places in the text, not in the bytes", async () => {
  const text = Buffer.from(`<?xml version="1.0" encoding="iso-8859-1"?><f><a>é</a><b>ü</b></f>`, "latin1");
  const read = await readXmlInPieces(text, never);
  assert.deepEqual(
    read.root.children.map(({ from, to }) => read.text.slice(from, to)),
    ["<a>é</a>", "<b>ü</b>"],
  );
});

test("reading ends when its work was aborted", async () => {
  const ended = AbortSignal.abort(new Error("ended"));
  await assert.rejects(readXmlInPieces(Buffer.from("<a/>"), ended), /ended/);
});

test("lines are those of the file, also after empty lines at its beginning", async () => {
  const text = '\ufeff\n \r\n\r<?xml version="1.0"?>\n<feed>\n<entry/></feed>';
  const linesOf = (feed: XmlElement) => [feed.line, ...feed.children.map(({ line }) => line)];
  assert.deepEqual(linesOf(readXml(Buffer.from(text))), [5, 6]);
  assert.deepEqual(linesOf((await readXmlInPieces(Buffer.from(text), never)).root), [5, 6]);
  assert.throws(
    () => readXml(Buffer.from("\n\n<a><b></a>")),
    (thrown) => thrown instanceof Unreadable && thrown.finding.detail.includes("line 3,"),
  );
});
