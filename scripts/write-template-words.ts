/** What `npm run words` runs: writes the words of bill templates into the README of the parsers. */
import { readFileSync, writeFileSync } from "node:fs";
import { WORDS_FILE, withWords } from "./template-words.ts";

writeFileSync(WORDS_FILE, withWords(readFileSync(WORDS_FILE, "utf8")));
