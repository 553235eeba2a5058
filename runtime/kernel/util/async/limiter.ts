/** Limits work to `concurrency` tasks at once; the others run in the order they arrived. */
export function createLimiter(concurrency: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // A waiting task takes over the slot, so the count is unchanged.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
