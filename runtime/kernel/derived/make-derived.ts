import type { Database } from '../contract/database/database.js';
import type { DerivedData } from '../contract/records/derived.js';
import type { WriteOutOfBand } from '../unit-of-work/out-of-band.js';
import { holdDerived } from '../records/unique-locks.js';
import { readDerivedStates, writeDerivedState } from './derived-states.js';

export interface MakeDerivedDeps {
  readonly database: Database;
  /** Answers may show what is made. */
  readonly writeOutOfBand: WriteOutOfBand;
}

/**
 * Makes derived rows in a transaction of their own, while other processes that are about to do so wait. `isWanted` is told the
 * version that is stored once it is this one's turn. Answers whether they were made.
 */
export async function makeDerived(
  { database, writeOutOfBand }: MakeDerivedDeps,
  data: DerivedData,
  isWanted: (stored: number | undefined) => boolean = () => true,
): Promise<boolean> {
  return writeOutOfBand(database, async (session) => {
    await holdDerived(session);
    const states = await readDerivedStates(session);
    if (!isWanted(states.get(data.name))) return false;
    await data.rebuild(session);
    await writeDerivedState(session, data);
    return true;
  });
}
