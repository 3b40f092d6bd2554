/**
 * The portal of Lakeside Power, a made-up utility, as docs/add-a-utility.md describes it: `pat` signs in with the password
 * `right word`, `lou` is locked, and `kim` is asked for a code.
 */
import { paperOf } from "../src/utilities/pages/paper.ts";
import { redirectTo, type FakeAnswer, type FakePages, type FakeRequest } from "./conformance/fake-portal.ts";

const SIGNED_IN = "visitor=known";
const ENTER = `${SIGNED_IN}; Path=/; HttpOnly`;
const KNOWN_DEVICE = "known_device=kim";
/** What the code page takes. */
export const CODE = "246810";
/** Each code page accepts one right answer, and is identified by the cookie that came with it. */
const asked = new Set<string>();
const cookieOf = ({ headers }: FakeRequest, name: string): string =>
  new RegExp(`\\b${name}=(\\w+)`).exec(headers.cookie ?? "")?.[1] ?? "";

function ask(): FakeAnswer {
  const id = `n${asked.size + 1}`;
  asked.add(id);
  return { status: 302, headers: { location: "/code/sms", "set-cookie": `asked=${id}; Path=/` } };
}

const codePage = (error = ""): FakeAnswer => ({
  body:
    `<p class="error">${error}</p><form id="code" method="post" action="/code/sms"><p>We sent a code to ***00.</p>` +
    '<input type="hidden" name="n" value="1"><input name="digits">' +
    '<input type="checkbox" name="keep" value="yes"><button name="go" value="Check">Check</button></form>',
});

function checkCode(request: FakeRequest): FakeAnswer {
  const { form } = request;
  if (!asked.has(cookieOf(request, "asked"))) return redirectTo("/sign-in");
  if (form.get("n") !== "1" || form.get("go") !== "Check" || form.get("digits") !== CODE)
    return codePage("Wrong code.");
  asked.delete(cookieOf(request, "asked"));
  const device = form.get("keep") === "yes" ? [`${KNOWN_DEVICE}; Path=/; Max-Age=86400`] : [];
  return { status: 302, headers: { location: "/home", "set-cookie": [ENTER, ...device] } };
}

const signInPage = (error = ""): FakeAnswer => ({
  body:
    `<p class="error">${error}</p><form id="login" method="post"><input type="hidden" name="form" value="7">` +
    '<input name="user"><input name="secret" type="password"><button name="go" value="Sign in">Sign in</button></form>',
});

/** The portal's behavior for each user with the right password. */
const HOME: FakeAnswer = { status: 302, headers: { location: "/home", "set-cookie": ENTER } };
const ANSWERS: Record<string, (request: FakeRequest) => FakeAnswer> = {
  pat: () => HOME,
  lou: () => ({ body: "This account is locked." }),
  kim: ({ headers }) => (headers.cookie?.includes(KNOWN_DEVICE) ? HOME : ask()),
};

/** The days of the bills of each account, as the portal writes them. */
const DAYS = ["4 Oct 2026", "3 Sep 2026", "4 Aug 2026", "6 Jul 2026", "4 Jun 2026"];
const billRow = (account: string, day: string, at: number): string =>
  `<tr><td>${day}</td><td><a href="/file?id=${account}x${DAYS.length - at}">PDF</a></td></tr>`;

function bills(account: string, { query }: FakeRequest): FakeAnswer {
  const rows = DAYS.map((day, at) => billRow(account, day, at));
  const older = '<a class="older" href="?page=2">Older</a>';
  const shown = query.get("page") === "2" ? rows.slice(3).join("") : rows.slice(0, 3).join("");
  return { body: `<table class="bills"><tr><th>Date</th></tr>${shown}</table>${query.has("page") ? "" : older}` };
}

/** The pages behind the sign-in. */
const signedIn = (page: (request: FakeRequest) => FakeAnswer) => (request: FakeRequest) =>
  request.headers.cookie?.includes(SIGNED_IN) ? page(request) : redirectTo("/sign-in");

/** A sign-in with a code for one customer, a list of two accounts, and a list of bills on two pages. */
export const lakesidePages: FakePages = {
  "GET /sign-in": () => signInPage(),
  "POST /sign-in": (request) => {
    const { form } = request;
    const rightForm = form.get("form") === "7" && form.get("go") === "Sign in" && form.get("secret") === "right word";
    const answer = rightForm ? ANSWERS[form.get("user") ?? ""] : undefined;
    return answer?.(request) ?? signInPage("Your user name or secret does not match.");
  },
  "GET /code/sms": () => codePage(),
  "POST /code/sms": checkCode,
  "GET /home": signedIn(() => ({
    body:
      '<ul id="accounts"><li data-id="a1">No. 100-1 <span class="address">1 Example Lane</span></li>' +
      '<li data-id="a2">No. 100-2</li></ul>',
  })),
  "GET /bills/a1": signedIn((request) => bills("a1", request)),
  "GET /bills/a2": signedIn((request) => bills("a2", request)),
  "GET /file": signedIn(({ query }) => ({
    headers: { "content-type": "application/pdf" },
    body: paperOf([`Bill ${query.get("id")} of account ${query.get("id")?.startsWith("a1") ? "100-1" : "100-2"}`]),
  })),
  // Its script leaves it before anyone can look.
  "GET /onward": signedIn(() => ({
    body: '<form id="onward" action="/years"></form><script>document.forms[0].submit();</script>',
  })),
  "GET /years": signedIn(() => ({
    body:
      `<select id="year" onchange="location.assign('/bills/a1?year=' + value)">` +
      '<option value="2026">2026</option><option value="2025">2025</option></select>',
  })),
  "GET /sign-out": () => redirectTo("/sign-in"),
};
