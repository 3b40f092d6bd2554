/** The sandbox's own page: the utilities, what each user name does, and the switches. */
import { PASSWORD, SCENARIOS } from "../world/scenarios.ts";
import { PLAIN_USERNAMES } from "../world/plain-customers.ts";
import { longDate } from "../world/days.ts";
import { appButtons } from "../northgate/push.ts";
import type { Codes } from "./codes.ts";
import { FAULTS } from "./faults.ts";
import type { Faults } from "./faults.ts";
import { EMPTY, html, htmlPage } from "./html.ts";
import type { Html } from "./html.ts";
import { CODE_UTILITIES, TOWN_UTILITIES, UTILITIES } from "./portal.ts";
import type { World } from "../world/world.ts";

const CSS = `
:root{color-scheme:light dark}
body{margin:0 auto;max-width:52rem;padding:1.25rem;font:16px/1.55 system-ui,sans-serif}
h1{margin-bottom:.25rem}h2{margin-top:2rem}
code{font-size:1em;padding:.1em .35em;border:1px solid #8886;border-radius:4px;overflow-wrap:anywhere}
.item{border:1px solid #8886;border-radius:8px;padding:.75rem 1rem;margin:.75rem 0}
.item h3,.item p{margin:.2rem 0}
.code{font-size:1.5rem;letter-spacing:.15em}
dt{font-weight:600;margin-top:.75rem}dd{margin:.1rem 0 0}
button{font:inherit;padding:.5rem .9rem;margin:.25rem 0}
`;

function utilityItems(origin: string): Html[] {
  return UTILITIES.map(
    ({ slug, name, what }) =>
      html`<div class="item" id="${slug}">
        <h3>${name}</h3>
        <p><a href="/${slug}/">${origin}/${slug}/</a></p>
        <p>${what}</p>
      </div> `,
  );
}

function codeItems(codes: Codes): Html[] {
  return CODE_UTILITIES.map(({ slug, name }) => {
    const code = codes.waiting(slug);
    const shown = code === null ? html`no open code` : html`<code class="code" data-utility="${slug}">${code}</code>`;
    return html`<p>${name}: ${shown}</p> `;
  });
}

function deviceItems(): Html[] {
  return TOWN_UTILITIES.map(
    ({ slug, name }) =>
      html`<form method="post" action="/devices/${slug}/forget">
        <span>${name}:</span>
        <button type="submit" aria-label="forget remembered devices, ${name}">forget remembered devices</button>
      </form> `,
  );
}

function correctionItems(world: World): Html[] {
  return TOWN_UTILITIES.map(({ slug, name }) => {
    const issued = world.isCorrectionIssued(slug);
    const label = issued ? "take the corrected bill back" : "issue the corrected bill";
    const action = `/scenarios/${slug}/demo_edited_bill/${issued ? "reset" : "replace"}`;
    return html`<form method="post" action="${action}">
      <span>${name}:</span>
      <button type="submit" aria-label="${label}, ${name}">${label}</button
      >${issued ? html` <strong>issued</strong>` : EMPTY}
    </form> `;
  });
}

function clockItems({ firstDay, lastDay }: World): Html {
  return html`<p>It is <strong>${longDate(lastDay)}</strong>. The first day was ${longDate(firstDay)}.</p>
    <form method="post" action="/sandbox/clock">
      <label>Days to let pass <input type="number" name="days" value="31" min="0" max="3700" required /></label>
      <button type="submit">let time pass</button>
    </form>
    <form method="post" action="/sandbox/clock">
      <input type="hidden" name="day" value="${firstDay}" />
      <button type="submit">back to the first day</button>
    </form>`;
}

function faultItems(faults: Faults): Html {
  const names = Object.entries(FAULTS);
  const rows = UTILITIES.map(({ slug, name }) => {
    const now = faults.of(slug)?.fault;
    const options = names.map(([fault]) =>
      fault === now ? html`<option selected>${fault}</option> ` : html`<option>${fault}</option> `,
    );
    return html`<form method="post" action="/sandbox/faults">
      <input type="hidden" name="utility" value="${slug}" />
      <label>${name} <select name="fault"><option value="">no fault</option>${options}</select></label>
      <button type="submit" aria-label="set the fault of ${name}">set</button>
    </form> `;
  });
  const list = names.map(
    ([fault, what]) =>
      html`<dt><code>${fault}</code></dt>
        <dd>${what}</dd> `,
  );
  return html`${rows}
    <dl>${list}</dl>`;
}

interface State {
  origin: string;
  world: World;
  codes: Codes;
  faults: Faults;
}

export function homePage(state: State): string {
  const scenarios = SCENARIOS.map(
    ({ username, what }) =>
      html`<dt><code>${username}</code></dt>
        <dd>${what}</dd> `,
  );
  return htmlPage(
    "Sandbox utilities",
    CSS,
    html`<main>
      <h1>Sandbox utilities</h1>
      <p>Fictional utilities with portals and bills. Every customer, price and number is made up.</p>
      <h2>Utilities</h2>
      ${utilityItems(state.origin)}
      <h2>Sign in</h2>
      <p>
        The password is <code>${PASSWORD}</code>. The user name chooses what happens, at every utility alike. All are known
        at ${TOWN_UTILITIES.map(({ name }) => name).join(" and ")}, the others know ${PLAIN_USERNAMES.join(", ")}, with
        fewer bills:
      </p>
      <dl>${scenarios}</dl>
      <h2>Codes for demo_mfa and demo_mfa_choice</h2>
      <p>Load this page again after signing in.</p>
      ${codeItems(state.codes)}
      <h2 id="app">The app of Northgate Electric</h2>
      <p>It asks about the sign-in of demo_push.</p>
      ${appButtons()}
      <h2>Remembered devices</h2>
      <p>Who asked to be remembered is not asked a second step again, until it is forgotten here.</p>
      ${deviceItems()}
      <h2>The corrected bill of demo_edited_bill</h2>
      <p>Withdraws one bill from the portal and puts a corrected one in its place.</p>
      ${correctionItems(state.world)}
      <h2>The clock</h2>
      <p>As the days pass, the bills of the months come, at every utility.</p>
      ${clockItems(state.world)}
      <h2>Faults</h2>
      <p>What goes wrong at a utility, until it is set to no fault.</p>
      ${faultItems(state.faults)}
      <h2>For programs</h2>
      <p>
        <code>POST /sandbox/faults</code> with <code>{"utility": "harbor-power", "fault": "cut_download"}</code> sets a fault,
        and <code>null</code> ends it; <code>"after"</code> says how many requests or files go well before,
        <code>"times"</code> how many go wrong. <code>POST /sandbox/clock</code> with <code>{"days": 31}</code> or
        <code>{"day": "2027-01-31"}</code> moves the day. Both only from this machine; <code>GET</code> says what holds.
      </p>
      <p>
        <a href="/utilities.json">/utilities.json</a> lists the utilities.
        <code>/truth/{utility}/{user name}</code> says what is printed on the bills, for example
        <a href="/truth/northgate-electric/demo_residential">this household</a>.
        <a href="/weather.csv">/weather.csv</a> has the towns' daily temperatures, which the bills follow,
        <a href="/portfolio.json">/portfolio.json</a> what the owner of demo_portfolio knows of the buildings, and
        <a href="/codes.json">/codes.json</a> the codes above.
      </p>
    </main>`,
  );
}
