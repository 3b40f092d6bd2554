/** A visit to a portal that its author makes by hand in a browser, as requests with their answers. */
import { readConfig } from "../../config.ts";
import { placesWithout } from "../../connectors/transport.ts";
import { countOf } from "../../domain/text.ts";
import { createOutbound } from "../../outbound/outbound.ts";
import { typeOf, type Exchange } from "../../utilities/pages/exchange.ts";
import { act, readActions } from "./browser-actions.ts";
import { recordContext } from "./browser-recording.ts";
import { openWindow, requireScreen } from "./browser-window.ts";
import { print, type Io } from "../io.ts";

export interface Browsing {
  start: URL;
  username: string;
  password: string;
  /** A file of actions, done without a screen. */
  actions?: string;
}

const INSTEAD =
  "record on a machine with one, give a recording of any browser by --har FILE, or a file of actions by --actions FILE.";

/** Says what hinders it before anything is asked. @throws StartError */
export function prepareBrowse(io: Io, { actions }: Pick<Browsing, "actions">): void {
  if (actions === undefined) requireScreen(io, INSTEAD);
  else readActions(actions);
}

/** Ends when the window is closed, at Ctrl-C, or after the last action. @throws StartError */
export async function browse(io: Io, { start, username, password, actions: file }: Browsing): Promise<Exchange[]> {
  const actions = file === undefined ? null : readActions(file);
  const { browser: program, sandboxUrl, ownPortals } = readConfig(io.env);
  const outbound = createOutbound({ allowedPrivateOrigins: [sandboxUrl ?? [], ownPortals].flat() });
  const interrupted = Promise.withResolvers<void>();
  const release = io.onInterrupt(() => interrupted.resolve());
  const window = await openWindow({ program, isShown: actions === null, outbound }).catch(async (error: unknown) => {
    release();
    await outbound.close();
    throw error;
  });
  try {
    const place = placesWithout([username, password]);
    const recording = recordContext(window.context, (exchange) => print(io, lineOf(exchange, place)));
    const page = await window.context.newPage();
    await recording.follow(page);
    if (actions === null)
      print(
        io,
        "Sign in in the window, with a wrong password first if you wish, look at every page of bills of each account, open one bill",
        "of each, and sign out. Then close the window, or press Ctrl-C here. Nothing is written before it is masked.",
        "",
      );
    await page.goto(start.href, { waitUntil: "commit" }).catch(() => print(io, `${start.href} does not open.`));
    await Promise.race([
      interrupted.promise,
      window.closed,
      ...(actions === null ? [] : [act(window.context, actions, { username, password })]),
    ]);
    const exchanges = await recording.exchanges();
    const lost = recording.lost();
    if (lost.length > 0)
      print(io, `${countOf(lost.length, "page")} went before it could be read: ${[...new Set(lost)].join(", ")}.`);
    return exchanges;
  } finally {
    release();
    await window.close();
    await outbound.close();
  }
}

const lineOf = (exchange: Exchange, place: (url: URL) => string): string =>
  `  ${exchange.method} ${place(new URL(exchange.url))}  ${exchange.status}  ${typeOf(exchange)}`;
