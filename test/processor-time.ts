/** How long work keeps the processor: a limit by the clock says nothing on a machine that others use too. */

/** Begins to count; what it gives tells the milliseconds that all threads of this process have worked since. */
export function countProcessorMs(): () => number {
  const began = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(began);
    return (user + system) / 1000;
  };
}
