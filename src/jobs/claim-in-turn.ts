/** Chooses work of groups in round-robin order: no group is served again before every waiting group was served, and no group with work under way takes the last free slot. */

export interface Choice {
  /** Groups to skip. */
  except: string[];
  /** Only choose from groups that have no work under way. */
  idleOnly: boolean;
}

/** Takes the first waiting item; undefined when there is none. */
type Take<One> = (choice: Choice) => One | undefined;

export function createRoundRobin<One>(take: Take<One>, groupOf: (one: One) => string) {
  /** Groups that were served in this round. */
  const served = new Set<string>();

  function next(free: number): One | undefined {
    const unserved = take({ except: [...served], idleOnly: true });
    if (unserved !== undefined) return unserved;
    const isRound = served.size > 0;
    served.clear();
    const idle = isRound ? take({ except: [], idleOnly: true }) : undefined;
    // Every waiting group has work under way. The last slot is kept for a group without any.
    return idle ?? (free > 1 ? take({ except: [], idleOnly: false }) : undefined);
  }

  return (limit: number): One[] => {
    const chosen: One[] = [];
    while (chosen.length < limit) {
      const one = next(limit - chosen.length);
      if (one === undefined) break;
      served.add(groupOf(one));
      chosen.push(one);
    }
    return chosen;
  };
}
