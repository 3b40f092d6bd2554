/** A portal whose pages are made by scripts, for tests of real browsers: a login, a list, files of every kind, and pages that misbehave. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { serve } from "./outbound.ts";
import { CERTIFICATE, KEY } from "../sandbox/mail/imap-server.ts";

export const PDF = Buffer.from(
  `%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n${"% fill\n".repeat(500)}%%EOF\n`,
);
export const LOGIN = { user: "anna@example.com", password: "correct-horse-4711" };

const page = (body: string, title = "Portal"): string =>
  `<!doctype html><html><head><title>${title}</title></head><body>${body}</body></html>`;

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

const html =
  (body: string): Answer =>
  (_request, response) =>
    void response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(page(body));
const pdf =
  (headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(200, { "content-type": "application/pdf", ...headers }).end(PDF);
const redirect =
  (location: string): Answer =>
  (_request, response) =>
    void response.writeHead(302, { location }).end();

const isSignedIn = ({ headers }: IncomingMessage): boolean => (headers.cookie ?? "").includes("session=good");

/** Made by script after the page is loaded, as a single page app does. */
const LOGIN_PAGE = `<div id="app"></div><script>
setTimeout(() => {
  document.querySelector("#app").innerHTML = '<form id="login"><input name="ctl00$user"><input type="password" name="password">' +
    '<input type="hidden" name="where" value=""><select name="state"><option value="NY">New York<option value="CA">California</select>' +
    '<input type="checkbox" name="keep"><button disabled>Sign in</button></form><p id="note"></p>';
  const form = document.querySelector("#login");
  form.addEventListener("input", () => { form.querySelector("button").disabled = form.elements["password"].value === ""; });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const body = Object.fromEntries(new FormData(form));
    const answer = await fetch("/api/login", { method: "POST", body: JSON.stringify(body) });
    if (!answer.ok) { document.querySelector("#note").textContent = "Wrong password."; return; }
    localStorage.setItem("token", (await answer.json()).token);
    location.href = "/bills";
  });
}, 100);
</script>`;

const BILLS_PAGE = `<ul id="bills"></ul><script>
fetch("/api/bills").then((answer) => answer.json()).then((bills) => {
  document.querySelector("#bills").innerHTML = bills.map((bill) =>
    '<li><a class="bill" href="/files/' + bill.id + '">' + bill.date + "</a></li>").join("");
});
</script>
<a id="attachment" href="/files/attachment">a</a> <a id="inline" href="/files/inline">b</a>
<a id="window" href="/files/inline" target="_blank">c</a> <button id="opened" onclick="window.open('/files/inline')">d</button>
<button id="made" onclick="make()">e</button> <form id="posted" method="post" action="/files/attachment"><button>f</button></form>
<a id="none" href="#">g</a> <a id="expired" href="/expired">h</a> <a id="elsewhere" href="/elsewhere">i</a>
<a id="framed" href="/framed">j</a> <a id="popup" href="/second" target="_blank">k</a>
<script>
async function make() {
  const answer = await fetch("/files/inline");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = "March bill.pdf";
  link.click();
}
</script>`;

const login: Answer = (_request, response, body) => {
  const given = JSON.parse(body) as Record<string, string>;
  const isRight = given["ctl00$user"] === LOGIN.user && given["password"] === LOGIN.password;
  if (!isRight) return void response.writeHead(401).end("{}");
  response.writeHead(200, { "content-type": "application/json", "set-cookie": "session=good; HttpOnly; Path=/" });
  return void response.end(JSON.stringify({ token: "t-1", ...given, password: "" }));
};

const bills: Answer = (request, response) =>
  void response
    .writeHead(isSignedIn(request) ? 200 : 401, { "content-type": "application/json" })
    .end(JSON.stringify([{ id: "inline", date: "2026-03-01" }]));

const ANSWERS: Record<string, Answer> = {
  "/": html(LOGIN_PAGE),
  "/api/login": login,
  "/api/bills": bills,
  "/bills": (request, response, body) =>
    isSignedIn(request) ? html(BILLS_PAGE)(request, response, body) : redirect("/")(request, response, body),
  "/files/attachment": pdf({ "content-disposition": 'attachment; filename="march.pdf"' }),
  "/files/inline": pdf({ "content-disposition": 'inline; filename="inline.pdf"' }),
  "/files/text": (_request, response) => void response.writeHead(200, { "content-type": "text/csv" }).end("a,b\n1,2\n"),
  "/files/large": pdf({ "x-note": "see the test" }),
  "/framed": html('<iframe src="/files/inline"></iframe>'),
  "/expired": html("<p>Your session has expired.</p>"),
  "/second": html("<h1>Second window</h1>"),
  "/large": html(`<!-- ${"x".repeat(3_000_000)} -->`),
  "/grows": html("<script>document.body.append(document.createComment('x'.repeat(3_000_000)))</script>"),
  "/never": () => {},
  "/half": html('<p id="here">here</p><img src="/never">'),
  "/alert": html("<script>alert('Welcome'); confirm('Sure?');</script><p id=after>after</p>"),
  "/endless": html("<p>before</p><script>setTimeout(() => { while (true); }, 10)</script>"),
  "/hog": html(
    "<script>const kept = []; setInterval(() => { const more = new Uint8Array(40e6).fill(1); kept.push(more); }, 5)</script>",
  ),
  "/busy": (_request, response) => void response.writeHead(429, { "retry-after": "90" }).end("slow down"),
  "/broken": (_request, response) => void response.writeHead(503).end("down"),
  "/missing": (_request, response) =>
    void response.writeHead(404, { "content-type": "text/html" }).end(page("<p>No such page.</p>")),
  "/cookies": (_request, response) =>
    void response
      .writeHead(200, {
        "content-type": "text/html",
        "set-cookie": ["plain=1; Path=/", "kept=2; Path=/cookies; Max-Age=3600; HttpOnly; SameSite=Strict"],
      })
      .end(page("<p>Cookies</p>")),
  "/saml": html(
    '<form method="post" action="/second"><input type=hidden name=SAMLResponse value=x></form><script>document.forms[0].submit()</script>',
  ),
};

export interface Site {
  origin: string;
  port: number;
  /** Of requests, in their order: method and path. */
  asked: string[];
  headers: IncomingMessage["headers"][];
  /** Addresses and what they answer, besides those of every site. */
  more: Record<string, Answer>;
}

/** @param secure with the certificate that the tests know */
export async function startSite({ secure = false } = {}): Promise<Site> {
  const asked: string[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const more: Record<string, Answer> = {};
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = "";
    for await (const chunk of request as AsyncIterable<Buffer>) body += chunk.toString();
    const path = (request.url ?? "").split("?")[0] ?? "";
    asked.push(`${request.method} ${request.url}`);
    headers.push(request.headers);
    const found = more[path] ?? ANSWERS[path];
    if (found === undefined) response.writeHead(404).end();
    else found(request, response, body);
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void => void answer(request, response);
  const server = secure ? createSecureServer({ key: KEY, cert: CERTIFICATE }, listener) : createServer(listener);
  const { origin, port } = await serve(server);
  return { origin: secure ? origin.replace("http:", "https:") : origin, port, asked, headers, more };
}

export { html as page, redirect };
