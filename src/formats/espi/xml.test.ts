/** XML that stays well-formed with any text of a bill. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import * as fc from "fast-check";
import { anyText } from "../../../test/any-text.ts";
import { XmlDocument } from "libxml2-wasm";
import { element, escapeText, replaceForbidden, shorten, wrap } from "./xml.ts";

const contentOf = (text: string): string => {
  using document = XmlDocument.fromString(text);
  return document.root.content;
};

describe("text in XML", () => {
  test("is escaped", () => {
    assert.equal(element("note", `A & B <"x">`), "<note>A &amp; B &lt;&quot;x&quot;&gt;</note>");
  });

  test("keeps line breaks, tabs and emoji", () => {
    assert.equal(escapeText("a\r\n\tb 🔌"), "a&#13;&#10;&#9;b 🔌");
    assert.equal(contentOf(element("note", "a\r\n\tb 🔌")), "a\r\n\tb 🔌");
  });

  test("has a replacement character for characters that XML cannot represent", () => {
    assert.equal(replaceForbidden("a\0b\u001fc\ufffed\ud83de"), "a\ufffdb\ufffdc\ufffdd\ufffde");
  });

  test("is restored unchanged", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        assert.equal(contentOf(element("note", text)), replaceForbidden(text));
        using document = XmlDocument.fromString(`<note text="${escapeText(text)}"/>`);
        assert.equal(document.root.attr("text")?.value, replaceForbidden(text));
      }),
      { numRuns: 300 },
    );
  });
});

describe("an element", () => {
  test("is left out when its value is unknown", () => {
    assert.equal(wrap("a", element("b", null), element("c", undefined)), "");
  });

  test("may be empty text", () => {
    assert.equal(element("title", ""), "<title></title>");
  });

  test("closes with its name only", () => {
    assert.equal(wrap(`a xmlns="urn:x"`, "<b/>"), `<a xmlns="urn:x"><b/></a>`);
  });
});

test("a text is truncated by characters, with an ellipsis", () => {
  assert.equal(shorten("🔌🔌🔌", 3), "🔌🔌🔌");
  assert.equal(shorten("🔌🔌🔌🔌", 3), "🔌🔌…");
});
