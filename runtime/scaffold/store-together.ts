import { AppError } from '../kernel/errors/app-error.js';
import { asDeclared, isFileFailure, ScaffoldError } from './scaffold-error.js';

/** Batch size: large enough for a low cost per record, small enough to show progress. */
export const TOGETHER = 500;

export interface Storing<Entry> {
  /** Returns the declaration of an entry. */
  readonly declaredOf: (entry: Entry) => Error;
  /** Stores all entries or none. May be called again with some of them. */
  readonly store: (entries: readonly Entry[]) => Promise<void>;
}

/**
 * Stores declarations in few units of work. If a batch is refused, its entries are stored one by one, so that the
 * error identifies its declaration and earlier entries are stored.
 */
export async function storeTogether<Entry>(
  entries: readonly Entry[],
  { declaredOf, store }: Storing<Entry>,
): Promise<void> {
  for (let from = 0; from < entries.length; from += TOGETHER) {
    const some = entries.slice(from, from + TOGETHER);
    if (some.length > 1 && (await isTaken(() => store(some)))) continue;
    for (const entry of some) await asDeclared(declaredOf(entry), () => store([entry]));
  }
}

/** Returns whether a write succeeded. Returns false if one of the records or its files is invalid. */
async function isTaken(store: () => Promise<void>): Promise<boolean> {
  try {
    await store();
    return true;
  } catch (error) {
    if (error instanceof AppError || error instanceof ScaffoldError || isFileFailure(error)) return false;
    throw error;
  }
}
