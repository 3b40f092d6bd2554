/** Every sentence exists in every language with the same placeholders, and the reader's language is detected. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isLanguage, LANGUAGES, readReader } from "./languages.ts";
import { en } from "./messages/en.ts";
import { es } from "./messages/es.ts";

const holesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => String(name)).toSorted();

test("each sentence has the placeholders of the English one", () => {
  const english: Record<string, string> = en;
  for (const [key, text] of Object.entries(es)) {
    const same = english[key] ?? english[key.replace(/_many$/, "_other")] ?? "";
    assert.deepEqual(holesOf(text), holesOf(same), key);
    assert.notEqual(text.trim(), "", key);
  }
});

test("sentences avoid “please” and have no stray spaces", () => {
  for (const [key, text] of Object.entries({ ...en, ...es })) {
    assert.equal(/please|por favor/i.test(text), false, key);
    assert.equal(/\s$|^\s| {2}/.test(text), false, key);
  }
});

test("plurals follow the language", () => {
  const { say } = readReader({ query: { lang: "es" }, headers: {} });
  assert.equal(say("step.accounts.count", { count: 1 }), "1 cuenta encontrada");
  assert.equal(say("step.accounts.count", { count: 2 }), "2 cuentas encontradas");
  assert.equal(say("step.accounts.count", { count: 1_000_000 }), "1000000 de cuentas encontradas");
});

test("inserted values are plain text", () => {
  const { say } = readReader({ query: {}, headers: {} });
  const company = "$t(ask.lead) {{site}} <b>";
  assert.equal(say("facts.time.text", { company }), `Until you stop it, or ${company} does.`);
});

test("the language is the chosen one, else the browser's first supported one, else English", () => {
  const cases: [query: object, accepted: string | undefined, language: string][] = [
    [{ lang: "es" }, "en", "es"],
    [{ lang: "xx" }, "es-MX,en;q=0.8", "es"],
    [{}, "fr, en;q=0.5, ES;q=0.9", "es"],
    [{}, "es;q=0, en", "en"],
    [{}, "de", "en"],
    [{}, undefined, "en"],
    [{}, ",;q=,*", "en"],
    [{ lang: ["es", "en"] }, undefined, "en"],
    [{ lang: "toString" }, undefined, "en"],
  ];
  for (const [query, accepted, language] of cases) {
    const headers = accepted === undefined ? {} : { "accept-language": accepted };
    assert.equal(readReader({ query, headers }).language, language, JSON.stringify([query, accepted]));
  }
  assert.ok(Object.keys(LANGUAGES).every(isLanguage));
});
