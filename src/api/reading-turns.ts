/** Reading of lists in turns: a few parts are read from the database at a time, so that many lists neither fill the memory nor hold up others. */
import pLimit, { type LimitFunction } from "p-limit";

/** Of a process. Each part is held while it is read, up to some megabytes; more at once are not read sooner. */
const AT_ONCE = 6;
/** Of a company. */
const AT_ONCE_OF_COMPANY = 4;

const inProcess = pLimit(AT_ONCE);
const ofCompany = new Map<number | null, LimitFunction>();

/** Reads when it is the company's turn; callers without one take turns together. */
export async function readInTurn<T>(companyId: number | null, read: () => Promise<T>): Promise<T> {
  const turns = ofCompany.get(companyId) ?? pLimit(AT_ONCE_OF_COMPANY);
  ofCompany.set(companyId, turns);
  try {
    return await turns(() => inProcess(read));
  } finally {
    if (turns.activeCount === 0 && turns.pendingCount === 0) ofCompany.delete(companyId);
  }
}
