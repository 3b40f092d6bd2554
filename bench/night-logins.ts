/** Who has which login in the night of `night.ts`: the same arithmetic for the service's database and for the portals. */

export interface NightSize {
  logins: number;
  companies: number;
  /** Of how many accounts one has a new bill. */
  billOf: number;
}

/** As many as the setting for portals of one's own allows. */
export const HOSTS = 20;
/** The first of the hosts keep sessions. */
export const KEEPING_HOSTS = 5;
export const PASSWORD = "right";

export const hostOf = (login: number): number => login % HOSTS;
/** The portal's customer has changed the password. */
export const isWrong = (login: number): boolean => Math.floor(login / HOSTS) % 50 === 7;
const hasTwoAccounts = (login: number): boolean => Math.floor(login / HOSTS) % 10 === 3;
/** Two companies gave the same login. */
export const isShared = (login: number): boolean => Math.floor(login / HOSTS) % 100 === 11;

/** Half of the logins are of the first company; the others have fewer and fewer. */
export function companyOf({ logins, companies }: NightSize, login: number): number {
  const half = Math.floor(logins / 2);
  if (login < half || companies < 2) return 0;
  const share = (login - half) / Math.max(logins - half, 1);
  return 1 + Math.min(companies - 2, Math.floor((companies - 1) * share ** 2));
}

export function accountsOf({ billOf }: NightSize, login: number) {
  return (hasTwoAccounts(login) ? [0, 1] : [0]).map((at) => {
    const id = login * 2 + at;
    const digits = String(id).padStart(8, "0");
    const acct_num = `MG ${digits.slice(0, 4)} ${digits.slice(4)}`;
    return { external_id: String(id), acct_num, hasNewBill: Math.floor(id / 2 / HOSTS) % billOf === 0 };
  });
}

export const streetOf = (external: string): string => `${external} Example Lane, Springfield, IL 62701`;
