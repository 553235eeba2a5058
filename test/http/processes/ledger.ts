/** Writes to one record, with their times; values are increasing numbers. */
interface Written {
  /** The last attempted value. */
  tried: number;
  /** Acknowledged values in order, each with the time of its response. */
  readonly acknowledged: { readonly value: number; readonly at: number }[];
}

/** Records the responses to writers and validates what readers see. Times come from one monotonic clock. */
export interface Ledger {
  /** Returns the next value of the record. */
  next(record: string): number;
  acknowledge(record: string, value: number): void;
  /** Returns the last acknowledged value. Every reader must see it, or a value that was attempted later. */
  last(record: string): number;
  tried(record: string): number;
  /**
   * Returns how old a response was when it was requested: the milliseconds since the first acknowledged value
   * that it does not include, or 0 if it includes all of them.
   */
  age(record: string, seen: { readonly value: number; readonly requestedAt: number }): number;
  readonly writes: number;
}

export function createLedger(): Ledger {
  const records = new Map<string, Written>();
  const of = (record: string): Written => {
    let written = records.get(record);
    if (written === undefined) records.set(record, (written = { tried: 0, acknowledged: [] }));
    return written;
  };
  return {
    next: (record) => (of(record).tried += 1),
    acknowledge: (record, value) => void of(record).acknowledged.push({ value, at: performance.now() }),
    last: (record) => of(record).acknowledged.at(-1)?.value ?? 0,
    tried: (record) => of(record).tried,
    age(record, { value, requestedAt }) {
      const missed = of(record).acknowledged.find((each) => each.value > value);
      return missed === undefined ? 0 : Math.max(0, requestedAt - missed.at);
    },
    get writes() {
      return [...records.values()].reduce((sum, { acknowledged }) => sum + acknowledged.length, 0);
    },
  };
}
