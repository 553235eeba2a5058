/** Runs statements that hold the event loop, so that no request keeps it from the others. */
export interface StatementTurns {
  /**
   * Runs `work`, whose statement runs before it returns: at once, or behind the next tick of the event loop where statements have used
   * up this one. Owners that wait take turns; the statements of one owner keep their order.
   */
  run<Result>(owner: object | undefined, work: () => Promise<Result>): Promise<Result>;
}

export interface StatementTurnsOptions {
  /** Milliseconds of a tick after which statements wait for the next one. */
  readonly sliceMs: number;
  readonly now?: () => number;
}

/** Owner of statements that are sent for no request. */
const NOBODY = {};

export function createStatementTurns({
  sliceMs,
  now = () => performance.now(),
}: StatementTurnsOptions): StatementTurns {
  /** Runs of each owner, in the order in which the owners have their turns. */
  const waiting = new Map<object, (() => void)[]>();
  /** When the present tick ran its first statement. */
  let began: number | undefined;

  const isOver = (): boolean => began !== undefined && now() - began >= sliceMs;

  function begin(): void {
    began = now();
    setImmediate(nextTick);
  }

  function nextTick(): void {
    began = undefined;
    if (waiting.size === 0) return;
    begin();
    // One for each owner in turn, and another one while there is time.
    while (!isOver()) {
      const [first] = waiting;
      if (first === undefined) return;
      const [owner, runs] = first;
      waiting.delete(owner);
      runs.shift()?.();
      if (runs.length > 0) waiting.set(owner, [...runs, ...(waiting.get(owner) ?? [])]);
    }
  }

  return {
    run(owner = NOBODY, work) {
      if (began === undefined) begin();
      if (!waiting.has(owner) && !isOver()) return work();
      return new Promise((resolve, reject) => {
        const runs = waiting.get(owner) ?? [];
        waiting.set(owner, runs);
        runs.push(() => void work().then(resolve, reject));
      });
    },
  };
}
