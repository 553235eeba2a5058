import pg from 'pg';

type Query = (this: object, ...given: unknown[]) => unknown;

/**
 * Counts how often work waits for PostgreSQL. A statement that is sent without a pending response starts a round trip.
 * Statements before the response belong to the same trip.
 */
export async function tripsOf(work: () => Promise<unknown>): Promise<number> {
  const prototype = pg.Client.prototype as unknown as { query: Query }; // allows replacement of the method
  const original = prototype.query;
  const owed = new WeakMap<object, number>();
  let trips = 0;
  prototype.query = function (...given) {
    const before = owed.get(this) ?? 0;
    if (before === 0) trips += 1;
    owed.set(this, before + 1);
    const answered = (): void => void owed.set(this, (owed.get(this) ?? 0) - 1);
    const callback = given.at(-1);
    if (typeof callback === 'function')
      given[given.length - 1] = (...answer: unknown[]): unknown => {
        answered();
        return (callback as (...answer: unknown[]) => unknown)(...answer); // the driver's own type for it
      };
    const result = original.apply(this, given);
    if (result instanceof Promise) result.then(answered, answered);
    return result;
  };
  try {
    await work();
    return trips;
  } finally {
    prototype.query = original;
  }
}
