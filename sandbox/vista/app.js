/** Vista Electric's site as it runs in a browser. It proves the password without sending it, and seals each request. */

const PAGE = { id: "%PAGE%", mix: "%MIX%" };
const BASE = "/vista-electric";
const ROWS = 7;
const app = document.querySelector("#app");
let seed = "";

function fold(text) {
  const lanes = [0x9e3779b9, 0x243f6a88, 0xb7e15162, 0x2545f491];
  for (let at = 0; at < text.length; at++) {
    const lane = at % 4;
    const next = (at + 1) % 4;
    const mixed = Math.imul(lanes[lane] ^ text.charCodeAt(at), 0x01000193 + 2 * at) >>> 0;
    lanes[lane] = mixed;
    lanes[next] = (lanes[next] + (mixed ^ (mixed >>> 15))) >>> 0;
  }
  return lanes.map((lane) => lane.toString(16).padStart(8, "0")).join("");
}

async function sha256(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function proofOf(nonce, password) {
  const mixed = fold(PAGE.mix + nonce);
  if (!globalThis.isSecureContext) return { way: "sum", proof: fold(`${nonce}:${password}:${mixed}`) };
  return { way: "sha256", proof: await sha256(`${nonce}:${await sha256(password)}:${mixed}`) };
}

async function call(method, path, body) {
  const headers = { accept: "application/json", "x-vista-page": PAGE.id };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (seed !== "") headers["x-vista-seal"] = fold(`${seed}|${path}|${PAGE.mix}`);
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const reply = await fetch(BASE + path, { method, headers, ...sent });
  seed = reply.headers.get("x-vista-seed") ?? seed;
  const text = await reply.text();
  const answer = text === "" ? {} : JSON.parse(text);
  // New terms stand in the way: they have a page of their own.
  if (answer.error?.code === "TERMS_REQUIRED") location.reload();
  return { ok: reply.ok, answer };
}

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function showSignIn(message) {
  seed = "";
  const user = element("input", { id: "login-user", autocomplete: "username", required: "" });
  const pass = element("input", {
    id: "login-pass",
    type: "password",
    autocomplete: "current-password",
    required: "",
  });
  const form = element(
    "form",
    { id: "login-form" },
    element("label", { for: "login-user" }, "Customer name"),
    user,
    element("label", { for: "login-pass" }, "Password"),
    pass,
    element("button", { type: "submit" }, "Log in"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void signIn(user.value, pass.value);
  });
  const shown = message === "" ? [] : [element("p", { id: "message", class: "alert", role: "alert" }, message)];
  app.replaceChildren(...shown, form);
}

async function signIn(user, password) {
  const { answer: challenge } = await call("GET", "/api/nonce");
  const proof = await proofOf(challenge.nonce, password);
  const { ok, answer } = await call("POST", "/api/login", { user, nonce: challenge.nonce, ...proof });
  if (ok) await showAccounts();
  else showSignIn(answer.error.message);
}

async function showAccounts() {
  const { ok, answer } = await call("GET", "/api/accounts");
  if (!ok) return showSignIn(answer.error.message);
  const picker = element(
    "select",
    { id: "account-picker" },
    ...answer.accounts.map(({ accountRef, accountNo, place }) =>
      element("option", { value: accountRef, "data-number": accountNo }, `${accountNo}, ${place}`),
    ),
  );
  const table = element("div", { class: "scroll" });
  const out = element("button", { type: "button", id: "log-out" }, "Log out");
  out.addEventListener("click", async () => {
    await call("POST", "/api/logout", {});
    showSignIn("");
  });
  picker.addEventListener("change", () => void showBills(picker.value, table));
  app.replaceChildren(element("label", { for: "account-picker" }, "Account"), picker, table, out);
  await showBills(picker.value, table);
}

async function showBills(accountRef, place) {
  const body = element("tbody");
  const more = element("button", { type: "button", id: "show-older" }, "Show older bills");
  const heads = ["Bill date", "Amount", "Bill"].map((text) => element("th", {}, text));
  place.replaceChildren(
    element("table", { id: "bill-table" }, element("thead", {}, element("tr", {}, ...heads)), body),
    more,
  );
  const add = async () => {
    const path = `/api/bills?account=${accountRef}&from=${body.childElementCount}&count=${ROWS}`;
    const { ok, answer } = await call("GET", path);
    if (!ok) return showSignIn(answer.error.message);
    body.append(...answer.bills.map(billRow));
    more.hidden = body.childElementCount >= answer.total;
  };
  more.addEventListener("click", () => void add());
  await add();
}

function billRow({ billRef, issued, amount }) {
  const open = element("button", { type: "button", class: "open-pdf" }, "Open PDF");
  open.addEventListener("click", async () => {
    const { ok, answer } = await call("POST", `/api/bills/${billRef}/open`, {});
    if (ok) location.assign(`${BASE}/files/${billRef}.pdf`);
    else showSignIn(answer.error.message);
  });
  return element(
    "tr",
    { class: "bill-row", "data-bill": billRef },
    element("td", { class: "bill-date" }, issued),
    element("td", { class: "bill-amount" }, amount),
    element("td", {}, open),
  );
}

// A page that is loaded again goes on where the session is.
const { ok } = await call("GET", "/api/session");
if (ok) await showAccounts();
else showSignIn("");
