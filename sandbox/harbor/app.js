/** Harbor Power's site as it runs in a browser: signs in, lists the accounts and their bills, and opens a bill. */

const BASE = "/harbor-power";
const PAGE_SIZE = 5;
const app = document.querySelector("#app");
const signOutButton = document.querySelector("#sign-out");
const clientId = document.querySelector("meta[name=client-id]").content;
let session = null;

const QUERIES = {
  Accounts: `query Accounts($customerId: ID!) {
    customer(id: $customerId) { accounts { accountId accountNumber nickname serviceAddress } }
  }`,
  Bills: `query Bills($accountId: ID!, $first: Int!, $after: String) {
    account(id: $accountId) { bills(first: $first, after: $after) {
      edges { cursor node { billId billNumber issuedOn amountDue { value currency } } }
      pageInfo { hasNextPage endCursor }
    } }
  }`,
  BillDocument: `query BillDocument($billId: ID!) { bill(id: $billId) { document { downloadUrl expiresAt } } }`,
};

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

async function post(path, body) {
  const headers = { "content-type": "application/json", "x-client-id": clientId };
  if (session !== null) headers.authorization = `Bearer ${session.accessToken}`;
  const reply = await fetch(BASE + path, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await reply.text();
  return { status: reply.status, body: text === "" ? {} : JSON.parse(text) };
}

async function ask(operationName, variables) {
  const { status, body } = await post("/graphql", { operationName, query: QUERIES[operationName], variables });
  const showInstead = status === 401 ? showEnded : body.error?.code === "TERMS_REQUIRED" ? showTerms : undefined;
  if (showInstead) {
    showInstead(body.error);
    // The page is another one now: who waits for an answer waits in vain.
    return new Promise(() => {});
  }
  if (body.errors) throw new Error(body.errors[0].message);
  return body.data;
}

function showSignIn(message) {
  session = null;
  signOutButton.hidden = true;
  const form = element(
    "form",
    { class: "sign-in" },
    element("label", { for: "user" }, "User name"),
    element("input", { id: "user", autocomplete: "username", required: "" }),
    element("label", { for: "password" }, "Password"),
    element("input", { id: "password", type: "password", autocomplete: "current-password", required: "" }),
    element("button", { type: "submit" }, "Sign in"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void signIn(form);
  });
  app.replaceChildren(...(message === "" ? [] : [element("p", { class: "alert", role: "alert" }, message)]), form);
}

async function signIn(form) {
  const [username, password] = [...form.querySelectorAll("input")].map((input) => input.value);
  const { status, body } = await post("/api/session", { username, password });
  if (status !== 200) return showSignIn(body.error.message);
  session = body;
  signOutButton.hidden = false;
  await showAccounts();
}

const showEnded = () => showSignIn("Your session has ended. Please sign in again.");

/** What stands between the sign-in and the accounts when the terms of use have changed. */
function showTerms({ message, acceptUrl }) {
  const accept = element("button", { type: "button" }, "I accept");
  accept.addEventListener("click", async () => {
    await fetch(acceptUrl, { method: "POST", headers: { authorization: `Bearer ${session.accessToken}` } });
    await showAccounts();
  });
  app.replaceChildren(element("p", { role: "alert" }, message), accept);
}

async function showAccounts() {
  const { customer } = await ask("Accounts", { customerId: session.customerId });
  const sections = customer.accounts.map((account) => {
    const more = element("button", { type: "button", class: "more" }, "Show bills");
    const list = element("ul", { class: "bills" });
    let after = null;
    more.addEventListener("click", async () => {
      const data = await ask("Bills", { accountId: account.accountId, first: PAGE_SIZE, after });
      const { edges, pageInfo } = data.account.bills;
      list.append(...edges.map(({ node }) => billItem(node)));
      after = pageInfo.endCursor;
      more.textContent = "Older bills";
      more.hidden = !pageInfo.hasNextPage;
    });
    return element(
      "section",
      { class: "account" },
      element("h2", {}, `${account.nickname}: ${account.accountNumber}`),
      element("p", {}, account.serviceAddress),
      list,
      more,
    );
  });
  app.replaceChildren(...sections);
}

function billItem({ billId, issuedOn, amountDue }) {
  const open = element("button", { type: "button", class: "link" }, "Open bill (PDF)");
  open.addEventListener("click", async () => {
    const { bill } = await ask("BillDocument", { billId });
    location.assign(bill.document.downloadUrl);
  });
  return element("li", { class: "bill" }, `${issuedOn}, ${amountDue.value} ${amountDue.currency} `, open);
}

signOutButton.addEventListener("click", () => void signOut());

async function signOut() {
  await post("/api/session/end", {});
  showSignIn("");
}
showSignIn("");
