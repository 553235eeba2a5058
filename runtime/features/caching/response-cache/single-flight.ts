/** A computation that several requests wait for. */
export interface Flight<Result> {
  /** The generation before its first statement. */
  readonly since: number;
  /** Undefined if the result cannot be shared. */
  readonly outcome: Promise<Result | undefined>;
}

/** Runs one computation at a time per key. */
export interface SingleFlight<Result> {
  find(key: string): Flight<Result> | undefined;
  /** Runs `work` for all waiting callers. They continue when it settles, at the latest when it ends. */
  lead(
    begun: { readonly key: string; readonly since: number },
    work: (settle: (result: Result | undefined) => void) => Promise<void>,
  ): Promise<void>;
  /** Makes the next caller start a new computation. */
  forget(key: string): void;
}

export function createSingleFlight<Result>(): SingleFlight<Result> {
  const flights = new Map<string, Flight<Result>>();
  return {
    find: (key) => flights.get(key),
    async lead({ key, since }, work) {
      let settle: (result: Result | undefined) => void = () => undefined;
      const outcome = new Promise<Result | undefined>((resolve) => (settle = resolve));
      const flight = { since, outcome };
      flights.set(key, flight);
      try {
        await work((result) => {
          if (flights.get(key) === flight) flights.delete(key);
          settle(result);
        });
      } finally {
        settle(undefined);
      }
    },
    forget: (key) => void flights.delete(key),
  };
}
