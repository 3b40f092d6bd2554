/** Code that breaks a limit of connectors in code and so ends its process, with the error that it gets. */
import type { CodeLimits } from "./code-process.ts";

/** What a visit of a test changes. */
export interface Trying {
  declaration?: string;
  before?: string;
  limits?: Partial<CodeLimits>;
  signal?: AbortSignal;
}

/** Each ends its process. */
export const BREACHES: [what: string, method: string, code: string, says: RegExp, more?: Trying][] = [
  [
    "an endless loop",
    "accounts",
    "async () => { for (;;); }",
    /did not go on within 0\.4 seconds/,
    { limits: { ownMs: 400 } },
  ],
  [
    "a promise that never comes",
    "accounts",
    "() => new Promise(() => {})",
    /did not go on/,
    { limits: { ownMs: 400 } },
  ],
  [
    "an endless loop while it is loaded",
    "x",
    "0",
    /did not go on .* while it was loaded/,
    { before: "for (;;);", limits: { startMs: 900 } },
  ],
  [
    "an error while it is loaded",
    "x",
    "0",
    /failed \(TypeError\) at line 1, column \d+, while it was loaded/,
    { before: "null.x;" },
  ],
  [
    "an error that is too long",
    "accounts",
    "async () => { throw Object.assign(new Error(), { name: 'x'.repeat(1e5) }); }",
    /sent a message that does not fit its schema/,
  ],
  [
    "more memory than it may use",
    "accounts",
    "async () => { const all = []; for (;;) all.push(new Array(1e5).fill(all.length)); }",
    /ended, probably because of more than 32 MB/,
    { limits: { heapMegabytesMax: 32, ownMs: 15_000 } },
  ],
  [
    "a flood of messages",
    "accounts",
    "async (portal) => { for (;;) portal.note('x'); }",
    /sent more than 200 messages/,
    { limits: { messagesMax: 200 } },
  ],
  [
    "a flood of requests",
    "accounts",
    "(portal) => Promise.all(Array.from({ length: 50 }, () => portal.page('/home')))",
    /more than 20 things at once/,
  ],
  [
    "reading of pages that takes long",
    "accounts",
    "async (portal) => { for (;;) await portal.rows('li', { number: 'b' }); }",
    /has pages read for longer than a visit may/,
    { limits: { readingMs: 1 } },
  ],
  [
    "a request that is too long",
    "accounts",
    "(portal) => portal.page({ url: '/home', text: 'x'.repeat(199999), headers: { a: 'y'.repeat(1e6) } })",
    /asked with more than 500000 bytes/,
  ],
  ["a list that is too long", "accounts", "async () => ({ accounts: 'x'.repeat(5e6) })", /a message that is too long/],
  [
    "a request with an unknown method",
    "accounts",
    "(portal) => portal.page({ url: '/home', method: 'DELETE' })",
    /sent a message that does not fit its schema/,
  ],
  [
    "a refusal that the portal did not say",
    "signIn",
    "async (portal) => { await portal.page('/in'); throw portal.refuse('invalid_credentials', 'wrong'); }",
    /does not show the words given for invalid_credentials: wrong/,
  ],
  [
    "a refusal before a password was sent",
    "signIn",
    "async (portal) => { await portal.page('/home'); throw portal.refuse('invalid_credentials', '100-1'); }",
    /before it sent a password/,
  ],
];
