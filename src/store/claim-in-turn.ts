/** Claims one group after the other: none has its next job before each that waits has had one, and none takes the last free place for a second. */

export interface Claim {
  /** Groups that are not asked now. */
  except: string[];
  /** Only of groups that have no job running, in whatever process. */
  idleOnly: boolean;
}

/** Takes the oldest job that waits; undefined when there is none. */
type Take<Job> = (claim: Claim) => Promise<Job | undefined>;

export function createTurns<Job>(take: Take<Job>, groupOf: (job: Job) => string) {
  /** Groups that had a job since the round began. */
  const served = new Set<string>();

  async function next(free: number): Promise<Job | undefined> {
    const unserved = await take({ except: [...served], idleOnly: true });
    if (unserved !== undefined) return unserved;
    const isRound = served.size > 0;
    served.clear();
    const idle = isRound ? await take({ except: [], idleOnly: true }) : undefined;
    // Nobody waits who has none running. The last place is kept for who comes next.
    return idle ?? (free > 1 ? take({ except: [], idleOnly: false }) : undefined);
  }

  return async (limit: number): Promise<Job[]> => {
    const jobs: Job[] = [];
    while (jobs.length < limit) {
      // What was taken already is to be run, whatever becomes of the next look.
      const job = await next(limit - jobs.length).catch((error: unknown) => {
        if (jobs.length === 0) throw error;
      });
      if (job === undefined) break;
      served.add(groupOf(job));
      jobs.push(job);
    }
    return jobs;
  };
}
