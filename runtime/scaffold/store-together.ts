import { AppError } from '../kernel/errors/app-error.js';
import { asDeclared, isFileFailure, ScaffoldError } from './scaffold-error.js';

/** Enough that a unit of work costs little for each of its records, few enough that progress shows. */
export const TOGETHER = 500;

export interface Storing<Entry> {
  /** The place where an entry was declared. */
  readonly declaredOf: (entry: Entry) => Error;
  /** All of them or none; may be tried again with some of them. */
  readonly store: (entries: readonly Entry[]) => Promise<void>;
}

/**
 * Stores declared things in few units of work. What is refused together is stored one by one instead, so that the refusal
 * names its declaration, and what stands before it is stored.
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

/** Whether a write was taken. It is not when one of the records or a file of theirs is at fault. */
async function isTaken(store: () => Promise<void>): Promise<boolean> {
  try {
    await store();
    return true;
  } catch (error) {
    if (error instanceof AppError || error instanceof ScaffoldError || isFileFailure(error)) return false;
    throw error;
  }
}
