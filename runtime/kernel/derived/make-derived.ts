import type { Database } from '../contract/database/database.js';
import type { DerivedData } from '../contract/records/derived.js';
import type { WriteOutOfBand } from '../unit-of-work/out-of-band.js';
import { holdDerived } from '../records/unique-locks.js';
import { readDerivedStates, writeDerivedState } from './derived-states.js';

export interface MakeDerivedDeps {
  readonly database: Database;
  /** Invalidates cached responses that may show the rows. */
  readonly writeOutOfBand: WriteOutOfBand;
}

/**
 * Builds derived rows in a separate transaction, one process at a time. `isWanted` receives the stored
 * version once the lock is held. Returns whether the rows were built.
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
