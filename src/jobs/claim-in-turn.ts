/** Chooses of one group after the other: none has its next before each that waits has had one, and none takes the last free place for a second. */

export interface Choice {
  /** Groups that are not asked now. */
  except: string[];
  /** Only of groups that have none under way. */
  idleOnly: boolean;
}

/** Takes the first that waits; undefined when there is none. */
type Take<One> = (choice: Choice) => One | undefined;

export function createTurns<One>(take: Take<One>, groupOf: (one: One) => string) {
  /** Groups that had one since the round began. */
  const served = new Set<string>();

  function next(free: number): One | undefined {
    const unserved = take({ except: [...served], idleOnly: true });
    if (unserved !== undefined) return unserved;
    const isRound = served.size > 0;
    served.clear();
    const idle = isRound ? take({ except: [], idleOnly: true }) : undefined;
    // Each that waits has one under way. The last place is kept for who comes next.
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
