/** Everything behind the sockets of the sandbox: a request in, a reply out. */
import { createCustodian } from "../greenfield/custodian.ts";
import { sendNotification } from "../greenfield/notify.ts";
import { PREFIX as GREENFIELD } from "../greenfield/pages.ts";
import { newestMonthOf } from "../world/last-day.ts";
import type { TownSlug, UtilitySlug } from "../world/model.ts";
import { SOUTH_WARMER_F, buildingsOf } from "../world/portfolio.ts";
import { truthOf } from "../world/truth.ts";
import { weatherUntil } from "../world/weather.ts";
import { createWorld } from "../world/world.ts";
import { createCodes } from "./codes.ts";
import { clockNow, faultsNow, setClock, setFault } from "./controls.ts";
import { createDocuments } from "./documents.ts";
import { createFaults } from "./faults.ts";
import type { Faults } from "./faults.ts";
import { homePage } from "./home-page.ts";
import { json, page, redirect } from "./http.ts";
import type { Ask, Reply } from "./http.ts";
import { CODE_UTILITIES, TOWN_UTILITIES, UTILITIES, scenariosAt } from "./portal.ts";
import type { Answer, SendMail, Town } from "./portal.ts";
import { openPortals } from "./portals.ts";
import { createDevices } from "./second-step.ts";

const isUtility = (slug: string): slug is UtilitySlug => UTILITIES.some((utility) => utility.slug === slug);
const isInTown = (slug: string): slug is TownSlug => TOWN_UTILITIES.some((utility) => utility.slug === slug);

function truthReply({ world }: Town, utility: string, username: string): Reply {
  const accounts = isUtility(utility) ? world.accountsOf(utility, username) : undefined;
  return accounts ? json(200, truthOf(accounts)) : json(404, { error: "there is no such utility or user name" });
}

function correctionReply({ world }: Town, utility: string, action: string): Reply {
  if (!isInTown(utility)) return json(404, { error: "there is no such utility" });
  world.issueCorrection(utility, action === "replace");
  return { ...redirect("/"), status: 303 };
}

const utilitiesReply = (origin: string): Reply =>
  json(
    200,
    UTILITIES.map(({ slug, name, energyTypes }) => ({
      name,
      url: `${origin}/${slug}/`,
      energy_types: energyTypes,
      user_names: scenariosAt(slug),
    })),
  );

function forgetReply({ devices }: Town, utility: string): Reply {
  if (!isInTown(utility)) return json(404, { error: "there is no such utility" });
  devices[utility].forgetAll();
  return { ...redirect("/"), status: 303 };
}

const codesReply = ({ codes }: Town): Reply =>
  json(200, Object.fromEntries(CODE_UTILITIES.map(({ slug }) => [slug, codes.waiting(slug)])));

/** The weather of both towns, in columns of the daily summaries that weather services publish. */
function weatherReply({ world }: Town): Reply {
  const days = weatherUntil(world.lastDay);
  const rowsOf = (station: string, warmerF: number) =>
    days.map(({ day, highF, lowF }) => `${station},${day},${highF + warmerF},${lowF + warmerF}`);
  const rows = [...rowsOf("SANDBOX,Sandbox town", 0), ...rowsOf("SANDBOX-SOUTH,Southern town", SOUTH_WARMER_F)];
  const body = `STATION,NAME,DATE,TMAX,TMIN\n${rows.join("\n")}\n`;
  return { status: 200, headers: { "content-type": "text/csv; charset=utf-8" }, body };
}

/** The town, and what can go wrong in it. */
interface Hall extends Town {
  faults: Faults;
}

/** The sandbox's own addresses, outside of the portals. Each path pattern hands its groups over. */
const OWN: { method: "GET" | "POST"; path: RegExp; answer: (hall: Hall, ask: Ask, groups: string[]) => Reply }[] = [
  { method: "GET", path: /^\/$/, answer: (hall, ask) => page(200, homePage({ origin: ask.origin, ...hall })) },
  { method: "GET", path: /^\/sandbox\/faults$/, answer: ({ faults }) => json(200, faultsNow(faults)) },
  { method: "POST", path: /^\/sandbox\/faults$/, answer: ({ faults }, ask) => setFault(faults, ask) },
  { method: "GET", path: /^\/sandbox\/clock$/, answer: ({ world }) => json(200, clockNow(world)) },
  { method: "POST", path: /^\/sandbox\/clock$/, answer: ({ world }, ask) => setClock(world, ask) },
  { method: "GET", path: /^\/health$/, answer: () => json(200, { status: "ok" }) },
  { method: "GET", path: /^\/utilities\.json$/, answer: (_town, ask) => utilitiesReply(ask.origin) },
  { method: "GET", path: /^\/codes\.json$/, answer: codesReply },
  { method: "GET", path: /^\/weather\.csv$/, answer: weatherReply },
  {
    method: "GET",
    path: /^\/portfolio\.json$/,
    answer: ({ world }) => json(200, buildingsOf(newestMonthOf(world.firstDay))),
  },
  {
    method: "GET",
    path: /^\/truth\/([^/]+)\/([^/]+)$/,
    answer: (town, _ask, [utility = "", username = ""]) => truthReply(town, utility, username),
  },
  {
    method: "POST",
    path: /^\/scenarios\/([^/]+)\/demo_edited_bill\/(replace|reset)$/,
    answer: (town, _ask, [utility = "", action = ""]) => correctionReply(town, utility, action),
  },
  {
    method: "POST",
    path: /^\/devices\/([^/]+)\/forget$/,
    answer: (town, _ask, [utility = ""]) => forgetReply(town, utility),
  },
];

/** Each call makes a separate town, with no one signed in and no correction issued. @throws RangeError for a day up to which no world can go */
export function createAnswer(firstDay?: string, sendMail?: SendMail): Answer {
  const devices = { "northgate-electric": createDevices(), "clearwater-gas-water": createDevices() };
  const world = createWorld(firstDay);
  const faults = createFaults(world);
  const hall: Hall = { world, documents: createDocuments(), codes: createCodes(), devices, faults, sendMail };
  const answerPortals = openPortals(hall, faults);
  const custodian = createCustodian(world, sendNotification);
  return async (ask) => {
    // It offers no portal, but Green Button Connect, which has a method more.
    if (ask.path.startsWith(`${GREENFIELD}/`))
      return custodian.answer({ ...ask, path: ask.path.slice(GREENFIELD.length) });
    if (ask.method !== "GET" && ask.method !== "POST") return json(405, { error: "only GET and POST are understood" });
    for (const { method, path, answer } of OWN) {
      const match = path.exec(ask.path);
      if (match && method === ask.method) return answer(hall, ask, match.slice(1));
    }
    return answerPortals(ask);
  };
}
