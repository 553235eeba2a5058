/** Runs at most `concurrency` pieces of work at once, the others in the order they came. */
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
      // A waiting piece takes over the place, so the count stays.
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
