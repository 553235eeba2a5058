/** Schedules statements that block the event loop fairly between requests. */
export interface StatementTurns {
  /**
   * Runs `work`, whose statement executes synchronously: immediately, or after the next tick if the time
   * slice of this one is used up. Waiting owners alternate; statements of one owner keep their order.
   */
  run<Result>(owner: object | undefined, work: () => Promise<Result>): Promise<Result>;
}

export interface StatementTurnsOptions {
  /** Time slice of a tick in milliseconds. */
  readonly sliceMs: number;
  readonly now?: () => number;
}

/** Owner of statements outside requests. */
const NOBODY = {};

export function createStatementTurns({
  sliceMs,
  now = () => performance.now(),
}: StatementTurnsOptions): StatementTurns {
  /** Waiting statements by owner, in scheduling order. */
  const waiting = new Map<object, (() => void)[]>();
  /** Time of the first statement in the current tick. */
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
    // Runs one statement per owner in rotation while time remains.
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
