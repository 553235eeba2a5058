/** What was written of one record, and when; values are numbers that count up. */
interface Written {
  /** The last that was tried. */
  tried: number;
  /** Acknowledged values, in their order, each with the moment of its answer. */
  readonly acknowledged: { readonly value: number; readonly at: number }[];
}

/** Remembers what writers were answered, and judges by it what readers see. Moments are those of one monotone clock. */
export interface Ledger {
  /** The next value of the record. */
  next(record: string): number;
  acknowledge(record: string, value: number): void;
  /** The last value that was acknowledged; everybody has to see it, or one that was tried later. */
  last(record: string): number;
  tried(record: string): number;
  /**
   * How old an answer was: the milliseconds that had passed, when it was asked for, since the first acknowledged value that
   * it does not know of; 0 when it knows all of them.
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
