/**
 * The portal of Granite Light: it asks for a proof in place of the password, and gives its lists as packed bytes in base64: numbers of seven
 * bits a byte, the lowest first, and texts with their length.
 */
import type { Answer, Bill, CodeConnector, Portal } from "../../src/connectors/code/author.ts";

const API = "/granite-light/api";
const DAY_MS = 24 * 3600 * 1000;

/** Reads a packed list from its beginning. */
function unpack(portal: Portal, answer: Answer) {
  const text = answer.json?.packed;
  if (answer.status === 401) throw portal.refuse("portal_down");
  if (answer.status !== 200 || typeof text !== "string") throw portal.changed("no packed list");
  const bytes = Uint8Array.fromBase64(text);
  let at = 0;
  function next(): number {
    const byte = bytes[at];
    if (byte === undefined) throw portal.changed("a packed list that ends too early");
    at += 1;
    return byte;
  }
  function number(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = next();
      value += (byte % 0x80) * scale;
      if (byte < 0x80) return value;
    }
  }
  return {
    number,
    text: (): string => portal.utf8(Uint8Array.from({ length: number() }, next)),
    /** Nothing may follow what was understood. */
    end(): void {
      if (at !== bytes.length) throw portal.changed("a packed list that goes on");
    },
  };
}

export default {
  async signIn(portal) {
    const hello = await portal.page({ url: `${API}/hello`, method: "POST" });
    const nonce = hello.json?.nonce;
    if (typeof nonce !== "string") throw portal.changed("no nonce");
    const text = `${nonce}|${portal.username.toLowerCase()}`;
    const proof = await portal.digest({ way: "hmac-sha256", key: portal.password, text, as: "base64url" });
    const answer = await portal.page({ url: `${API}/enter`, json: { user: portal.username, nonce, proof } });
    if (answer.json?.entered === true) return;
    if (answer.status === 401) throw portal.refuse("invalid_credentials", "do not know this name and password");
    if (answer.status === 403) throw portal.refuse("account_locked", "access is locked");
    throw portal.changed("neither entered nor refused");
  },

  async accounts(portal) {
    const list = unpack(portal, await portal.page(`${API}/accounts`));
    const count = list.number();
    const accounts = Array.from({ length: count }, () => {
      const number = list.text();
      return { external_id: number, acct_num: number, service_address: list.text() };
    });
    list.end();
    return count === 0 ? { accounts, count, is_empty: true } : { accounts, count };
  },

  async bills(portal, account, since) {
    const bills: Bill[] = [];
    for (;;) {
      const query = `account=${encodeURIComponent(account.acct_num)}&from=${bills.length}`;
      const list = unpack(portal, await portal.page(`${API}/bills?${query}`));
      const shown_acct_num = list.text();
      const count = list.number();
      const part = list.number();
      let day = 0;
      for (let at = 0; at < part; at += 1) {
        day = at === 0 ? list.number() : day - list.number();
        const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
        bills.push({ external_id: list.text(), date });
      }
      list.end();
      const isOldEnough = since !== null && bills.some(({ date }) => date < since);
      if (bills.length >= count || isOldEnough)
        return { bills, shown_acct_num, ...(isOldEnough ? {} : { count }), ...(count === 0 ? { is_empty: true } : {}) };
      if (part === 0) throw portal.changed("a list that ends before its count");
    }
  },

  file: (portal, _account, bill) => portal.file(`${API}/paper?id=${encodeURIComponent(bill.external_id)}`),

  signOut: (portal) => portal.page({ url: `${API}/leave`, method: "POST" }),
} satisfies CodeConnector;
