/**
 * What the pages can do where scripts run, and can do without: show a password, search while typing, follow a submission,
 * send once, and tell times in the reader's zone. Written into the page, whose policy knows it by its hash.
 */

const SEARCH_WAIT_MS = 200;
const QUICK = { firstMs: 1000, growth: 1.4, lastMs: 10_000 };
const SLOW = { firstMs: 8000, growth: 1.5, lastMs: 60_000 };
const SENT_AGAIN_MS = 10_000;

const read = async (address) => {
  const answer = await fetch(address, { headers: { accept: "text/html" }, cache: "no-store" });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return { ok: answer.ok, isGone: answer.status === 404 || answer.status === 410, page };
};

function addShowButtons(within) {
  for (const box of within.querySelectorAll("[data-show]")) {
    const input = box.querySelector("input");
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-controls", input.id);
    const say = (isShown) => {
      button.textContent = isShown ? box.dataset.hide : box.dataset.show;
      button.setAttribute("aria-label", isShown ? box.dataset.hideWhat : box.dataset.showWhat);
    };
    say(false);
    button.addEventListener("click", () => {
      const isShown = input.type === "password";
      input.type = isShown ? "text" : "password";
      say(isShown);
    });
    // A browser keeps what stands in a field of text; a password it must not.
    input.form.addEventListener("submit", () => {
      input.type = "password";
      say(false);
    });
    box.append(button);
  }
}

/** A second press within some seconds is a slip. When the reader comes back to the page it can be sent again. */
function sendOnce(within) {
  for (const form of within.querySelectorAll("form[data-once]")) {
    const button = form.querySelector("button[type=submit]");
    const free = () => button.removeAttribute("aria-disabled");
    form.addEventListener("submit", (event) => {
      if (button.getAttribute("aria-disabled") === "true") event.preventDefault();
      button.setAttribute("aria-disabled", "true");
      setTimeout(free, SENT_AGAIN_MS);
    });
    addEventListener("pageshow", free);
  }
}

function writeTimes(within) {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long", timeStyle: "short" });
  for (const time of within.querySelectorAll("time")) time.textContent = format.format(new Date(time.dateTime));
}

function searchWhileTyping(form) {
  const results = document.getElementById(form.dataset.search);
  let timer = 0;
  let asked = 0;
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      asked += 1;
      const turn = asked;
      const address = `${form.action.split("#")[0]}?${new URLSearchParams(new FormData(form))}`;
      const { ok, page } = await read(address).catch(() => ({ ok: false }));
      const found = ok ? page.getElementById(results.id) : null;
      if (found === null || turn !== asked) return;
      // The sentence is changed, not replaced: only then is it read out.
      const [said, news] = [results.querySelector("[role=status]"), found.querySelector("[role=status]")];
      said.className = news.className;
      said.textContent = news.textContent;
      while (said.nextSibling) said.nextSibling.remove();
      while (news.nextSibling) results.append(news.nextSibling);
    }, SEARCH_WAIT_MS);
  });
}

function followSubmission(live) {
  const said = document.querySelector("[data-said]");
  let pace = null;
  let waitMs = 0;
  let timer = 0;
  const paceOf = (part) => ({ quick: QUICK, slow: SLOW })[part.dataset.poll] ?? null;
  const plan = () => {
    clearTimeout(timer);
    if (pace !== null && !document.hidden) timer = setTimeout(look, waitMs);
  };
  const begin = () => {
    pace = paceOf(live.querySelector("[data-state]"));
    waitMs = pace?.firstMs ?? 0;
    plan();
  };

  /** Numbers that move are written in place; a new state takes the place of the old one and is read out. */
  function take(part) {
    const shown = live.querySelector("[data-state]");
    if (part.dataset.state === shown.dataset.state) {
      for (const news of part.querySelectorAll("[data-fresh]")) {
        const old = document.getElementById(news.id);
        if (old !== null && old.textContent !== news.textContent) old.textContent = news.textContent;
      }
      return false;
    }
    const hadFocus = shown.contains(document.activeElement);
    shown.replaceWith(part);
    enliven(part);
    const title = part.querySelector("h1");
    document.title = title.textContent;
    const text = part.querySelector(".lead, .note")?.textContent ?? "";
    said.textContent = `${title.textContent}. ${text}`.replace(/\s+/g, " ").trim();
    if (hadFocus) title.focus();
    return true;
  }

  async function look() {
    try {
      const { ok, isGone, page } = await read(live.dataset.live);
      if (isGone) return;
      const part = ok ? page.querySelector("[data-state]") : null;
      if (part !== null) {
        writeTimes(part);
        if (said.textContent === live.dataset.lost) said.textContent = "";
        if (take(part)) return begin();
      }
    } catch {
      said.textContent = live.dataset.lost;
    }
    waitMs = Math.min(waitMs * pace.growth, pace.lastMs);
    plan();
  }

  document.addEventListener("visibilitychange", begin);
  begin();
}

function enliven(within) {
  addShowButtons(within);
  sendOnce(within);
  writeTimes(within);
}

enliven(document);
for (const form of document.querySelectorAll("[data-search]")) searchWhileTyping(form);
for (const live of document.querySelectorAll("[data-live]")) followSubmission(live);
