import assert from "node:assert/strict";
import { test } from "node:test";
import { sniff } from "./sniff.ts";

const FILES: [string, string, string][] = [
  ["no bytes", "", "empty"],
  ["blanks and zeros", " \n\0\0", "empty"],
  ["a PDF", "%PDF-1.7\n", "pdf"],
  ["a PDF with bytes before its mark", "\r\n\r\nxx%PDF-1.4", "pdf"],
  ["a mark too far inside", `${"x".repeat(2000)}%PDF-1.4`, "other"],
  ["a web page", "<!doctype html>\n<html>", "html"],
  ["a web page with blanks before it", "\n  <HTML><head>", "html"],
  ["a web page with a comment before it", "<!-- saved -->\n<!DOCTYPE HTML>", "html"],
  ["a web page written as XML", '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x">', "html"],
  ["a web page that speaks of %PDF-1.4", "<html>%PDF-1.4", "html"],
  ["a web page after a byte order mark", "\xef\xbb\xbf<html>", "html"],
  ["a Green Button feed", '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">', "xml"],
  ["XML without a declaration", "<feed>", "xml"],
  ["an archive", "PK\x03\x04rest", "zip"],
  ["an office document", `PK\x03\x04${"\0".repeat(26)}[Content_Types].xmlrest`, "office"],
  ["an EDI file", "ISA*00*          *00*", "x12"],
  ["an EDI file with other separators", "ISA|00|", "x12"],
  ["a word that begins like one", "ISAAC,1\nb,2\n", "csv"],
  ["a PNG", "\x89PNG\r\n\x1a\n", "image"],
  ["a JPEG", "\xff\xd8\xff\xe0", "image"],
  ["a WebP", "RIFF\x10\0\0\0WEBPVP8 ", "image"],
  ["a table with commas", "date,kWh\n2026-01-01,12\n", "csv"],
  ["a table with semicolons", "Datum;kWh\r\n01.01.2026;12,5\r\n", "csv"],
  ["prose", "Dear customer, your bill is ready.\nPlease sign in.", "other"],
  ["one line", "a,b,c", "other"],
];

for (const [what, text, format] of FILES) {
  test(`${what}: ${format}`, () => {
    assert.equal(sniff(Buffer.from(text, "latin1")), format);
  });
}
