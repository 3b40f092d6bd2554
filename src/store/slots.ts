/** Whose jobs run in this process, and which companies leave the free slots of a kind to others: those whose jobs take long. */
import { rememberSlow, type SlowCompanies, type SlowRule } from "./slow-companies.ts";

/** A job that runs in this process. */
export interface RunningJob<Name extends string> {
  name: Name;
  companyId: number;
}

export interface Slots<Name extends string> {
  began(key: string, job: RunningJob<Name>): void;
  /** Also when it began long ago and somebody else has it now. */
  ended(key: string): void;
  /** The companies that get none of the free slots of a kind now. `isOnlySlot`: the kind has one slot, which they get if no other company has a job for it. */
  passedOver(name: Name, free: number): { companies: number[]; isOnlySlot: boolean };
}

/**
 * The companies with slow jobs of a kind leave one slot to the others; where there is only one slot, each of their jobs is followed by
 * one of another company. A job that has run for long already counts as slow, too.
 */
export function openSlots<Name extends string>(rules: Partial<Record<Name, SlowRule>>, now: () => number): Slots<Name> {
  const running = new Map<string, RunningJob<Name> & { since: number }>();
  const remembered = new Map<Name, SlowCompanies<number>>();
  /** The company that got the last slot. */
  const last = new Map<Name, number>();
  const rememberedOf = (name: Name, rule: SlowRule) =>
    remembered.getOrInsertComputed(name, () => rememberSlow<number>(rule, now));

  return {
    began(key, { name, companyId }) {
      running.set(key, { name, companyId, since: now() });
      last.set(name, companyId);
    },
    ended(key) {
      const job = running.get(key);
      running.delete(key);
      if (job === undefined) return;
      const rule = rules[job.name];
      if (rule !== undefined) rememberedOf(job.name, rule).took(job.companyId, now() - job.since);
    },
    passedOver(name, free) {
      const rule = rules[name];
      if (rule === undefined) return { companies: [], isOnlySlot: false };
      const own = [...running.values()].filter((job) => job.name === name);
      const long = own.filter(({ since }) => now() - since > rule.ms).map(({ companyId }) => companyId);
      const slow = new Set([...rememberedOf(name, rule).list(), ...long]);
      const slots = free + own.length;
      const isOnlySlot = slots === 1;
      const taken = own.filter(({ companyId }) => slow.has(companyId)).length;
      const mayNot = isOnlySlot ? slow.has(last.get(name) ?? 0) : taken >= slots - 1;
      return { companies: mayNot ? [...slow] : [], isOnlySlot };
    },
  };
}
