/** One install at a time: a lock folder that is taken and released in atomic steps, and is never left behind for good. */
import { randomBytes } from "node:crypto";
import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** The holder touches its lock this often; one that was not touched for this long is abandoned, whatever its process ids say. */
const TOUCH_MS = 2_000;
const ABANDONED_MS = 60_000;
const LOOK_MS = 200;

/**
 * Runs `work` alone among all starts of this project folder; waits for another start that holds the lock. `work` gets a function for
 * the process ids of programs it starts: when we are killed, the lock holds until they have ended too.
 */
export async function withInstallLock(root, work) {
  const lock = join(root, ".install-lock");
  const own = `${process.pid}-${randomBytes(6).toString("hex")}`;
  const left = await take(lock, own);
  const touching = setInterval(() => touch(lock), TOUCH_MS);
  try {
    await work((pid) => appendFileSync(join(lock, "owner"), ` ${pid}`));
  } finally {
    clearInterval(touching);
    giveUp(lock, own);
    for (const path of left) rmSync(path, { recursive: true, force: true });
  }
}

/** Resolves when the lock is ours, with the remains of abandoned locks, which may be removed when we are done. */
async function take(lock, own) {
  const left = [];
  let seen = { owner: "", touched: 0, since: 0 };
  for (let round = 0; ; round += 1) {
    if (tryTake(lock, own)) return left;
    if (round === 1) console.error("Another start is installing the packages: waiting for it.");
    const holder = readHolder(lock);
    if (holder && isAbandoned(holder, seen)) {
      const remains = moveAway(lock, holder);
      if (remains) left.push(remains);
      continue;
    }
    if (holder && (holder.owner !== seen.owner || holder.touched !== seen.touched)) {
      seen = { ...holder, since: performance.now() };
    }
    await pause(LOOK_MS);
  }
}

/** The folder is completed under another name, then renamed: renaming onto a folder with content fails. */
function tryTake(lock, own) {
  const made = `${lock}-${own}`;
  mkdirSync(made);
  writeFileSync(join(made, "owner"), `${own} ${hostname()} ${process.pid}`);
  try {
    renameSync(made, lock);
    return true;
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    if (!["ENOTEMPTY", "EEXIST", "EPERM"].includes(error.code)) throw error;
    return false;
  }
}

function readHolder(lock) {
  try {
    const [owner, host, ...pids] = readFileSync(join(lock, "owner"), "utf8").split(" ");
    return { owner, host, pids: pids.map(Number), touched: statSync(lock).mtimeMs };
  } catch {
    return null;
  }
}

/** Either its processes are gone from this machine, or no one has touched it while we watched. */
function isAbandoned({ owner, host, pids, touched }, seen) {
  if (host === hostname() && !pids.some(isAlive)) return true;
  return owner === seen.owner && touched === seen.touched && performance.now() - seen.since > ABANDONED_MS;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/**
 * The new name is derived from the dead owner's and stays taken until we are done. So another start that found the same owner dead but
 * comes later cannot move a lock that was taken meanwhile: its target name already exists.
 */
function moveAway(lock, { owner }) {
  const remains = `${lock}-dead-${owner}`;
  try {
    renameSync(lock, remains);
    return remains;
  } catch {
    return null;
  }
}

function touch(lock) {
  const now = new Date();
  try {
    utimesSync(lock, now, now);
  } catch {
    // The lock was taken from us after a long sleep: the install itself may safely run twice.
  }
}

/** Renamed first: another start could take a half removed folder. */
function giveUp(lock, own) {
  if (readHolder(lock)?.owner !== own) return;
  const ended = `${lock}-${own}`;
  renameSync(lock, ended);
  rmSync(ended, { recursive: true, force: true });
}
