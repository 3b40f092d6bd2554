/** Remembers for a while which companies have work that takes long, so that it does not take every slot from the others. */

export interface SlowRule {
  /** Work that takes longer is slow. */
  ms: number;
  /** How long a company counts as slow after that. */
  rememberedMs: number;
}

export interface SlowCompanies<Id> {
  /** Notes how long a piece of work took that ended now. */
  took(id: Id, ms: number): void;
  has(id: Id): boolean;
  list(): Id[];
}

export function rememberSlow<Id>({ ms: slowMs, rememberedMs }: SlowRule, now: () => number): SlowCompanies<Id> {
  const until = new Map<Id, number>();
  const forget = (): void => {
    for (const [id, time] of until) if (time <= now()) until.delete(id);
  };
  return {
    took(id, ms) {
      if (ms > slowMs) until.set(id, now() + rememberedMs);
    },
    has(id) {
      forget();
      return until.has(id);
    },
    list() {
      forget();
      return [...until.keys()];
    },
  };
}
