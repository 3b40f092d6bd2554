/** A visit to a portal by the code of a connector: calls its methods, and checks their results by the rules that hold for recipes, too. */
import { CookieJar } from "tough-cookie";
import { z } from "zod";
import type { Outbound } from "../../outbound/outbound.ts";
import type { StatusDetail } from "../../records/codes.ts";
import {
  bareAccount,
  PortalError,
  portalChanged,
  type Connector,
  type Credential,
  type FetchedFile,
  type PortalAccount,
  type PortalDocument,
  type Visit,
} from "../contract.ts";
import { jarOf, rememberDevice, SerializedCookies, writeCookies } from "../cookies.ts";
import { dispositionName, safeFileName } from "../file-name.ts";
import { rememberAnswers } from "../last-answer.ts";
import { createCollection } from "../list-pages.ts";
import { wordsOfText } from "../mask-answer.ts";
import type { Observe } from "../observe.ts";
import { openSession, whereOf } from "../portal-session.ts";
import { isSameNumber } from "../recipe-lists.ts";
import { createSerialQueue } from "../recipe-visit.ts";
import { FILE_LIMITS, openTransport } from "../transport.ts";
import { mediaTypeOf } from "../reply.ts";
import { CODE_LIMITS, placeOf, startCode, type CodeLimits, type Failure } from "./code-process.ts";
import { doAsk, says, type CodeSession } from "./code-verbs.ts";
import type { CodePortal } from "./declaration.ts";
import {
  AccountList,
  AnswerResult,
  BillList,
  FileResult,
  SignInResult,
  type CodeQuestion,
  type Method,
} from "./messages.ts";
import { createSecrets, type Secrets } from "./secrets.ts";

export interface CodeLoginOptions {
  portal: CodePortal;
  outbound: Pick<Outbound, "fetch">;
  origins: ReadonlySet<string>;
  /** Those that may get the password. */
  secretFor: ReadonlySet<string>;
  base: URL;
  limits?: CodeLimits | undefined;
  observe?: Observe | undefined;
  onNote?: ((text: string) => void) | undefined;
  onMade?: ((value: string) => void) | undefined;
}

const PARTS: Record<Method, string> = {
  signIn: "the sign-in",
  answer: "the second sign-in step",
  accounts: "the list of accounts",
  bills: "the list of bills",
  file: "the file of a bill",
  signOut: "the sign-out",
};

/** Refusals that a customer must act on, so the portal itself must have shown them. */
const SAID_BY_PORTAL = new Set<StatusDetail>([
  "invalid_credentials",
  "mfa_required",
  "mfa_failed",
  "account_locked",
  "password_expired",
  "terms_pending",
  "no_accounts",
]);
/** Refusals of the login itself, which only the sign-in can show. */
const AT_SIGN_IN = new Set<StatusDetail>(["invalid_credentials", "mfa_required", "mfa_failed"]);
const SAID_LETTERS_MIN = 3;

const Suspended = z.object({
  fingerprint: z.string(),
  cookies: SerializedCookies,
  state: z.json(),
});

interface DocumentSource {
  account: PortalAccount;
  source: unknown;
}

export function createCodeLogin(options: CodeLoginOptions): Pick<Connector, "login" | "answer"> {
  const { portal } = options;

  async function open(
    credential: Pick<Credential, "username" | "password">,
    given: string | null,
    { jar, signal }: { jar: CookieJar; signal: AbortSignal },
  ) {
    const { outbound, origins, base, secretFor, observe, onNote = () => {}, onMade, limits } = options;
    const hidden = [credential.username, credential.password, given ?? ""];
    const secrets = createSecrets({ password: credential.password, answer: given, ways: portal.password.as, onMade });
    // The portal itself may send on to where the code wants, with what it was sent in the address.
    const mayVisit = (url: URL): boolean =>
      origins.has(url.origin) && (secretFor.has(url.origin) || secrets.mask(url.href) === url.href);
    const delayMs = portal.limits.delay_ms;
    const connection = openTransport({ outbound, mayVisit, delayMs, signal, hidden, jar });
    const last = rememberAnswers(connection, () => wordsOfText(portal.script), hidden);
    const session = openSession({ transport: last.transport, jar, base, headers: portal.headers, observe });
    const state: CodeSession = {
      session,
      base,
      secrets,
      secretFor,
      ways: portal.password.as,
      sentAtMost: portal.password.sent_at_most,
      sent: 0,
      shown: null,
      files: new Map(),
      readingMsLeft: (limits ?? CODE_LIMITS).readingMs,
    };
    const code = await startCode(portal, { signal, limits });

    async function call<Result>(method: Method, args: unknown[], shape: z.ZodType<Result>): Promise<Result> {
      const part = PARTS[method];
      const done = await code.call({
        method,
        part,
        portal: { username: credential.username, password: secrets.password, answer: secrets.answer },
        args,
        answer: (ask) => doAsk(state, ask, part),
        errorOf: (failure) => errorOf(state, failure, { method, script: portal.script }),
        note: onNote,
      });
      return readResult(done, { shape, part, secrets: method === "file" ? null : secrets });
    }
    return { code, call, state, last, jar, signal };
  }
  type Opened = Awaited<ReturnType<typeof open>>;

  const asked = ({ jar }: Opened, kind: "mfa_required" | "mfa_failed", question: CodeQuestion): PortalError => {
    const { state, ...shown } = question;
    if (!portal.second_factor.includes(question.kind))
      return portalChanged(`the connector asks for a ${question.kind}, which connector.yaml does not list`);
    const session = JSON.stringify({ fingerprint: portal.fingerprint, cookies: writeCookies(jar), state });
    const { kind: how, prompt, options: choices = null } = shown;
    return new PortalError(kind, `the portal asks for a ${how}`, {
      challenge: { kind: how, prompt, options: choices, session },
    });
  };

  /** What a visit that fails has opened is ended. */
  async function entering<Result>(opened: Opened, work: () => Promise<Result>): Promise<Result> {
    try {
      return await opened.last.withAnswer(work(), []);
    } catch (error) {
      await opened.code.end();
      throw error;
    }
  }

  const entered = (opened: Opened): Visit => {
    const names = portal.remember?.cookies ?? [];
    const remembered = names.length === 0 ? null : rememberDevice(opened.jar, names);
    return opened.last.visit(visitOf(opened, remembered), new Map());
  };

  const login: Connector["login"] = async (_url, credential, signal, remembered = null) => {
    const opened = await open(credential, null, { jar: jarOf(remembered), signal });
    return entering(opened, async () => {
      const question = await opened.call("signIn", [], SignInResult);
      if (question !== null) throw asked(opened, "mfa_required", question);
      return entered(opened);
    });
  };

  const answer: Connector["answer"] = async (url, credential, signal, given) => {
    const suspended = readSuspended(given.session, portal);
    const again = async (): Promise<Visit> => {
      await given.beginAgain?.();
      return login(url, credential, signal);
    };
    if (suspended === null) return again();
    const opened = await open(credential, given.answer, { jar: suspended.jar, signal });
    const visit = await entering(opened, async () => {
      const result = await opened.call("answer", [suspended.state], AnswerResult);
      if (result === "ended") return null;
      if (result !== null) throw asked(opened, "mfa_failed", result);
      return entered(opened);
    });
    if (visit !== null) return visit;
    await opened.code.end();
    return again();
  };

  function visitOf({ call, code, state, signal }: Opened, remembered: string | null): Visit {
    const oneAtATime = createSerialQueue();
    let isClosed = false;
    return {
      remembered,
      listAccounts: () =>
        oneAtATime(async () => {
          const { accounts, ...about } = await call("accounts", [], AccountList);
          const found = createCollection<PortalAccount>(({ acct_num }) => acct_num);
          found.add("first", accounts, "the list of accounts");
          checkList("accounts", found.items().length, about);
          return found.items();
        }),
      listDocuments: (account, since) =>
        oneAtATime(async () => {
          const { bills, shown_acct_num, ...about } = await call("bills", [bareAccount(account), since], BillList);
          checkAccount(shown_acct_num, account, "the list of bills");
          const found = createCollection<PortalDocument>(({ date }) => date);
          const documents = bills.map(({ external_id, date, name = `Bill of ${date}`, source = null }) => ({
            external_id,
            date,
            name,
            source: { account: bareAccount(account), source } satisfies DocumentSource,
          }));
          found.add("first", documents, "the list of bills");
          checkList("bills", found.items().length, since === null ? about : { ...about, count: undefined });
          return found.items().filter(({ date }) => since === null || date >= since);
        }),
      fetchDocument: (document) =>
        oneAtATime(async () => {
          // Documents of this visit come from listDocuments.
          const { account, source } = document.source as DocumentSource;
          const { external_id, date, name } = document;
          // A file that another call got may be of another account.
          state.files.clear();
          const result = await call("file", [account, { external_id, date, name, source }], FileResult);
          checkAccount(result.shown_acct_num, account, "the file of a bill");
          return fileOf(state, result, document);
        }),
      async close() {
        if (isClosed) return;
        isClosed = true;
        // Best effort: the portal ends the session by itself later.
        if (!signal.aborted && code.has("signOut")) await call("signOut", [], z.unknown()).catch(() => {});
        await code.end();
      },
    };
  }

  return { login, answer };
}

/** `secrets`: those whose placeholders the result may not hold. @throws PortalError */
function readResult<Result>(
  done: unknown,
  { shape, part, secrets }: { shape: z.ZodType<Result>; part: string; secrets: Secrets | null },
): Result {
  try {
    const held = secrets?.holds(JSON.stringify(done));
    if (held !== undefined && Object.values(held).some(Boolean))
      throw portalChanged(`the connector gave the password as a result, in ${part}`);
    const read = shape.safeParse(done);
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    throw portalChanged(`the connector gave ${issue?.path.join(".") || "a result"} that does not fit, in ${part}`);
  } catch (error) {
    if (error instanceof RangeError) throw portalChanged(`the connector gave a result nested too deeply, in ${part}`);
    throw error;
  }
}

function readSuspended(text: string, { fingerprint }: CodePortal): { jar: CookieJar; state: unknown } | null {
  try {
    const { success, data } = Suspended.safeParse(JSON.parse(text));
    if (!success || data.fingerprint !== fingerprint) return null;
    return { jar: CookieJar.deserializeSync(data.cookies), state: data.state };
  } catch {
    return null;
  }
}

interface About {
  count?: number | undefined;
  is_empty?: true | undefined;
}

/** @throws PortalError for a list that is shorter or longer than the portal counts, or empty without `is_empty` */
function checkList(what: string, found: number, { count, is_empty }: About): void {
  if (count !== undefined && count !== found)
    throw portalChanged(`${found} ${what} were found where the portal counts ${count}`);
  if (found === 0 && is_empty !== true)
    throw portalChanged(`no ${what} were found, and the connector does not say that the list is empty`);
}

function checkAccount(shown: string | undefined, { acct_num }: PortalAccount, part: string): void {
  if (shown !== undefined && !isSameNumber(shown, acct_num))
    throw portalChanged(`another account is shown, in ${part}`);
}

function fileOf(
  { files }: CodeSession,
  result: z.infer<typeof FileResult>,
  { name, date }: PortalDocument,
): FetchedFile {
  const own = safeFileName(name) ?? date;
  if ("base64" in result) {
    const bytes = Buffer.from(result.base64, "base64");
    if (bytes.length > FILE_LIMITS.bytesMax)
      throw portalChanged("the connector made a file that is larger than any bill");
    return { bytes, media_type: result.type ?? null, name: safeFileName(result.name ?? "") ?? own };
  }
  const reply = files.get(result.file);
  if (reply === undefined) throw portalChanged("the connector gave a file that it did not get for this bill");
  if (reply.status !== 200) throw portalChanged(`no file (status ${reply.status})`);
  return {
    bytes: reply.bytes,
    media_type: mediaTypeOf(reply),
    name: dispositionName(reply.header("content-disposition")) ?? own,
  };
}

/**
 * The error for what a method threw. A refusal counts only if the page shown last has its words. Words of the connector are shown only if
 * its code has them literally, because those put together at run time may be about a customer.
 */
function errorOf(
  state: CodeSession,
  failure: Failure,
  { method, script }: { method: Method; script: string },
): PortalError {
  const part = PARTS[method];
  if (!("refused" in failure)) return portalChanged(`the connector's code failed${placeOf(failure)}, in ${part}`);
  const { kind, says: words, why } = failure.refused;
  const written = (text: string | undefined): string =>
    text !== undefined && text !== "" && text.length <= 200 && script.includes(text) ? `: ${text}` : "";
  const { page } = state.shown ?? {};
  const where = page === undefined ? part : `${part}, at ${whereOf(state.session, page)}`;
  if (SAID_BY_PORTAL.has(kind)) {
    const isSaid = (words?.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= SAID_LETTERS_MIN && says(state, words ?? "");
    if (!isSaid)
      return portalChanged(`the portal does not show the words given for ${kind}${written(words)}, in ${where}`);
    const isInTime = method === "signIn" || method === "answer";
    if (AT_SIGN_IN.has(kind) && !isInTime) return portalChanged(`${kind} cannot be given in ${part}`);
    if (kind === "invalid_credentials" && method === "signIn" && state.sent === 0)
      return portalChanged(`the connector says ${kind} before it sent a password`);
  }
  return new PortalError(kind, `the connector says ${kind}${written(words ?? why)}, in ${where}`);
}
